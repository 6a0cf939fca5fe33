package lessons

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"tengen/baduk"
	"tengen/exercise"
	"tengen/internal/course"
	"tengen/internal/exercises"
	"tengen/kifu"
	"tengen/server/records"
	"tengen/server/wire"
)

// The kinds of lessons.
const (
	kindCourse = "course" // a lesson of the bundled course; its steps are the games of its file
	kindRecord = "record" // a record; its games are problems
	kindSet    = "set"    // the bundled problems of one kind
	kindMine   = "mine"   // mistakes in the user's own games
)

// Options are what other packages do for the lessons. A nil function means that reviews are turned off.
type Options struct {
	// Mistakes returns a player's mistakes in a game of a record, from its finished review.
	Mistakes func(record string, game int, c baduk.Color) ([]Exercise, error)
	// Loss searches a position, and returns how many points a move loses there compared with the best move, and the
	// largest such loss of a good move.
	Loss func(ctx context.Context, g *baduk.Game, m baduk.Move) (loss, margin float64, err error)
}

// Lessons answers the requests about the course and about problems.
type Lessons struct {
	service  *wire.Service
	records  *records.Records
	progress *progress
	course   []*lesson
	opt      Options
	mistakes *mistakes
	sets     func() ([]exercises.Set, error)
}

// lesson is a lesson of the course.
type lesson struct {
	name  string
	steps []*kifu.Tree
}

// New reads the course, and the pupil's progress from the folder dir. Problems come from the given records.
func New(service *wire.Service, r *records.Records, dir string, o Options) (*Lessons, error) {
	l := &Lessons{service: service, records: r, progress: openProgress(dir, time.Now), opt: o, sets: sync.OnceValues(exercises.Sets)}
	var err error
	if l.mistakes, err = openMistakes(dir); err != nil {
		return nil, err
	}
	for _, file := range course.Lessons() {
		read, err := kifu.LoadBytes(file.SGF, kifu.Options{Format: "sgf", Encoding: "UTF-8"})
		if err != nil {
			return nil, fmt.Errorf("the lesson %s of the course: %w", file.Name, err)
		}
		l.course = append(l.course, &lesson{file.Name, read.Trees})
	}
	return l, nil
}

// Routes returns the routes of the course and of problems.
func (l *Lessons) Routes() []wire.Route {
	return []wire.Route{
		{Pattern: "GET /api/course", Handler: wire.Answer(l.service, l.getCourse)},
		{Pattern: "GET /api/lessons/{kind}/{name}/{step}", Handler: wire.Answer(l.service, l.getStep)},
		{Pattern: "POST /api/lessons/{kind}/{name}/{step}/answer", Limit: 256 << 10, Handler: wire.Take(l.service, l.postAnswer)},
		{Pattern: "POST /api/lessons/{kind}/{name}/{step}/solution", Handler: wire.Take(l.service, l.postSolution)},
		{Pattern: "GET /api/problems", Handler: wire.Answer(l.service, l.getProblems)},
		{Pattern: "POST /api/problems", Handler: wire.Take(l.service, l.postProblems)},
		{Pattern: "POST /api/mistakes", Handler: wire.Take(l.service, l.postMistakes)},
		{Pattern: "DELETE /api/problems/{id}", Handler: wire.Answer(l.service, l.deleteProblems)},
	}
}

// place is the step that a request names.
type place struct {
	kind, name string
	index      int      // from 0
	keys       []string // by index: the keys of the steps in the progress
	title      string
}

// key is the key of the step in the progress.
func (at place) key() string { return at.keys[at.index] }

// of is the number of steps.
func (at place) of() int { return len(at.keys) }

// asksAgain reports whether the steps are asked again and count for the streak. Those of the course are not.
func (at place) asksAgain() bool { return at.kind != kindCourse }

func keyOf(kind, name string, index int) string { return kind + "/" + name + "/" + strconv.Itoa(index) }

// keysOf returns the keys of the first n steps of a lesson or a record.
func keysOf(kind, name string, n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = keyOf(kind, name, i)
	}
	return keys
}

// with calls f with the problem that a request names. The problem may be used only during the call.
func (l *Lessons) with(r *http.Request, f func(place, problem) error) error {
	at := place{kind: r.PathValue("kind"), name: r.PathValue("name")}
	var err error
	if at.index, err = strconv.Atoi(r.PathValue("step")); err != nil {
		return wire.Misuse(http.StatusNotFound, "step", "%.20q is not the number of a step", r.PathValue("step"))
	}
	switch at.kind {
	case kindCourse:
		i := slices.IndexFunc(l.course, func(c *lesson) bool { return c.name == at.name })
		if i < 0 {
			return wire.Fail(http.StatusNotFound, "name", "the course has no lesson %.40q", at.name)
		}
		steps := l.course[i].steps
		if at.index < 0 || at.index >= len(steps) {
			return wire.Fail(http.StatusNotFound, "step", "the lesson has %d steps, counted from 0, and not %d", len(steps), at.index)
		}
		at.keys, at.title = keysOf(at.kind, at.name, len(steps)), steps[0].Info().Name
		return f(at, problem{exercise.New(steps[at.index])})
	case kindRecord:
		return l.records.With(at.name, func(d *records.Document) error {
			t, err := d.Tree(at.index)
			if err != nil {
				return err
			}
			at.keys, at.title = keysOf(at.kind, at.name, d.Len()), d.Name()
			if title := records.GameTitle(t.Info()); title != "" {
				at.title = title
			}
			return f(at, problem{exercise.New(t)})
		})
	case kindSet, kindMine:
		list, err := l.listed(at.kind, at.name)
		if err != nil {
			return err
		}
		at.keys, at.title = list.keys, list.title
		if at.index < 0 || at.index >= at.of() {
			return wire.Fail(http.StatusNotFound, "step", "there are %d problems, counted from 0, and not %d", at.of(), at.index)
		}
		read, err := kifu.LoadBytes(list.sgf(at.index), kifu.Options{Format: "sgf", Encoding: "UTF-8"})
		if err != nil {
			return fmt.Errorf("the problem %s: %w", at.key(), err)
		}
		return f(at, problem{exercise.New(read.Trees[0])})
	}
	return wire.Misuse(http.StatusNotFound, "kind", "%.20q is neither course, record, set nor mine", at.kind)
}
