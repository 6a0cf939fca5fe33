package main

import (
	"errors"
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/kifu"
)

// drawnMarks are the marks of a record as a picture has them.
var drawnMarks = map[kifu.Mark]diagram.Mark{
	kifu.MarkCircle: diagram.Circle, kifu.MarkSquare: diagram.Square, kifu.MarkTriangle: diagram.Triangle, kifu.MarkCross: diagram.Cross,
	kifu.MarkSelected: diagram.Selected, kifu.MarkTerritoryBlack: diagram.BlackTerritory, kifu.MarkTerritoryWhite: diagram.WhiteTerritory,
}

// position is the picture of the last position with what the record marks there.
func (s *scene) position() diagram.Picture {
	p := diagram.Picture{Graph: s.tree.Graph, Stones: s.after[len(s.after)-1], Coordinates: true,
		Marks: map[baduk.Point]diagram.Mark{}, Labels: map[baduk.Point]string{}}
	if m, ok := s.node.Move(); ok && m.Point >= 0 {
		p.Marks[m.Point] |= diagram.LastMove
	}
	markup := s.node.Markup()
	for kind, points := range markup.Points {
		for _, q := range points {
			if sign := drawnMarks[kind]; sign != 0 {
				p.Marks[q] |= sign
			}
		}
	}
	for _, q := range s.node.Inherited(kifu.MarkDim) {
		p.Marks[q] |= diagram.Dim
	}
	for q, text := range markup.Labels {
		p.Labels[q] = text
	}
	p.Lines, p.Arrows = markup.Lines, markup.Arrows
	return p
}

// shown are the points to draw: those that were asked for, else those that the
// record shows, else nil for all.
func (s *scene) shown() []baduk.Point {
	if s.part != nil {
		return s.part
	}
	if view := s.node.Inherited(kifu.MarkView); len(view) > 0 {
		return view
	}
	return nil
}

// figures divides the line; 0 is the usual length.
func (s *scene) figures(length int) []diagram.Picture {
	if length == 0 {
		length = diagram.PerFigure
	}
	cuts := append([]int{len(s.moves)}, s.cuts...) // which is no move: without any, the length would be the usual one
	for n := length; n < len(s.moves); n += length {
		cuts = append(cuts, n)
	}
	var pictures []diagram.Picture
	for _, f := range diagram.Figures(s.tree.Graph, s.moves, func(n int) []baduk.Color { return s.after[n] }, cuts) {
		pictures = append(pictures, f.Picture())
	}
	return pictures
}

// letters puts A, B, C where the variations after the last node go on.
func (s *scene) letters(p *diagram.Picture) {
	if p.Labels == nil {
		p.Labels = map[baduk.Point]string{}
	}
	for i, child := range s.node.Children() {
		m, ok := child.Move()
		if ok && m.Point >= 0 && p.Labels[m.Point] == "" && i < 26 {
			p.Labels[m.Point] = string(rune('A' + i))
		}
	}
}

// caption says where in the game the picture is.
func (s *scene) caption() string {
	text := "The start"
	if n := len(s.moves); n > 0 {
		m := s.moves[n-1]
		text = fmt.Sprintf("After move %d, %v %s", n, m.Color, s.tree.Graph.Vertex(m.Point))
	}
	return text
}

// playersOf is who played, "" if that is not said.
func playersOf(info kifu.Info) string {
	side := func(name, rank string) string { return strings.TrimSpace(name + " " + rank) }
	black, white := side(info.Black, info.BlackRank), side(info.White, info.WhiteRank)
	switch {
	case black == "" && white == "":
		return info.Name
	case black == "":
		black = "Black"
	case white == "":
		white = "White"
	}
	return black + " – " + white
}

// headerOf are the other things that stand above a game in print.
func headerOf(info kifu.Info) []string {
	var lines []string
	for _, parts := range [][]string{{info.Event, info.Round}, {info.Date, info.Place}, {info.Rules, komiText(info.Komi), info.Result}} {
		var said []string
		for _, part := range parts {
			if part = strings.TrimSpace(part); part != "" {
				said = append(said, part)
			}
		}
		if len(said) > 0 {
			lines = append(lines, strings.Join(said, ", "))
		}
	}
	return lines
}

func komiText(komi string) string {
	if komi == "" {
		return ""
	}
	return "komi " + komi
}

// analyse shows what the analysis at the last node says, if that is asked for.
func (c *SGFRenderCmd) analyse(s *scene, p *diagram.Picture) error {
	if !c.Heat && !c.Ownership {
		return nil
	}
	a, err := s.node.Analysis()
	if a == nil {
		return errors.Join(err, errors.New("the record has no analysis at this position, so there is neither --heat nor --ownership"))
	}
	if c.Heat {
		if p.Heat = heatOf(a, s.tree.Graph.Len()); p.Heat == nil {
			return errors.New("the analysis at this position names no moves for --heat")
		}
	}
	if c.Ownership {
		if len(a.Ownership) == 0 {
			return errors.New("the analysis at this position says nothing of --ownership")
		}
		for _, v := range a.Ownership {
			p.Ownership = append(p.Ownership, float64(v))
		}
	}
	return nil
}

// heatOf is how much each point is liked, 0 to 1: by the visits of the search, or
// by the policy where there was none.
func heatOf(a *kifu.Analysis, points int) []float64 {
	heat := make([]float64, points)
	most := 0.0
	put := func(p baduk.Point, v float64) {
		if p >= 0 && v > 0 {
			heat[p] = v
			most = max(most, v)
		}
	}
	for _, move := range a.Candidates {
		put(move.Point, float64(move.Visits))
	}
	if most == 0 {
		for i, v := range a.Policy[:min(points, len(a.Policy))] {
			put(baduk.Point(i), float64(v))
		}
	}
	if most == 0 {
		return nil
	}
	for i := range heat {
		heat[i] /= most
	}
	return heat
}
