package review

import (
	"context"
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

// wild is a Searcher with random answers. By its answers every move is a blunder. Its best moves are
// near stones, and its ownership changes with every move, so the review finds reasons for every move.
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
			t.Fatalf("position %d comes next, want %d", at, len(judged))
		}
		judged = append(judged, a)
		return nil
	}
	if err := Run(t.Context(), line, o); err != nil {
		t.Fatal(err)
	}
	if len(judged) != line.Len()+1 {
		t.Fatalf("%d positions came, want %d", len(judged), line.Len()+1)
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
		t.Errorf("there were %d sentences of %d kinds, %d of them unclear; want at least %d of %d kinds, a tenth unclear", sum, len(c.kinds), c.unclear, sentences, kinds)
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
