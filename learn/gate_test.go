package learn

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
	"tengen/selfplay"
	"tengen/stat"
	"tengen/topology"
)

// fixedMatches is a crew that plays the games of self-play in this process. The results of its matches are fixed.
type fixedMatches struct {
	halves [][]int   // by match: halves of a point of the new net in each pair
	played []CrewJob // matches so far
}

// Play implements [Crew].
func (c *fixedMatches) Play(ctx context.Context, _ CrewJob, o selfplay.Options) error {
	return selfplay.Play(ctx, o)
}

// Match implements [Crew].
func (c *fixedMatches) Match(_ context.Context, j CrewJob, o selfplay.MatchOptions) error {
	pairs := c.halves[len(c.played)]
	c.played = append(c.played, j)
	for _, halves := range pairs {
		if enough, err := o.Pair(halves); enough || err != nil {
			return err
		}
	}
	return nil
}

// TestGate: with a match after every generation, the net that has not failed plays the next games and is the file for
// players. The training goes on with the newest net, even if it has failed.
func TestGate(t *testing.T) {
	o := quick(t, t.TempDir())
	o.Settings.MatchEvery, o.Settings.GatePairs, o.Generations = 1, 4, 5
	crew := &fixedMatches{halves: [][]int{
		{0, 0, 0, 0}, // the first net fails
		{4, 4, 4, 4},
		{2, 2, 2, 1}, // no verdict, and less than half of the points
		{2, 2, 2, 2}, // no verdict, and half of the points
	}}
	crew.halves = append(crew.halves, crew.halves[0])
	o.Crew = crew
	passed := []bool{true, false, true, false, true, false}
	player := []int{0, 0, 0, 2, 2, 4} // the net that plays the games and is the opponent of the match
	began := map[int]string{}         // by generation: hash of the net with which its training began
	o.Progress = func(p Progress) {
		if p.Stage != Training {
			return
		}
		var manifest struct{ Model struct{ SHA256 string } }
		data, err := os.ReadFile(filepath.Join(o.Dir, "train", rowsName(p.Generation), "run.json"))
		if err := errors.Join(err, json.Unmarshal(data, &manifest)); err != nil {
			t.Error(err)
		}
		began[p.Generation] = manifest.Model.SHA256
	}
	o.Finished = func(s *State) {
		best, errBest := os.ReadFile(filepath.Join(o.Dir, bestFile))
		want, err := os.ReadFile(filepath.Join(o.Dir, "nets", netFileName(s.Best())))
		if errors.Join(errBest, err) != nil || !bytes.Equal(best, want) {
			t.Errorf("after generation %d the file for players is not the net of generation %d", s.Made(), s.Best())
		}
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	s := checkRun(t, o.Dir)
	for n, g := range s.Generations {
		if g.Passed != passed[n] || g.Player != player[n] || g.Opponent != player[n] {
			t.Errorf("net %d passed: %v, its games are by net %d, its match against net %d; want %v, %d and %d", n, g.Passed, g.Player, g.Opponent, passed[n], player[n], player[n])
		}
		if n == 0 {
			continue
		}
		m, err := replay.ReadManifest(filepath.Join(o.Dir, RowsFolder(n)))
		if err != nil || m.Settings.Teacher != NetName(player[n]) {
			t.Errorf("the games of generation %d are by %q (%v), want %s", n, m.Settings.Teacher, err, NetName(player[n]))
		}
		nets := crew.played[n-1].Nets
		if !strings.HasSuffix(nets[0], netFileName(n)) || !strings.HasSuffix(nets[1], netFileName(player[n])) {
			t.Errorf("match %d was played by %v, want nets %d and %d", n, nets, n, player[n])
		}
		before, err := nn.ReadFile(filepath.Join(o.Dir, "nets", netFileName(n-1)), nn.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := netText(n, before, nn.WriteOptions{})
		if want := fmt.Sprintf("%x", sha256.Sum256(text)); err != nil || began[n] != want {
			t.Errorf("the training of generation %d began with the net %s (%v), want the net of the generation before, %s", n, began[n], err, want)
		}
	}
}

// TestExpert makes a generation of recipe expert from a net, on small boards and with few visits.
func TestExpert(t *testing.T) {
	o := quick(t, t.TempDir())
	s := ExpertSettings()
	s.Boards, s.Rules, s.Komi, s.Architecture = []string{"3x3", "4x4"}, "tromp-taylor", 7, "b1c16"
	s.Games.Visits, s.Games.FastVisits, s.Games.DecidedVisits, s.GateVisits, s.GatePairs = 16, 4, 8, 4, 4
	s.WindowFirst, s.Batch = 240, 16
	o.Settings, o.Parallel = s, 1
	model := o.Model
	o.Model = nil
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "a net to begin with") {
		t.Errorf("without a net: got %v, want an error", err)
	}
	other := nn.New("torus", nn.Architecture{Blocks: 1, Channels: 16, Graph: true}, 1)
	torus, err := topology.Parse("torus 4x4")
	if err := errors.Join(err, neteval.Bind(other, torus.Graph)); err != nil {
		t.Fatal(err)
	}
	o.Model = other
	if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "is for the board torus 4x4") {
		t.Errorf("with a net for another board: got %v, want an error", err)
	}
	o.Model = model
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	state := checkRun(t, o.Dir)
	if same, err := BeganWith(o.Dir, model); err != nil || !same {
		t.Errorf("the run did not begin with the given net (%v)", err)
	}
	g := state.last()
	points, games := g.Points()
	_, verdict := s.Gate.Judge(g.Pairs[:])
	if want := verdict == stat.AcceptElo1 || verdict == stat.Undecided && points >= float64(games)/2; games == 0 || g.Passed != want {
		t.Errorf("the match %v has the verdict %v, and the net passed: %v", g.Pairs, verdict, g.Passed)
	}
	if state.Made() != 1 || g.Losses == nil || g.Steps != int(s.Reuse)*g.Rows/s.Batch || g.Rows < 30 || g.Rows > g.Turns*2/5 {
		t.Errorf("%d generations; %d rows of %d turns, %d steps with the losses %+v; want rows of a quarter of the turns", state.Made(), g.Rows, g.Turns, g.Steps, g.Losses)
	}
}

// TestSameSeedSameRun: with one thread and one game at a time, runs with the same seed have the same rows, nets and
// matches.
func TestSameSeedSameRun(t *testing.T) {
	var states [3]*State
	var rows [3]map[string][]byte
	for i := range states {
		o := quick(t, t.TempDir())
		o.Parallel, o.Threads, o.Generations = 1, 1, 2
		// With this rate the new net is about as good as the first one, so the match can have many results.
		o.Settings.Boards, o.Settings.Rate, o.Settings.GatePairs = []string{"4x4"}, 2e-4, 8
		if i == 2 {
			o.Settings.Seed++
			o.Generations = 1
		}
		if err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		states[i], rows[i] = checkRun(t, o.Dir), contents(t, o.Dir, "rows/*/rows-*")
	}
	if !maps.EqualFunc(rows[0], rows[1], bytes.Equal) || len(rows[0]) != 2 {
		t.Errorf("two runs with the same seed have different rows, in %d and %d files", len(rows[0]), len(rows[1]))
	}
	for n := range states[0].Generations {
		a, b := &states[0].Generations[n], &states[1].Generations[n]
		if a.SHA256 != b.SHA256 || a.Pairs != b.Pairs || a.Evaluations != b.Evaluations {
			t.Errorf("net %d is %.8s with the match %v, and %.8s with %v in another run with the same seed", n, a.SHA256, a.Pairs, b.SHA256, b.Pairs)
		}
	}
	for name, data := range rows[2] {
		if bytes.Equal(data, rows[0][name]) || states[2].last().SHA256 == states[0].Generations[1].SHA256 {
			t.Errorf("runs with different seeds have the same rows in %s, or the same net", name)
		}
	}
}
