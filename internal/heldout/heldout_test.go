package heldout

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
)

// TestKnowledge compares the averages of three moves and four results with numbers that were computed by hand.
func TestKnowledge(t *testing.T) {
	k := Knowledge{Calibration: make([]Calibration, 10)}
	j := neteval.Judgement{Policy: []float32{0.1, 0.2, 0.05, 0.06, 0.07, 0.02, -1, 0.5}}
	k.move(&j, baduk.Pass) // the first choice
	k.move(&j, 0)          // the third
	k.move(&j, 2)          // the sixth
	for _, r := range []struct{ win, none, won float64 }{{0.9, 0.04, 1}, {0.94, 0, 0}, {0.15, 0, 0}, {1, 0, 1}} {
		k.result(&neteval.Judgement{Win: r.win, NoResult: r.none}, r.won)
	}
	k.finish()
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: got %g, want %g", what, got, want)
		}
	}
	near("top 1", k.Top1, 1./3)
	near("top 5", k.Top5, 2./3)
	near("policy loss", k.PolicyLoss, -(math.Log(0.5)+math.Log(0.1)+math.Log(0.05))/3)
	near("value loss", k.ValueLoss, -(math.Log(0.92)+math.Log(0.06)+math.Log(0.85)+math.Log(1))/4)
	near("said", k.Calibration[9].Said, (0.92+0.94+1)/3)
	near("won", k.Calibration[9].Won, 2./3)
	near("off", k.CalibrationError, (0.86+0.15)/4)
	if k.Calibration[1].Count != 1 || k.Calibration[9].Count != 3 {
		t.Errorf("got %+v, want 1 position from 0.1 and 3 from 0.9", k.Calibration)
	}
	if svg := k.Reliability("a < b"); strings.Count(svg, "<circle") != 2 || !strings.Contains(svg, "a &lt; b") {
		t.Errorf("got %s, want two dots and an escaped title", svg)
	}
}

// TestValueScale checks that ValueScale is the factor by which the logits of calibrated chances were divided.
func TestValueScale(t *testing.T) {
	first := 0.0
	for _, want := range []float64{0.5, 1, 1.16, 3} {
		k := Knowledge{Calibration: make([]Calibration, 10)}
		for _, true := range []float64{0.1, 0.4, 0.75, 0.9} {
			said := 1 / (1 + math.Pow(1/true-1, 1/want))
			for i := range 20 {
				won := 0.0
				if float64(i)+0.5 < 20*true {
					won = 1
				}
				k.result(&neteval.Judgement{Win: said}, won)
			}
		}
		if k.finish(); math.Abs(k.ValueScale-want) > 1e-3 {
			t.Errorf("got %g, want %g", k.ValueScale, want)
		}
		if first == 0 {
			first = k.ScaledLoss
		}
		if math.Abs(k.ScaledLoss-first) > 1e-6 || want == 1 && math.Abs(k.ScaledLoss-k.ValueLoss) > 1e-6 || k.ScaledLoss > k.ValueLoss+1e-9 {
			t.Errorf("factor %g: got a loss of %g, scaled %g; want the scaled loss of the same net at other scales, %g", want, k.ValueLoss, k.ScaledLoss, first)
		}
	}
	sure := Knowledge{Calibration: make([]Calibration, 10)}
	sure.result(&neteval.Judgement{Win: 1}, 1)
	if sure.finish(); math.Abs(sure.ValueScale-MaxValueScale) > 1e-3 {
		t.Errorf("a net that is always right: got %g, want %d", sure.ValueScale, MaxValueScale)
	}
}

// TestKnowledgeOfParts checks that averages leave out moves that were played at random and unknown results. An average
// over no positions is left out of the JSON.
func TestKnowledgeOfParts(t *testing.T) {
	game := &replay.Game{Moves: []baduk.Move{{Color: baduk.Black, Point: 1}, {Color: baduk.White, Point: 1}, {Color: baduk.Black, Point: 0}}}
	won := *game
	won.Result = replay.Result{By: replay.EndResignation, Winner: baduk.Black}
	j := neteval.Judgement{Policy: []float32{0.1, 0.9}, Win: 0.25}
	k := Knowledge{Calibration: make([]Calibration, 10)}
	for _, at := range []struct {
		game *replay.Game
		s    replay.Sample
	}{
		{game, replay.Sample{Turn: 0}}, {game, replay.Sample{Turn: 1, Doubt: 204}}, // the net's first choice
		{game, replay.Sample{Turn: 2, Doubt: 255}}, {game, replay.Sample{Turn: 3}}, // a random move, and no move
		{&won, replay.Sample{Turn: 2, Doubt: 255}},
	} {
		k.add(&j, at.game, &at.s, nil)
	}
	k.finish()
	if k.Positions != 5 || k.Moves != 2 || k.Top1 != 1 || k.Results != 1 || math.Abs(k.ValueLoss+math.Log(0.25)) > 1e-9 || math.Abs(k.CalibrationError-0.75) > 1e-9 {
		t.Errorf("got %+v, want 2 moves of 5 positions, and 1 result", k)
	}
	nothing := Knowledge{Calibration: make([]Calibration, 10)}
	nothing.add(&j, game, &replay.Sample{Turn: 2, Doubt: 255}, nil)
	nothing.finish()
	text, err := json.Marshal(nothing)
	if err != nil {
		t.Fatal(err)
	}
	for _, mean := range []string{"top1", "top5", "policyLoss", "valueLoss", "calibrationError", "valueScale", "scaledValueLoss"} {
		if strings.Contains(string(text), mean) {
			t.Errorf("got %s, want no %s without a position", text, mean)
		}
	}
}

// TestDistance compares the distance from a teacher with numbers that were computed by hand.
func TestDistance(t *testing.T) {
	j := neteval.Judgement{Policy: []float32{0.5, -1, 0.5}, Win: 0.6, NoResult: 0.2, Lead: 5}
	k := Knowledge{Calibration: make([]Calibration, 10)}
	k.compare(&j, &replay.Sample{})
	if k.Teacher != nil {
		t.Errorf("rows without a teacher: got %+v, want nil", k.Teacher)
	}
	k.compare(&j, &replay.Sample{Policy: []replay.Share{{Point: 0, Part: 30000}, {Point: baduk.Pass, Part: 10000}}})
	k.compare(&j, &replay.Sample{Policy: []replay.Share{{Point: 0, Part: 100}, {Point: baduk.Pass, Part: 100}}, Value: &replay.Value{Win: 0.7, Lead: 3}})
	k.compare(&j, &replay.Sample{Value: &replay.Value{Win: 1, Lead: 5}})
	k.finish()
	want := Distance{Policies: 2, Policy: (0.75*math.Log(1.5) + 0.25*math.Log(0.5)) / 2, Values: 2, Value: -math.Log(0.7) / 2, Lead: 1}
	got := *k.Teacher
	if math.Abs(got.Policy-want.Policy) > 1e-6 || math.Abs(got.Value-want.Value) > 1e-6 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got.Policy, got.Value = want.Policy, want.Value; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	var text strings.Builder
	if err := k.Write(&text, false); err != nil || !strings.Contains(text.String(), "policy 0.065 nats, chances 0.1783 nats, lead 1.00 points, in 2 positions") {
		t.Errorf("got %q, %v, want the three distances", text.String(), err)
	}
}

// TestHeldOutInterrupted checks that an interrupted test returns an error and the knowledge so far.
func TestHeldOutInterrupted(t *testing.T) {
	var text strings.Builder
	for game := range 3 {
		fmt.Fprintf(&text, "s\t9\t6.5\tChinese\t0\t\tB\tB+R\t\t\t\t")
		for y := range 9 - game {
			fmt.Fprintf(&text, "a%cc%c", 'a'+y, 'a'+y) // Black has the first column, White the third
		}
		text.WriteByte('\n')
	}
	o := replay.DefaultImport()
	o.Dir, o.MinMoves = t.TempDir(), 10
	o.Leaves = 2 // their rows are compared only with the teacher
	hashed := func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(1), nil }
	o.Teacher, o.Searcher = &replay.Teacher{Name: "t", Factory: hashed}, &replay.Searcher{Name: "s", Visits: 8, Factory: hashed}
	o.Inputs = []replay.Input{{Name: "a.tsv", Files: slices.Values([]replay.File{{Name: "a.tsv", Read: func() ([]byte, error) { return []byte(text.String()), nil }}})}}
	if _, err := replay.Import(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	net, err := nn.NewNet(nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "r"}), nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	h := Test{Net: net, Count: 100, Rows: replay.ReaderOptions{Dirs: []string{o.Dir}}}
	const all = 24 + 2*24
	for _, count := range []int{100, 7} { // more than all positions, and fewer
		ctx, stop := context.WithCancel(t.Context())
		h.Count, h.Progress = count, func(done int) {
			if done == min(count, all) {
				stop()
			}
		}
		k, err := h.Run(ctx)
		if err != nil || k.Positions != min(count, all) {
			t.Errorf("got %d positions, %v, want %d", k.Positions, err, min(count, all))
		}
		if count > all && (k.Moves != 24 || k.Results != 24 || k.Teacher == nil || k.Teacher.Policies != all || k.Teacher.Values != all) {
			t.Errorf("got %+v with the teacher %+v, want 24 moves and results, and the teacher in all %d positions", k, k.Teacher, all)
		}
		stop()
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	h.Count, h.Progress = 100, func(done int) {
		if done == 5 {
			stop()
		}
	}
	k, err := h.Run(ctx)
	if !errors.Is(err, context.Canceled) || k.Positions != 5 || k.Moves == 0 || k.Top1 > 1 || k.ValueLoss > 5 || k.ValueLoss <= 0 {
		t.Errorf("got %+v, %v, want the means of 5 positions and an error", k, err)
	}
}
