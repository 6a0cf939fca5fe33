package kifustats

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/internal/columns"
	"tengen/internal/wording"
	"tengen/kifu"
)

// OpeningMoves is the number of moves of an opening. LengthStep is the width, in moves, of the
// classes in which games are counted by length.
const (
	OpeningMoves = 4
	LengthStep   = 50
)

// tally has the number of times that each text occurs.
type tally map[string]int

// count is a text and the number of times that it occurs.
type count struct {
	Value string `json:"value"`
	Games int    `json:"games"`
}

// most returns the n most frequent texts, or all texts if n is 0.
func (t tally) most(n int) []count {
	all := make([]count, 0, len(t))
	for _, word := range slices.Sorted(maps.Keys(t)) {
		all = append(all, count{word, t[word]})
	}
	slices.SortStableFunc(all, func(a, b count) int { return cmp.Compare(b.Games, a.Games) })
	if n > 0 && len(all) > n {
		all = all[:n]
	}
	return all
}

// Statistics are counts of many games by different properties.
type Statistics struct {
	Files      int       `json:"files"`
	Unreadable int       `json:"unreadable"`
	Games      int       `json:"games"`
	Moves      int       `json:"moves"`
	Results    []count   `json:"results"`
	Endings    []count   `json:"endings"`
	Boards     []count   `json:"boards"`
	Rules      []count   `json:"rules"`
	Komi       []count   `json:"komi"`
	Handicaps  []count   `json:"handicaps"`
	Lengths    []count   `json:"lengths"` // "0-49", ...
	Years      []count   `json:"years"`
	Players    []count   `json:"players"`
	Openings   []count   `json:"openings"`
	Measures   []Measure `json:"measures"` // by board, the board with the most games first

	results, endings, boards, rules, komi, handicaps, years, players, openings tally
	lengths                                                                    map[int]int
	measures                                                                   map[string]*measures
}

// NewStatistics returns empty statistics.
func NewStatistics() *Statistics {
	return &Statistics{results: tally{}, endings: tally{}, boards: tally{}, rules: tally{}, komi: tally{}, handicaps: tally{}, years: tally{},
		players: tally{}, openings: tally{}, lengths: map[int]int{}, measures: map[string]*measures{}}
}

// Add counts a game and, with the first game of a file, the file. A file that cannot be read is added
// as a Game with an Error.
func (s *Statistics) Add(g Game) {
	if g.First {
		s.Files++
	}
	if g.Error != "" {
		s.Unreadable++
		return
	}
	s.Games++
	s.Moves += g.Moves
	winner, ending := outcomeOf(g.Result)
	s.results[winner]++
	s.endings[ending]++
	s.boards[g.Board]++
	s.rules[cmp.Or(g.rulesName, strings.ToLower(g.Rules), "not said")]++
	s.handicaps[handicapText(g.Handicap)]++
	if g.Komi != nil {
		s.komi[komiText(*g.Komi)]++
	} else {
		s.komi["not said"]++
	}
	s.lengths[g.Moves/LengthStep]++
	s.years[cmp.Or(yearOf(g.Date), "not said")]++
	for _, name := range []string{g.Black, g.White} {
		if name != "" {
			s.players[name]++
		}
	}
	if g.opening != "" {
		s.openings[g.opening]++
	}
	if g.Moves > 0 {
		m := s.measures[g.Board]
		if m == nil {
			m = &measures{first: tally{}, komi: tally{}, lengths: map[int]int{}, even: evens{wins: map[string]*KomiWins{}}}
			s.measures[g.Board] = m
		}
		m.add(g, ending)
	}
}

func komiText(komi float64) string { return strconv.FormatFloat(komi, 'f', -1, 64) }

func handicapText(n int) string {
	if n < 2 {
		return "none"
	}
	return wording.Counted(n, "stone")
}

// Sum makes the lists of values and their frequencies. The lists of players, openings and other
// texts have at most top entries.
func (s *Statistics) Sum(top int) {
	s.Results, s.Endings, s.Boards = s.results.most(0), s.endings.most(0), s.boards.most(top)
	s.Rules, s.Komi, s.Handicaps = s.rules.most(top), s.komi.most(top), s.handicaps.most(0)
	s.Players, s.Openings = s.players.most(top), s.openings.most(top)
	s.Years = s.years.most(0)
	slices.SortFunc(s.Years, func(a, b count) int { return cmp.Compare(a.Value, b.Value) })
	s.sumMeasures(top)
	s.Lengths = []count{}
	for _, k := range slices.Sorted(maps.Keys(s.lengths)) {
		s.Lengths = append(s.Lengths, count{fmt.Sprintf("%d-%d", k*LengthStep, (k+1)*LengthStep-1), s.lengths[k]})
	}
}

// mostYears is the largest number of years that are listed one by one.
const mostYears = 15

// spans returns the number of games in each year, or in each decade if there are many years.
func (s *Statistics) spans() []count {
	if len(s.Years) <= mostYears {
		return s.Years
	}
	decades := tally{}
	for _, y := range s.Years {
		name := y.Value
		if year.MatchString(name) {
			name = name[:3] + "0-" + name[:3] + "9"
		}
		decades[name] += y.Games
	}
	all := decades.most(0)
	slices.SortFunc(all, func(a, b count) int { return cmp.Compare(a.Value, b.Value) })
	return all
}

// Write prints the counts as text.
func (s *Statistics) Write(w io.Writer) error {
	text := fmt.Sprintf("%s in %s", wording.Counted(s.Games, "game"), wording.Counted(s.Files, "file"))
	if s.Unreadable > 0 {
		text += fmt.Sprintf(", %d of which cannot be read", s.Unreadable)
	}
	if s.Games > 0 {
		text += fmt.Sprintf("; %.1f moves per game", float64(s.Moves)/float64(s.Games))
	}
	list := columns.New(w)
	list.Row(text)
	for _, part := range []struct {
		title string
		list  []count
	}{
		{"won by", s.Results}, {"ended by", s.Endings}, {"board", s.Boards}, {"rules", s.Rules}, {"komi", s.Komi}, {"handicap", s.Handicaps},
		{"moves", s.Lengths}, {"year", s.spans()}, {"player", s.Players}, {"opening", s.Openings},
	} {
		if len(part.list) == 0 {
			continue
		}
		if err := list.Flush(); err != nil {
			return err
		}
		list.Row()
		list.Row(part.title, "games")
		for _, n := range part.list {
			list.Row("  "+n.Value, strconv.Itoa(n.Games), fmt.Sprintf("%.1f %%", 100*float64(n.Games)/float64(s.Games)))
		}
	}
	if err := list.Flush(); err != nil || len(s.Measures) == 0 {
		return err
	}
	s.writeMeasures(list)
	return list.Flush()
}

// byPoints is the ending of a game that was counted.
const byPoints = "points"

// outcomeOf returns the winner and the ending for a result as a record writes it.
func outcomeOf(text string) (winner, ending string) {
	result := baduk.ParseResult(text)
	winner = map[baduk.Color]string{baduk.Black: "Black", baduk.White: "White", baduk.Empty: "nobody"}[result.Winner]
	switch result.Ending {
	case baduk.EndingScore, baduk.EndingDraw:
		return winner, byPoints
	case baduk.EndingResignation:
		return winner, "resignation"
	case baduk.EndingTime:
		return winner, "time"
	case baduk.EndingForfeit:
		return winner, "forfeit"
	case baduk.EndingVoid:
		return winner, "void"
	case baduk.EndingWon:
		return winner, "not said"
	}
	if strings.TrimSpace(text) == "" {
		return "not said", "not said"
	}
	return "not understood", "not understood"
}

var year = regexp.MustCompile(`\b[0-9]{4}\b`)

// yearOf returns the first year in a date.
func yearOf(date string) string { return year.FindString(date) }

// openingOf returns the opening of a game, which is its first n moves. They are rotated and
// reflected so that the first move is in the upper right corner, as near as possible to the
// right edge. openingOf returns "" if the game begins with a pass or with set-up stones.
func openingOf(t *kifu.Tree, n int) string {
	geo, ok := t.Graph.Geometry()
	if !ok || len(geo.Symmetries) == 0 {
		return ""
	}
	moves := firstMoves(t, n)
	var best []baduk.Point
	for _, symmetry := range geo.Symmetries {
		turned := make([]baduk.Point, len(moves))
		for i, p := range moves {
			turned[i] = baduk.Point(symmetry[p])
		}
		if best == nil || slices.CompareFunc(turned, best, func(a, b baduk.Point) int {
			return cmp.Or(cmp.Compare(geo.X[b], geo.X[a]), cmp.Compare(geo.Y[a], geo.Y[b]))
		}) < 0 {
			best = turned
		}
	}
	names := make([]string, len(best))
	for i, p := range best {
		names[i] = t.Graph.Vertex(p)
	}
	return strings.Join(names, " ")
}

// firstMoves returns the first n moves, or nil if the game has fewer, passes among them, or begins with set-up stones.
func firstMoves(t *kifu.Tree, n int) []baduk.Point {
	var moves []baduk.Point
	for node := range t.Root().MainLine() {
		if placed, _ := node.Placement(); !placed.IsZero() {
			return nil
		}
		played, err := node.Moves()
		if err != nil {
			return nil
		}
		for _, m := range played {
			if m.Point < 0 {
				return nil
			}
			if moves = append(moves, m.Point); len(moves) == n {
				return moves
			}
		}
	}
	return nil
}
