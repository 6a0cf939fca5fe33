package baduk

import (
	"fmt"
	"math"
	"strings"
)

// Item is one line of a player's account.
type Item struct {
	Key    string  `json:"key"`            // stones, territory, weight, prisoners, passStones, tax, button, start, komi or handicap
	Points float64 `json:"points"`         // points added to the player's total
	What   string  `json:"what"`           // description, such as "prisoners"
	Note   string  `json:"note,omitempty"` // detail, such as "2 of them dead on the board"
}

// String returns the description with its detail, such as "prisoners, 2 of them
// dead on the board".
func (i Item) String() string {
	if i.Note == "" {
		return i.What
	}
	return i.What + ", " + i.Note
}

// Account lists the items that make up the total of c; their sum is
// [Score.Total]. Items of 0 points are left out, except for stones and
// territory.
func (s *Score) Account(c Color) []Item {
	var items []Item
	add := func(key string, points float64, what, note string) {
		if points != 0 {
			items = append(items, Item{key, points, what, note})
		}
	}
	switch {
	case s.Weighted:
		points := count(s.Area(c), "point")
		if s.endless == c {
			points = "infinitely many points"
		}
		items = append(items, Item{"weight", s.Weight[c], "the weight of " + points, ""})
	case s.Scoring == ScoringTerritory:
		items = append(items, Item{"territory", float64(s.Territory[c]), "surrounded points", ""})
	default:
		items = append(items, Item{"stones", float64(s.Stones[c]), "stones", ""})
		if s.Scoring != ScoringStones {
			items = append(items, Item{"territory", float64(s.Territory[c]), "surrounded points", ""})
		}
	}
	if s.Scoring == ScoringTerritory || s.Scoring == ScoringAreaPrisoners {
		note := ""
		if n := s.Dead[c.Opponent()]; n > 0 {
			note = fmt.Sprintf("%d of them dead on the board", n)
		}
		add("prisoners", float64(s.Prisoners[c.Opponent()]), "prisoners", note)
	}
	add("passStones", float64(s.PassStones[c.Opponent()]), "pass stones", "")
	add("tax", float64(-2*s.Parts[c]), fmt.Sprintf("tax on %s", count(s.Parts[c], "living group")), "")
	if s.Button == c {
		add("button", 0.5, "the button", "")
	}
	add("start", s.Start[c], "from the start", "")
	if c == White {
		add("komi", s.Komi.Points(), "komi", "")
		add("handicap", float64(s.Bonus), "for the handicap", "")
	}
	return items
}

// count writes a number with its noun: "1 group", "2 groups".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// String is the count in one line.
func (s *Score) String() string {
	var b strings.Builder
	for _, c := range [2]Color{Black, White} {
		if c == White {
			b.WriteString("; ")
		}
		b.WriteString(title(c))
		for i, item := range s.Account(c) {
			sign := " + "
			switch {
			case i == 0:
				sign = " "
			case item.Points < 0:
				sign = " - "
			}
			b.WriteString(sign + formatPoints(math.Abs(item.Points)) + " " + item.String())
		}
		b.WriteString(" = " + formatPoints(s.Total(c)))
	}
	return fmt.Sprintf("%s; %d neutral: %s", b.String(), s.Neutral, s.Result())
}

func title(c Color) string {
	if c == Black {
		return "Black"
	}
	return "White"
}

// InStones returns the count of each player as Chinese players write it. The unit of
// the count is a Chinese stone, which stands for one point of the board. A player's
// count is the sum of the player's stones, the surrounded points, and half of the
// neutral points. Black then gives half of komi and bonus to White. The two counts add
// up to the number of points of the board. InStones also returns half of the number of
// points. A player with more than half has won (Chinese article 9). InStones reports
// false if the rules count anything but area, if points have weights, or if a player
// pays a group tax.
func (s *Score) InStones() (black, white, half float64, ok bool) {
	if s.Scoring != ScoringArea || s.Weighted || s.Parts != [3]int{} {
		return 0, 0, 0, false
	}
	n := float64(len(s.Points))
	half = n / 2
	black = half + s.Lead()/2
	return black, n - black, half, true
}

// Explain explains the score in sentences: the account of both players, the stones that
// were taken off, the points that count for neither player, and the result. The
// sentences call a point by its name on the graph g.
func (s *Score) Explain(g *Graph) []string {
	var lines []string
	for _, c := range [2]Color{Black, White} {
		lines = append(lines, fmt.Sprintf("%s has %s:", title(c), formatPoints(s.Total(c))))
		for _, item := range s.Account(c) {
			lines = append(lines, fmt.Sprintf("  %8s  %s", formatPoints(item.Points), item))
		}
	}
	for _, c := range [2]Color{Black, White} {
		var dead []string
		for p, ps := range s.Points {
			if ps.Reason == ReasonDead && ps.Owner == c.Opponent() {
				dead = append(dead, g.Vertex(Point(p)))
			}
		}
		if len(dead) > 0 {
			lines = append(lines, fmt.Sprintf("Dead %v stones, taken off before the count: %s.", c, someOf(dead)))
		}
	}
	for _, r := range []Reason{ReasonDame, ReasonSeki, ReasonLate} {
		var points []string
		for p, ps := range s.Points {
			if ps.Owner == Empty && ps.Reason == r {
				points = append(points, g.Vertex(Point(p)))
			}
		}
		if len(points) > 0 {
			lines = append(lines, fmt.Sprintf("Counted for neither player (%v): %s.", r, someOf(points)))
		}
	}
	if black, white, half, ok := s.InStones(); ok {
		lines = append(lines, fmt.Sprintf("In stones: Black %s, White %s; more than %s wins.", formatPoints(black), formatPoints(white), formatPoints(half)))
	}
	switch {
	case s.Void:
		lines = append(lines, "Void: a position occurred for the third time.")
	case s.Winner() == Empty:
		lines = append(lines, "Both have the same: a draw.")
	case s.Lead() == 0:
		lines = append(lines, fmt.Sprintf("Both have the same, and %v wins ties.", s.Winner()))
	default:
		lines = append(lines, fmt.Sprintf("%s wins by %s: %s.", title(s.Winner()), formatPoints(math.Abs(s.Lead())), s.Result()))
	}
	return lines
}

// someOf lists the names of points. If there are more than 60, it lists the first 60
// and the number of the others.
func someOf(names []string) string {
	const most = 60
	if len(names) <= most {
		return strings.Join(names, " ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], " "), len(names)-most)
}
