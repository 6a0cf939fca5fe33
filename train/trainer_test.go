package train

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/nn"
	"tengen/replay"
)

// games returns n games that are easy to learn. Each move is on the first empty point from the middle of
// the board to its end. Black wins on 5x5 and White on 7x7.
func games(t *testing.T, n int) []*replay.Game {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	var all []*replay.Game
	for i := range n {
		size := 5 + 2*(i%2)
		graph := boards[i%2]
		g := baduk.NewGame(graph, baduk.TrompTaylor())
		record := &replay.Game{Graph: graph, Rules: g.Rules(), Source: "made up", Result: replay.Result{By: replay.EndCounted, Winner: baduk.Black, Lead: 3}}
		if size == 7 {
			record.Result = replay.Result{By: replay.EndCounted, Winner: baduk.White, Lead: -5}
		}
		for turn := range 8 {
			p := baduk.Point(size * size / 2)
			if turn == 0 {
				p = baduk.Point(rng.IntN(size * size)) // each game has its own first move
			}
			for g.Legal(baduk.Move{Color: g.ToPlay(), Point: p}) != baduk.Legal {
				p++
			}
			m := baduk.Move{Color: g.ToPlay(), Point: p}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			record.Moves = append(record.Moves, m)
		}
		record.Final = make([]baduk.Color, graph.Len())
		for p := range record.Final {
			record.Final[p] = baduk.Color(1 + p%2)
		}
		for turn := 1; turn < 7; turn++ {
			record.Samples = append(record.Samples, replay.Sample{Turn: turn, Weight: 1})
		}
		all = append(all, record)
	}
	return all
}

var boards = []*baduk.Graph{baduk.MustRectangle(5, 5), baduk.MustRectangle(7, 7)}

// cards draws random rows. If limit is above 0, it draws at most limit rows.
type cards struct {
	games []*replay.Game
	drawn int
	limit int
}

func (c *cards) Next() (replay.Row, error) {
	if c.limit > 0 && c.drawn == c.limit {
		return replay.Row{}, io.EOF
	}
	rng := rand.New(rand.NewPCG(uint64(c.drawn), 7))
	c.drawn++
	g := c.games[rng.IntN(len(c.games))]
	return replay.Row{Game: g, Index: rng.IntN(len(g.Samples))}, nil
}

func testTrainer(t *testing.T, threads int, change func(*Options)) *trainer {
	t.Helper()
	o := defaultOptions(200)
	o.Batch, o.Threads, o.Optimizer.Rate = 24, threads, 5e-3
	if change != nil {
		change(&o)
	}
	tr, err := newTrainer(nn.New("test", nn.Architecture{Blocks: 3, Channels: 16}, 1), nn.FastestLevel().Exact(), o)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestTrainer checks that a net learns the moves, the winner and the owners of games.
func TestTrainer(t *testing.T) {
	tr, source := testTrainer(t, 2, nil), &cards{games: games(t, 40)}
	var first, last Measured
	for step := range 200 {
		m, err := tr.step(source)
		if err != nil {
			t.Fatal(err)
		}
		if step == 0 {
			first = m
		}
		last = m
	}
	t.Logf("%+v, then %+v", first, last)
	if last.Policy > first.Policy/4 || last.Value > first.Value/4 || last.Ownership > first.Ownership/2 || last.Lead > first.Lead/2 || last.Answer > first.Answer/2 || last.Top1 < 0.9 {
		t.Errorf("got %+v, then %+v, want smaller losses", first, last)
	}
	if first.Positions != 24 || first.Left != 0 || first.Length <= 0 {
		t.Errorf("got %+v, want 24 positions, none left out, and a gradient", first)
	}
	test, err := tr.test(source)
	if err != nil || test.Policy > first.Policy/4 {
		t.Errorf("the test: got %+v, %v, want a policy loss below a quarter of %g", test, err, first.Policy)
	}
	if _, err := tr.step(&cards{games: source.games, limit: 5}); !errors.Is(err, io.EOF) {
		t.Errorf("too few rows for a step: got %v, want io.EOF", err)
	}
}

// TestUnknown checks that averages are taken over the positions that have a target. It also checks that a test may
// have fewer rows than a batch.
func TestUnknown(t *testing.T) {
	tr, all := testTrainer(t, 2, nil), games(t, 20)
	known, err := tr.test(&cards{games: all, limit: 10})
	if err != nil || known.Positions != 10 {
		t.Fatalf("known targets: got %+v, %v, want 10 positions", known, err)
	}
	for _, g := range games(t, 20) { // these games have no targets
		g.Result, g.Final = replay.Result{}, nil
		for i := range g.Samples {
			g.Samples[i].Doubt = math.MaxUint8
		}
		all = append(all, g)
	}
	nothing, err := tr.test(&cards{games: all[20:], limit: 10})
	if err != nil || nothing.Losses != (Losses{}) || nothing.Top1 != 0 || nothing.Positions != 10 {
		t.Errorf("unknown targets: got %+v, %v, want 10 positions without losses", nothing, err)
	}
	mixed, err := tr.test(&both{&cards{games: all[:20], limit: 10}, &cards{games: all[20:], limit: 10}})
	if err != nil || mixed.Positions != 20 {
		t.Errorf("known and unknown targets: got %+v, %v, want 20 positions", mixed, err)
	}
	for i, mean := range mixed.means() {
		if want := *known.means()[i]; math.Abs(*mean-want) > 1e-5*(1+want) {
			t.Errorf("part %d: got %v, want %v as over the known targets", i, *mean, want)
		}
	}
	if _, err := tr.test(&cards{games: all, drawn: 1, limit: 1}); !errors.Is(err, io.EOF) {
		t.Errorf("a test without rows: got %v, want io.EOF", err)
	}
}

// both draws rows from two sources, one after the other.
type both [2]*cards

func (b *both) Next() (replay.Row, error) {
	row, err := b[0].Next()
	if errors.Is(err, io.EOF) {
		return b[1].Next()
	}
	return row, err
}

// TestUnreadable checks that boards that the net cannot read are skipped, and that it is an error if
// no other boards are left.
func TestUnreadable(t *testing.T) {
	tr, all := testTrainer(t, 2, nil), games(t, 4)
	pair, err := baduk.NewGraph([][]baduk.Point{{1}, {0}})
	if err != nil {
		t.Fatal(err)
	}
	odd := *all[0]
	odd.Graph = pair
	m, err := tr.step(&cards{games: append(all, &odd)})
	if err != nil || m.Positions != 24 || m.Left == 0 {
		t.Errorf("got %+v, %v, want the unreadable rows counted as left out", m, err)
	}
	if _, err := tr.step(&cards{games: []*replay.Game{&odd}}); err == nil || !strings.Contains(err.Error(), "cannot read the boards") {
		t.Errorf("got %v, want an error about the boards", err)
	}
}

// TestResume checks that resumed training is the same to the last bit, with each method and with
// several threads.
func TestResume(t *testing.T) {
	all := games(t, 10)
	for _, method := range []Method{AdamW, Momentum, Muon} {
		for _, threads := range []int{1, 3} {
			path := filepath.Join(t.TempDir(), "checkpoint")
			tr := testTrainer(t, threads, func(o *Options) { o.Optimizer.Method, o.Optimizer.Rate = method, 1e-3 })
			source := &cards{games: all}
			weights := func(tr *trainer) (v []float32) {
				for _, lists := range tr.state() {
					v = append(v, slices.Concat(lists...)...)
				}
				return v
			}
			step := func(tr *trainer, s rowSource, n int) {
				for range n {
					if _, err := tr.step(s); err != nil {
						t.Fatal(err)
					}
				}
			}
			step(tr, source, 5)
			if err := tr.save(path, replay.State{Rows: int64(source.drawn), Data: 77}); err != nil {
				t.Fatal(err)
			}
			step(tr, source, 5)
			again, at, err := resume(path, nn.FastestLevel().Exact(), 0)
			if err != nil {
				t.Fatal(err)
			}
			if at.Data != 77 || again.optimizer.step != 5 {
				t.Errorf("resumed: got %+v, %d steps, want those of the checkpoint", at, again.optimizer.step)
			}
			step(again, &cards{games: all, drawn: int(at.Rows)}, 5)
			if !slices.Equal(weights(tr), weights(again)) {
				t.Errorf("%v, %d threads: the resumed training differs", method, threads)
			}
		}
	}
}

// TestCheckpointDamage checks that a checkpoint that is cut off or has a wrong bit is refused.
func TestCheckpointDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint")
	tr := testTrainer(t, 1, nil)
	if err := tr.save(path, replay.State{}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(data); n += 1 + n/20 {
		if _, _, err := decodeCheckpoint(data[:n], nn.FastestLevel().Exact(), 0); !errors.Is(err, ErrCheckpoint) {
			t.Fatalf("cut off at %d of %d: got %v, want ErrCheckpoint", n, len(data), err)
		}
		flipped := bytes.Clone(data)
		flipped[n] ^= 4
		if _, _, err := decodeCheckpoint(flipped, nn.FastestLevel().Exact(), 0); !errors.Is(err, ErrCheckpoint) {
			t.Fatalf("byte %d of %d is wrong: got %v, want ErrCheckpoint", n, len(data), err)
		}
	}
	if err := tr.save(filepath.Join(path, "below"), replay.State{}); err == nil {
		t.Error("save below a file: got no error, want one")
	}
	if _, _, err := resume(path+"x", nn.FastestLevel().Exact(), 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing checkpoint: got %v, want os.ErrNotExist", err)
	}
}

// TestExport checks that the file has the averaged weights, and that training continues with its own weights.
func TestExport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "net.bin.gz")
	tr, source := testTrainer(t, 1, nil), &cards{games: games(t, 10)}
	for range 5 {
		if _, err := tr.step(source); err != nil {
			t.Fatal(err)
		}
	}
	before := slices.Clone(tr.learner.Parameters()[0].Values)
	if err := tr.export(path); err != nil {
		t.Fatal(err)
	}
	m, err := nn.ReadFile(path, nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Trunk.InitialConv.Weights, tr.optimizer.average[0]) || slices.Equal(m.Trunk.InitialConv.Weights, before) {
		t.Error("the weights of the file are not the average")
	}
	if !slices.Equal(before, tr.learner.Parameters()[0].Values) {
		t.Error("the weights have changed")
	}
}

func TestOptions(t *testing.T) {
	for _, change := range []func(*Options){func(o *Options) { o.Batch = 0 }, func(o *Options) { o.Threads = 0 }, func(o *Options) { o.Mix.Value = 2 }, func(o *Options) { o.Optimizer.Rate = 0 }} {
		o := defaultOptions(10)
		change(&o)
		if _, err := newTrainer(beginning(), nn.FastestLevel().Exact(), o); err == nil {
			t.Errorf("%+v was accepted, want an error", o)
		}
	}
	if _, err := newTrainer(nn.Random(1, nn.RandomOptions{}), nn.FastestLevel().Exact(), defaultOptions(10)); err == nil || !strings.Contains(err.Error(), "learn") {
		t.Errorf("got %v, want an error that the net cannot learn", err)
	}
}
