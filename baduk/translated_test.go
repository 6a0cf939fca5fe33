package baduk

import (
	"strings"
	"testing"

	"tengen/web/webtest"
)

// TestExplainIsTranslated checks that the page knows the shape of every line that explains a score, so that it can
// translate it.
func TestExplainIsTranslated(t *testing.T) {
	known := webtest.Sentences(t, "../web/languages/server.json")
	g, err := Rectangle(5, 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, scoring := range []ScoringRule{ScoringArea, ScoringTerritory, ScoringAreaPrisoners, ScoringStones} {
		for _, parts := range []int{0, 1, 2} {
			for _, other := range []bool{false, true} {
				s := &Score{
					Scoring: scoring, Points: make([]PointScore, g.Len()), Stones: [3]int{0, 5, 4}, Territory: [3]int{0, 3, 2}, Dead: [3]int{0, 1, 1},
					Prisoners: [3]int{0, 2, 1}, PassStones: [3]int{0, 1, 0}, Parts: [3]int{0, parts, parts}, Button: Black, Start: [3]float64{0, 1, 0},
					Komi: 13, Bonus: 2, Void: other, Weighted: other,
				}
				s.Points[0] = PointScore{Black, ReasonDead}
				s.Points[1] = PointScore{Empty, ReasonDame}
				for _, line := range s.Explain(g) {
					if text := strings.Join(strings.Fields(line), " "); !known.MatchString(text) {
						t.Errorf("the page cannot translate %q: add its shape to web/languages/server.json", text)
					}
				}
			}
		}
	}
	for r := ReasonDame; r <= ReasonLate; r++ {
		if !known.MatchString(r.String()) {
			t.Errorf("the page cannot translate %q", r)
		}
	}
}
