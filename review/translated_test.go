package review

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestSentencesAreTranslated checks that the page knows the shape of every sentence about a move, so that it can
// translate it.
func TestSentencesAreTranslated(t *testing.T) {
	data, err := os.ReadFile("../web/languages/server.json")
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	if err := json.Unmarshal(data, &keys); err != nil {
		t.Fatal(err)
	}
	var shapes []string
	for _, key := range keys {
		shapes = append(shapes, regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(key), "(.+?)"))
	}
	known := regexp.MustCompile("^(" + strings.Join(shapes, "|") + ")$")
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
