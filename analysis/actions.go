package analysis

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
)

// MaxLine is the largest length of a line in bytes, without its newline.
const MaxLine = 4 << 20

// Line handles a line from the client: it answers the line or begins the requested searches. The line has no
// newline. Line blocks while the client does not read its answers. Mistakes in the line are reported to the
// client. Line returns an error only if ctx or the session has ended.
func (s *Session) Line(ctx context.Context, line []byte) error {
	if err := s.hasRoom(ctx); err != nil {
		return err
	}
	if len(line) > MaxLine {
		s.tooLong(line)
		return nil
	}
	line = bytes.Trim(line, " \t\r\n\v\f")
	if len(line) == 0 {
		return nil
	}
	if s.engine.opt.Settings.LogAllRequests {
		s.engine.log.Info("Request: " + string(line))
	}
	v, err := parse(string(line))
	o, ok := v.(object)
	id, named := o["id"].(string)
	switch {
	case err != nil:
		problem := errorAnswer(nil, "", fmt.Sprintf("%v - could not parse input line as json request: %s", err, line))
		if named {
			problem["id"] = id
		}
		s.tell(problem)
	case !ok:
		s.tell(errorAnswer(nil, "", "Request line was valid json but was not an object, ignoring: "+string(dump(v))))
	case !named:
		s.tell(errorAnswer(nil, "", "Request must have a string \"id\" field"))
	default:
		if action, ok := o["action"].(string); ok {
			s.act(o, id, action)
		} else {
			s.ask(o, id, len(line))
		}
	}
	return nil
}

// tooLong answers a line that is too long. The beginning of the line is enough to find the id.
func (s *Session) tooLong(line []byte) {
	problem := errorAnswer(nil, "", fmt.Sprintf("Request line is longer than %d bytes, ignoring it", MaxLine))
	v, _ := parse(string(line[:min(len(line), 1<<16)]))
	if o, ok := v.(object); ok {
		if id, ok := o["id"].(string); ok {
			problem["id"] = id
		}
	}
	s.tell(problem)
}

// ask parses and checks a query, and enqueues its positions.
func (s *Session) ask(o object, id string, size int) {
	e := s.engine
	q, err := parseQuery(o, id, &e.opt)
	if err == nil {
		if graph, none := e.boards.graph(e.place(q), q.rules); none != nil {
			err = wrong("boardXSize", "%v", none)
		} else {
			err = q.check(graph)
		}
	}
	for _, w := range q.warnings {
		s.tell(w)
	}
	if err == nil {
		q.bytes = size
		if err = e.enqueue(s, q); err == nil || err == errClosed {
			return
		}
	}
	if f, ok := err.(*fieldError); ok {
		s.tell(errorAnswer(&id, f.field, f.text))
	} else {
		s.tell(errorAnswer(&id, "", err.Error()))
	}
}

// act performs an action. The answer is the object of the action with additional fields.
func (s *Session) act(o object, id, action string) {
	e := s.engine
	switch action {
	case "query_version":
		o["version"], o["git_hash"] = e.opt.Version, e.opt.Revision
	case "query_models":
		models := []object{}
		for _, m := range e.opt.Models {
			models = append(models, object{"name": m.Name, "internalName": m.InternalName, "maxBatchSize": m.MaxBatchSize,
				"usesHumanSLProfile": m.HumanProfile, "version": m.Version, "usingFP16": m.UsingFP16})
		}
		o["models"] = models
	case "clear_cache":
		e.boards.clear()
		e.store.clear()
	case "terminate", "terminate_all":
		of, ok := o["terminateId"].(string)
		if !ok && action == "terminate" {
			s.tell(errorAnswer(&id, "terminateId", "Requests for a terminate action must have a string \"terminateId\" field"))
			return
		}
		v, some := o["turnNumbers"]
		turns, ok := integers(v, true)
		if some && !ok {
			s.tell(errorAnswer(&id, "turnNumbers", "If provided, must be an array of integers indicating turns to terminate"))
			return
		}
		s.terminate(func(j *job) bool {
			return (action == "terminate_all" || j.query.id == of) && (!some || slices.Contains(turns, int64(j.turn)))
		})
	default:
		s.tell(errorAnswer(&id, "", "'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' or 'terminate_all'"))
		return
	}
	s.tell(o)
}

// sorted returns the open jobs in the order of their arrival. The caller holds the lock.
func (s *Session) sorted() []*job {
	var list []*job
	for j := range s.open {
		list = append(list, j)
	}
	slices.SortFunc(list, func(a, b *job) int { return cmp.Compare(a.number, b.number) })
	return list
}
