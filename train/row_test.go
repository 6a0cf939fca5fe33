package train

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"tengen/baduk"
	"tengen/nn"
	"tengen/replay"
)

// TestDoubt checks how [replay.Sample.Doubt] divides a policy between the move that was played and
// the teacher's moves. With 0 only the played move has weight. With 255 only the teacher's moves
// have weight.
func TestDoubt(t *testing.T) {
	g := games(t, 1)[0]
	model := nn.Random(1, nn.RandomOptions{Version: 8, Blocks: "r"})
	const turn = 3
	move := int(g.Moves[turn].Point)
	teacher := []replay.Share{{Point: 0, Part: 30000}, {Point: baduk.Pass, Part: 10000}}
	for _, at := range []struct {
		mix    float64
		doubt  uint8
		policy []replay.Share
		played float64 // share of the move that was played; -1: no policy target
		answer bool
	}{
		{0.5, 0, nil, 1, true},
		{0.5, 0, teacher, 0.5, true},
		{0.5, 51, teacher, 0.4, true}, // a fifth of doubt
		{0.2, 204, teacher, 0.16, true},
		{0, 204, teacher, 0.2, true},
		{1, 51, teacher, 0, true},
		{0.5, 254, nil, 1, true}, // no teacher, so only the played move
		{0, 255, teacher, 0, false},
		{0.5, 255, teacher, 0, false},
		{0.5, 255, nil, -1, false},
	} {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			game := *g
			game.Samples = []replay.Sample{{Turn: turn, Weight: 1, Doubt: at.doubt, Policy: at.policy}}
			var in nn.Input
			var target Target
			if err := NewRows(model, Mix{Policy: at.mix, Value: 0.8}).Fill(&replay.Row{Game: &game}, &in, &target); err != nil {
				t.Fatal(err)
			}
			want := move
			if at.doubt == 255 {
				want = -1 // the move was not played to win
			}
			if target.Played != want || (target.Answer != nil) != at.answer || !target.HasValue || !target.HasLead || target.Ownership == nil {
				t.Errorf("got %+v, want the played move %d, an answer: %v, a value, a lead and an ownership", target, want, at.answer)
			}
			if at.played < 0 {
				if target.Policy != nil {
					t.Errorf("got the policy target %v, want none", target.Policy)
				}
				return
			}
			sum := 0.0
			for p, share := range target.Policy {
				want := 0.0
				switch p {
				case move:
					want = at.played
				case 0:
					want = 0.75 * (1 - at.played)
				case len(target.Policy) - 1:
					want = 0.25 * (1 - at.played)
				}
				if math.Abs(float64(share)-want) > 1e-6 {
					t.Errorf("share of point %d: got %v, want %v", p, share, want)
				}
				sum += float64(share)
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Errorf("the shares sum to %v, want 1", sum)
			}
		})
	}
}

// TestScores checks the targets of the lead, of the score and of its spread, which White sees with the opposite sign.
func TestScores(t *testing.T) {
	model := nn.Random(1, nn.RandomOptions{Version: 8, Blocks: "r"})
	counted := replay.Result{By: replay.EndCounted, Winner: baduk.Black, Lead: 8}
	for _, at := range []struct {
		name   string
		result replay.Result
		judged *replay.Value
		want   Target // for Black
	}{
		{"only the game", counted, nil, Target{Lead: 8, Score: 8, HasLead: true, End: 8, EndShare: 1, HasSpread: true}},
		{"both", counted, &replay.Value{Lead: 4, ScoreMean: 2, ScoreStdev: 10},
			Target{Lead: 5, Score: 3.5, HasLead: true, Stdev: 10, End: 8, EndShare: 0.25, HasSpread: true}},
		{"only the teacher", replay.Result{By: replay.EndResignation, Winner: baduk.Black}, &replay.Value{Lead: 4, ScoreMean: 2, ScoreStdev: 10},
			Target{Lead: 4, Score: 2, HasLead: true, Stdev: 10, HasSpread: true}},
		{"a teacher without scores", counted, &replay.Value{Lead: 4}, Target{Lead: 5, Score: 5, HasLead: true, End: 8, EndShare: 1, HasSpread: true}},
		{"nobody", replay.Result{By: replay.EndResignation, Winner: baduk.Black}, nil, Target{}},
		{"a wrong record", replay.Result{By: replay.EndCounted, Winner: baduk.Black, Lead: 1000}, nil, Target{}},
	} {
		for turn, sign := range []float32{1, -1} {
			g := *games(t, 1)[0]
			g.Result, g.Samples = at.result, []replay.Sample{{Turn: turn, Weight: 1, Value: at.judged}}
			var in nn.Input
			var got Target
			if err := NewRows(model, Mix{Value: 0.75}).Fill(&replay.Row{Game: &g}, &in, &got); err != nil {
				t.Fatal(err)
			}
			want := at.want
			want.Lead, want.Score, want.End = sign*want.Lead, sign*want.Score, sign*want.End
			is := Target{Lead: got.Lead, Score: got.Score, HasLead: got.HasLead, Stdev: got.Stdev, End: got.End, EndShare: got.EndShare, HasSpread: got.HasSpread}
			if !reflect.DeepEqual(is, want) {
				t.Errorf("%s, sign %v: got %+v, want %+v", at.name, sign, is, want)
			}
		}
	}
}

// TestNoResult checks that half of a teacher's chance of no result is part of its chance to win.
func TestNoResult(t *testing.T) {
	g := *games(t, 1)[0]
	model := nn.Random(1, nn.RandomOptions{Version: 8, Blocks: "r"})
	for _, at := range []struct {
		win, none float32
		source    string // of a void game, or "" for a game that is not void
		want      [3]float32
	}{
		{0.88, 0.16, "", [3]float32{0.8, 0.04, 0.16}},
		{0.5, 1, "", [3]float32{0, 0, 1}},
		{0.1, 0.9, "", [3]float32{0, 0.1, 0.9}}, // inconsistent numbers of a teacher
		{0.25, 0, "", [3]float32{0.25, 0.75, 0}},
		{0.25, 0, replay.SelfPlay, [3]float32{0.125, 0.375, 0.5}},
		{0.88, 0.16, replay.SelfPlay, [3]float32{0.4, 0.02, 0.58}},
		{0.25, 0, "records", [3]float32{0.25, 0.75, 0}}, // perhaps suspended
	} {
		for turn, black := range []bool{true, false} {
			g.Samples = []replay.Sample{{Turn: turn, Weight: 1, Value: &replay.Value{Win: at.win, NoResult: at.none}}}
			var in nn.Input
			var target Target
			mix := Mix{Policy: 0.5, Value: 1}
			if at.source != "" {
				g.Result, g.Source, mix.Value = replay.Result{By: replay.EndVoid}, at.source, 0.5
			}
			if err := NewRows(model, mix).Fill(&replay.Row{Game: &g}, &in, &target); err != nil {
				t.Fatal(err)
			}
			want := at.want
			if !black {
				want[0], want[1] = want[1], want[0]
			}
			for i, v := range target.Value {
				if math.Abs(float64(v-want[i])) > 1e-6 {
					t.Errorf("%+v, black to move: %v: got %v, want %v", at, black, target.Value, want)
				}
			}
		}
	}
}
