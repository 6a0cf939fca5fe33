package lab

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
)

// Part is one reason why two rulings differ.
type Part struct {
	// Points is how much larger Black's lead is in the first ruling because of this part. It is 0 for a part that
	// changes only the result, such as the rule about ties.
	Points float64       `json:"points"`
	Text   string        `json:"text"`         // one sentence
	At     []baduk.Point `json:"at,omitempty"` // the points of the board that the part is about
}

// Differences explains in sentences why two rulings about one position differ. The points of the parts
// add up to Black's lead in a minus Black's lead in b. If the rulings agree in everything, the list is
// empty. If one of them has an error, it is nil.
func Differences(g *baduk.Graph, a, b Ruling) []Part {
	if a.Err != nil || b.Err != nil {
		return nil
	}
	d := differ{g: g, a: a, b: b}
	d.points()
	d.prisoners()
	d.otherParts()
	d.verdicts()
	return d.parts
}

// differ collects the parts of the difference of two rulings.
type differ struct {
	g     *baduk.Graph
	a, b  Ruling
	parts []Part
}

func (d *differ) add(points float64, at []baduk.Point, format string, args ...any) {
	d.parts = append(d.parts, Part{Points: points, At: at, Text: fmt.Sprintf(format, args...)})
}

// pointWorth returns what a point adds to Black's lead.
func pointWorth(g *baduk.Graph, s *baduk.Score, p baduk.Point) float64 {
	ps := s.Points[p]
	w := 1.0
	switch {
	case s.Weighted:
		w = g.Weight(p)
	case s.Scoring == baduk.ScoringTerritory && ps.Reason == baduk.ReasonStone:
		w = 0
	}
	return w * float64(ps.Owner.Number())
}

// The method points explains the points of the board that count differently. It groups them by
// owner and reason.
func (d *differ) points() {
	type pair struct{ a, b baduk.PointScore }
	var order []pair
	groups := map[pair][]baduk.Point{}
	for p := range d.a.Score.Points {
		if pointWorth(d.g, &d.a.Score, baduk.Point(p)) == pointWorth(d.g, &d.b.Score, baduk.Point(p)) {
			continue
		}
		k := pair{d.a.Score.Points[p], d.b.Score.Points[p]}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], baduk.Point(p))
	}
	for _, k := range order {
		at := groups[k]
		sum := 0.0
		for _, p := range at {
			sum += pointWorth(d.g, &d.a.Score, p) - pointWorth(d.g, &d.b.Score, p)
		}
		d.contrast(sum, at, d.list(at), d.meaning(d.a, at), d.meaning(d.b, at))
	}
}

// contrast adds a part that says what something is under the first rules and under the second.
func (d *differ) contrast(points float64, at []baduk.Point, what, first, second string) {
	d.add(points, at, "%s under %s: %s; under %s: %s.", what, d.a.Title, first, d.b.Title, second)
}

// meaning says how points count and why. All points have the same owner and the same reason.
func (d *differ) meaning(r Ruling, at []baduk.Point) string {
	ps := r.Score.Points[at[0]]
	one := len(at) == 1
	switch ps.Reason {
	case baduk.ReasonDame:
		return "neutral"
	case baduk.ReasonSeki:
		return "in seki, where nothing counts"
	case baduk.ReasonUncounted:
		return "empty, where only stones count"
	case baduk.ReasonLate:
		return "a stone of the clean-up, not counted"
	case baduk.ReasonStone:
		counts := pointWorth(d.g, &r.Score, at[0]) != 0
		switch {
		case one && counts:
			return fmt.Sprintf("a living %v stone", ps.Owner)
		case one:
			return fmt.Sprintf("a living %v stone, which does not count", ps.Owner)
		case counts:
			return fmt.Sprintf("living %v stones", ps.Owner)
		}
		return fmt.Sprintf("living %v stones, which do not count", ps.Owner)
	case baduk.ReasonDead:
		if one {
			return fmt.Sprintf("a dead stone, surrounded by %s", title(ps.Owner))
		}
		return fmt.Sprintf("dead stones, surrounded by %s", title(ps.Owner))
	case baduk.ReasonPlayed:
		return fmt.Sprintf("surrounded by %s, played on in the clean-up", title(ps.Owner))
	}
	return fmt.Sprintf("surrounded by %s", title(ps.Owner))
}

// countsPrisoners reports whether prisoners count under the rules of a score.
func countsPrisoners(s *baduk.Score) bool {
	return !s.Weighted && (s.Scoring == baduk.ScoringTerritory || s.Scoring == baduk.ScoringAreaPrisoners)
}

func (d *differ) prisoners() {
	lead := func(s *baduk.Score) float64 {
		if !countsPrisoners(s) {
			return 0
		}
		return float64(s.Prisoners[baduk.White] - s.Prisoners[baduk.Black])
	}
	if a, b := lead(&d.a.Score), lead(&d.b.Score); a != b {
		d.contrast(a-b, nil, "Prisoners", prisonerText(&d.a.Score), prisonerText(&d.b.Score))
	}
}

// prisonerText describes the prisoners of a score.
func prisonerText(s *baduk.Score) string {
	if !countsPrisoners(s) {
		return "they do not count"
	}
	one := func(c baduk.Color) string {
		text := strconv.Itoa(s.Prisoners[c.Opponent()])
		if n := s.Dead[c.Opponent()]; n > 0 {
			text += fmt.Sprintf(" (%d dead on the board)", n)
		}
		return text
	}
	return fmt.Sprintf("Black has %s, White has %s", one(baduk.Black), one(baduk.White))
}

// otherParts explains differences other than points of the board and prisoners.
func (d *differ) otherParts() {
	black, white := baduk.Black, baduk.White
	compare := func(what string, points func(s *baduk.Score) float64, tell func(r Ruling) string) {
		if x, y := points(&d.a.Score), points(&d.b.Score); x != y {
			d.contrast(x-y, nil, what, tell(d.a), tell(d.b))
		}
	}
	compare("Pass stones", func(s *baduk.Score) float64 { return float64(s.PassStones[white] - s.PassStones[black]) }, func(r Ruling) string {
		if r.Score.PassStones == [3]int{} {
			return "not used"
		}
		return fmt.Sprintf("Black gave %d, White gave %d", r.Score.PassStones[black], r.Score.PassStones[white])
	})
	compare("Group tax", func(s *baduk.Score) float64 { return float64(2 * (s.Parts[white] - s.Parts[black])) }, func(r Ruling) string {
		if r.Rules.Tax != baduk.TaxAll {
			return "not used"
		}
		return fmt.Sprintf("two points for each group; Black has %d, White has %d", r.Score.Parts[black], r.Score.Parts[white])
	})
	compare("Button", func(s *baduk.Score) float64 { return float64(s.Button.Number()) / 2 }, func(r Ruling) string {
		if r.Score.Button == baduk.Empty {
			return "not used"
		}
		return fmt.Sprintf("half a point for %s", title(r.Score.Button))
	})
	compare("Komi", func(s *baduk.Score) float64 { return -s.Komi.Points() }, func(r Ruling) string { return r.Score.Komi.String() })
	compare("Handicap bonus", func(s *baduk.Score) float64 { return -float64(s.Bonus) }, func(r Ruling) string { return strconv.Itoa(r.Score.Bonus) })
}

// verdicts explains results that differ although the points are equal.
func (d *differ) verdicts() {
	a, b := &d.a.Score, &d.b.Score
	switch {
	case a.Void != b.Void:
		d.add(0, nil, "The game has no result under %s.", map[bool]string{true: d.a.Title, false: d.b.Title}[a.Void])
	case a.Ties != b.Ties && (a.Lead() == 0 || b.Lead() == 0):
		tell := map[baduk.TieRule]string{baduk.TieDraw: "a draw", baduk.TieBlack: "Black wins"}
		d.contrast(0, nil, "Equal scores", tell[a.Ties], tell[b.Ties])
	}
}

// The method list returns the names of the points, at most twelve.
func (d *differ) list(at []baduk.Point) string {
	const most = 12
	var names []string
	for _, p := range at {
		names = append(names, d.g.Vertex(p))
	}
	if len(names) > most {
		return fmt.Sprintf("%d points (%s ...)", len(names), strings.Join(names[:most], " "))
	}
	return strings.Join(names, " ")
}

// Summary returns the difference of two rulings in one sentence.
func Summary(a, b Ruling) string {
	for _, r := range []Ruling{a, b} {
		if r.Err != nil {
			return fmt.Sprintf("%s has no result: %v.", r.Title, r.Err)
		}
	}
	if a.Result == b.Result {
		return fmt.Sprintf("%s and %s agree: %s.", a.Title, b.Title, a.Result)
	}
	text := fmt.Sprintf("The result is %s under %s and %s under %s", a.Result, a.Title, b.Result, b.Title)
	gap := a.Score.Lead() - b.Score.Lead()
	if gap == 0 {
		return text + "."
	}
	better := baduk.Black
	if gap < 0 {
		better = baduk.White
	}
	return fmt.Sprintf("%s: %s is better off by %s under %s.", text, title(better), number(math.Abs(gap)), a.Title)
}

// number writes points without trailing zeros: "3.5", "12".
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func title(c baduk.Color) string { return capital(c.String()) }

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
