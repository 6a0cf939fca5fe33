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
)

// humanGames returns games whose first move depends on the rank of Black: 20 kyu plays point 0, and 1 dan plays the
// centre. Between the first moves, the rank is the only difference.
func humanGames() (all []*replay.Game) {
	for i, rank := range []string{"20k", "1d"} {
		g := &replay.Game{Graph: boards[0], Rules: baduk.TrompTaylor(), Source: "made up", BlackRank: rank, WhiteRank: rank, Date: "2019-05-05"}
		g.Moves = []baduk.Move{{Color: baduk.Black, Point: baduk.Point(12 * i)}, {Color: baduk.White, Point: 5}}
		g.Samples = []replay.Sample{{Turn: 0, Weight: 1}, {Turn: 1, Weight: 1}}
		all = append(all, g)
	}
	return all
}

func humanTrainer(t *testing.T) *trainer {
	t.Helper()
	m, err := nn.WithMetadata(nn.New("test", nn.Architecture{Blocks: 3, Channels: 16}, 1), 1)
	if err != nil {
		t.Fatal(err)
	}
	o := defaultOptions(150)
	o.Batch, o.Optimizer.Rate = 16, 5e-3
	tr, err := newTrainer(m, nn.FastestLevel().Exact(), o)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestHumanTrainer checks that a net learns which moves players of a rank make, also of ranks between the ranks of the
// games, and that it continues from a checkpoint to the last bit.
func TestHumanTrainer(t *testing.T) {
	tr, source := humanTrainer(t), &cards{games: humanGames()}
	path := filepath.Join(t.TempDir(), "checkpoint")
	for step := range 150 {
		if step == 140 {
			if err := tr.save(path, replay.State{Rows: int64(source.drawn)}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := tr.step(source); err != nil {
			t.Fatal(err)
		}
	}
	again, at, err := resume(path, nn.FastestLevel().Exact(), 0)
	if err != nil {
		t.Fatal(err)
	}
	source.drawn = int(at.Rows)
	for range 10 {
		if _, err := again.step(source); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range tr.learner.Parameters() {
		if !slices.Equal(p.Values, again.learner.Parameters()[i].Values) {
			t.Fatalf("%s: the resumed training differs", p.Name)
		}
	}

	net, err := nn.NewNet(tr.learner.Model(), nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	odds := func(profile string) float64 { // logarithm of the odds of the move of 20 kyu against the move of 1 dan
		p, err := neteval.ParseProfile(profile)
		if err != nil {
			t.Fatal(err)
		}
		e, err := neteval.New(net, boards[0], neteval.Options{Profile: p})
		if err != nil {
			t.Fatal(err)
		}
		j, err := e.Judge(baduk.NewGame(boards[0], baduk.TrompTaylor()), 0)
		if err != nil {
			t.Fatal(err)
		}
		return math.Log(float64(j.Policy[0]) / float64(j.Policy[12]))
	}
	last := math.Inf(1)
	for _, profile := range []string{"rank_20k", "rank_15k", "rank_10k", "rank_5k", "rank_1d"} {
		now := odds(profile)
		t.Logf("%s: %.3f", profile, now)
		if now >= last {
			t.Errorf("%s: got %.3f, want less than the rank before it, %.3f", profile, now, last)
		}
		last = now
	}
	if weak, strong := odds("rank_20k"), odds("rank_1d"); weak < 3 || strong > -3 {
		t.Errorf("got the odds %.3f and %.3f, want at least 3 and at most -3", weak, strong)
	}
}

// TestHumanRows checks that rows of players without ranks are left out, and that old games are told both as old games
// and as games of today.
func TestHumanRows(t *testing.T) {
	unranked := humanGames()[0]
	unranked.BlackRank = "?"
	tr := humanTrainer(t)
	if m, err := tr.step(&cards{games: append(humanGames(), unranked)}); err != nil || m.Positions != 16 || m.Left == 0 {
		t.Errorf("got %+v, %v, want the rows of the unranked game counted as left out", m, err)
	}
	if _, err := tr.step(&cards{games: []*replay.Game{unranked}}); err == nil || !strings.Contains(err.Error(), "without a rank") {
		t.Errorf("got %v, want an error about the ranks", err)
	}
	old := humanGames()[1]
	old.Date = "1999"
	for name, turn := range map[string]func(moves int) int{"first turn": func(int) int { return 0 }, "last turn": func(moves int) int { return moves }} {
		told := map[string]int{}
		for moves := range 200 {
			old.Moves, old.Samples = make([]baduk.Move, moves), []replay.Sample{{Turn: turn(moves)}}
			first, second := profileOf(&replay.Row{Game: old}).String(), profileOf(&replay.Row{Game: old, Epoch: 1}).String()
			if told[first]++; first == second {
				t.Errorf("%s of %d moves: got %s in both epochs, want another profile in the second", name, moves, first)
			}
		}
		if len(told) != 2 || min(told["preaz_1d"], told["rank_1d"]) < 80 {
			t.Errorf("%s of 200 games: got %v, want about half of each profile", name, told)
		}
	}
}
