package kifustats

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/realgames"
	"tengen/internal/refgo"
	"tengen/kifu"
)

// TestChoicesAgainstReference compares the choices of random games, with captures, kos and suicides, with those that
// the literal rules allow.
func TestChoicesAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rules := baduk.TrompTaylor()
	rules.Ko, rules.Suicide = baduk.KoBasic, baduk.SuicideMulti
	banned := map[refgo.Reason]int{}
	for range 120 {
		width, height := 2+rng.IntN(3), 2+rng.IntN(3)
		g, err := baduk.Rectangle(width, height)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := kifu.NewTree(g, rules)
		if err != nil {
			t.Fatal(err)
		}
		ref := refgo.NewGame(refgo.Grid(width, height), refgo.Rules{Ko: refgo.Basic, Suicide: refgo.Multi})
		node := tree.Root()
		var want []int
		for range 60 {
			player, choices := ref.ToPlay(), 0
			legal := []int{refgo.Pass}
			for p, reason := range ref.Reasons(player) {
				if ref.Graph.MayPlace(ref.Boards(), p, player) {
					choices++
				} else {
					banned[reason]++
				}
				if reason == refgo.OK {
					legal = append(legal, p)
				}
			}
			want = append(want, choices)
			turn := refgo.Turn{Color: player, Point: legal[rng.IntN(len(legal))]}
			move := baduk.Move{Color: baduk.Black, Point: baduk.Pass}
			if player == refgo.White {
				move.Color = baduk.White
			}
			if turn.Point != refgo.Pass {
				move.Point = baduk.Point(turn.Point)
			}
			if node, err = tree.Play(node, move); err != nil {
				t.Fatal(err)
			}
			if ref.Play(turn); ref.Over() {
				break
			}
		}
		if got := choicesOf(tree); !slices.Equal(got, want) {
			t.Fatalf("%dx%d: choices %v, want %v", width, height, got, want)
		}
	}
	if banned[refgo.KoBan] < 20 || banned[refgo.OK] < 20 || banned[refgo.SuicideForbidden] < 20 {
		t.Errorf("plays that are not choices: %v, want at least 20 of each kind", banned)
	}
}

func TestChoicesOfSetUpStones(t *testing.T) {
	for record, want := range map[string][]int{
		"(;SZ[3]AB[ab][ba];W[cc];B[bb])":     {6, 6},
		"(;SZ[3];B[bb];AW[aa];W[cc])":        nil, // stones are set up during the game
		"(;SZ[3];B[bb];W[bb])":               nil, // a stone on a stone
		"(;SZ[3];B[bb];B[ab];W[])":           {9, 8, 7},
		"(;SZ[3]AB[ab][ba]AW[bb];PL[W];W[])": {5},
	} {
		file, err := kifu.LoadBytes([]byte(record), kifu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := choicesOf(file.Trees[0]); !slices.Equal(got, want) {
			t.Errorf("%s: choices %v, want %v", record, got, want)
		}
	}
}

// TestRatio compares the error with that of repeated samples.
func TestRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	inside := 0
	const samples = 1000
	for range samples {
		var r ratio
		for range 200 {
			moves := float64(100 + rng.IntN(200))
			r.add(moves*(300-moves/2+20*rng.NormFloat64()), moves)
		}
		// the mean of moves is 199.5, and that of their squares is 43133.5
		if a, want := r.average(), 300-43133.5/199.5/2; math.Abs(a.Mean-want) <= a.Error {
			inside++
		}
	}
	if inside < samples*93/100 || inside > samples*97/100 {
		t.Errorf("%d of %d intervals contain the mean, want about 95 %%", inside, samples)
	}
}

// TestMeasures measures real games: the sums have to be those of the slow count over all empty points.
func TestMeasures(t *testing.T) {
	s := NewStatistics()
	moves, choices, longest, games, tree := 0, 0, 0, 0, 0.
	for game := range realgames.Games(t, "ai") {
		if games++; games > 200 {
			break
		}
		file, err := kifu.LoadBytes([]byte(realgames.SGF(game, "")), kifu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range InFile("ai.sgf", file) {
			g.Replay(file.Trees[0])
			s.Add(g)
		}
		n, sum, logs := slowChoices(t, file.Trees[0])
		moves, choices, longest, tree = moves+n, choices+sum, max(longest, n), tree+logs
	}
	s.Sum(1)
	m, ok := s.Measure("19x19")
	if !ok || m.Games != 200 || m.Longest.Moves != longest || math.Abs(m.Length.Mean-float64(moves)/200) > 1e-9 ||
		math.Abs(m.Choices.Mean-float64(choices)/float64(moves)) > 1e-9 || math.Abs(m.Tree.Mean-tree/200) > 1e-6 {
		t.Errorf("got %+v, want 200 games, %d moves, %d choices, the longest game with %d moves, and a tree of 10^%v", m, moves, choices, longest, tree/200)
	}
	if m.ByMove[0] != 361 || m.ByMove[1] != 360 {
		t.Errorf("the first two moves have %v choices, want 361 and 360", m.ByMove[:2])
	}
	var text strings.Builder
	if err := s.Write(&text); err != nil || !strings.Contains(text.String(), m.Longest.String()) {
		t.Errorf("the statistics do not name the longest game: %v\n%s", err, &text)
	}
}

// slowChoices counts the choices of a main line without set-up stones by trying all points.
func slowChoices(t *testing.T, tree *kifu.Tree) (moves, sum int, logs float64) {
	p := baduk.NewPosition(tree.Graph)
	for n := range tree.Root().MainLine() {
		m, ok := n.Move()
		if !ok {
			continue
		}
		choices := 0
		for q := range baduk.Point(tree.Graph.Len()) {
			if p.At(q) == baduk.Empty && q != p.KoBan && !p.IsSuicide(baduk.Move{Color: p.ToPlay, Point: q}) {
				choices++
			}
		}
		moves, sum, logs = moves+1, sum+choices, logs+math.Log10(float64(choices))
		if _, verdict := p.Play(m); verdict != baduk.Legal {
			t.Fatalf("move %d: %v", moves, verdict)
		}
	}
	return moves, sum, logs
}
