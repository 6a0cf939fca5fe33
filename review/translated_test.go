package review

import (
	"testing"

	"tengen/baduk"
	"tengen/web/webtest"
)

// TestSentencesAreTranslated checks that the page knows the shape of every sentence about a move, so that it can
// translate it.
func TestSentencesAreTranslated(t *testing.T) {
	known := webtest.Sentences(t, "../web/languages/server.json")
	g, err := baduk.Rectangle(9, 9)
	if err != nil {
		t.Fatal(err)
	}
	for kind := factPassed; kind <= factCosts; kind++ {
		for role := rolePlayed; role <= roleAdvised; role++ {
			for _, stones := range [][]baduk.Point{{3}, {3, 4}} {
				for _, ladder := range []bool{false, true} {
					f := Fact{Kind: kind, Role: role, Move: baduk.Move{Color: baduk.Black, Point: 40}, Stones: stones, Others: []baduk.Point{7}, Color: baduk.White, At: 10,
						Ladder: ladder, Before: 3, After: 0.5, Where: lowerLeft}
					if text := f.Sentence(g); !known.MatchString(text) {
						t.Errorf("the page cannot translate %q: add its shape to web/languages/server.json", text)
					}
				}
			}
		}
	}
	for where := upperLeft; where <= lowerRight; where++ {
		if !known.MatchString(where.String()) {
			t.Errorf("the page cannot translate %q", where)
		}
	}
}
