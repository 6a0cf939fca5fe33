package replay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
)

// TestTeacher checks that samples have the teacher's answers for exactly their positions.
func TestTeacher(t *testing.T) {
	twice := "(;SZ[9];B[aa];B[cc];W[ee];B[gg];B[dd];W[bg];W[gb];B[ab];W[hh];B[ac])" // players move twice in a row
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", line(t, 1, 40)+line(t, 2, 40)+line(t, 3, 40))), inputOf("b", fileOf("b.sgf", twice)))
	o.PerGame = 100 // every turn
	teacher := eval.Hashed(7)
	o.Teacher = &Teacher{Name: "hash", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return teacher, nil }}
	m := imported(t, o)
	if m.Settings.Teacher != "hash" || m.Samples != 3*40+10 {
		t.Errorf("got teacher %q and %d samples, want hash and 130", m.Settings.Teacher, m.Samples)
	}
	for _, g := range gamesOf(t, o.Dir) {
		for _, s := range g.Samples {
			at, err := g.At(s.Turn)
			if err != nil {
				t.Fatal(err)
			}
			out := make([]eval.Evaluation, 1)
			out[0].Resize(g.Graph)
			if err := teacher.Evaluate(t.Context(), []eval.Query{{Game: at, Policy: true, Ownership: true}}, out); err != nil {
				t.Fatal(err)
			}
			if s.Value.Win != out[0].Win || s.Value.Lead != out[0].Lead {
				t.Errorf("turn %d: got %+v, want %v", s.Turn, *s.Value, out[0])
			}
			for p, o := range s.Ownership {
				if math.Abs(float64(o)/127-float64(out[0].Ownership[p])) > 0.5/127+1e-6 {
					t.Fatalf("ownership of point %d: got %d, want 127 times %v", p, o, out[0].Ownership[p])
				}
			}
			mass, least := 0.0, 1.0
			kept := map[baduk.Point]bool{}
			for _, share := range s.Policy {
				p := int(share.Point)
				if share.Point == baduk.Pass {
					p = g.Graph.Len()
				}
				if d := float64(out[0].Policy[p]) - float64(share.Part)/65535; d < -1e-6 || d > 1.1/65535 {
					t.Fatalf("share of %v: got %v, want %v", share, float64(share.Part)/65535, out[0].Policy[p])
				}
				kept[share.Point] = true
				mass += float64(out[0].Policy[p])
				least = min(least, float64(out[0].Policy[p]))
			}
			if mass < keptMass && len(s.Policy) < keptShares {
				t.Errorf("%d moves have %v of the policy, want %v or %d moves", len(s.Policy), mass, keptMass, keptShares)
			}
			for p, share := range out[0].Policy[:g.Graph.Len()] {
				if !kept[baduk.Point(p)] && float64(share) > least {
					t.Errorf("the share %[2]v of point %[1]d was left out, and the smaller %[3]v kept", p, share, least)
				}
			}
		}
	}
}

// TestPlayed checks the weight of the moves that were played, including in folders of older versions.
func TestPlayed(t *testing.T) {
	text := line(t, 1, 40) + line(t, 2, 40)
	for _, at := range []struct {
		played float64
		random int
		doubts [2]uint8 // doubt of the random moves, and of the other moves
	}{{1, 0, [2]uint8{0, 0}}, {1, 12, [2]uint8{255, 0}}, {0.2, 12, [2]uint8{255, 204}}, {0, 0, [2]uint8{255, 255}}} {
		o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text)))
		o.PerGame, o.Played, o.RandomMoves = 100, at.played, at.random
		o.Teacher = &Teacher{Name: "hash", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(7), nil }}
		if m := imported(t, o); m.Settings.Played != at.played || m.Settings.RandomMoves != at.random {
			t.Errorf("got settings %+v, want %+v", m.Settings, at)
		}
		for _, g := range gamesOf(t, o.Dir) {
			for _, s := range g.Samples {
				want := at.doubts[1]
				if s.Turn < at.random {
					want = at.doubts[0]
				}
				if s.Doubt != want {
					t.Errorf("%v: turn %d: got a doubt of %d, want %d", at, s.Turn, s.Doubt, want)
				}
			}
		}
	}
	// A folder that is older than this setting has the weight 1. It accepts no other weight.
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text)))
	imported(t, o)
	path := filepath.Join(o.Dir, manifestName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := cutSeal(data) // older manifests have no checksum
	older := strings.NewReplacer("    \"played\": 1,\n", "", "    \"randomMoves\": 0,\n", "", "\"version\": 2", "\"version\": 1").Replace(string(body)) + "\n}\n"
	if strings.Contains(older, "played") || strings.Contains(older, "randomMoves") {
		t.Fatal(older)
	}
	if err := os.WriteFile(path, []byte(older), 0o666); err != nil {
		t.Fatal(err)
	}
	imported(t, o)
	o.RandomMoves = 3
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "randomMoves was 0 and is now 3") {
		t.Errorf("other settings: got %v, want an error that names them", err)
	}
}

// TestVaryKomi checks that half of the games get another komi. The mean change, up or down, must be the given one,
// and the results must be those under the new komi.
func TestVaryKomi(t *testing.T) {
	const games, mean = 400, 12
	teacher := &Teacher{Name: "hash", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(7), nil }}
	for _, result := range []string{"B+3.5", "W+Resign", "Void"} {
		var text strings.Builder
		for seed := range uint64(games) {
			fields := strings.Split(line(t, seed, 30), "\t")
			fields[2], fields[7] = "6.5", result
			text.WriteString(strings.Join(fields, "\t"))
		}
		o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text.String())))
		o.PerGame, o.VaryKomi, o.Teacher = 1, mean, teacher
		if m := imported(t, o); m.Settings.VaryKomi != mean {
			t.Fatalf("got settings %+v, want a mean change of %d", m.Settings, mean)
		}
		changed, up, sum := 0, 0, 0.0
		for _, g := range gamesOf(t, o.Dir) {
			change := g.Rules.Komi.Points() - 6.5
			if change != math.Trunc(change) || math.Abs(change) > float64(g.Graph.Len())/2 {
				t.Fatalf("got a komi of %v, want 6.5 and a whole number of at most half the points", g.Rules.Komi)
			}
			want := parseResult(result)
			if change != 0 {
				changed++
				sum += math.Abs(change)
				if want.By == EndResignation {
					want = Result{}
				}
			}
			if want.By == EndCounted {
				if want.Lead -= float32(change); want.Lead < 0 {
					want.Winner = baduk.White
				}
			}
			if change > 0 {
				up++
			}
			if g.Result != want {
				t.Fatalf("%s with a komi of %v: got %+v, want %+v", result, g.Rules.Komi, g.Result, want)
			}
		}
		if changed < games*4/10 || changed > games*6/10 || up < changed*35/100 || up > changed*65/100 {
			t.Errorf("%d of %d changed, %d of them upwards, want about half of each", changed, games, up)
		}
		if average := sum / float64(changed); average < mean*0.8 || average > mean*1.2 {
			t.Errorf("got a mean change of %v points, want about %d", average, mean)
		}
	}
	if r := parseResult("W+2").shifted(2); r != (Result{By: EndCounted}) {
		t.Errorf("W+2 with two points more for Black: got %+v, want a draw", r)
	}
}

// TestTeacherFails checks that the teacher's error ends the import and that the games before it are
// saved.
func TestTeacherFails(t *testing.T) {
	var text strings.Builder
	for seed := range uint64(40) {
		text.WriteString(line(t, seed, 30))
	}
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text.String())))
	o.Threads = 1
	o.Teacher = &Teacher{Name: "x", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return &failing{left: 25}, nil }}
	m, err := Import(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "a.tsv, game 26: no more") || m.Games != 25 {
		t.Errorf("got %v, %d games, want an error at game 26 and 25 games", err, m.Games)
	}
	// A board that the teacher cannot read is not an error.
	o = importOptions(t, o.Inputs...)
	o.Teacher = &Teacher{Name: "x", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) {
		return (*failing)(nil), errors.New("no") // not a nil interface
	}}
	if m := imported(t, o); m.Games != 40 || m.Counts.Unjudged != 40 {
		t.Errorf("got %d games, %+v, want 40, all unjudged", m.Games, m.Counts)
	}
}

// failing returns an error after a number of calls.
type failing struct{ left int }

func (*failing) Info() eval.Info { return eval.Info{Name: "failing"} }

func (f *failing) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	if f.left--; f.left < 0 {
		return errors.New("no more")
	}
	return eval.Uniform().Evaluate(ctx, in, out)
}

// TestOwners checks the last position of scored games. Black has the left of a 7x7 board and White the right. A
// white stone in Black's corner is dead.
func TestOwners(t *testing.T) {
	// Columns c (Black) and e (White) are walls, and d is neutral. Black has 7*2 points of territory. One of them is
	// under a dead stone, which counts as a prisoner. White has 14 points.
	var b strings.Builder
	for y := range 7 {
		fmt.Fprintf(&b, ";B[c%c];W[e%c]", 'a'+y, 'a'+y)
	}
	stones := b.String() + ";B[];W[aa]" // a pass, and a stone that dies
	head := "(;GM[1]SZ[7]KM[0]RU[%s]RE[%s]"
	end := ";B[];W[])"
	for name, test := range map[string]struct {
		rules, result string
		final         bool
	}{
		"japanese": {"Japanese", "B+1", true}, // 14 points and a prisoner against 14 points
		"chinese":  {"Chinese", "0", true},    // 21 against 21
		"wrong":    {"Japanese", "B+9", false},
	} {
		o := importOptions(t, inputOf("a", fileOf("a.sgf", fmt.Sprintf(head, test.rules, test.result)+stones+end)))
		o.Rollouts, o.Tolerance = 60, 0
		m := imported(t, o)
		g := gamesOf(t, o.Dir)[0]
		if (g.Final != nil) != test.final || m.Counts.Final+m.Counts.Disagree != 1 {
			t.Errorf("%s: got owners %v, %+v, want owners: %v", name, g.Final, m.Counts, test.final)
		}
		if !test.final {
			continue
		}
		for p, c := range g.Final {
			if want := []baduk.Color{1, 1, 1, 0, 2, 2, 2}[p%7]; c != want {
				t.Errorf("%s: owner of point %d: got %v, want %v", name, p, c, want)
			}
		}
	}
	// Owners that the record marks need no teacher and no rollouts.
	marks := ";B[];W[]"
	for c, columns := range map[string]string{"TB": "ab", "TW": "fg"} {
		marks += c
		for _, x := range columns {
			for y := range 7 {
				marks += fmt.Sprintf("[%c%c]", x, 'a'+y)
			}
		}
	}
	o := importOptions(t, inputOf("a", fileOf("a.sgf", fmt.Sprintf(head, "Japanese", "B+1")+stones+marks+")")))
	o.Tolerance = 0
	if m := imported(t, o); m.Counts.Final != 1 {
		t.Errorf("with marks: got %+v, want one game with owners", m.Counts)
	}
}
