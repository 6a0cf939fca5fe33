package kifustats

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"tengen/internal/columns"
)

// Average is a mean with the half width of its 95 % confidence interval, which is 0 for a single game. The games count
// as independent of each other, but the moves of a game do not.
type Average struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
}

// String writes the mean and the error with one decimal. It leaves out an unknown error or mean.
func (a Average) String() string {
	switch {
	case a.Error > 0:
		return fmt.Sprintf("%.1f ± %.1f", a.Mean, a.Error)
	case a.Mean > 0:
		return fmt.Sprintf("%.1f", a.Mean)
	}
	return ""
}

// Measure has the lengths and the choices of the games on one board. A choice is a point on which the player to move
// could put a stone under the basic ko without suicide. Games that cannot be replayed count for the lengths only.
type Measure struct {
	Board   string  `json:"board"`
	Games   int     `json:"games"`   // games with at least one move
	Length  Average `json:"length"`  // moves of a game, passes included
	Counted Average `json:"counted"` // moves of a game that was decided by points, passes included
	// Choices is the mean number of choices of a move: the branching factor.
	Choices Average `json:"choices"`
	// Tree is the decimal logarithm of the product of the choices of all moves of a game: the size of a game tree in
	// which every line is as long, and has as many choices, as the game.
	Tree Average `json:"tree"`
	// ByMove has the mean number of choices of each move, up to the last move that at least one in 100 games reaches.
	ByMove  []float64 `json:"choicesByMove"`
	Longest Longest   `json:"longest"`
	// LongestPro is the longest game in which a player has a professional rank, such as 9p; nil if there is none.
	LongestPro *Longest `json:"longestProfessional,omitempty"`
	Komi       []count  `json:"komi"`       // of the games whose record states it
	First      []count  `json:"firstMoves"` // with the symmetries of the board, as in openings

	Lengths map[int]int `json:"-"` // number of games by their length in moves
	Even    Even        `json:"-"`
}

// Longest describes the game with the most moves.
type Longest struct {
	Moves int    `json:"moves"`
	File  string `json:"file"`
	Game  int    `json:"game"`
	Black string `json:"black,omitempty"`
	White string `json:"white,omitempty"`
	Date  string `json:"date,omitempty"`
}

// String names the game.
func (l Longest) String() string {
	text := fmt.Sprintf("%d moves, game %d of %s", l.Moves, l.Game, l.File)
	var who []string
	if l.Black != "" || l.White != "" {
		who = append(who, cmp.Or(l.Black, "?")+" against "+cmp.Or(l.White, "?"))
	}
	if l.Date != "" {
		who = append(who, l.Date)
	}
	if len(who) > 0 {
		text += " (" + strings.Join(who, ", ") + ")"
	}
	return text
}

// ratio estimates the ratio of two sums over games, such as choices and moves.
type ratio struct{ n, x, y, xx, xy, yy float64 }

func (r *ratio) add(x, y float64) {
	r.n++
	r.x, r.y, r.xx, r.xy, r.yy = r.x+x, r.y+y, r.xx+x*x, r.xy+x*y, r.yy+y*y
}

// average returns the sum of the x divided by the sum of the y. The variance is that of x - mean*y over the games.
func (r *ratio) average() Average {
	if r.y == 0 {
		return Average{}
	}
	mean := r.x / r.y
	variance := max(0, r.xx-2*mean*r.xy+mean*mean*r.yy)
	if r.n < 2 {
		return Average{Mean: mean}
	}
	return Average{mean, 1.96 * math.Sqrt(variance*r.n/(r.n-1)) / r.y}
}

// professional matches the ranks of professional players, such as 9p and "3 p".
var professional = regexp.MustCompile(`(?i)^[1-9] ?p\b`)

// measures adds up the games of one board.
type measures struct {
	games                          int
	length, counted, choices, tree ratio
	byMove, reached                []float64
	longest, longestPro            Longest
	first, komi                    tally
	lengths                        map[int]int
	even                           evens
}

func (m *measures) add(g Game, ending string) {
	m.games++
	m.length.add(float64(g.Moves), 1)
	m.lengths[g.Moves]++
	m.even.add(g)
	if ending == byPoints {
		m.counted.add(float64(g.Moves), 1)
	}
	this := Longest{g.Moves, g.File, max(1, g.Game), g.Black, g.White, g.Date}
	if g.Moves > m.longest.Moves {
		m.longest = this
	}
	if g.Moves > m.longestPro.Moves && (professional.MatchString(g.BlackRank) || professional.MatchString(g.WhiteRank)) {
		m.longestPro = this
	}
	if g.Komi != nil {
		m.komi[komiText(*g.Komi)]++
	}
	if g.first != "" {
		m.first[g.first]++
	}
	if g.choices == nil {
		return
	}
	sum, tree := 0, 0.
	for i, n := range g.choices {
		sum += n
		tree += math.Log10(float64(max(1, n)))
		if i == len(m.byMove) {
			m.byMove, m.reached = append(m.byMove, 0), append(m.reached, 0)
		}
		m.byMove[i] += float64(n)
		m.reached[i]++
	}
	m.choices.add(float64(sum), float64(len(g.choices)))
	m.tree.add(tree, 1)
}

func (m *measures) measure(board string, top int) Measure {
	r := Measure{Board: board, Games: m.games, Length: m.length.average(), Counted: m.counted.average(), Choices: m.choices.average(),
		Tree: m.tree.average(), ByMove: []float64{}, Longest: m.longest, First: m.first.most(top), Komi: m.komi.most(top), Lengths: m.lengths, Even: m.even.sum()}
	if m.longestPro.Moves > 0 {
		r.LongestPro = &m.longestPro
	}
	for i, n := range m.reached {
		if n < m.choices.n/100 {
			break
		}
		r.ByMove = append(r.ByMove, m.byMove[i]/n)
	}
	return r
}

// Measure returns the measures of the games on a board such as "19x19", and false if there are none. [Statistics.Sum]
// makes them.
func (s *Statistics) Measure(board string) (Measure, bool) {
	i := slices.IndexFunc(s.Measures, func(m Measure) bool { return m.Board == board })
	if i < 0 {
		return Measure{}, false
	}
	return s.Measures[i], true
}

// sumMeasures lists the measures of the boards with the most games.
func (s *Statistics) sumMeasures(top int) {
	s.Measures = []Measure{}
	for _, board := range slices.Sorted(maps.Keys(s.measures)) {
		s.Measures = append(s.Measures, s.measures[board].measure(board, top))
	}
	slices.SortStableFunc(s.Measures, func(a, b Measure) int { return cmp.Compare(b.Games, a.Games) })
	if top > 0 && len(s.Measures) > top {
		s.Measures = s.Measures[:top]
	}
}

// writeMeasures prints the measures and the longest games.
func (s *Statistics) writeMeasures(list *columns.Table) {
	list.Row()
	list.Row("board", "moves of a game", "if decided by points", "choices of a move", "game tree", "longest game")
	for _, m := range s.Measures {
		tree := fmt.Sprintf("10^(%v)", m.Tree)
		if m.Tree.Mean == 0 {
			tree = ""
		}
		list.Row("  "+m.Board, m.Length.String(), m.Counted.String(), m.Choices.String(), tree, m.Longest.String())
	}
}
