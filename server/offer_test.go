package server

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/server/games"
)

// hopeless is a Player that resigns at once, unless it is asked to play on.
type hopeless struct{ first }

func (h *hopeless) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	d, err := h.first.Genmove(ctx, g, c, limit)
	d.Resign = !limit.PlayOn
	return d, err
}

// TestOfferToResign: the engine offers to resign. The person accepts or plays on, and then the engine does not offer
// again. The offer survives a restart, and an undo takes it back.
func TestOfferToResign(t *testing.T) {
	dir := t.TempDir()
	begin := func() *rig {
		return newRig(t, dir, func(o *Options) { o.NewPlayer = func() (Player, error) { return &hopeless{}, nil } })
	}
	l := begin()
	s := l.create(object{"width": 5, "height": 5, "rules": "chinese", "human": "black", "rank": "20k"})
	l.refused(409, "POST", "/api/games/"+s.ID+"/accept", object{"number": 1})
	if s = l.play(s.ID, "C3"); s.Offered != "white" || s.Phase != "play" || s.YourTurn || s.Thinking != "" {
		t.Fatalf("after the first move: %+v, want an offer of White", s)
	}
	l.refused(409, "POST", "/api/games/"+s.ID+"/play", object{"number": 2, "vertex": "D4"})
	l.stop()
	l = begin()
	var read games.State
	if l.call("GET", "/api/games/"+s.ID, nil, &read); read.Offered != "white" {
		t.Errorf("after a restart: %+v, want an offer of White", read)
	}
	if s = l.act(s.ID, "undo", nil); s.Offered != "" || s.Number != 1 || !s.YourTurn {
		t.Errorf("after an undo: %+v, want no offer", s)
	}
	l.play(s.ID, "C3")
	if s = l.act(s.ID, "decline", nil); s.Offered != "" || s.Number != 3 || !s.YourTurn {
		t.Fatalf("declined: %+v, want a move of White", s)
	}
	if s = l.play(s.ID, "D4"); s.Offered != "" || s.Number != 5 {
		t.Errorf("later: %+v, want no other offer", s)
	}
	s = l.create(object{"width": 5, "height": 5, "rules": "chinese", "human": "white"})
	if s = l.act(s.ID, "accept", nil); s.Phase != "over" || s.Result != "W+R" || s.Offered != "" {
		t.Errorf("accepted: %+v, want a win of White", s)
	}
	s = l.create(object{"width": 5, "height": 5, "rules": "chinese", "human": "none"})
	if s = l.rest(s.ID); s.Phase != "over" || s.Result != "W+R" {
		t.Errorf("the engine against itself: %+v, want a resignation at once", s)
	}
}

// TestPace: an opponent with a rank takes a while for its move. Full strength answers at once.
func TestPace(t *testing.T) {
	const pace = 200 * time.Millisecond
	var limit atomic.Int64
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.Pace = pace
		o.NewPlayer = func() (Player, error) {
			return &first{limit: func(x engine.Limit) { limit.Store(int64(x.Time)) }}, nil
		}
	})
	s := l.create(object{"width": 5, "height": 5, "human": "black", "rank": "20k"})
	begun := time.Now()
	if s = l.play(s.ID, "C3"); s.Number != 3 || time.Since(begun) < pace/2 {
		t.Errorf("the move took %v, want at least %v", time.Since(begun), pace/2)
	}
	if got := time.Duration(limit.Load()); got <= 0 || got > 2*time.Second {
		t.Errorf("the limit of a move is %v, want at most two seconds", got)
	}
}

// TestOpponents: every named opponent has a rank of its own that the form can choose, and a sentence.
func TestOpponents(t *testing.T) {
	all := games.Characters()
	for i, c := range all {
		if c.Name == "" || len(c.Text) < 20 || c.Text[len(c.Text)-1] != '.' {
			t.Errorf("%+v has no name or no sentence", c)
		}
		if i > 0 && (c.Name == all[i-1].Name || c.Rank != 0 && c.Rank <= all[i-1].Rank) {
			t.Errorf("%+v after %+v: want another name and a stronger rank", c, all[i-1])
		}
	}
	if all[0].Rank != engine.Kyu30 || all[len(all)-1].Rank != 0 {
		t.Errorf("from %v to %v, want 30k to full strength", all[0].Rank, all[len(all)-1].Rank)
	}
}
