package gtpserver

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/mcts"
)

// judge is a player that knows the owner of each point of a board, and expects a score that differs from every count.
type judge struct {
	fakeAnalyst
	owners string      // rows from the top: X is Black's, O is White's, "." is neutral, "?" is undecided
	seen   *baduk.Game // the last game that was analysed
}

func (p *judge) owner(i int) float32 {
	return map[byte]float32{'X': 0.9, 'O': -0.9, '.': 0.1, '?': 0.4}[strings.Join(strings.Fields(p.owners), "")[i]]
}

func (p *judge) Analyze(_ context.Context, g *baduk.Game, a engine.Analysis) (mcts.Result, error) {
	p.seen, p.asked = g.Clone(), a
	r := mcts.Result{Lead: 40, Ownership: make([]float32, g.Graph().Len())}
	for i := range r.Ownership {
		r.Ownership[i] = p.owner(i)
	}
	return r, nil
}

func (p *judge) Dead(_ context.Context, g *baduk.Game) (baduk.PointSet, error) {
	dead := baduk.PointSet{}
	for i := range g.Graph().Len() {
		if q := baduk.Point(i); float32(g.At(q).Number())*p.owner(i) < -0.5 {
			dead.Add(q)
		}
	}
	return dead, nil
}

// TestScoreAroundPasses checks that the score of a finished position is the count without the dead stones, both
// before and after the passes.
func TestScoreAroundPasses(t *testing.T) {
	const stones = "set_position b C5 b C4 b C3 b C2 b C1 w D5 w D4 w D3 w D2 w D1 w A1 b E2"
	const owned = "XXXOO XXXOO XXXOO XXXOO XXXOO"
	for _, c := range []struct{ name, rules, position, owners, before, after string }{
		{"territory", "japanese", stones, owned, "B+4.5", "B+4.5"},
		{"territory", "korean", stones, owned, "B+4.5", "B+4.5"},
		{"area", "chinese", stones, owned, "B+4.5", "B+4.5"},
		{"area", "aga", stones, owned, "B+4.5", "B+4.5"},
		{"rules that judge", "tromp-taylor", strings.ReplaceAll(strings.ReplaceAll(stones, " w A1", ""), " b E2", ""), owned, "B+4.5", "B+4.5"},
		// A neutral point that was not filled does not make a seki.
		{"neutral point", "japanese", strings.ReplaceAll(stones, "b C1", "b B1"), owned, "B+3.5", "B+3.5"},
		{"unfinished", "japanese", stones, "XXXOO XXXOO XXXOO XXXO? XXXOO", "B+40.5", "B+40.5"},
		{"agreed otherwise", "chinese", stones, "XXXOO XXXOO OXXOO XXXOO XXXOO", "B+40.5", "B+4.5"},
	} {
		p := &judge{owners: c.owners}
		e := newEngine(t, Config{Player: p, Width: 5})
		expect(t, e, "kata-set-rules "+c.rules, "=", "komi 0.5", "=", c.position, "=", "final_score", "= "+c.before, "play b pass", "=",
			"final_score", "= "+c.before, "play w pass", "=", "final_score", "= "+c.after)
		if t.Failed() {
			t.Fatal(c.name, c.rules)
		}
		if c.rules != "tromp-taylor" && p.seen.Rules() != e.game.Rules() {
			t.Errorf("%s: the player is asked under %v, want %v", c.name, p.seen.Rules(), e.game.Rules())
		}
	}
}

// silent is a player whose moves come without an analysis.
type silent struct{ fakeAnalyst }

func (p *silent) GenmoveAnalyze(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit, _ engine.Analysis) (engine.Decision, mcts.Result, error) {
	d, err := p.Genmove(ctx, g, c, limit)
	return d, mcts.Result{}, err
}

// TestMoveWithoutSearch checks that the genmove commands with analysis report everything that the client asked for,
// even if the move was made without a search.
func TestMoveWithoutSearch(t *testing.T) {
	for command, root := range map[string]string{"kata-search_analyze": " rootInfo true", "kata-genmove_analyze": " rootInfo true", "lz-genmove_analyze": "", "genmove_analyze": ""} {
		p := &silent{}
		e := newEngine(t, Config{Player: p, Width: 3})
		got := ask(t, e, command+" w interval 1"+root)
		if !strings.HasPrefix(got, "=\ninfo move ") || !strings.Contains(got, "\nplay A3\n") || root != "" && !strings.Contains(got, " rootInfo visits 20 ") {
			t.Errorf("%s answers %q, want a report with all keys, then play A3", command, got)
		}
		if p.asked.Playouts == 0 || p.asked.Color != baduk.White {
			t.Errorf("%s: the player is asked for %+v, want a number of playouts and White", command, p.asked)
		}
	}
}

// TestLevel checks that kata-get-param answers the level that was set. Setting one of the level's limits by its own
// name ends this.
func TestLevel(t *testing.T) {
	e := newEngine(t, Config{Width: 3})
	expect(t, e, "kata-get-param level", "= full", "kata-set-param level visits=50", "=", "kata-get-param level", "= visits=50",
		"kata-set-param level time=2", "=", "kata-get-param level", "= time=2", "kata-set-param level 5k", "=", "kata-get-param level", "= 5k",
		"kata-set-param level visits=50", "=", "kata-set-param maxVisits x", "?...", "kata-get-param level", "= visits=50",
		"kata-set-param maxVisits 60", "=", "kata-get-param level", "= full",
		`kata-set-params {"level":"9d","maxTime":"3"}`, "=", "kata-get-param level", "= 9d", "kata-get-param maxTime", "= 3.0", "kata-get-param maxVisits", "= 1125899906842624",
		`kata-set-params {"level":"visits=50","maxTime":"x"}`, "?...", `kata-set-params {"level":"10d","maxTime":"4"}`, "?...", "kata-get-param level", "= 9d", "kata-get-param maxTime", "= 3.0",
		`kata-set-params {"level":"time=2","ponderingEnabled":false}`, "=", "kata-get-param level", "= time=2", "kata-get-param maxTime", "= 2.0",
		`kata-set-params {"level":"visits=50","maxVisits":60}`, "=", "kata-get-param level", "= full", "kata-get-param maxVisits", "= 60",
		"kata-set-param level visits=99999999999999999999", `? Could not set params: level "visits=99999999999999999999": visits are a whole number from 1 to 2147483647`)
}

// remembering is a player whose memory can be changed.
type remembering struct {
	simple
	bytes int64
	fails error
}

func (p *remembering) SetMemory(bytes int64) error {
	p.bytes = bytes
	return p.fails
}

// TestSetOption sets Leela Zero's options as Lizzie and LizGoban do.
func TestSetOption(t *testing.T) {
	p := &remembering{}
	e := newEngine(t, Config{Player: p, Width: 3})
	expect(t, e, "known_command lz-setoption", "= true", "lz-setoption", "=\noption name Maximum Memory Use (MiB) type spin default 2048 min 128 max 131072\n...",
		"lz-setoption name Maximum Memory Use (MiB) value 256", "=", "lz-setoption name maximum memory use (mib) value 64", "? incorrect value",
		"lz-setoption name visits value 50", "=", "kata-get-param maxVisits", "= 50", "lz-setoption name Visits value 0", "=", "kata-get-param maxVisits", "= 1125899906842624",
		"lz-setoption name Playouts value 70", "=", "kata-get-param maxPlayouts", "= 70", "lz-setoption name Lagbuffer value 25", "=", "kata-get-param lagBuffer", "= 0.25",
		"lz-setoption name Pondering value true", "=", "kata-get-param ponderingEnabled", "= true", "lz-setoption name Pondering value 1", "? incorrect value",
		"lz-setoption name Resign Percentage value 31", "? incorrect value", "lz-setoption name Percentage of memory for cache value 20", "=",
		"lz-setoption name Visits value many", "? incorrect value", "lz-setoption name Speed value 1", "? Unknown option", "lz-setoption Visits", "? incorrect syntax for lz-setoption")
	if p.bytes != 256<<20 {
		t.Errorf("the player has %d bytes, want %d", p.bytes, 256<<20)
	}
	p.fails = errors.Join(errors.New("no room"), errors.New("none at all"))
	expect(t, e, "lz-setoption name Maximum Memory Use (MiB) value 256", "? Could not set params: no room; none at all")
	e.cfg.Player = &simple{}
	expect(t, e, "lz-setoption name Maximum Memory Use (MiB) value 256", "? Could not set params: the memory of this player cannot be changed")
}

// TestSetOptionAsKataGo checks that lz-setoption is unknown if the engine calls itself KataGo, which does not have the
// command. LizGoban finds out with it whether the engine is Leela Zero, and the test would remove the user's limit.
func TestSetOptionAsKataGo(t *testing.T) {
	e := newEngine(t, Config{Name: "KataGo"})
	expect(t, e, "kata-set-param maxVisits 500", "=", "lz-setoption name visits value 0", "? unknown command", "kata-get-param maxVisits", "= 500",
		"known_command lz-setoption", "= false")
	if strings.Contains(ask(t, e, "list_commands"), "lz-setoption") {
		t.Error("list_commands has lz-setoption")
	}
}
