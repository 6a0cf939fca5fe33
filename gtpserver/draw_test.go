package gtpserver

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
)

// chooser is a player with an analysis that has found three moves and a pass.
type chooser struct {
	fakeAnalyst
	passes bool // it decides to pass
	other  bool // it decides on another move than the first of the analysis
}

func (p *chooser) GenmoveAnalyze(_ context.Context, _ *baduk.Game, c baduk.Color, _ engine.Limit, _ engine.Analysis) (engine.Decision, mcts.Result, error) {
	var r mcts.Result
	for i, value := range []float64{64, 16, 16, 4} {
		m := baduk.Move{Color: c, Point: baduk.Point(i)}
		if i == 1 {
			m.Point = baduk.Pass
		}
		r.Moves = append(r.Moves, mcts.MoveInfo{Move: m, Visits: int(value), PlaySelection: value, PV: []baduk.Move{m}})
	}
	d := engine.Decision{Move: r.Moves[0].Move, PV: r.Moves[0].PV}
	if p.passes {
		d.Move.Point = baduk.Pass
	}
	if p.other {
		d.Move.Point = 3
	}
	return d, r, nil
}

func (p *chooser) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error) {
	d, _, err := p.GenmoveAnalyze(ctx, g, c, limit, engine.Analysis{})
	return d, err
}

// TestDraw checks that moves are drawn once a temperature is set, except if the player passes, has decided on another
// move than the first, or plays by a rank.
func TestDraw(t *testing.T) {
	draws := func(e *Engine) map[string]int {
		counts := make(map[string]int)
		for range 400 {
			counts[ask(t, e, "kata-search b")]++
		}
		return counts
	}
	const a, c, d = "= A3\n\n", "= C3\n\n", "= A2\n\n"
	p := &chooser{}
	e := newEngine(t, Config{Player: p, Width: 3, Seed: 1})
	if got := draws(e); got[a] != 400 {
		t.Errorf("by default: got %v, want the best move 400 times", got)
	}
	expect(t, e, "kata-set-param chosenMoveTemperature 1", "=", "kata-set-param chosenMoveTemperatureEarly 1", "=")
	if got := draws(e); got[a] < 270 || got[c] < 45 || got[d] < 5 || got[a]+got[c]+got[d] != 400 {
		t.Errorf("with temperature 1: got %v, want moves in proportion to their visits 64, 16 and 4, and no pass", got)
	}
	expect(t, e, "kata-set-param level 3k", "=")
	if got := draws(e); got[a] != 400 {
		t.Errorf("with a rank: got %v, want the best move 400 times", got)
	}
	expect(t, e, "kata-set-param level full", "=")
	p.passes = true
	if got := draws(e); got["= pass\n\n"] != 400 {
		t.Errorf("a player that passes: got %v, want 400 passes", got)
	}
	p.passes, p.other = false, true
	if got := draws(e); got[d] != 400 {
		t.Errorf("a player that decides on another move: got %v, want this move 400 times", got)
	}
	p.other = false
	expect(t, e, "kata-set-param chosenMoveTemperature 0", "=", "kata-set-param chosenMoveTemperatureEarly 0", "=")
	if got := draws(e); got[a] != 400 {
		t.Errorf("with temperature 0: got %v, want the best move 400 times", got)
	}
}

// The temperature falls with the number of turns. TestTurn checks this number. As in KataGo, turns before a move out
// of turn do not count. Each stone of a set-up counts, unless a move out of turn came after it.
func TestTurn(t *testing.T) {
	for _, c := range []struct {
		commands string
		black    int
		white    int
	}{
		{"", 0, 0},
		{"play b E5", 0, 1},
		{"play b E5|play w pass", 2, 0},
		{"play b E5|play w E6|play w E7|play b E4|play w E3", 3, 0},
		{"play b E5|play w E6|play w E7|undo", 2, 0},
		{"fixed_handicap 3", 0, 3},
		{"fixed_handicap 3|play w E6", 4, 0},
		{"fixed_handicap 3|play b E6", 0, 1},
		{"set_position b E5 w E6", 2, 0},
		{"set_position b E5 w E6|play w E4|play b E3", 0, 2},
		{"set_position b E5 w E6|play w E4|play b E3|undo|undo", 2, 0},
	} {
		e := newEngine(t, Config{Player: &chooser{}, Width: 9})
		ask(t, e, strings.Split(c.commands, "|")...)
		if b, w := e.turn(baduk.Black), e.turn(baduk.White); b != c.black || w != c.white {
			t.Errorf("%q: turn %d for Black and %d for White, want %d and %d", c.commands, b, w, c.black, c.white)
		}
	}

	// A temperature that falls to 0 at once affects only the first move of a game.
	for color, drawn := range map[string]bool{"b": true, "w": false} { // Black's move would be out of turn
		e := newEngine(t, Config{Player: &chooser{}, Width: 3, Seed: 1})
		ask(t, e, "kata-set-param chosenMoveTemperatureEarly 1", "kata-set-param chosenMoveTemperature 0", "kata-set-param chosenMoveTemperatureHalflife 0.1", "play b B2")
		best := strings.Count(ask(t, e, slices.Repeat([]string{"kata-search " + color}, 100)...), "= A3")
		if drawn != (best < 100) || best < 40 {
			t.Errorf("%s: %d of 100 are the best move, want all: %v", color, best, !drawn)
		}
	}
}
