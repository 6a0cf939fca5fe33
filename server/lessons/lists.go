package lessons

import (
	"net/http"
	"slices"

	"tengen/server/wire"
)

// Course is the list of the lessons of the course.
type Course struct {
	Notice  string       `json:"notice,omitempty"`
	Lessons []courseLine `json:"lessons"`
}

// courseLine is a lesson in the list.
type courseLine struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Marks string `json:"marks"`
}

func (l *Lessons) getCourse(*http.Request) (*Course, error) {
	c := &Course{Notice: l.progress.notice, Lessons: []courseLine{}}
	for _, one := range l.course {
		info := one.steps[0].Info()
		c.Lessons = append(c.Lessons, courseLine{one.name, info.Name, info.Comment, l.progress.marks(kindCourse, one.name, len(one.steps))})
	}
	return c, nil
}

// Problems is the list of the collections of problems.
type Problems struct {
	Notice      string       `json:"notice,omitempty"`
	Streak      int          `json:"streak"`
	Best        int          `json:"best"`
	Collections []collection `json:"collections"`
}

// collection is a record whose games are problems.
type collection struct {
	Record  string  `json:"record"`
	Name    string  `json:"name"`
	Marks   string  `json:"marks"`
	Solved  int     `json:"solved"`  // number of problems
	Due     []int   `json:"due"`     // indices of the problems that are asked again
	Seconds float64 `json:"seconds"` // time of all answers
	Later   string  `json:"later"`   // the next day on which a problem is asked again, or empty
}

func (l *Lessons) getProblems(*http.Request) (*Problems, error) {
	answer := &Problems{Notice: l.progress.notice, Collections: []collection{}}
	for _, id := range l.progress.collections() {
		if !l.records.Exists(id) {
			continue
		}
		name, games, err := l.records.Title(id)
		if err != nil {
			answer.Notice = wire.AsError(err).Sentence
			continue
		}
		answer.Collections = append(answer.Collections, l.progress.summary(id, name, games))
	}
	answer.Streak, answer.Best = l.progress.streaks()
	return answer, nil
}

type problemsRequest struct {
	Record string `json:"record"`
}

// postProblems adds a record to the collections.
func (l *Lessons) postProblems(r *http.Request, req problemsRequest) (*Problems, error) {
	if _, _, err := l.records.Title(req.Record); err != nil {
		return nil, err
	}
	if !slices.Contains(l.progress.collections(), req.Record) {
		if err := l.progress.add(req.Record); err != nil {
			return nil, err
		}
	}
	return l.getProblems(r)
}

func (l *Lessons) deleteProblems(r *http.Request) (*Problems, error) {
	if err := l.progress.forget(r.PathValue("id")); err != nil {
		return nil, err
	}
	return l.getProblems(r)
}
