package main

import (
	"errors"
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/internal/wording"
	"tengen/kifu"
)

// scene is a line of a record up to where it is drawn.
type scene struct {
	tree *kifu.Tree
	node *kifu.Node // the last
	line diagram.Line
	part []baduk.Point
}

// scene finds the line and the place.
func (c *SGFRenderCmd) scene(t *kifu.Tree) (*scene, error) {
	end, err := follow(t, c.Node)
	if err != nil {
		return nil, usagef("--node: %v", err)
	}
	if c.Move != nil && *c.Move < 0 {
		return nil, usagef("--move: expected a number of moves, not %d", *c.Move)
	}
	s := &scene{tree: t}
	for p := range t.Along(end) {
		if moves, _ := p.Node.Moves(); c.Move != nil && len(s.line.Moves)+len(moves) > *c.Move {
			break
		}
		s.line.Add(p)
		s.node = p.Node
	}
	if c.Move != nil && len(s.line.Moves) < *c.Move {
		return nil, fmt.Errorf("there is no move %d: the line has %s", *c.Move, wording.Counted(len(s.line.Moves), "move"))
	}
	if s.node == nil { // the first move is in the root, as some write it, and what is wanted is before it
		empty, err := kifu.NewTree(t.Graph, t.ReplayRules())
		if err != nil {
			return nil, err
		}
		s.node = empty.Root()
	}
	s.part, err = partOf(t.Graph, c.Part)
	return s, err
}

// follow is the end of the line that a path of variations names.
func follow(t *kifu.Tree, path string) (*kifu.Node, error) {
	take := map[int]int{}
	if path != "" {
		for _, step := range strings.Split(path, ",") {
			var depth, child int
			if n, err := fmt.Sscanf(step, "%d:%d", &depth, &child); n != 2 || err != nil || fmt.Sprintf("%d:%d", depth, child) != step {
				return nil, fmt.Errorf("%q is no way into a variation, such as 12:2,30:1", path)
			}
			take[depth] = child
		}
	}
	n, depth := t.Root(), 0
	for ; len(n.Children()) > 0; depth++ {
		child := take[depth]
		delete(take, depth)
		if child < 0 || child >= len(n.Children()) {
			return nil, fmt.Errorf("after node %d there is no child %d: it has %d, counted from 0", depth, child, len(n.Children()))
		}
		n = n.Children()[child]
	}
	for d := range take {
		return nil, fmt.Errorf("there is no node %d with children: the line has %s", d, wording.Counted(depth+1, "node"))
	}
	return n, nil
}

// partOf are the points between two corners, nil for "".
func partOf(g *baduk.Graph, text string) ([]baduk.Point, error) {
	if text == "" {
		return nil, nil
	}
	a, b, err := cornersOf(g, text)
	if err != nil {
		return nil, err
	}
	return diagram.Between(g, a, b)
}

// cornersOf reads two points such as A1:G7.
func cornersOf(g *baduk.Graph, text string) (a, b baduk.Point, err error) {
	if a, b, err = diagram.ParseCorners(g, text); err != nil {
		return 0, 0, usagef("--part: %v", err)
	}
	return a, b, nil
}

// position is the picture of the last position with what the record marks there.
func (s *scene) position() diagram.Picture {
	p := diagram.Picture{Graph: s.tree.Graph, Stones: s.line.StonesAfter(len(s.line.Moves)), Coordinates: true}
	if m, ok := s.node.Move(); ok && m.Point >= 0 {
		p.Marks = map[baduk.Point]diagram.Mark{m.Point: diagram.LastMove}
	}
	p.AddMarkup(s.node)
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
	cuts := append([]int{len(s.line.Moves)}, s.line.Cuts...) // not a move: without cuts, the length would be the usual one
	for n := length; n < len(s.line.Moves); n += length {
		cuts = append(cuts, n)
	}
	var pictures []diagram.Picture
	for _, f := range diagram.Figures(s.tree.Graph, s.line.Moves, s.line.StonesAfter, cuts) {
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
	if n := len(s.line.Moves); n > 0 {
		m := s.line.Moves[n-1]
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
// by the policy without one.
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
