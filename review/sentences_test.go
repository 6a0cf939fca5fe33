package review

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/realgames"
	"tengen/kifu"
	"tengen/mcts"
)

// wild is a Searcher with random answers according to which every move is a blunder. Its best moves are
// near stones, and its ownership changes with every move, so that every move has reasons.
type wild struct{}

func (wild) Search(_ context.Context, g *baduk.Game, visits int) (mcts.Result, error) {
	rng := rand.New(rand.NewPCG(g.SearchKey(), 1))
	lead := 15.0
	if g.ToPlay() == baduk.White {
		lead = -15
	}
	r := mcts.Result{Visits: visits, Win: 0.5 + lead/40, Lead: lead}
	for _, m := range g.Actions(nil) {
		near := 0
		if m.Point >= 0 {
			for _, q := range g.Graph().Neighbours(m.Point) {
				if g.At(q) != baduk.Empty {
					near++
				}
			}
		}
		if near > 0 || rng.IntN(40) == 0 {
			r.Moves = append(r.Moves, mcts.MoveInfo{Move: m, Visits: 1, Prior: 0.4, PV: []baduk.Move{m}})
		}
	}
	rng.Shuffle(len(r.Moves), func(i, j int) { r.Moves[i], r.Moves[j] = r.Moves[j], r.Moves[i] })
	b := &g.Position().Board
	owner := map[baduk.Point]float32{}
	for i := range g.Graph().Len() {
		v := float32(rng.Float64()*2 - 1)
		if p := baduk.Point(i); b.At(p) != baduk.Empty {
			if _, ok := owner[b.Head(p)]; !ok {
				owner[b.Head(p)] = v
			}
			v = owner[b.Head(p)]
		}
		r.Ownership = append(r.Ownership, v)
	}
	return r, nil
}

// reviewed returns the review of a record by a searcher.
func reviewed(t testing.TB, tree *kifu.Tree, s Searcher, o Options) *Review {
	t.Helper()
	line, err := NewLine(tree)
	if err != nil {
		t.Fatal(err)
	}
	return reviewedLine(t, line, s, o)
}

func reviewedLine(t testing.TB, line *Line, s Searcher, o Options) *Review {
	t.Helper()
	var judged []*kifu.Analysis
	o.Searcher = s
	o.Each = func(at int, a *kifu.Analysis) error {
		if at != len(judged) {
			t.Fatalf("position %d comes after %d", at, len(judged)-1)
		}
		judged = append(judged, a)
		return nil
	}
	if err := Run(t.Context(), line, o); err != nil {
		t.Fatal(err)
	}
	if len(judged) != line.Len()+1 {
		t.Fatalf("%d of %d positions came", len(judged), line.Len()+1)
	}
	return New(line, judged, Settings{})
}

// randomGame returns a game of random moves.
func randomGame(t testing.TB, side, moves int, seed uint64) *kifu.Tree {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2))
	g := baduk.NewGame(baduk.MustRectangle(side, side), baduk.Chinese())
	for range moves {
		all := g.Actions(nil)
		if len(all) < 2 {
			break
		}
		if err := g.Play(all[1+rng.IntN(len(all)-1)]); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := kifu.FromGame(g, kifu.Info{}).Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// Every sentence about random games is true.
func TestSentencesAreTrue(t *testing.T) {
	c := newCensus()
	for seed := range uint64(12) {
		c.judge(t, reviewed(t, randomGame(t, 5+2*int(seed%5), 90, seed), wild{}, Options{Visits: 1, Workers: 2}), 1)
	}
	c.enough(t, 1000, 15)
}

// At least 200 sentences about games of professionals are true.
func TestSentencesOverRealGames(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of drawing and reading: left out of short runs")
	}
	c := newCensus()
	n := -1
	for game := range realgames.Games(t, "pro") {
		if n++; n == 700 {
			break
		}
		if n%100 != 50 || game[realgames.Setup] != "" || game[realgames.First] == "W" {
			continue
		}
		file, err := kifu.LoadBytes([]byte(realgames.SGF(game, "")), kifu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c.judge(t, reviewed(t, file.Trees[0], wild{}, Options{Visits: 1, Workers: 2}), 3)
	}
	c.enough(t, 200, 10)
}

// census counts the sentences that were checked, by kind.
type census struct {
	kinds   map[factKind]int
	unclear int // ladders that the slow reader could not read to the end
}

func newCensus() *census { return &census{kinds: map[factKind]int{}} }

func (c *census) enough(t *testing.T, sentences, kinds int) {
	t.Helper()
	sum := 0
	for _, n := range c.kinds {
		sum += n
	}
	t.Logf("%d sentences of %d kinds, %d unclear: %v", sum, len(c.kinds), c.unclear, c.kinds)
	if sum < sentences || len(c.kinds) < kinds || c.unclear*10 > sum {
		t.Errorf("there were %d sentences of %d kinds, %d of them unclear", sum, len(c.kinds), c.unclear)
	}
}

// judge replays the game on the literal board and checks the reasons of some of its moves.
func (c *census) judge(t *testing.T, r *Review, step int) {
	t.Helper()
	g := r.Line.Graph
	geo, _ := g.Geometry()
	board := emptyLiteral(geo.Width, geo.Height)
	last := ""
	for i := range r.Moves {
		m := &r.Moves[i]
		if i%step == 0 {
			for k := range m.Facts {
				f := &m.Facts[k]
				s := situation{before: board, played: g.Vertex(m.Move.Point), mover: playerName(m.Move.Color), last: last, fact: f, review: r, move: i}
				verdict, clear := s.isTrue(f.Sentence(g))
				if !clear {
					c.unclear++
				}
				if clear && verdict != "" {
					t.Fatalf("move %d, %s %s: %q is not true: %s", m.Number, s.mover, s.played, f.Sentence(g), verdict)
				}
				c.kinds[f.Kind]++
			}
		}
		last = g.Vertex(m.Move.Point)
		if _, ok := board.play(playerName(m.Move.Color), last); !ok {
			return // an illegal move of the record
		}
	}
}

// situation is the place in a game that a sentence is about.
type situation struct {
	before      *literal
	played      string
	mover, last string
	fact        *Fact
	review      *Review
	move        int
}

const (
	vertex = `([A-T]\d+)`
	who    = `(Black|White)`
	stones = `(the stone|[a-z]+ stones|\d+ stones) at ([A-T]\d+)`
)

var sayings = map[string]*regexp.Regexp{
	"passed":     regexp.MustCompile(`^` + who + ` passed, although ` + vertex + ` was still to be played\.$`),
	"runs":       regexp.MustCompile(`^` + who + ` ` + vertex + ` runs in a ladder that works: ` + stones + ` (?:is|are) caught anyway\.$`),
	"leaves":     regexp.MustCompile(`^` + who + ` ` + vertex + ` leaves ` + stones + ` in atari; ` + vertex + ` would have saved (?:it|them)\.$`),
	"itself":     regexp.MustCompile(`^` + who + ` ` + vertex + ` puts itself in atari: ` + who + ` can take it at ` + vertex + `\.$`),
	"own":        regexp.MustCompile(`^` + who + ` ` + vertex + ` puts its own ` + stones + ` in atari: ` + who + ` can take them at ` + vertex + `\.$`),
	"takes":      regexp.MustCompile(`^` + who + ` ` + vertex + ` (takes|would have taken|can now take) ` + stones + `\.$`),
	"catches":    regexp.MustCompile(`^` + who + ` ` + vertex + ` (catches|would have caught|can now catch) ` + stones + `( in a ladder)?\.$`),
	"fails":      regexp.MustCompile(`^The ladder after ` + who + ` ` + vertex + ` does not work: ` + stones + ` (?:escapes|escape)\.$`),
	"ataris":     regexp.MustCompile(`^` + who + ` ` + vertex + ` (puts|would have put|can now put) ` + stones + ` in atari\.$`),
	"cuts":       regexp.MustCompile(`^` + who + ` ` + vertex + ` (cuts|would have cut|can now cut) ` + stones + ` off from ` + stones + `\.$`),
	"connects":   regexp.MustCompile(`^` + who + ` ` + vertex + ` (connects|would have connected|can now connect) ` + stones + ` with ` + stones + `\.$`),
	"fills":      regexp.MustCompile(`^` + who + ` ` + vertex + ` fills a liberty of its own: ` + stones + ` (?:is|are) left with ([a-z]+) libert(?:y|ies) instead of ([a-z]+)\.$`),
	"unanswered": regexp.MustCompile(`^` + who + ` ` + vertex + ` asked for an answer at ` + vertex + `\.$`),
	"elsewhere":  regexp.MustCompile(`^The larger move was elsewhere: ` + vertex + `, ([a-z ]+)\.$`),
	"costs":      regexp.MustCompile(`^It cost about ([0-9.]+) points? ([a-z ]+)\.$`),
	"fate":       regexp.MustCompile(`^The (\S+) (black|white) stones at ` + vertex + ` (are probably dead|are in danger|come to life|have a chance again|are weaker) (?:after|with) it \((\d+) % (Black|White)'s, (\d+) % before\)\.$`),
}

func count(words string) int {
	list := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	word := strings.TrimSuffix(words, " stones")
	if words == "the stone" {
		return 1
	}
	for i, w := range list {
		if w == word {
			return i
		}
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		panic(word + " is not a number")
	}
	return n
}

// isTrue returns the reason why a sentence is not true, or "" if it is true. It returns false if that is
// unclear.
func (s situation) isTrue(text string) (wrong string, clear bool) {
	for name, saying := range sayings {
		if p := saying.FindStringSubmatch(text); p != nil {
			return s.check(name, p)
		}
	}
	return "nobody understands it", true
}

// chainIs returns a complaint unless a point has a chain of the given colour and number of stones.
func chainIs(l *literal, color, number, point string) string {
	if l.stones[point] != color {
		return "there is no " + color + " stone at " + point
	}
	if all, _ := l.chain(point); len(all) != count(number) {
		return fmt.Sprintf("the chain at %s has %d stones", point, len(all))
	}
	return ""
}

// base returns the board that a verb is about: before the move, or after it for "can now".
func (s situation) base(color, point, verb string) (*literal, string) {
	l := s.before.copy()
	switch {
	case strings.HasPrefix(verb, "can now"):
		if color == s.mover {
			return nil, "it is not their turn"
		}
		if _, ok := l.play(s.mover, s.played); !ok {
			return nil, "the move cannot be played"
		}
	case color != s.mover:
		return nil, "it was not their turn"
	case !strings.HasPrefix(verb, "would have") && point != s.played:
		return nil, "that was not played"
	case strings.HasPrefix(verb, "would have") && point == s.played:
		return nil, "that was played"
	}
	return l, ""
}

func (s situation) check(name string, p []string) (wrong string, clear bool) {
	budget := 3000
	switch name {
	case "passed":
		if s.played != "pass" || p[1] != s.mover || s.before.stones[p[2]] != "" {
			return "nobody passed, or there is a stone", true
		}
	case "runs":
		if p[1] != s.mover || p[2] != s.played {
			return "that was not played", true
		}
		if wrong := chainIs(s.before, p[1], p[3], p[4]); wrong != "" {
			return wrong, true
		}
		if _, liberties := s.before.chain(p[4]); len(liberties) != 1 || !liberties[p[2]] {
			return "it does not run", true
		}
		l := s.before.copy()
		l.ko = ""
		captured, ok := l.ladder(p[4], true, &budget)
		return unless(captured, "it gets away"), ok
	case "leaves":
		if p[1] != s.mover || p[2] != s.played {
			return "that was not played", true
		}
		if wrong := chainIs(s.before, p[1], p[3], p[4]); wrong != "" {
			return wrong, true
		}
		_, before := s.before.chain(p[4])
		after := s.before.copy()
		after.play(s.mover, s.played)
		_, left := after.chain(p[4])
		rather := s.before.copy()
		_, legal := rather.play(s.mover, p[5])
		_, saved := rather.chain(p[4])
		if len(before) != 1 || len(left) != 1 || !legal || len(saved) < 2 {
			return fmt.Sprintf("it has %d, %d and %d liberties", len(before), len(left), len(saved)), true
		}
		rather.ko = ""
		captured, ok := rather.ladder(p[4], false, &budget)
		return unless(!captured, "a ladder takes it"), ok
	case "itself", "own":
		number, at, taker, point := "the stone", p[2], p[3], p[4]
		if name == "own" {
			number, at, taker, point = p[3], p[4], p[5], p[6]
		}
		after := s.before.copy()
		if taken, ok := after.play(s.mover, s.played); !ok || taken > 0 || p[1] != s.mover || p[2] != s.played {
			return "that was not played so", true
		}
		if wrong := chainIs(after, s.mover, number, at); wrong != "" {
			return wrong, true
		}
		if all, _ := after.chain(at); !all[s.played] {
			return "the stone is not one of them", true
		}
		if taken, ok := after.play(taker, point); !ok || taken < count(number) || after.stones[at] != "" {
			return "they cannot be taken", true
		}
	case "takes":
		l, wrong := s.base(p[1], p[2], p[3])
		if wrong != "" {
			return wrong, true
		}
		if l.stones[p[5]] != opposite(p[1]) {
			return "there is no such stone", true
		}
		if taken, ok := l.play(p[1], p[2]); !ok || taken != count(p[4]) || l.stones[p[5]] != "" {
			return fmt.Sprintf("%d stones are taken", taken), true
		}
	case "catches", "fails":
		verb, number, at, inLadder := "catches", p[3], p[4], true
		if name == "catches" {
			verb, number, at, inLadder = p[3], p[4], p[5], p[6] != ""
		}
		l, wrong := s.base(p[1], p[2], verb)
		if wrong != "" {
			return wrong, true
		}
		if wrong := chainIs(l, opposite(p[1]), number, at); wrong != "" {
			return wrong, true
		}
		if _, ok := l.play(p[1], p[2]); !ok {
			return "it cannot be played", true
		}
		_, liberties := l.chain(at)
		if len(liberties) != 1 {
			return "it is not in atari", true
		}
		run := l.copy()
		for q := range liberties {
			run.play(opposite(p[1]), q)
		}
		_, free := run.chain(at)
		if (len(free) == 2) != inLadder {
			return fmt.Sprintf("it runs to %d liberties", len(free)), true
		}
		l.ko = ""
		captured, ok := l.ladder(at, true, &budget)
		return unless(captured == (name == "catches"), "the ladder ends otherwise"), ok
	case "ataris":
		l, wrong := s.base(p[1], p[2], p[3])
		if wrong != "" {
			return wrong, true
		}
		if wrong := chainIs(l, opposite(p[1]), p[4], p[5]); wrong != "" {
			return wrong, true
		}
		_, before := l.chain(p[5])
		l.play(p[1], p[2])
		_, after := l.chain(p[5])
		return unless(len(before) > 1 && len(after) == 1, "there is no atari"), true
	case "cuts", "connects":
		return s.joins(name, p), true
	case "fills":
		after := s.before.copy()
		if taken, ok := after.play(s.mover, s.played); !ok || taken > 0 || p[1] != s.mover || p[2] != s.played {
			return "that was not played so", true
		}
		if wrong := chainIs(after, s.mover, p[3], p[4]); wrong != "" {
			return wrong, true
		}
		all, liberties := after.chain(p[4])
		most := 0
		for q := range all {
			if q != s.played {
				_, were := s.before.chain(q)
				most = max(most, len(were))
			}
		}
		return unless(all[s.played] && len(liberties) == count(p[5]) && most == count(p[6]) && most > len(liberties), "the liberties are others"), true
	case "unanswered":
		near, far := s.before.apart(p[2], p[3]) <= 3, s.before.apart(p[2], s.played) >= s.before.width/3
		return unless(p[1] == opposite(s.mover) && p[2] == s.last && near && far && s.before.apart(p[2], s.played) > 3 && s.before.stones[p[3]] == "", "it is not so"), true
	case "elsewhere":
		return unless(s.before.region(p[1]) == p[2] && s.before.region(s.played) != p[2] && s.before.apart(p[1], s.played) >= s.before.width/3 && s.before.stones[p[1]] == "", "it is not there"), true
	case "costs":
		lost := 0.0
		for at, v := range s.ownersBefore() {
			if s.before.region(at) == p[2] {
				lost += v - s.ownersAfter()[at]
			}
		}
		said, _ := strconv.ParseFloat(p[1], 64)
		return unless(math.Abs(lost-said) < 0.51, fmt.Sprintf("it cost %v", lost)), true
	case "fate":
		return s.fate(p), true
	}
	return "", true
}

// joins checks that the move's point is the only one where one stone joins two chains.
func (s situation) joins(name string, p []string) string {
	l, wrong := s.base(p[1], p[2], p[3])
	if wrong != "" {
		return wrong
	}
	owner := p[1]
	if name == "cuts" {
		owner = opposite(p[1])
	}
	if wrong := chainIs(l, owner, p[4], p[5]); wrong != "" {
		return wrong
	}
	if wrong := chainIs(l, owner, p[6], p[7]); wrong != "" {
		return wrong
	}
	if together, _ := l.chain(p[5]); together[p[7]] {
		return "they are one chain"
	}
	var joints []string
	for x := 1; x <= l.width; x++ {
		for y := 1; y <= l.height; y++ {
			at := l.name(x, y)
			if l.stones[at] != "" {
				continue
			}
			with := l.copy()
			with.stones[at] = owner
			if together, _ := with.chain(p[5]); together[p[7]] {
				joints = append(joints, at)
			}
		}
	}
	if len(joints) != 1 || joints[0] != p[2] {
		return fmt.Sprintf("they are joined at %v", joints)
	}
	parted := l.copy()
	parted.play(opposite(owner), p[2])
	if _, free := parted.chain(p[2]); len(free) < 2 {
		return "a stone there does not part them"
	}
	return ""
}

func (s situation) owners(position int) map[string]float64 {
	all := map[string]float64{}
	for i, v := range s.review.Positions[position].Ownership {
		x, y := i%s.before.width+1, s.before.height-i/s.before.width
		if all[s.before.name(x, y)] = float64(v); s.mover == "White" {
			all[s.before.name(x, y)] = -float64(v)
		}
	}
	return all
}

func (s situation) ownersBefore() map[string]float64 { return s.owners(s.move) }
func (s situation) ownersAfter() map[string]float64  { return s.owners(s.move + 1) }

// fate checks a sentence about the life of stones by adding up their ownership.
func (s situation) fate(p []string) string {
	owner := map[string]string{"black": "Black", "white": "White"}[p[2]]
	if len(s.fact.Stones) != count(p[1]) || p[6] != owner {
		return "the numbers or the names do not fit"
	}
	before, after, named := 0.0, 0.0, false
	for _, q := range s.fact.Stones {
		at := s.review.Line.Graph.Vertex(q)
		if s.before.stones[at] != owner {
			return "there is no " + owner + " stone at " + at
		}
		named = named || at == p[3]
		before, after = before+s.ownersBefore()[at], after+s.ownersAfter()[at]
	}
	n := float64(len(s.fact.Stones))
	if before, after = before/n, after/n; owner != s.mover {
		before, after = -before, -after
	}
	now, _ := strconv.ParseFloat(p[5], 64)
	was, _ := strconv.ParseFloat(p[7], 64)
	if !named || math.Abs((1+after)*50-now) > 0.51 || math.Abs((1+before)*50-was) > 0.51 {
		return fmt.Sprintf("they are %v and were %v", (1+after)*50, (1+before)*50)
	}
	own := owner == s.mover
	ok := map[string]bool{
		"are probably dead":   own && before >= 0.3 && after <= -0.3,
		"are in danger":       own && before >= 0.6 && math.Abs(after) < 0.3,
		"are weaker":          own && after >= 0.3 && before-after >= 0.35,
		"come to life":        !own && before <= -0.3 && after >= 0.3,
		"have a chance again": !own && before <= -0.6 && math.Abs(after) < 0.3,
	}[p[4]]
	return unless(ok, fmt.Sprintf("from %v to %v is something else", before, after))
}

func unless(ok bool, wrong string) string {
	if ok {
		return ""
	}
	return wrong
}
