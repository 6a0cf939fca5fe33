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
		switch {
		case k.a != k.b:
			d.add(sum, at, "%s: %s under %s, %s under %s.", d.list(at), d.meaning(d.a, at[0]), d.a.Title, d.meaning(d.b, at[0]), d.b.Title)
		case pointWorth(d.g, &d.a.Score, at[0]) != 0:
			d.add(sum, at, "%s: living %v stones, which count under %s and not under %s.", d.list(at), k.a.Owner, d.a.Title, d.b.Title)
		default:
			d.add(sum, at, "%s: living %v stones, which count under %s and not under %s.", d.list(at), k.a.Owner, d.b.Title, d.a.Title)
		}
	}
}

// meaning says how a point counts and why.
func (d *differ) meaning(r Ruling, p baduk.Point) string {
	ps := r.Score.Points[p]
	why := ""
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
		if pointWorth(d.g, &r.Score, p) == 0 {
			return fmt.Sprintf("a living %v stone, which does not count", ps.Owner)
		}
		return fmt.Sprintf("a living %v stone", ps.Owner)
	case baduk.ReasonDead:
		why = fmt.Sprintf(" under a dead %v stone", ps.Owner.Opponent())
	case baduk.ReasonPlayed:
		why = ", played on in the clean-up"
	}
	return fmt.Sprintf("surrounded by %s%s", title(ps.Owner), why)
}

// prisonerPoints returns what the prisoners of both players add to Black's lead under the rules.
func prisonerPoints(s *baduk.Score) float64 {
	if s.Weighted || s.Scoring != baduk.ScoringTerritory && s.Scoring != baduk.ScoringAreaPrisoners {
		return 0
	}
	return float64(s.Prisoners[baduk.White] - s.Prisoners[baduk.Black])
}

func (d *differ) prisoners() {
	a, b := prisonerPoints(&d.a.Score), prisonerPoints(&d.b.Score)
	if a == b {
		return
	}
	d.add(a-b, nil, "Prisoners: %s; %s.", d.prisonerText(d.a), d.prisonerText(d.b))
}

// prisonerText describes the prisoners of one ruling.
func (d *differ) prisonerText(r Ruling) string {
	s := &r.Score
	if s.Weighted || s.Scoring != baduk.ScoringTerritory && s.Scoring != baduk.ScoringAreaPrisoners {
		return "none count under " + r.Title
	}
	one := func(c baduk.Color) string {
		text := fmt.Sprintf("%s has %d", title(c), s.Prisoners[c.Opponent()])
		if n := s.Dead[c.Opponent()]; n > 0 {
			text += fmt.Sprintf(" (%d dead on the board)", n)
		}
		return text
	}
	return fmt.Sprintf("under %s %s and %s", r.Title, one(baduk.Black), one(baduk.White))
}

// otherParts explains differences other than points of the board and prisoners.
func (d *differ) otherParts() {
	a, b := &d.a.Score, &d.b.Score
	black, white := baduk.Black, baduk.White
	compare := func(points func(s *baduk.Score) float64, tell func(r Ruling) string) {
		if x, y := points(a), points(b); x != y {
			d.add(x-y, nil, "%s under %s, %s under %s.", capital(tell(d.a)), d.a.Title, tell(d.b), d.b.Title)
		}
	}
	compare(func(s *baduk.Score) float64 { return float64(s.PassStones[white] - s.PassStones[black]) }, func(r Ruling) string {
		if r.Score.PassStones == [3]int{} {
			return "no pass stones"
		}
		return fmt.Sprintf("%d black and %d white pass stones handed over", r.Score.PassStones[black], r.Score.PassStones[white])
	})
	compare(func(s *baduk.Score) float64 { return float64(2 * (s.Parts[white] - s.Parts[black])) }, func(r Ruling) string {
		if r.Rules.Tax != baduk.TaxAll {
			return "no tax on groups"
		}
		return fmt.Sprintf("a tax of two points on each of %d black and %d white groups", r.Score.Parts[black], r.Score.Parts[white])
	})
	compare(func(s *baduk.Score) float64 { return float64(s.Button.Number()) / 2 }, func(r Ruling) string {
		if r.Score.Button == baduk.Empty {
			return "no button"
		}
		return fmt.Sprintf("the button, half a point, with %s", title(r.Score.Button))
	})
	compare(func(s *baduk.Score) float64 { return -s.Komi.Points() }, func(r Ruling) string { return "a komi of " + r.Score.Komi.String() })
	compare(func(s *baduk.Score) float64 { return -float64(s.Bonus) }, func(r Ruling) string {
		if r.Score.Bonus == 0 {
			return "no handicap bonus for White"
		}
		return fmt.Sprintf("a handicap bonus of %d for White", r.Score.Bonus)
	})
}

// verdicts explains results that differ although the points are equal.
func (d *differ) verdicts() {
	a, b := &d.a.Score, &d.b.Score
	switch {
	case a.Void != b.Void:
		d.add(0, nil, "The game has no result under %s.", map[bool]string{true: d.a.Title, false: d.b.Title}[a.Void])
	case a.Ties != b.Ties && (a.Lead() == 0 || b.Lead() == 0):
		tell := map[baduk.TieRule]string{baduk.TieDraw: "a draw", baduk.TieBlack: "won by Black"}
		d.add(0, nil, "Equal scores are %s under %s and %s under %s.", tell[a.Ties], d.a.Title, tell[b.Ties], d.b.Title)
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
	switch {
	case a.Err != nil || b.Err != nil:
		return fmt.Sprintf("%v; %v.", a, b)
	case a.Result == b.Result:
		return fmt.Sprintf("%s and %s agree: %s.", a.Title, b.Title, a.Result)
	}
	gap := a.Score.Lead() - b.Score.Lead()
	better := baduk.Black
	if gap < 0 {
		better = baduk.White
	}
	text := fmt.Sprintf("%v, %v", a, b)
	if gap != 0 {
		text += fmt.Sprintf(": %s is better off by %s under %s", title(better), number(math.Abs(gap)), a.Title)
	}
	return text + "."
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
