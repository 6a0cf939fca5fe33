package train

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
	"tengen/topology"
)

// graphGames returns games on boards of several shapes. Black wins them, and plays first on the point with the
// number 3.
func graphGames(t *testing.T) []*replay.Game {
	t.Helper()
	var all []*replay.Game
	for i, name := range []string{"torus 5x5", "hex 5x6", "ring 25", "5x5", "torus 5x5"} {
		board, err := topology.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		g := baduk.NewGame(board.Graph, baduk.TrompTaylor())
		record := &replay.Game{Graph: board.Graph, Rules: g.Rules(), Source: "made up", Result: replay.Result{By: replay.EndCounted, Winner: baduk.Black, Lead: 3}}
		for turn := range 6 {
			p := baduk.Point(3 + i + 2*turn)
			if turn == 0 {
				p = 3
			}
			m := baduk.Move{Color: g.ToPlay(), Point: p}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			record.Moves = append(record.Moves, m)
			record.Samples = append(record.Samples, replay.Sample{Turn: turn, Weight: 1})
		}
		record.Final = make([]baduk.Color, board.Graph.Len())
		for p := range record.Final {
			record.Final[p] = baduk.Color(1 + p%2)
		}
		all = append(all, record)
	}
	return all
}

func graphTrainer(t *testing.T, m *nn.Model) *trainer {
	t.Helper()
	o := defaultOptions(100)
	o.Batch, o.Threads, o.Optimizer.Rate = 24, 2, 5e-3
	tr, err := newTrainer(m, nn.FastestLevel(), o)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

var smallGraphNet = nn.Architecture{Blocks: 3, Channels: 16, Graph: true}

// TestGraphTrainer trains a net on boards of several shapes at the same time, and continues from a checkpoint to the
// last bit.
func TestGraphTrainer(t *testing.T) {
	tr, source := graphTrainer(t, nn.New("test", smallGraphNet, 1)), &cards{games: graphGames(t)}
	path := filepath.Join(t.TempDir(), "checkpoint")
	var first, last Measured
	for step := range 100 {
		m, err := tr.step(source)
		if err != nil {
			t.Fatal(err)
		}
		if m.Left != 0 {
			t.Fatalf("%d rows were left out", m.Left)
		}
		if step == 0 {
			first = m
		}
		if last = m; step == 96 {
			if err := tr.save(path, replay.State{Rows: int64(source.drawn)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	// The net cannot learn which of several points is played if a symmetry of the board exchanges them.
	if last.Policy > first.Policy*2/3 || last.Value > first.Value/2 || last.Lead > first.Lead/2 {
		t.Errorf("got %+v, then %+v, want smaller losses", first, last)
	}
	again, at, err := resume(path, nn.FastestLevel(), 0)
	if err != nil {
		t.Fatal(err)
	}
	source.drawn = int(at.Rows)
	for range 3 {
		if _, err := again.step(source); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range tr.learner.Parameters() {
		if !slices.Equal(p.Values, again.learner.Parameters()[i].Values) {
			t.Fatalf("the resumed training has other weights in %s", p.Name)
		}
	}
	if m := again.learner.Model(); m.Graph == nil {
		t.Error("the net of the checkpoint is not a net for graphs")
	}
}

// TestBoundNetLearns: a net for one board leaves out the rows of other boards.
func TestBoundNetLearns(t *testing.T) {
	all := graphGames(t)
	m := nn.New("test", smallGraphNet, 1)
	if err := neteval.Bind(m, all[0].Graph); err != nil {
		t.Fatal(err)
	}
	tr := graphTrainer(t, m)
	if got, err := tr.step(&cards{games: all}); err != nil || got.Left == 0 || got.Positions != 24 {
		t.Errorf("got %+v, %v, want rows of other boards left out", got, err)
	}
	for i, g := range all {
		if want := i == 0 || i == 4; tr.workers[0].rows.reads(g) != want {
			t.Errorf("the net for %v reads %v: %v", all[0].Graph, g.Graph, !want)
		}
	}
	if _, err := tr.step(&cards{games: all[1:3]}); err == nil || !strings.Contains(err.Error(), "cannot read the boards") {
		t.Errorf("got %v, want an error about the boards", err)
	}
}

// TestLeadOfWeights: on a board with weights, the target of the lead is in units of the mean weight.
func TestLeadOfWeights(t *testing.T) {
	board, err := topology.Read("the board", []byte(`{"shape": "5x5", "weight": 4}`))
	if err != nil {
		t.Fatal(err)
	}
	rules, err := baduk.ParseRules("mango-002")
	if err != nil {
		t.Fatal(err)
	}
	g := &replay.Game{Graph: board.Graph, Rules: rules, Result: replay.Result{By: replay.EndCounted, Winner: baduk.Black, Lead: 28},
		Moves: []baduk.Move{{Color: baduk.Black, Point: 7}}, Samples: []replay.Sample{{Turn: 1, Weight: 1}}}
	r := NewRows(nn.New("test", smallGraphNet, 1), DefaultMix())
	var in nn.Input
	var target Target
	if err := r.Fill(&replay.Row{Game: g}, &in, &target); err != nil {
		t.Fatal(err)
	}
	if !target.HasLead || math.Abs(float64(target.Lead)+7) > 1e-6 {
		t.Errorf("White's lead is %v (known: %v), want -7 units of 4 points", target.Lead, target.HasLead)
	}
}
