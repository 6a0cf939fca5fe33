package server

import (
	"strings"
	"testing"

	"tengen/engine"
	"tengen/server/games"
)

// TestProposeToEnd lets two people end a game by agreement at any time, and resume it, under rules with and without
// agreement about dead stones.
func TestProposeToEnd(t *testing.T) {
	dir := t.TempDir()
	l := newRig(t, dir)
	s := l.create(object{"width": 5, "height": 5, "rules": "chinese", "human": "both"})
	l.play(s.ID, "C3 A1")
	if e := l.refused(409, "POST", "/api/games/"+s.ID+"/decline", object{"number": 3}); !strings.Contains(e.Sentence, "proposes to end") {
		t.Error(e.Sentence)
	}
	l.refused(400, "POST", "/api/games/"+s.ID+"/propose", object{"number": 3, "color": "green"})
	if s = l.act(s.ID, "propose", nil); s.Proposed != "black" || s.Phase != "play" {
		t.Fatalf("the end was proposed by %q in the phase %s", s.Proposed, s.Phase)
	}
	if s = l.act(s.ID, "decline", nil); s.Proposed != "" || !s.Declined {
		t.Errorf("declined: %+v", s)
	}
	l.act(s.ID, "propose", object{"color": "white"})
	if s = l.play(s.ID, "D4"); s.Proposed != "" || s.Declined {
		t.Errorf("after a move: %+v, want the proposal to be withdrawn", s)
	}
	l.act(s.ID, "propose", object{"color": "white"})
	if s = l.act(s.ID, "propose", object{"color": "black"}); s.Phase != "dead" {
		t.Fatalf("both players agreed, and the phase is %s", s.Phase)
	}
	if s = l.act(s.ID, "resume", nil); s.Phase != "play" || s.Number != 4 {
		t.Errorf("resumed: %+v", s)
	}
	l.act(s.ID, "propose", nil)
	l.act(s.ID, "propose", object{"color": "black"})
	l.act(s.ID, "dead", object{"vertex": "A1"})
	if s = l.act(s.ID, "accept", nil); s.Phase != "over" || s.Result != "B+17.5" {
		t.Errorf("after the count: phase %s, result %s", s.Phase, s.Result)
	}
	if s = l.act(s.ID, "undo", nil); s.Phase != "play" || s.Number != 4 {
		t.Errorf("after undo: %+v", s)
	}

	s = l.create(object{"width": 5, "height": 5, "rules": "tromp-taylor", "human": "both"})
	l.play(s.ID, "C3")
	l.act(s.ID, "propose", nil)
	if s = l.act(s.ID, "propose", object{"color": "black"}); s.Phase != "over" || s.Result != "B+17.5" {
		t.Errorf("under rules without agreement about dead stones: phase %s, result %s", s.Phase, s.Result)
	}
	l.stop()
	again := newRig(t, dir)
	var read games.State
	if again.call("GET", "/api/games/"+s.ID, nil, &read); read.Phase != "over" || read.Result != s.Result {
		t.Errorf("after a restart: phase %s, result %s", read.Phase, read.Result)
	}
}

// TestProposeToEngine checks that the engine agrees where it would pass, and declines elsewhere.
func TestProposeToEngine(t *testing.T) {
	pass := false
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) {
			return &first{limit: func(engine.Limit) {}, passes: &pass}, nil
		}
	})
	s := l.create(object{"width": 5, "height": 5, "rules": "chinese", "human": "black"})
	l.play(s.ID, "C3")
	if s = l.act(s.ID, "propose", nil); s.Phase != "play" || !s.Declined || s.Proposed != "" || !s.YourTurn {
		t.Errorf("declined: %+v", s)
	}
	pass = true
	if s = l.act(s.ID, "propose", nil); s.Phase != "dead" {
		t.Errorf("agreed: %+v", s)
	}
}

// TestCyclesAreTold checks that the state reports a repeated position if the rules allow the repetition.
func TestCyclesAreTold(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"board": "cylinder 1x3", "rules": "lrs-004", "human": "both"})
	s = l.play(s.ID, "A1 A3 A2 A3 A1 A2 A1 A3")
	if s.Stands != 2 || s.CycleVoid || s.Phase != "play" {
		t.Errorf("stands %d times, void %v", s.Stands, s.CycleVoid)
	}
	if s = l.play(s.ID, "A2 A3 A1 A2 A1"); s.Phase != "play" || s.Stands != 3 {
		t.Errorf("stands %d times, %s", s.Stands, s.Phase)
	}
	if s = l.create(object{"board": "cylinder 1x3", "rules": "chinese", "human": "both"}); s.Stands != 1 {
		t.Errorf("the first position stands %d times, want 1", s.Stands)
	}
	if s = l.play(s.ID, "A1 A3 A2 A3 A1 A2 A1"); s.Stands != 2 || !s.CycleVoid {
		t.Errorf("stands %d times, void %v", s.Stands, s.CycleVoid)
	}
}
