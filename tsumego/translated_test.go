package tsumego

import (
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/internal/exercises"
	"tengen/web/webtest"
)

// TestTasksAreTranslated checks that the page knows the shape of every task, and the titles of the bundled problems, so
// that it can translate them.
func TestTasksAreTranslated(t *testing.T) {
	known := webtest.Sentences(t, "../web/languages/server.json")
	g, err := baduk.Rectangle(5, 5)
	if err != nil {
		t.Fatal(err)
	}
	board := baduk.NewBoard(g)
	for p, c := range map[baduk.Point]baduk.Color{0: baduk.Black, 1: baduk.Black, 4: baduk.Black, 20: baduk.White, 21: baduk.White, 24: baduk.White} {
		board.Place(baduk.Move{Color: c, Point: p})
	}
	for _, kind := range Kinds() {
		for _, player := range []baduk.Color{baduk.Black, baduk.White} {
			for _, stone := range []baduk.Point{0, 4, 20, 24} {
				whole := (&Problem{Kind: kind, Board: board, Player: player, Stone: stone}).task()
				_, does, found := strings.Cut(whole, " to play. ")
				does, rest, _ := strings.Cut(does, ".")
				if !found || !known.MatchString(whole) || !known.MatchString(does+".") || rest != "" && !known.MatchString("X"+rest) {
					t.Errorf("the page cannot translate %q: add its shapes to web/languages/server.json", whole)
				}
			}
		}
	}
	sets, err := exercises.Sets()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sets {
		if !known.MatchString(s.Title) || !known.MatchString(s.Text) {
			t.Errorf("the page cannot translate %q and %q: add them to web/languages/server.json", s.Title, s.Text)
		}
	}
}
