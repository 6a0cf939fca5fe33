package review

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
)

// answerMoves is how many moves of an answer are drawn, and betterMoves of a better line.
const (
	answerMoves = 4
	betterMoves = 8
)

// played is the diagram of a move as it was played, with the best answer: move 1 is the move.
func (r *Review) played(i int) diagram.Picture { return r.figure(i, r.answered(i)) }

// answered is a move with the best answer.
func (r *Review) answered(i int) []baduk.Move {
	m := &r.Moves[i]
	line := []baduk.Move{m.Move}
	if a := r.Positions[i+1]; a != nil && len(a.Candidates) > 0 && !m.Broken {
		c := m.Move.Color.Opponent()
		points := a.Candidates[0].PV
		for _, p := range points[:min(len(points), answerMoves)] {
			line = append(line, baduk.Move{Color: c, Point: p})
			c = c.Opponent()
		}
	}
	return line
}

// better is the diagram of the better line of a move, which has a cross.
func (r *Review) better(i int) diagram.Picture {
	m := &r.Moves[i]
	line := m.betterLine()
	p := r.figure(i, line[:min(len(line), betterMoves)])
	if m.Move.Point >= 0 && p.Labels[m.Move.Point] == "" && p.Stones[m.Move.Point] == baduk.Empty {
		p.Marks[m.Move.Point] |= diagram.Cross
	}
	return p
}

// figure is the position before a move with numbered moves, the last move before it marked.
func (r *Review) figure(i int, line []baduk.Move) diagram.Picture {
	p := diagram.Figure{Graph: r.Line.Graph, Before: r.Line.Stones(i), Moves: line, First: 1}.Picture()
	p.Marks = map[baduk.Point]diagram.Mark{}
	if i > 0 {
		if last := r.Moves[i-1].Move.Point; last >= 0 && p.Labels[last] == "" {
			p.Marks[last] = diagram.Circle
		}
	}
	p.Part = stonesPart(&p)
	return p
}

const (
	// maxSide is how long a side is that is drawn whole, and margin how much is drawn around the
	// stones of a larger board.
	maxSide = 27
	margin  = 3
)

// stonesPart are the points around all stones, nil where the whole board can be drawn.
func stonesPart(p *diagram.Picture) []baduk.Point {
	geo, ok := p.Graph.Geometry()
	if !ok {
		return nil
	}
	left, right, top, bottom := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i := range geo.X {
		left, right, top, bottom = min(left, geo.X[i]), max(right, geo.X[i]), min(top, geo.Y[i]), max(bottom, geo.Y[i])
	}
	if right-left < maxSide && bottom-top < maxSide {
		return nil
	}
	left, right, top, bottom = right, left, bottom, top
	for i := range geo.X {
		if p.Stones[i] != baduk.Empty || p.Marks[baduk.Point(i)] != 0 {
			left, right, top, bottom = min(left, geo.X[i]), max(right, geo.X[i]), min(top, geo.Y[i]), max(bottom, geo.Y[i])
		}
	}
	var part []baduk.Point
	for i := range geo.X {
		if p := baduk.Point(i); geo.X[i] >= left-margin && geo.X[i] <= right+margin && geo.Y[i] >= top-margin && geo.Y[i] <= bottom+margin {
			part = append(part, p)
		}
	}
	return part
}

// WriteDiagram writes the diagram of a moment as a PNG, so many pixels wide: of the move as it
// was played, or of what would have been better. It panics where there is no such moment.
func (r *Review) WriteDiagram(w io.Writer, moment, width int, better bool) error {
	i := r.Moments[moment]
	p := r.played(i)
	if better {
		p = r.better(i)
	}
	p.Title = r.heading(i)
	p.Caption = r.caption(i, better)
	return p.WritePNG(w, diagram.Pixels{Width: width})
}

// heading names a move and what is thought of it.
func (r *Review) heading(i int) string {
	m := &r.Moves[i]
	return fmt.Sprintf("Move %d, %s: %s, %s lost", m.Number, r.name(m.Move), m.Category, points(m.Loss))
}

// caption is what is said under a diagram.
func (r *Review) caption(i int, better bool) string {
	m := &r.Moves[i]
	c := m.Move.Color
	if better {
		return fmt.Sprintf("Better: %s (%s)", r.lineText(m), r.standing(c, m.Before))
	}
	text := r.name(m.Move)
	if len(r.answered(i)) > 1 {
		text += ", and the best play after it"
	}
	return fmt.Sprintf("Played: %s (%s)", text, r.standing(c, m.After))
}

// change is how the lead and the chance of the player of a move changed with it.
func (r *Review) change(i int, becomes string) (lead, chance string) {
	m := &r.Moves[i]
	c := m.Move.Color
	return leadText(m.Before.Lead) + becomes + leadText(m.After.Lead),
		playerName(c) + "'s chances " + percent(winForPlayer(c, m.Before.Win)) + becomes + percent(winForPlayer(c, m.After.Win))
}

// standing is how a player stands.
func (r *Review) standing(c baduk.Color, v *value) string {
	return fmt.Sprintf("%s, %s for %s", leadText(v.Lead), percent(winForPlayer(c, v.Win)), playerName(c))
}

// sentences are the reasons of a move, and whether it still mattered.
func (r *Review) sentences(m *Move) []string {
	var all []string
	if m.Decided && m.Category.Weak() {
		all = append(all, fmt.Sprintf("The game was decided by then: %s.", leadText(m.Before.Lead)))
	}
	for k := range m.Facts {
		all = append(all, m.Facts[k].Sentence(r.Line.Graph))
	}
	return all
}

// title is who played.
func (r *Review) title() string {
	side := func(p Player, c baduk.Color) string {
		if p.Name == "" {
			return playerName(c)
		}
		return strings.TrimSpace(p.Name + " " + p.Rank)
	}
	return side(r.Players[baduk.Black], baduk.Black) + " – " + side(r.Players[baduk.White], baduk.White)
}

// particulars are what is known about the game, a line each.
func (r *Review) particulars() []string {
	var lines []string
	add := func(parts ...string) {
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
	add(r.Info.Event, r.Info.Round, r.Info.Date, r.Info.Place)
	result := ""
	if r.Info.Result != "" {
		result = "result " + r.Info.Result
	}
	add(r.Line.Graph.String(), r.rules(), r.handicap(), movesText(r.Line.Len()), result)
	return lines
}

// handicap is how many stones were given, "" for an even game.
func (r *Review) handicap() string {
	n, _ := strconv.Atoi(strings.TrimSpace(r.Info.Handicap))
	if placed := slices.IndexFunc(r.Line.Turns, func(t turn) bool { return !t.Handicap }); n == 0 && placed != 0 {
		if n = placed; n < 0 {
			n = r.Line.Len()
		}
	}
	if n < 2 {
		return ""
	}
	return fmt.Sprintf("%d stones", n)
}

// rules are those of the game, as far as the record says them.
func (r *Review) rules() string {
	komi := "komi " + r.Line.Rules.Komi.String()
	switch t := r.Line.Tree; {
	case !t.RulesKnown:
		return komi
	case r.Info.Rules != "":
		return r.Info.Rules + " rules, " + komi
	default:
		return r.Line.Rules.String()
	}
}
