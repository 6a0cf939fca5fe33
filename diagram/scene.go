package diagram

import (
	"errors"
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/internal/wording"
	"tengen/kifu"
)

// Scene is a line of a record up to the position that is drawn.
type Scene struct {
	tree *kifu.Tree
	node *kifu.Node // the last node of the line
	line Line
	part []baduk.Point
}

// NewScene returns the line of a record from the root to a node. If moves is not nil, the line
// stops after that number of moves. The parameter named part lists the points to draw; nil means
// the points that the record shows.
func NewScene(t *kifu.Tree, end *kifu.Node, moves *int, part []baduk.Point) (*Scene, error) {
	s := &Scene{tree: t, part: part}
	follows := false // another node follows the line
	for p := range t.Along(end) {
		if played, _ := p.Node.Moves(); moves != nil && len(s.line.Moves)+len(played) > *moves {
			s.line.setUp(p)
			follows = true
			break
		}
		s.line.Add(p)
		s.node = p.Node
	}
	if moves != nil && len(s.line.Moves) < *moves {
		return nil, kifu.NoPositionAfter(*moves, len(s.line.Moves), follows)
	}
	if s.node == nil { // the root has a move, and the scene is the position before that move
		empty, err := kifu.NewTree(t.Graph, t.ReplayRules())
		if err != nil {
			return nil, err
		}
		s.node = empty.Root()
	}
	return s, nil
}

// Pictures configures the pictures of a [Scene].
type Pictures struct {
	Moves     bool // draw a picture after each move, for a GIF
	Figures   int  // draw the whole line in figures of this many moves; 0 draws one position
	Whole     bool // if Figures is 0, draw the whole line in figures of the default length
	Numbers   bool // number the moves
	Letters   bool // put letters on the variations after the last move
	Heat      bool // show the moves that the analysis in the record considers
	Ownership bool // show which player the analysis in the record expects to own each point
	Titles    bool // write the names of the players and, for a single picture, the last move
	Theme     Theme
}

// Pictures draws the scene.
func (s *Scene) Pictures(o Pictures) ([]Picture, error) {
	var pictures []Picture
	switch {
	case o.Moves:
		pictures = Film(s.tree.Graph, s.line.Moves, s.line.StonesAfter)
	case o.Figures > 0 || o.Whole:
		pictures = s.figures(o.Figures)
	case o.Numbers:
		first := 0
		if n := len(s.line.Cuts); n > 0 {
			first = s.line.Cuts[n-1]
		}
		figure := Figure{Graph: s.tree.Graph, Before: s.line.StonesAfter(first), Moves: s.line.Moves[first:], First: first + 1}
		pictures = []Picture{figure.Picture()}
	default:
		pictures = []Picture{s.position()}
	}
	for i := range pictures {
		if players := s.Players(); o.Titles && len(pictures) > 1 && players != "" && pictures[i].Caption == "" {
			pictures[i].Caption = players
		}
		pictures[i].Part = s.shown()
		pictures[i].Theme = o.Theme
	}
	last := &pictures[len(pictures)-1]
	if o.Letters {
		s.letters(last)
	}
	if err := s.analyse(last, o.Heat, o.Ownership); err != nil {
		return nil, err
	}
	if o.Titles && len(pictures) == 1 && last.Title == "" {
		last.Title = s.Players()
		last.Caption = s.caption()
	}
	return pictures, nil
}

// Card returns the card of the game with the position of the scene.
func (s *Scene) Card(theme Theme) Card {
	p := s.position()
	p.Coordinates, p.Part, p.Theme = false, s.shown(), theme
	return CardOf(p, s.tree.Info(), CardWords{})
}

// Follow returns the last node of the line that a path of variations describes. For example, the
// path 12:2,30:1 takes child 2 after node 12 and child 1 after node 30. Nodes and children are
// counted from 0.
func Follow(t *kifu.Tree, path string) (*kifu.Node, error) {
	take := map[int]int{}
	if path != "" {
		for _, step := range strings.Split(path, ",") {
			var depth, child int
			if n, err := fmt.Sscanf(step, "%d:%d", &depth, &child); n != 2 || err != nil || fmt.Sprintf("%d:%d", depth, child) != step {
				return nil, fmt.Errorf("%q is not a path of variations, such as 12:2,30:1", path)
			}
			take[depth] = child
		}
	}
	n, depth := t.Root(), 0
	for ; len(n.Children()) > 0; depth++ {
		child := take[depth]
		delete(take, depth)
		if child < 0 || child >= len(n.Children()) {
			return nil, fmt.Errorf("node %d does not have child %d: it has %d, counted from 0", depth, child, len(n.Children()))
		}
		n = n.Children()[child]
	}
	for d := range take {
		return nil, fmt.Errorf("node %d with children does not exist: the line has %s", d, wording.Counted(depth+1, "node"))
	}
	return n, nil
}

// position returns the picture of the last position with the marks of the record.
func (s *Scene) position() Picture {
	p := Picture{Graph: s.tree.Graph, Stones: s.line.StonesAfter(len(s.line.Moves)), Coordinates: true}
	if m, ok := s.node.Move(); ok && m.Point >= 0 {
		p.Marks = map[baduk.Point]Mark{m.Point: LastMove}
	}
	p.AddMarkup(s.node)
	return p
}

// shown returns the points to draw. These are the points that the caller chose. If the caller chose
// none, they are the points that the record shows. nil means all points.
func (s *Scene) shown() []baduk.Point {
	if s.part != nil {
		return s.part
	}
	if view := s.node.Inherited(kifu.MarkView); len(view) > 0 {
		return view
	}
	return nil
}

// figures divides the line into figures. A length of 0 means the default.
func (s *Scene) figures(length int) []Picture {
	if length == 0 {
		length = perFigure
	}
	return s.line.Figures(s.tree.Graph, length)
}

// letters puts A, B, C on the first moves of the variations after the last node.
func (s *Scene) letters(p *Picture) {
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

// caption returns a text with the number of the last move.
func (s *Scene) caption() string {
	text := "The start"
	if n := len(s.line.Moves); n > 0 {
		m := s.line.Moves[n-1]
		text = fmt.Sprintf("After move %d, %v %s", n, m.Color, s.tree.Graph.Vertex(m.Point))
	}
	return text
}

// Players returns the names of the players, or the name of the game; "" if the record has neither.
func (s *Scene) Players() string {
	info := s.tree.Info()
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

// Header returns the lines to print above a game, without the names of the players.
func (s *Scene) Header() []string {
	info := s.tree.Info()
	var lines []string
	for _, parts := range [][]string{{info.Event, info.Round}, {info.Date, info.Place}, {info.Rules, komiText(info.Komi), info.Result}} {
		var named []string
		for _, part := range parts {
			if part = strings.TrimSpace(part); part != "" {
				named = append(named, part)
			}
		}
		if len(named) > 0 {
			lines = append(lines, strings.Join(named, ", "))
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

// analyse adds the heat and the ownership of the analysis at the last node.
func (s *Scene) analyse(p *Picture, withHeat, withOwnership bool) error {
	if !withHeat && !withOwnership {
		return nil
	}
	a, err := s.node.Analysis()
	if a == nil {
		return errors.Join(err, errors.New("the record has no analysis at this position, so it has neither heat nor ownership"))
	}
	if withHeat {
		if p.Heat = heatOf(a, s.tree.Graph.Len()); p.Heat == nil {
			return errors.New("the analysis at this position names no moves for the heat")
		}
	}
	if withOwnership {
		if len(a.Ownership) == 0 {
			return errors.New("the analysis at this position has no ownership")
		}
		for _, v := range a.Ownership {
			p.Ownership = append(p.Ownership, float64(v))
		}
	}
	return nil
}

// heatOf rates each point from 0 to 1 by the visits of the search. If the analysis does not have
// visits, it rates the points by the policy.
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
