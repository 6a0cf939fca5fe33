package kifu

import (
	"errors"
	"fmt"
	"slices"

	"tengen/baduk"
	"tengen/sgf"
)

// Placement is the set-up of a node (AB, AW, AE).
type Placement struct {
	Black, White, Empty []baduk.Point
}

// IsZero reports whether nothing is placed or removed.
func (p Placement) IsZero() bool { return len(p.Black)+len(p.White)+len(p.Empty) == 0 }

// moveNames are the properties of moves, for points with SGF coordinates and for
// points that are written as vertices.
var moveNames = [2][3]string{{baduk.Black: "B", baduk.White: "W"}, {baduk.Black: propBlack, baduk.White: propWhite}}

// setupNames are the properties of set-up stones. The names at the index Empty are the
// properties that clear points.
var setupNames = [2][3]string{{"AE", "AB", "AW"}, {propClear, propSetB, propSetW}}

// written returns the index of the notation in moveNames, in setupNames and in each
// pair of markNames: 0 for SGF coordinates, 1 for vertices.
func (n notation) written() int {
	if n.rows() {
		return 0
	}
	return 1
}

// ByVertex reports whether the record names points by their vertices, as in BV[a1], because its board has no SGF
// coordinates.
func (t *Tree) ByVertex() bool { return !t.notation.rows() }

// point reads a raw value of a move.
func (n notation) point(raw string) (baduk.Point, error) {
	if n.rows() {
		return n.move(raw)
	}
	return n.moveByVertex(raw)
}

// list reads the raw values of a list of points. With an error, it returns the points
// of the valid values.
func (n notation) list(raw []string) ([]baduk.Point, error) {
	read := n.vertices
	if n.rows() {
		read = n.points
	}
	all, err := read(raw)
	if err == nil {
		return all, nil
	}
	var list []baduk.Point
	var bad errorSummary
	for i := range raw {
		points, err := read(raw[i : i+1])
		if err != nil {
			bad.add(err)
			continue
		}
		list = append(list, points...)
	}
	return list, bad.err()
}

// without removes a point from a raw list. Invalid values stay.
func (n notation) without(raw []string, p baduk.Point) []string {
	var kept []string
	for i, v := range raw {
		points, err := n.list(raw[i : i+1])
		if err != nil || !slices.Contains(points, p) {
			kept = append(kept, v)
			continue
		}
		for _, q := range points {
			if q != p {
				kept = append(kept, n.format(q))
			}
		}
	}
	return kept
}

// errorSummary collects errors: it keeps the first and counts the rest, since a node
// can have an error for nearly every byte.
type errorSummary struct {
	first error
	more  int
}

func (s *errorSummary) add(err error) {
	if s.first == nil {
		s.first = err
		return
	}
	s.more++
}

func (s *errorSummary) err() error {
	if s.more == 0 {
		return s.first
	}
	return fmt.Errorf("%w, and %d more", s.first, s.more)
}

// Moves returns the moves of the node in their order. There is at most one move, except
// in some old records. With an error, Moves returns the moves that can be read.
func (n *Node) Moves() ([]baduk.Move, error) {
	var moves []baduk.Move
	var bad errorSummary
	names := moveNames[n.tree.notation.written()]
	for _, p := range n.data.Properties {
		c := baduk.Empty
		switch p.Name {
		case names[baduk.Black]:
			c = baduk.Black
		case names[baduk.White]:
			c = baduk.White
		default:
			continue
		}
		for _, raw := range p.Values {
			point, err := n.tree.notation.point(raw)
			if err != nil {
				bad.add(fmt.Errorf("%v: %w", c, err))
				continue
			}
			moves = append(moves, baduk.Move{Color: c, Point: point})
		}
	}
	return moves, bad.err()
}

// Move returns the last readable move of the node, or false.
func (n *Node) Move() (baduk.Move, bool) {
	moves, _ := n.Moves()
	if len(moves) == 0 {
		return baduk.Move{}, false
	}
	return moves[len(moves)-1], true
}

// HasMove reports whether the node has a move, readable or not.
func (n *Node) HasMove() bool {
	names := moveNames[n.tree.notation.written()]
	return n.data.Has(names[baduk.Black]) || n.data.Has(names[baduk.White])
}

// setMove makes m the only move of the node.
func (n *Node) setMove(m baduk.Move) {
	names := moveNames[n.tree.notation.written()]
	n.data.Set(names[m.Color.Opponent()])
	n.data.Set(names[m.Color], n.tree.notation.format(m.Point))
}

// Placement returns the set-up of the node. With an error, it returns the points that
// can be read.
func (n *Node) Placement() (Placement, error) {
	var p Placement
	var bad error
	for c, name := range setupNames[n.tree.notation.written()] {
		points, err := n.tree.notation.list(n.data.Values(name))
		if err != nil {
			bad = errors.Join(bad, fmt.Errorf("%s: %w", name, err))
		}
		switch baduk.Color(c) {
		case baduk.Black:
			p.Black = points
		case baduk.White:
			p.White = points
		default:
			p.Empty = points
		}
	}
	return p, bad
}

// ToPlay returns the player to move according to PL, or false if the node does not have
// PL or its value is invalid.
func (n *Node) ToPlay() (baduk.Color, bool) {
	raw, ok := n.data.Value("PL")
	if !ok {
		return baduk.Empty, false
	}
	c, err := parsePlayer(raw)
	return c, err == nil
}

// SetToPlay sets PL, the player to move. The color Empty removes PL.
func (n *Node) SetToPlay(c baduk.Color) {
	switch c {
	case baduk.Black:
		n.data.Set("PL", "B")
	case baduk.White:
		n.data.Set("PL", "W")
	default:
		n.data.Set("PL")
	}
}

// Clock is a player's remaining time after the move of a node.
type Clock struct {
	Seconds     float64 // remaining seconds (BL, WL)
	HasSeconds  bool
	Overtime    int // remaining moves or periods in overtime (OB, OW)
	HasOvertime bool
}

// Clock reads the time of a player. Values that are not numbers count as missing.
func (n *Node) Clock(c baduk.Color) Clock {
	left, over := "BL", "OB"
	if c == baduk.White {
		left, over = "WL", "OW"
	}
	var k Clock
	var err error
	k.Seconds, err = n.data.Real(left)
	k.HasSeconds = err == nil
	k.Overtime, err = n.data.Number(over)
	k.HasOvertime = err == nil
	return k
}

// Judgement is a node's judgement of its move or position.
type Judgement struct {
	Name  string // name of the property: BM, TE, DO, IT, GB, GW, DM, UC or HO
	Level int    // 1, or 2 for emphasis; always 1 for DO and IT
}

// Judgements returns the judgements of the node in its order. BM (bad), TE (good), DO
// (doubtful) and IT (interesting) judge the move. GB (good for Black), GW (good for
// White), DM (even) and UC (unclear) judge the position. HO marks a hotspot.
func (n *Node) Judgements() []Judgement {
	var list []Judgement
	for _, p := range n.data.Properties {
		switch p.Name {
		case "DO", "IT":
			list = append(list, Judgement{p.Name, 1})
		case "BM", "TE", "GB", "GW", "DM", "UC", "HO":
			level, err := sgf.ParseDouble(p.Values[0])
			if err != nil {
				level = 1
			}
			list = append(list, Judgement{p.Name, level})
		}
	}
	return list
}

// SetJudgement sets a judgement of the node, or removes it if its level is 0. It removes the judgements that
// contradict it: a node has one judgement of its move and one of its position. The name must be one that [Judgement]
// lists; otherwise nothing happens.
func (n *Node) SetJudgement(j Judgement) {
	for _, name := range judgementGroup(j.Name) {
		if name == j.Name && j.Level > 0 {
			n.SetValues(name, judgementValue(j))
		} else {
			n.SetValues(name)
		}
	}
}
