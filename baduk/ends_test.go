package baduk_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// FuzzRules turns bytes into a board, a ruleset, a start and turns. The ruleset may have
// phases, taxes, a button or void games. The test plays each game by the fast rules and
// by the literal rules at the same time; see endBoth.
func FuzzRules(f *testing.F) {
	rng := rand.New(rand.NewPCG(21, 22))
	for i := range 24 {
		f.Add(randomInput(rng, byte(i), byte(i*11)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := endBoth(data, map[string]int{}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestRulesAgainstReference runs FuzzRules on fixed inputs and checks that
// every kind of event happens.
func TestRulesAgainstReference(t *testing.T) {
	count := map[string]int{}
	games := 500
	if os.Getenv("TENGEN_LONG") == "1" {
		games = 20_000
	}
	for i := range games {
		rng := rand.New(rand.NewPCG(uint64(i), 23))
		data := randomInput(rng, byte(i), byte(i/7))
		if err := endBoth(data, count); err != nil {
			t.Fatalf("input %d, %x: %v", i, data, err)
		}
	}
	for _, what := range []string{"games", "turns", "scored", "void", "phase 1", "phase 2", "blocked stones", "blocks lifted", "captures forbidden in the clean-up",
		"buttons", "pass-alive points", "points taxed", "groups taxed", "superko bans", "agreed", "ended by a repeated pass"} {
		t.Logf("%9d %s", count[what], what)
		if count[what] == 0 {
			t.Errorf("got no %s, want at least one, or the test shows nothing about them", what)
		}
	}
}

// readEnds chooses a ruleset that the literal rules know too.
func (s *source) readEnds() (fast baduk.Rules, slow refgo.Rules) {
	slow.Ko = []refgo.Ko{refgo.Simple, refgo.Positional, refgo.Situational, refgo.NaturalBasic, refgo.Spight, refgo.Simple, refgo.Basic}[s.below(7)]
	fast.Ko = map[refgo.Ko]baduk.KoRule{refgo.Simple: baduk.KoSimple, refgo.Positional: baduk.KoPositional, refgo.Situational: baduk.KoSituational,
		refgo.NaturalBasic: baduk.KoNaturalBasic, refgo.Spight: baduk.KoSpight, refgo.Basic: baduk.KoBasic}[slow.Ko]
	b := s.next()
	fast.Suicide, slow.Suicide = baduk.SuicideRule(b%3), refgo.Suicide(b%3)
	fast.Tax, slow.Tax = baduk.TaxRule(b/3%3), refgo.Tax(b/3%3)
	slow.PassAlive = refgo.PassAliveCounts
	switch b / 9 % 4 {
	case 0:
		fast.Dead, fast.Button, slow.Button = baduk.DeadUnconditional, true, true
	case 1:
		fast.Dead = baduk.DeadUnconditional
	default:
		fast.Scoring, slow.Scoring, fast.Dead = baduk.ScoringTerritory, refgo.TerritoryScoring, baduk.DeadCleanup
	}
	return fast, slow
}

// endBoth plays the game that the bytes describe. After every turn it compares the phase,
// the end, whether the game is void, the blocked stones, the score, and the owner of
// every point. For every point and both colours it also compares the verdict on a move.
// Finally it takes every turn back.
func endBoth(data []byte, count map[string]int) error {
	in := &source{data}
	graph := in.readGraph()
	fg, err := fastGraph(graph)
	if err != nil {
		return err
	}
	rules, literally := in.readEnds()
	board, first := in.readStart(graph)
	colors := make([]baduk.Color, len(board))
	for p, c := range board {
		colors[p] = fast(c)
	}
	g, err := baduk.NewGameFrom(fg, rules, baduk.SetupOf(colors, fast(first)))
	if err != nil {
		return err
	}
	l := refgo.NewGameFrom(graph, literally, board, first)
	count["games"]++
	var keys []uint64
	for {
		if err := compareEnds(g, l, count); err != nil {
			return fmt.Errorf("%v, %v, start %v, turns %v: %w", graph, rules, board, g.Moves(), err)
		}
		if len(in.data) == 0 || g.Len() >= 60 || g.Over() {
			break
		}
		m := in.readEnding(g)
		keys = append(keys, g.SearchKey())
		if g.Blocked(m.Point) || !m.IsPass() && l.Unblocks(refgo.Turn{Color: slow(m.Color), Point: int(m.Point)}) >= 0 {
			count["blocks lifted"]++
		}
		if err := g.Play(m); err != nil {
			return fmt.Errorf("%v, %v: %w", graph, rules, err)
		}
		l.Turns = append(l.Turns, refgo.Turn{Color: slow(m.Color), Point: int(m.Point)})
		count["turns"]++
	}
	switch {
	case g.NoResult():
		count["void"]++
	case g.Over():
		count["scored"]++
		if n := g.Len(); n > 1 && !g.Turn(n-2).IsPass() {
			count["ended by a repeated pass"]++
		}
	}
	for i := len(keys) - 1; i >= 0; i-- {
		if !g.Undo() || g.SearchKey() != keys[i] {
			return fmt.Errorf("%v, %v: undoing turn %d failed", graph, rules, i)
		}
	}
	return nil
}

// readEnding chooses a turn of the player to move. It passes more often than
// readMove.
func (s *source) readEnding(g *baduk.Game) baduk.Move {
	b := s.next()
	m := baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}
	if b>>5 == 7 || g.Phase() > 0 && b>>5 == 6 {
		return m
	}
	n := g.Graph().Len()
	for i := range n {
		try := baduk.Move{Color: m.Color, Point: baduk.Point((int(b&31) + i) % n)}
		if g.Legal(try) == baduk.Legal {
			return try
		}
	}
	return m
}

// sameCount compares a count with the literal one: the lead, and the owner of
// every point.
func sameCount(s *baduk.Score, lead float64, owner []refgo.Color) error {
	if s.Lead() != lead {
		return fmt.Errorf("%s, want %v", s.String(), lead)
	}
	for p, c := range owner {
		if s.Points[p].Owner != fast(c) {
			return fmt.Errorf("#%d counts for %v (%v), want %v", p, s.Points[p].Owner, s.Points[p].Reason, fast(c))
		}
	}
	return nil
}

// compareAgreed compares counts in which the players agreed that some chains are dead.
// Every turn has another set of dead chains. Every fourth set is empty.
func compareAgreed(g *baduk.Game, l *refgo.Game, count map[string]int) error {
	dead, slowly := baduk.PointSet{}, []int{}
	for p := range g.Graph().Len() {
		q := baduk.Point(p)
		if g.At(q) != baduk.Empty && g.Len()%4 > 0 && int(slices.Min(g.Position().AppendChain(nil, q)))%4 == g.Len()%4 {
			dead.Add(q)
			slowly = append(slowly, p)
		}
	}
	s := g.Score(dead)
	lead, owner := l.Agreed(slowly)
	if err := sameCount(&s, lead, owner); err != nil {
		return fmt.Errorf("without %v: %w", slowly, err)
	}
	if lead != 0 && len(slowly) > 0 {
		count["agreed"]++
	}
	return nil
}

func compareEnds(g *baduk.Game, l *refgo.Game, count map[string]int) error {
	switch {
	case g.Phase() != l.Phase():
		return fmt.Errorf("phase %d, want %d", g.Phase(), l.Phase())
	case g.Over() != l.Over():
		return fmt.Errorf("over %v, want %v", g.Over(), l.Over())
	case g.NoResult() != l.NoResult():
		return fmt.Errorf("void %v, want %v", g.NoResult(), l.NoResult())
	case g.Button() != fast(l.ButtonTaken()):
		return fmt.Errorf("%v has the button, want %v", g.Button(), fast(l.ButtonTaken()))
	}
	if g.Phase() > 0 {
		count[fmt.Sprint("phase ", g.Phase())]++
	}
	if g.Button() != baduk.Empty {
		count["buttons"]++
	}
	n := g.Graph().Len()
	blocked := l.Blocked()
	for p := range n {
		if g.Blocked(baduk.Point(p)) != slices.Contains(blocked, p) {
			return fmt.Errorf("#%d is blocked: got %v, want %v", p, g.Blocked(baduk.Point(p)), slices.Contains(blocked, p))
		}
	}
	count["blocked stones"] += len(blocked)
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		for p, reason := range l.Reasons(slow(c)) {
			v := g.Legal(baduk.Move{Color: c, Point: baduk.Point(p)})
			if (v == baduk.Legal) != (reason == refgo.OK) {
				return fmt.Errorf("%v #%d is %v, want %v", c, p, v, reason)
			}
			if v == baduk.KoBanned && g.Phase() > 0 && !g.Position().IsSuicide(baduk.Move{Color: c, Point: baduk.Point(p)}) {
				count["captures forbidden in the clean-up"]++
			}
			if v == baduk.Superko {
				count["superko bans"]++
			}
		}
	}
	if g.NoResult() {
		return nil
	}
	lead, owner := l.Final()
	s := g.Score(nil)
	if err := sameCount(&s, lead, owner); err != nil {
		return err
	}
	for p := range s.Points {
		if s.Points[p].Reason == baduk.ReasonSeki {
			count["points taxed"]++
		}
	}
	if g.Phase() == 0 {
		if err := compareAgreed(g, l, count); err != nil {
			return err
		}
	}
	count["groups taxed"] += s.Parts[baduk.Black] + s.Parts[baduk.White]
	for _, c := range g.Position().PassAlive(g.Rules().Suicide != baduk.SuicideForbidden) {
		if c != baduk.Empty {
			count["pass-alive points"]++
		}
	}
	return nil
}

// TestScoreUnderOtherRules changes the rules in every phase of a game. Every
// preset must be able to count the game, and the game can still be cloned and
// taken back.
func TestScoreUnderOtherRules(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Japanese())
	b2, c3, d4 := baduk.Point(16), baduk.Point(12), baduk.Point(8)
	play(t, g, baduk.Move{Color: baduk.Black, Point: b2}, baduk.Move{Color: baduk.White, Point: c3})
	for range 3 {
		for _, p := range baduk.Presets() {
			c := g.Clone()
			c.SetRules(p.Rules)
			s := c.Score(nil)
			if n := len(s.Explain(c.Graph())); n < 3 {
				t.Errorf("%s, phase %d: the explanation has %d lines, want at least 3", p.Name, g.Phase(), n)
			}
			if p.Rules.Button && g.Phase() > 0 && s.Button != baduk.Black {
				t.Errorf("%s: %v has the button, but Black passed first", p.Name, s.Button)
			}
			if !c.UndoTo(0) || c.Len() != 0 || c.UndoTo(1) {
				t.Errorf("%s: the game cannot be taken back to the start", p.Name)
			}
		}
		play(t, g, baduk.Move{Color: baduk.Black, Point: baduk.Pass}, baduk.Move{Color: baduk.White, Point: baduk.Pass})
		if g.Phase() == 2 && !g.Over() {
			play(t, g, baduk.Move{Color: baduk.Black, Point: d4})
		}
	}
}

// TestSettling stops a game and resumes it once, in every phase.
func TestSettling(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Japanese())
	pass := func() {
		play(t, g, baduk.Move{Color: g.ToPlay(), Point: baduk.Pass})
	}
	for range 3 {
		if g.Settling() || g.Resume(baduk.Empty) || g.Agree() {
			t.Fatalf("phase %d: play has not stopped", g.Phase())
		}
		pass()
		pass()
		if !g.Settling() || !g.Resume(baduk.Black) || g.Settling() || g.Resume(baduk.Empty) || g.Agree() || g.ToPlay() != baduk.White {
			t.Fatalf("phase %d: play is not resumed exactly once with White to move", g.Phase())
		}
	}
	pass()
	pass()
	if !g.Agree() || !g.Over() || g.Settling() || !g.Undo() || g.Over() != true || !g.Settling() {
		t.Error("an agreement cannot be made and taken back")
	}
}
