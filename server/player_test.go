package server

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/server/games"
)

// first is a Player that does not search: it plays on the first legal point that is not one of its own eyes, and passes
// after a pass. Hooks that are nil do nothing.
type first struct {
	before func(ctx context.Context) error // called before each move
	dead   func(g *baduk.Game) baduk.PointSet
	limit  func(engine.Limit) // called with the limit of each move
	passes *bool              // the Player passes while this is true
	closed *atomic.Int32
	asking atomic.Int32 // number of running calls, which must be at most one
}

func (f *first) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	if f.asking.Add(1) > 1 {
		panic("asked two things at once")
	}
	defer f.asking.Add(-1)
	if f.limit != nil {
		f.limit(limit)
	}
	if f.before != nil {
		if err := f.before(ctx); err != nil {
			return engine.Decision{}, err
		}
	}
	d := engine.Decision{Move: baduk.Move{Color: c, Point: baduk.Pass}, Win: 0.25, Lead: -3, Visits: 1}
	if n := g.Len(); n > 0 && g.Turn(n-1).IsPass() || f.passes != nil && *f.passes {
		return d, nil
	}
	for p := range baduk.Point(g.Graph().Len()) {
		m := baduk.Move{Color: c, Point: p}
		if g.Legal(m) == baduk.Legal && !g.Position().Enclosed(p, c) {
			d.Move = m
			break
		}
	}
	return d, nil
}

func (f *first) Dead(_ context.Context, g *baduk.Game) (baduk.PointSet, error) {
	if f.dead == nil {
		return nil, nil
	}
	return f.dead(g), nil
}

func (f *first) Close() error {
	if f.closed != nil {
		f.closed.Add(1)
	}
	return nil
}

func TestUndoStopsTheEngine(t *testing.T) {
	started := make(chan bool, 10)
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) {
			return &first{before: func(ctx context.Context) error {
				started <- true
				<-ctx.Done() // thinks until its search is cancelled
				return ctx.Err()
			}}, nil
		}
	})
	s := l.create(object{})
	var got games.State
	if status := l.call("POST", "/api/games/"+s.ID+"/play", object{"number": 1, "vertex": "E5"}, &got); status != 200 || got.Thinking == "" {
		t.Fatalf("status %d, thinking %q", status, got.Thinking)
	}
	<-started
	e := l.refused(409, "POST", "/api/games/"+s.ID+"/play", object{"number": 2, "vertex": "D5"})
	if !strings.Contains(e.Sentence, "turn of the engine") {
		t.Errorf("a move out of turn: %q", e.Sentence)
	}
	if status := l.call("POST", "/api/games/"+s.ID+"/undo", object{"number": 2}, &got); status != 200 || got.Number != 1 || got.Thinking != "" {
		t.Fatalf("status %d, %+v", status, got)
	}
	l.call("POST", "/api/games/"+s.ID+"/play", object{"number": 1, "vertex": "D4"}, &got)
	<-started // Close, in the cleanup, must stop it again
}

func TestEngineFailure(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) { return nil, errors.New("no model") }
	})
	s := l.create(object{})
	s = l.play(s.ID, "E5")
	if !strings.Contains(s.Message, "no model") || s.Thinking != "" {
		t.Fatalf("the game is %+v, want the message that there is no model, and no engine thinking", s)
	}
	if s = l.act(s.ID, "undo", nil); s.Message != "" || !s.YourTurn {
		t.Errorf("after undo: %+v", s)
	}
}

// A Player that panics does not answer in its game; other games are not affected.
func TestPlayerPanics(t *testing.T) {
	var players atomic.Int32
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) {
			if players.Add(1) > 1 {
				return &first{}, nil
			}
			return &first{before: func(context.Context) error { panic("out of its mind") }}, nil
		}
	})
	s := l.create(object{})
	s = l.play(s.ID, "E5")
	if !strings.Contains(s.Message, "out of its mind") || s.Thinking != "" || s.Number != 2 {
		t.Fatalf("after the panic: %+v", s)
	}
	if log := l.log.String(); !strings.Contains(log, "out of its mind") || !strings.Contains(log, "TestPlayerPanics") {
		t.Errorf("the log does not have the stack of the panic: %s", log)
	}
	l.act(s.ID, "undo", nil)
	if s = l.play(s.ID, "E5"); s.Message != "" || s.Number != 3 || players.Load() != 2 {
		t.Errorf("after undo, player %d: %+v", players.Load(), s)
	}
}

// The user can mark the dead stones if the Player fails to.
func TestPlayerPanicsAtTheEnd(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) {
			return &first{dead: func(*baduk.Game) baduk.PointSet { panic("cannot count") }}, nil
		}
	})
	s := l.create(object{"width": 5, "height": 5, "komi": 0})
	s = l.play(s.ID, "C3 pass")
	if s.Phase != "dead" || !strings.Contains(s.Message, "cannot count") || len(s.Dead) != 0 {
		t.Fatalf("after two passes: %+v", s)
	}
	l.act(s.ID, "dead", object{"vertex": "A5"})
	if s = l.act(s.ID, "accept", nil); s.Result != "B+25" {
		t.Errorf("accepted: %+v", s)
	}
}

// The result of a Player is ignored after its context was cancelled.
func TestPlayerFailsAfterACancel(t *testing.T) {
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("too late") },
		"panic": func() error { panic("too late") },
		"move":  func() error { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			started := make(chan bool, 1)
			var calls atomic.Int32
			l := newRig(t, t.TempDir(), func(o *Options) {
				o.NewPlayer = func() (Player, error) {
					return &first{before: func(ctx context.Context) error {
						if calls.Add(1) > 1 {
							return nil
						}
						started <- true
						<-ctx.Done()
						return fail()
					}}, nil
				}
			})
			s := l.create(object{})
			var x object
			l.call("POST", "/api/games/"+s.ID+"/play", object{"number": 1, "vertex": "E5"}, &x)
			<-started
			l.call("POST", "/api/games/"+s.ID+"/undo", object{"number": 2}, &x)
			if s = l.play(s.ID, "D4"); s.Number != 3 || s.Message != "" {
				t.Errorf("after the failure of the player, the game is wrong: %+v", s)
			}
		})
	}
}

func TestEngineAlone(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"human": "none", "width": 3, "height": 3})
	s = l.until(s.ID, func(s games.State) bool { return s.Phase == "over" })
	if s.Result == "" || s.Score == nil {
		t.Errorf("the game is over with %+v, want a result and a score", s)
	}
	l.refused(409, "POST", "/api/games/"+s.ID+"/undo", object{"number": s.Number})
	l.refused(409, "POST", "/api/games/"+s.ID+"/resign", object{"number": s.Number})
}
