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
	"tengen/engine"
	"tengen/internal/wording"
)

// answerMoves is the number of moves of an answer that are drawn. betterMoves is the number of moves of a
// better line that are drawn.
const (
	answerMoves = 4
	betterMoves = 8
)

// played returns the diagram of the played move, which has the number 1, and of the best answer.
func (r *Review) played(i int) diagram.Picture { return r.figure(i, r.answered(i)) }

// answered returns a move and the best answer to it.
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

// better returns the diagram of the better line, with a cross on the played move.
func (r *Review) better(i int) diagram.Picture {
	m := &r.Moves[i]
	line := m.betterLine()
	p := r.figure(i, line[:min(len(line), betterMoves)])
	if m.Move.Point >= 0 && p.Labels[m.Move.Point] == "" && p.Stones[m.Move.Point] == baduk.Empty {
		p.Marks[m.Move.Point] |= diagram.Cross
	}
	return p
}

// figure returns the picture of the position before a move. The moves of the given line are drawn with
// numbers. The previous move has a circle.
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
	// maxSide is the longest side of a board that is drawn as a whole. On larger boards only the part with
	// the stones is drawn, with a margin.
	maxSide = 27
	margin  = 3
)

// stonesPart returns the points around all stones, or nil if the whole board is drawn.
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

// WriteDiagram writes a diagram of a moment as a PNG of the given width in pixels. The diagram shows the
// better line if better is true, and the played move otherwise. It panics if there is no such moment.
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

// heading describes a move with its category and loss.
func (r *Review) heading(i int) string {
	m := &r.Moves[i]
	return fmt.Sprintf("Move %d, %s: %s, %s lost", m.Number, r.name(m.Move), m.Category, points(m.Loss))
}

// caption returns the caption of a diagram.
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

// change writes the lead and the player's chance before and after a move. If both leads are proved, the chance is
// "exact".
func (r *Review) change(i int, becomes string) (lead, chance string) {
	m := &r.Moves[i]
	c := m.Move.Color
	lead = leadText(m.Before.Lead) + becomes + leadText(m.After.Lead)
	if m.Before.Exact && m.After.Exact {
		return lead, "exact"
	}
	return lead, playerName(c) + "'s chances " + m.Before.chance(c) + becomes + m.After.chance(c)
}

// chance writes the chance of a player.
func (v *value) chance(c baduk.Color) string {
	text := percent(engine.WinFor(c, v.Win))
	if v.Exact {
		text += " (exact)"
	}
	return text
}

// standing writes the lead and a player's chance.
func (r *Review) standing(c baduk.Color, v *value) string {
	if v.Exact {
		return leadText(v.Lead) + ", exact"
	}
	return fmt.Sprintf("%s, %s for %s", leadText(v.Lead), percent(engine.WinFor(c, v.Win)), playerName(c))
}

// sentences returns the reasons of a move, and whether the game was already decided.
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

// title names the players.
func (r *Review) title() string {
	side := func(p Player, c baduk.Color) string {
		if p.Name == "" {
			return playerName(c)
		}
		return strings.TrimSpace(p.Name + " " + p.Rank)
	}
	return side(r.Players[baduk.Black], baduk.Black) + " – " + side(r.Players[baduk.White], baduk.White)
}

// particulars returns the data of the game, in lines.
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
	add(r.Line.Graph.String(), r.rules(), r.handicap(), wording.Counted(r.Line.Len(), "move"), result)
	return lines
}

// handicap returns the number of handicap stones in words, "" for an even game.
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

// rules returns the rules of the game in words, as far as the record names them.
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
