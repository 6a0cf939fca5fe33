package jobs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"tengen/baduk"
	"tengen/cluster"
	"tengen/kifu"
	"tengen/mcts"
	"tengen/player"
	"tengen/review"
)

// reviewAbout describes how the positions of a review are searched.
type reviewAbout struct {
	Net    string `json:"net"`    // hash of the file of the net; "" for rollouts
	Kernel string `json:"kernel"` // text of player.Kernel
	Level  string `json:"level"`  // fastest kernels of the owner's processor, or those of Kernel
	Visits int    `json:"visits"` // per position; 0 for the usual number
}

// reviewOrder is the data of a task: positions to search.
type reviewOrder struct {
	About     string            `json:"about"`     // hash of the description
	Positions []json.RawMessage `json:"positions"` // each a position
}

// reviewReport is the result of a task. A position without an analysis has null.
type reviewReport struct {
	Kernel   string            `json:"kernel"` // level of the kernels that computed the net
	Analyses []json.RawMessage `json:"analyses"`
}

// maxPositions is the largest number of positions in a task.
const maxPositions = 64

// reviewer searches positions as a description says.
type reviewer struct {
	*player.Reviewer
	kernel string
}

// reviewer returns the reviewer of a description.
func (h *Hands) reviewer(ctx context.Context, about string) (*reviewer, error) {
	r, _, err := h.reviewers.get(about, keptPools, func() (*reviewer, error) {
		data, err := h.Cluster.Get(ctx, about)
		if err != nil {
			return nil, err
		}
		var a reviewAbout
		if err := json.Unmarshal(data, &a); err != nil {
			return nil, err
		}
		if a.Visits < 0 {
			return nil, fmt.Errorf("it orders %d visits", a.Visits)
		}
		quiet := slog.New(slog.DiscardHandler) // the owner warns about boards that the net cannot read
		if a.Net == "" {                       // rollouts are the same with all kernels
			return &reviewer{player.NewReviewer(nil, a.Visits, h.Threads, quiet), a.Level}, nil
		}
		level := h.level(a.Level)
		kernel := player.Kernel{}.Auto(level)
		if err := kernel.UnmarshalText([]byte(a.Kernel)); err != nil {
			return nil, err
		}
		if _, err := kernel.Level(); err != nil { // this processor lacks the kernels of the review
			kernel = player.Kernel{}.Auto(level)
		}
		if err := h.fetch(ctx, map[string]string{a.Net: a.Net}, h.Dir); err != nil {
			return nil, err
		}
		net, err := player.Loader{Kernel: kernel, Log: h.Log}.Load(ctx, player.NetFile(filepath.Join(h.Dir, a.Net)), h.Threads)
		if err != nil {
			return nil, err
		}
		return &reviewer{player.NewReviewer(net, a.Visits, h.Threads, quiet), level.String()}, nil
	})
	return r, err
}

// review does a task of a review: it searches positions.
func (h *Hands) review(ctx context.Context, t cluster.Task, report func(string)) ([]byte, error) {
	var o reviewOrder
	if err := json.Unmarshal(t.Data, &o); err != nil {
		return nil, permanent(err)
	}
	if n := len(o.Positions); n < 1 || n > maxPositions {
		return nil, permanent(fmt.Errorf("it orders %d positions", n))
	}
	r, err := h.reviewer(ctx, o.About)
	if err != nil {
		return nil, err
	}
	all := reviewReport{Kernel: r.kernel}
	for i, text := range o.Positions {
		g, err := readPosition(text)
		if err != nil {
			return nil, permanent(err)
		}
		data, err := analyze(ctx, g, r.On(g.Graph()))
		if err != nil {
			return nil, err
		}
		all.Analyses = append(all.Analyses, data)
		report(fmt.Sprintf("%d of %d positions", i+1, len(o.Positions)))
	}
	return json.Marshal(all)
}

// analyze searches a position. The result is null if the game is over.
func analyze(ctx context.Context, g *baduk.Game, o review.Options) (json.RawMessage, error) {
	a, err := review.Analyze(ctx, g, o)
	if errors.Is(err, mcts.ErrGameOver) {
		return json.RawMessage("null"), nil
	}
	if err != nil {
		return nil, err
	}
	return review.Encode(a)
}

// ReviewCrew searches positions of reviews in other processes.
type ReviewCrew struct {
	Checks
	Cluster *cluster.Cluster
	// Net is the file of the net; nil for rollouts. Kernel says how it is computed, and Visits is the number of visits per
	// position; 0 means the usual number. The Reviewer of the owner has the same settings.
	Net    []byte
	Kernel player.Kernel
	Visits int
	// Patience is the time after which Search fails if no worker answers; 0 means never.
	Patience time.Duration
	Log      *slog.Logger
}

// ErrNoAnswer is the error of [ReviewCrew.Search] if no worker answers.
var ErrNoAnswer = errors.New("no worker answers")

// ReviewPosition is a position to search.
type ReviewPosition struct {
	Game    *baduk.Game
	Options review.Options // with a Searcher for the sample that is searched again
	Take    func(*kifu.Analysis) error
	// Skip is called instead of Take if workers cannot search the position.
	Skip func()
}

// ReviewJob says which positions are searched, and in which queue.
type ReviewJob struct {
	Queue   cluster.Queue
	Name    string // of the job in the cluster
	PerTask int    // positions in a task
	// Next returns the next position, or nil if there are no more.
	Next func() *ReviewPosition
}

// reviewing is a call of Search in progress.
type reviewing struct {
	*ReviewCrew
	job     ReviewJob
	about   string
	waiting *ReviewPosition              // did not fit into the last task
	sent    map[string][]*ReviewPosition // by task
	timer   *time.Timer                  // of the patience; nil without a limit
}

// Search searches all positions.
func (c *ReviewCrew) Search(ctx context.Context, j ReviewJob) (err error) {
	s := &reviewing{ReviewCrew: c, job: j, sent: map[string][]*ReviewPosition{}}
	if c.Patience > 0 {
		waiting, stop := context.WithCancelCause(ctx)
		defer stop(nil)
		s.timer = time.AfterFunc(c.Patience, func() { stop(ErrNoAnswer) })
		defer s.timer.Stop()
		defer func() { // some calls to the cluster return the error of their context instead of its cause
			if errors.Is(err, context.Canceled) && errors.Is(context.Cause(waiting), ErrNoAnswer) {
				err = ErrNoAnswer
			}
		}()
		ctx = waiting
		if slots, err := c.Cluster.Slots(ctx, j.Queue); err != nil || slots == 0 {
			return cmp.Or(err, ErrNoAnswer)
		}
	}
	return c.Cluster.Run(ctx, cluster.Job{Queue: j.Queue, Name: j.Name, Fresh: true, Store: s.store, Next: s.next, Dead: s.dead,
		Take: func(r cluster.Result) error { return s.take(ctx, r) }})
}

// store puts the net and the description into the cluster.
func (s *reviewing) store(ctx context.Context) (err error) {
	a := reviewAbout{Kernel: s.Kernel.String(), Level: s.Level.String(), Visits: s.Visits}
	if s.Net != nil {
		if a.Net, err = s.Cluster.Put(ctx, s.Net); err != nil {
			return err
		}
	}
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	s.about, err = s.Cluster.Put(ctx, text)
	return err
}

// next returns the next task.
func (s *reviewing) next() (cluster.Task, bool) {
	for {
		o, list := reviewOrder{About: s.about}, []*ReviewPosition(nil)
		for size := 0; len(list) < s.job.PerTask; {
			p := s.waiting
			if s.waiting = nil; p == nil {
				p = s.job.Next()
			}
			if p == nil {
				break
			}
			text, err := describePosition(p.Game)
			if err != nil || len(text) > mostBytes {
				s.Log.Debug("a position is searched here", "bytes", len(text), "error", err)
				p.Skip()
				continue
			}
			if size += len(text); size > mostBytes {
				s.waiting = p
				break
			}
			o.Positions, list = append(o.Positions, text), append(list, p)
		}
		if len(list) == 0 {
			return cluster.Task{}, false
		}
		data, err := json.Marshal(o)
		if err != nil {
			panic(err) // valid JSON and a string
		}
		// A result of an earlier call has the same name only if it is of the same positions.
		id := cluster.HashOf(data)[:32]
		if s.sent[id] == nil {
			s.sent[id] = list
			return cluster.Task{ID: id, Data: data}, true
		}
		for _, p := range list { // the same game is there twice
			p.Skip()
		}
	}
}

// mostBytes is the largest size of the positions in a task.
const mostBytes = cluster.MaxTask - 1<<10

// dead leaves the positions of a task that no worker can do to this process.
func (s *reviewing) dead(d cluster.DeadLetter) error {
	s.Log.Warn("positions are searched here, because the workers have failed", "because", d)
	for _, p := range s.sent[d.ID] {
		p.Skip()
	}
	delete(s.sent, d.ID)
	return nil
}

// take examines the result of a task.
func (s *reviewing) take(ctx context.Context, r cluster.Result) error {
	list := s.sent[r.ID]
	if list == nil {
		return nil // of an earlier call, or a second copy
	}
	if s.timer != nil { // the patience is with the workers, not with the searches of this process
		s.timer.Stop()
		defer s.timer.Reset(s.Patience)
	}
	var all reviewReport
	if err := json.Unmarshal(r.Data, &all); err != nil || len(all.Analyses) != len(list) {
		return rejected(r, fmt.Errorf("it has %d analyses of %d positions (%v)", len(all.Analyses), len(list), err))
	}
	repeat, err := s.again(r, all.Kernel)
	if err != nil {
		return err
	}
	found := make([]*kifu.Analysis, len(list))
	for i, p := range list {
		if found[i], err = s.examine(ctx, r, all.Analyses[i], p, repeat); err != nil {
			return fmt.Errorf("position %d: %w", i+1, err)
		}
	}
	delete(s.sent, r.ID)
	for i, p := range list {
		if found[i] == nil {
			p.Skip()
		} else if err := p.Take(found[i]); err != nil {
			return err
		}
	}
	return nil
}

// examine reads an analysis, and may search its position again.
func (s *reviewing) examine(ctx context.Context, r cluster.Result, data json.RawMessage, p *ReviewPosition, repeat bool) (a *kifu.Analysis, err error) {
	text := json.RawMessage("null")
	if !bytes.Equal(data, text) {
		if a, err = review.Decode(data, p.Game, p.Options); err != nil {
			return nil, rejected(r, err)
		}
		if text, err = review.Encode(a); err != nil {
			return nil, err
		}
	}
	if !repeat {
		return a, nil
	}
	again, err := analyze(ctx, p.Game, p.Options)
	if err == nil && !bytes.Equal(again, text) {
		err = rejected(r, errors.New("searched again, it has another analysis"))
	}
	return a, err
}
