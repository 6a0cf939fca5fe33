package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/internal/columns"
	"tengen/internal/usage"
	"tengen/internal/wording"
	"tengen/kifu"
)

// SGFStatsCmd is `tengen sgf stats`.
type SGFStatsCmd struct {
	Top   Count  `default:"10" placeholder:"N" help:"How many players, openings and the like are listed (${default})." config:"-"`
	JSON  bool   `help:"Print one JSON object." config:"-"`
	Paths []Path `arg:"" name:"path" placeholder:"PATH" help:"Records and folders of records; - is stdin."`
}

// Help tells what is counted.
func (SGFStatsCmd) Help() string {
	return fmt.Sprintf("An opening is the first %d moves, turned and mirrored so that openings that differ in nothing else are one. "+
		"Lengths are the moves of main lines, in steps of %d.", openingMoves, lengthStep)
}

const (
	openingMoves = 4
	lengthStep   = 50
)

// tally counts by word.
type tally map[string]int

// count is a word with how often it was there.
type count struct {
	Value string `json:"value"`
	Games int    `json:"games"`
}

// most are the n most frequent words, all for 0.
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

// statistics are the counts over many games.
type statistics struct {
	Files      int     `json:"files"`
	Unreadable int     `json:"unreadable"`
	Games      int     `json:"games"`
	Moves      int     `json:"moves"`
	Results    []count `json:"results"`
	Endings    []count `json:"endings"`
	Boards     []count `json:"boards"`
	Rules      []count `json:"rules"`
	Komi       []count `json:"komi"`
	Handicaps  []count `json:"handicaps"`
	Lengths    []count `json:"lengths"` // "0-49", ...
	Years      []count `json:"years"`
	Players    []count `json:"players"`
	Openings   []count `json:"openings"`

	results, endings, boards, rules, komi, handicaps, years, players, openings tally
	lengths                                                                    map[int]int
}

// Run counts.
func (c *SGFStatsCmd) Run(env *Env, sgf *SGFCmd) error {
	s := statistics{results: tally{}, endings: tally{}, boards: tally{}, rules: tally{}, komi: tally{}, handicaps: tally{}, years: tally{},
		players: tally{}, openings: tally{}, lengths: map[int]int{}}
	failed := eachGame(env, sgf.recordLimits, c.Paths, kifu.Options{}, false, gamesOf, func(g gameInfo) error { s.add(g); return nil })
	if _, mistake := failed.(*usage.Error); mistake {
		return failed
	}
	s.sum(int(c.Top))
	out := newResults(env)
	var err error
	if c.JSON {
		err = json.NewEncoder(out).Encode(s)
	} else {
		err = s.write(out)
	}
	if err := out.end(err); err != nil {
		return err
	}
	return failed
}

// add counts a game.
func (s *statistics) add(g gameInfo) {
	if g.first {
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
		s.komi[strconv.FormatFloat(*g.Komi, 'f', -1, 64)]++
	} else {
		s.komi["not said"]++
	}
	s.lengths[g.Moves/lengthStep]++
	s.years[cmp.Or(yearOf(g.Date), "not said")]++
	for _, name := range []string{g.Black, g.White} {
		if name != "" {
			s.players[name]++
		}
	}
	if g.opening != "" {
		s.openings[g.opening]++
	}
}

func handicapText(n int) string {
	if n < 2 {
		return "none"
	}
	return wording.Counted(n, "stone")
}

// sum makes the lists.
func (s *statistics) sum(top int) {
	s.Results, s.Endings, s.Boards = s.results.most(0), s.endings.most(0), s.boards.most(top)
	s.Rules, s.Komi, s.Handicaps = s.rules.most(top), s.komi.most(top), s.handicaps.most(0)
	s.Players, s.Openings = s.players.most(top), s.openings.most(top)
	s.Years = s.years.most(0)
	slices.SortFunc(s.Years, func(a, b count) int { return cmp.Compare(a.Value, b.Value) })
	s.Lengths = []count{}
	for _, k := range slices.Sorted(maps.Keys(s.lengths)) {
		s.Lengths = append(s.Lengths, count{fmt.Sprintf("%d-%d", k*lengthStep, (k+1)*lengthStep-1), s.lengths[k]})
	}
}

// mostYears is how many years are told one by one.
const mostYears = 15

// spans are the years, or where these are many the decades.
func (s *statistics) spans() []count {
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

// write prints the counts for a person.
func (s *statistics) write(w io.Writer) error {
	text := fmt.Sprintf("%s in %s", wording.Counted(s.Games, "game"), wording.Counted(s.Files, "file"))
	if s.Unreadable > 0 {
		text += fmt.Sprintf(", %d of which cannot be read", s.Unreadable)
	}
	if s.Games > 0 {
		text += fmt.Sprintf("; %.1f moves a game", float64(s.Moves)/float64(s.Games))
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
	return list.Flush()
}

// outcomeOf reads a result as it is written.
func outcomeOf(result string) (winner, ending string) {
	text := strings.ToUpper(strings.TrimSpace(result))
	switch text {
	case "":
		return "not said", "not said"
	case "0", "DRAW", "JIGO":
		return "nobody", "points"
	case "VOID":
		return "nobody", "void"
	}
	name, how, found := strings.Cut(text, "+")
	winner = map[string]string{"B": "Black", "BLACK": "Black", "W": "White", "WHITE": "White"}[name]
	if !found || winner == "" {
		return "not understood", "not understood"
	}
	switch {
	case how == "":
		return winner, "not said"
	case how == "R" || strings.HasPrefix(how, "RESIGN"):
		return winner, "resignation"
	case how == "T" || strings.HasPrefix(how, "TIME"):
		return winner, "time"
	case how == "F" || strings.HasPrefix(how, "FORFEIT"):
		return winner, "forfeit"
	case strings.Trim(how, "0123456789.,") == "":
		return winner, "points"
	}
	return winner, "not understood"
}

var year = regexp.MustCompile(`\b[0-9]{4}\b`)

// yearOf is the first year in a date.
func yearOf(date string) string { return year.FindString(date) }

// openingOf are the first moves in the one of their symmetries that begins in the
// upper right corner, as near as possible to the right edge; "" for a game that
// begins otherwise.
func openingOf(t *kifu.Tree) string {
	geo, ok := t.Graph.Geometry()
	if !ok || len(geo.Symmetries) == 0 {
		return ""
	}
	var moves []baduk.Point
	for n := range t.Root().MainLine() {
		if placed, _ := n.Placement(); !placed.IsZero() {
			return ""
		}
		played, err := n.Moves()
		if err != nil {
			return ""
		}
		for _, m := range played {
			if m.Point < 0 {
				return ""
			}
			moves = append(moves, m.Point)
		}
		if len(moves) >= openingMoves {
			break
		}
	}
	if len(moves) < openingMoves {
		return ""
	}
	moves = moves[:openingMoves]
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
