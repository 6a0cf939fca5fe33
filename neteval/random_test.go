package neteval

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tengen/baduk"
)

// wanderer plays random games with many kos, ladders and captures.
type wanderer struct {
	rng   *rand.Rand
	limit int  // the largest side of a board
	again bool // continue after the end, as records do
}

// rules returns random rules that KataGo has, in KataGo's form.
func (w *wanderer) rules() string {
	pick := func(of ...string) string { return of[w.rng.IntN(len(of))] }
	scoring := pick("AREA", "AREA", "TERRITORY")
	button := scoring == "AREA" && w.rng.IntN(4) == 0
	return fmt.Sprintf(`{"ko":%q,"scoring":%q,"tax":%q,"suicide":%v,"hasButton":%v,"whiteHandicapBonus":%q,"friendlyPassOk":%v}`,
		pick("SIMPLE", "SIMPLE", "POSITIONAL", "SITUATIONAL", "SPIGHT"), scoring, pick("NONE", "SEKI", "ALL"), w.rng.IntN(2) == 0, button,
		pick("0", "N", "N-1"), w.rng.IntN(2) == 0)
}

func (w *wanderer) side() int {
	if w.rng.IntN(4) > 0 {
		return 2 + w.rng.IntN(min(6, w.limit-1))
	}
	return 2 + w.rng.IntN(w.limit-1)
}

// play plays one game. It calls visit with each of the positions, and with the rules in KataGo's form.
func (w *wanderer) play(t testing.TB, visit func(g *baduk.Game, rulesJSON string)) {
	t.Helper()
	text := w.rules()
	rules, err := baduk.ParseRules(text)
	if err != nil {
		t.Fatal(err)
	}
	width, height := w.side(), w.side()
	switch w.rng.IntN(12) {
	case 0:
		width, height = w.limit, w.limit
	case 1, 2, 3:
		height = width
	}
	rules.Komi = baduk.Komi(w.rng.IntN(61) - 30)
	if w.rng.IntN(10) == 0 {
		rules.Komi = baduk.Komi((w.rng.IntN(3) - 1) * 2 * (width*height + w.rng.IntN(30)))
	}
	g := baduk.NewGame(baduk.MustRectangle(width, height), rules)
	calm := 10 + w.rng.IntN(60) // one turn in calm is a random pass
	ends := 0
	for range 20 + w.rng.IntN(3*width*height+20) {
		visit(g, text)
		if g.Over() {
			if ends++; !w.again || ends > 2 || g.NoResult() || !g.Reopen() { // like KataGo, do not continue games without a result
				return
			}
		}
		m := w.move(g, calm)
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	visit(g, text)
}

// move prefers to capture, to retake, to escape, and to play near the last moves.
func (w *wanderer) move(g *baduk.Game, calm int) baduk.Move {
	c := g.ToPlay()
	pass := baduk.Move{Color: c, Point: baduk.Pass}
	passed := g.Len() > 0 && g.Turn(g.Len()-1).IsPass()
	if w.rng.IntN(calm) == 0 || passed && w.rng.IntN(4) == 0 {
		return pass
	}
	b := &g.Position().Board
	var moves []baduk.Move
	for i := range g.Graph().Len() {
		m := baduk.Move{Color: c, Point: baduk.Point(i)}
		if g.Legal(m) != baduk.Legal {
			continue
		}
		weight := 2
		if g.At(m.Point) == baduk.Empty {
			captured, suicide := b.Effect(m)
			own := b.Around(m.Point, c) == len(g.Graph().Neighbours(m.Point))
			switch {
			case captured > 0:
				weight = 40
			case suicide > 0 || own:
				weight = w.rng.IntN(2)
			default:
				for _, q := range g.Graph().Neighbours(m.Point) {
					if g.At(q) != baduk.Empty && b.Liberties(q) <= 2 {
						weight += 8
					}
				}
			}
		}
		for range weight {
			moves = append(moves, m)
		}
	}
	if len(moves) == 0 || len(b.Empties()) < 3 && w.rng.IntN(2) == 0 {
		return pass
	}
	return moves[w.rng.IntN(len(moves))]
}

// notable reports whether the position has features that most positions lack.
func notable(g *baduk.Game) bool {
	return g.Over() || g.Phase() > 0 || g.Position().KoBan != baduk.NoPoint || g.Len() > 0 && g.Turn(g.Len()-1).IsPass() ||
		slices.Contains(g.Moves(), baduk.Move{Color: baduk.Black, Point: baduk.Pass})
}
