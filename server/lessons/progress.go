package lessons

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tengen/internal/durable"
)

// progressFile is the name of the file in the folder of the server's data.
const progressFile = "lessons.json"

// maxSeconds is the most time that counts for one answer. A longer time means that the pupil was away.
const maxSeconds = 600

// days are the days after which a missed problem is asked again: the boxes of Leitner's system. A miss puts a problem
// into the first box. A right answer on the day or later puts it into the next one.
var days = [...]int{1, 3, 7, 21}

const dateForm = time.DateOnly // dates can be compared as text

// Item is what the pupil has done with one step or problem.
type Item struct {
	Solved  int     `json:"solved"`  // number of times
	Missed  int     `json:"missed"`  // number of wrong answers, hints and solutions shown
	Seconds float64 `json:"seconds"` // time of all answers
	Open    bool    `json:"open"`    // missed since it was last solved
	Box     int     `json:"box"`     // index into days, from 1; 0 if the problem is not asked again
	Due     string  `json:"due"`     // the day on which it is asked again, or empty
}

// due reports whether the problem is asked again on a date.
func (i *Item) due(date string) bool { return i.Box > 0 && i.Due <= date }

// state is the content of the file.
type state struct {
	Items       map[string]*Item `json:"items"` // by kind/name/index
	Collections []string         `json:"collections"`
	Streak      int              `json:"streak"` // problems solved in a row without a miss
	Best        int              `json:"best"`   // the longest streak
	Months      map[string]month `json:"months"` // by month, such as 2026-03
}

// month counts the problems of a month, without the steps of the course.
type month struct {
	Right int `json:"right"` // problems that were solved without a miss since they were asked
	Wrong int `json:"wrong"` // misses
}

// progress is what the pupil has done, in memory and in a file.
type progress struct {
	path string
	now  func() time.Time

	mu     sync.Mutex
	state  state
	notice string // why the file could not be read
}

// openProgress reads the file. A file that cannot be read is set aside, and the progress begins again.
func openProgress(dir string, now func() time.Time) *progress {
	p := &progress{path: filepath.Join(dir, progressFile), now: now}
	data, err := os.ReadFile(p.path)
	if err == nil {
		err = json.Unmarshal(data, &p.state)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.state = state{}
		p.notice = fmt.Sprintf("What you have solved so far cannot be read (%v).", err)
		if err := os.Rename(p.path, p.path+".unreadable"); err == nil {
			p.notice += fmt.Sprintf(" The file is now %s.unreadable.", progressFile)
		}
	}
	if p.state.Items == nil {
		p.state.Items = map[string]*Item{}
	}
	return p
}

// change changes the progress and writes it to the disk. After an error the progress is as it was.
func (p *progress) change(f func(*state)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	next := state{Items: make(map[string]*Item, len(p.state.Items)+1), Collections: slices.Clone(p.state.Collections), Streak: p.state.Streak, Best: p.state.Best,
		Months: maps.Clone(p.state.Months)}
	for key, item := range p.state.Items {
		kept := *item
		next.Items[key] = &kept
	}
	f(&next)
	data, err := json.Marshal(next)
	if err == nil {
		err = durable.Replace(p.path, data, true)
	}
	if err != nil {
		return fmt.Errorf("the answer could not be saved: %w", err)
	}
	p.state = next
	return nil
}

// answered counts an answer. missed is true for a wrong answer, and for any answer after a hint. solved is true if the
// problem is now solved. Only problems are asked again and count for the streak.
func (p *progress) answered(at place, solved, missed bool, seconds float64) error {
	return p.change(func(s *state) {
		item := s.Items[at.key()]
		if item == nil {
			item = &Item{}
			s.Items[at.key()] = item
		}
		item.Seconds += min(max(seconds, 0), maxSeconds)
		if at.asksAgain() {
			s.repeat(item, solved, missed, p.now())
		}
		if missed {
			item.Missed++
			item.Open = true
		}
		if solved {
			item.Solved++
			item.Open = false
		}
	})
}

// count adds an answer to a problem to its month.
func (s *state) count(now time.Time, answer month) {
	name := now.Format("2006-01")
	m := s.Months[name]
	if s.Months == nil {
		s.Months = map[string]month{}
	}
	s.Months[name] = month{m.Right + answer.Right, m.Wrong + answer.Wrong}
}

// repeat puts a problem into its next box and changes the streak and the month, after an answer to the problem.
func (s *state) repeat(item *Item, solved, missed bool, now time.Time) {
	due := item.due(now.Format(dateForm))
	switch {
	case missed:
		item.Box, item.Due = 1, dayAfter(now, days[0])
		s.Streak = 0
		s.count(now, month{Wrong: 1})
	case !solved || !due && (item.Open || item.Solved > 0): // solved after a miss, or once more without being asked
		return
	default:
		s.Streak++
		s.count(now, month{Right: 1})
		s.Best = max(s.Best, s.Streak)
		if due {
			item.Box++
			item.Due = ""
			if item.Box > len(days) {
				item.Box = 0
			} else {
				item.Due = dayAfter(now, days[item.Box-1])
			}
		}
	}
}

// dayAfter returns the date a number of days after a time.
func dayAfter(t time.Time, n int) string { return t.AddDate(0, 0, n).Format(dateForm) }

// today returns the current date.
func (p *progress) today() string { return p.now().Format(dateForm) }

// item returns a copy of an item.
func (p *progress) item(key string) Item {
	p.mu.Lock()
	defer p.mu.Unlock()
	if item := p.state.Items[key]; item != nil {
		return *item
	}
	return Item{}
}

// marks returns a letter for each step: "s" solved, "m" missed and not solved since, "d" due again, "." not tried.
func (p *progress) marks(keys []string, asksAgain bool) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	letters := []byte(strings.Repeat(".", len(keys)))
	for i := range letters {
		switch item := p.state.Items[keys[i]]; {
		case item == nil:
		case item.Due != "" && item.Due <= p.today() && asksAgain:
			letters[i] = 'd'
		case item.Open:
			letters[i] = 'm'
		case item.Solved > 0:
			letters[i] = 's'
		}
	}
	return string(letters)
}

// collections returns the ids of the records that are collections of problems.
func (p *progress) collections() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.state.Collections)
}

// streaks returns the number of problems that were solved in a row without a miss, and the largest such number so far.
func (p *progress) streaks() (now, best int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state.Streak, p.state.Best
}

// summary returns what is done with the problems that have these keys.
func (p *progress) summary(keys []string) done {
	c := done{Marks: p.marks(keys, true), Due: []int{}}
	for i, key := range keys {
		item := p.item(key)
		c.Seconds += item.Seconds
		if item.Solved > 0 {
			c.Solved++
		}
		switch {
		case item.Due == "":
		case item.Due <= p.today():
			c.Due = append(c.Due, i)
		case c.Later == "" || item.Due < c.Later:
			c.Later = item.Due
		}
	}
	return c
}

// months returns the months in which problems were answered, the oldest first.
func (p *progress) months() []monthLine {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := []monthLine{}
	for _, name := range slices.Sorted(maps.Keys(p.state.Months)) {
		list = append(list, monthLine{name, p.state.Months[name]})
	}
	return list
}

// add makes a record a collection of problems.
func (p *progress) add(id string) error {
	return p.change(func(s *state) { s.Collections = append(s.Collections, id) })
}

// forget removes a collection and everything about its problems.
func (p *progress) forget(id string) error {
	return p.change(func(s *state) {
		s.Collections = slices.DeleteFunc(s.Collections, func(other string) bool { return other == id })
		maps.DeleteFunc(s.Items, func(key string, _ *Item) bool { return strings.HasPrefix(key, kindRecord+"/"+id+"/") })
	})
}
