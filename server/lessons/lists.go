package lessons

import (
	"net/http"
	"slices"

	"tengen/internal/exercises"
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
		c.Lessons = append(c.Lessons, courseLine{one.name, info.Name, info.Comment, l.progress.marks(keysOf(kindCourse, one.name, len(one.steps)), false)})
	}
	return c, nil
}

// Problems is the list of the collections of problems.
type Problems struct {
	Notice      string       `json:"notice,omitempty"`
	Streak      int          `json:"streak"`
	Best        int          `json:"best"`
	Collections []collection `json:"collections"`
	Sets        []set        `json:"sets"`     // the bundled problems
	Mistakes    mine         `json:"mistakes"` // in the user's own games
	Months      []monthLine  `json:"months"`   // the oldest first
}

// monthLine is a month in which problems were answered.
type monthLine struct {
	Month string `json:"month"` // such as 2026-03
	month
}

// done is what the user has done with some problems.
type done struct {
	Marks   string  `json:"marks"`
	Solved  int     `json:"solved"`  // number of problems
	Due     []int   `json:"due"`     // indices of the problems that are asked again
	Seconds float64 `json:"seconds"` // time of all answers
	Later   string  `json:"later"`   // the next day on which a problem is asked again, or empty
}

// set is the bundled problems of one kind.
type set struct {
	Name   string  `json:"name"`
	Title  string  `json:"title"`
	Text   string  `json:"text"`
	Levels []level `json:"levels"`
	done
}

// level is the problems of one level in a set. They follow each other.
type level struct {
	Rank string `json:"rank"`
	From int    `json:"from"` // index of the first one
	Of   int    `json:"of"`   // number of problems
}

// mine is the collection of the user's own mistakes.
type mine struct {
	Games int `json:"games"` // number of games from which they are
	done
}

// collection is a record whose games are problems.
type collection struct {
	Record string `json:"record"`
	Name   string `json:"name"`
	done
}

func (l *Lessons) getProblems(*http.Request) (*Problems, error) {
	answer := &Problems{Notice: l.progress.notice, Collections: []collection{}, Sets: []set{}}
	for _, id := range l.progress.collections() {
		if !l.records.Exists(id) {
			continue
		}
		name, games, err := l.records.Title(id)
		if err != nil {
			answer.Notice = wire.AsError(err).Sentence
			continue
		}
		answer.Collections = append(answer.Collections, collection{id, name, l.progress.summary(keysOf(kindRecord, id, games))})
	}
	answer.Streak, answer.Best = l.progress.streaks()
	answer.Months = l.progress.months()
	answer.Mistakes = mine{l.mistakes.games(), l.progress.summary(l.mistakes.list("").keys)}
	sets, err := l.setLines()
	answer.Sets = sets
	return answer, err
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

// setLines returns the bundled problems, with their levels.
func (l *Lessons) setLines() ([]set, error) {
	lines := []set{}
	sets, err := l.sets()
	if err != nil {
		return nil, err
	}
	for _, s := range sets {
		line := set{Name: s.Name, Title: s.Title, Text: s.Text, done: l.progress.summary(listOf(s).keys)}
		for i, p := range s.Problems {
			if n := len(line.Levels); n == 0 || line.Levels[n-1].Rank != p.Level {
				line.Levels = append(line.Levels, level{p.Level, i, 0})
			}
			line.Levels[len(line.Levels)-1].Of++
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// listed is a list of problems that are not games of a record.
type listed struct {
	title string
	keys  []string
	sgf   func(index int) []byte
}

func listOf(s exercises.Set) listed {
	keys := make([]string, len(s.Problems))
	for i, p := range s.Problems {
		keys[i] = kindSet + "/" + p.ID
	}
	return listed{s.Title, keys, func(i int) []byte { return s.Problems[i].SGF }}
}

// listed returns the list that an address names.
func (l *Lessons) listed(kind, name string) (listed, error) {
	if kind == kindMine {
		if name == allMistakes {
			name = ""
		}
		return l.mistakes.list(name), nil
	}
	sets, err := l.sets()
	if err != nil {
		return listed{}, err
	}
	i := slices.IndexFunc(sets, func(s exercises.Set) bool { return s.Name == name })
	if i < 0 {
		return listed{}, wire.Fail(http.StatusNotFound, "name", "a set of problems %.40q does not exist", name)
	}
	return listOf(sets[i]), nil
}
