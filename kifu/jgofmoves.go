package kifu

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"tengen/sgf"
)

// jgofMove is a move. Columns and rows are counted from 0; a pass has -1. An edited
// move puts a stone on the board or removes one, and does not count as a turn.
type jgofMove struct {
	X, Y   int
	Color  int  `json:"color"` // 1 is Black, 2 is White; 0 is the player to move or, in an edited move, an empty point
	Edited bool `json:"edited"`
}

// start sets up the stones and sets the player who moves first.
func (g *jgof) start(f *foreign) error {
	if g.Handicap > 1 {
		f.root.Set("HA", strconv.Itoa(min(g.Handicap, sgf.MaxSide*sgf.MaxSide)))
	}
	if s := g.InitialState; s != nil {
		for _, side := range [...]struct{ property, points string }{{"AB", s.Black}, {"AW", s.White}} {
			err := jgofText(side.points, f.height, func(m jgofMove) error {
				return f.stone(side.property, sgf.XY{X: m.X, Y: m.Y})
			})
			if err != nil {
				return fmt.Errorf("the initial state: %w", err)
			}
		}
	}
	switch strings.ToLower(g.InitialPlayer) {
	case "white":
		f.toPlay = "W"
	case "black", "":
	default:
		return fmt.Errorf("%q is not the player who begins, black or white", clip(g.InitialPlayer))
	}
	if f.toPlay == "W" || len(f.stones) > 0 {
		f.root.Set("PL", f.toPlay)
	}
	return nil
}

// moves reads the moves in all their forms: "dd..pd", [3,3,-1] and {"x":3,"y":3}.
func (g *jgof) moves(f *foreign) error {
	raw := bytes.TrimSpace(g.Moves)
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if raw[0] == '"' {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
		return jgofText(text, f.height, func(m jgofMove) error { return g.play(f, m) })
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return fmt.Errorf("the moves are not a list")
	}
	for n := 1; d.More(); n++ {
		var one json.RawMessage
		if err := d.Decode(&one); err != nil {
			return err
		}
		m, err := parseJGOFMove(one)
		if err != nil {
			return fmt.Errorf("move %d: %w", n, err)
		}
		if err := g.play(f, m); err != nil {
			return fmt.Errorf("move %d: %w", n, err)
		}
	}
	return nil
}

// plainJGOFMove is a fast path for moves of the forms [x,y] and [x,y,time], which
// nearly all moves have.
func plainJGOFMove(raw []byte) (m jgofMove, ok bool) {
	text, isList := strings.CutPrefix(string(raw), "[")
	text, closed := strings.CutSuffix(text, "]")
	if !isList || !closed || strings.Count(text, ",") > 2 || strings.ContainsAny(text, "{[\"") {
		return m, false
	}
	x, rest, _ := strings.Cut(text, ",")
	y, _, _ := strings.Cut(rest, ",")
	var errX, errY error
	m.X, errX = strconv.Atoi(strings.TrimSpace(x))
	m.Y, errY = strconv.Atoi(strings.TrimSpace(y))
	return m, errX == nil && errY == nil
}

func parseJGOFMove(raw json.RawMessage) (jgofMove, error) {
	if m, ok := plainJGOFMove(raw); ok {
		return m, nil
	}
	m := jgofMove{X: -2, Y: -2}
	wrong := fmt.Errorf("%q is not a move such as [3,3] or {\"x\":3,\"y\":3}", clip(string(raw)))
	if len(raw) > 0 && raw[0] == '{' {
		if err := json.Unmarshal(raw, &m); err != nil || m.X < -1 || m.Y < -1 {
			return m, wrong
		}
		return m, nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || len(list) < 2 {
		return m, wrong
	}
	if json.Unmarshal(list[0], &m.X) != nil || json.Unmarshal(list[1], &m.Y) != nil {
		return m, wrong
	}
	if len(list) > 3 && nullToEmpty(list[3]) != "" { // edited moves have a fourth element
		if json.Unmarshal(list[3], &m.Color) != nil {
			return m, wrong
		}
		m.Edited = true
	}
	if len(list) > 4 { // the fifth is an object with further fields, such as blur
		var rest struct {
			Edited *bool `json:"edited"`
		}
		if json.Unmarshal(list[4], &rest) == nil && rest.Edited != nil {
			m.Edited = *rest.Edited
		}
	}
	return m, nil
}

// play adds a move of the player to move. In a game with free handicap, Black makes as
// many moves at the beginning as there are handicap stones.
func (g *jgof) play(f *foreign, m jgofMove) error {
	if m.Edited {
		property := map[int]string{0: "AE", 1: "AB", 2: "AW"}[m.Color]
		if property == "" {
			return fmt.Errorf("%d is not a color, which is 0, 1 or 2", m.Color)
		}
		return f.stone(property, sgf.XY{X: m.X, Y: m.Y})
	}
	color := f.toPlay
	if g.FreePlacement && f.moves < g.Handicap {
		color = "B"
	}
	if m.X < 0 || m.Y < 0 {
		f.play(color, "")
	} else if err := f.move(color, m.X, m.Y); err != nil {
		return err
	}
	if g.FreePlacement && f.moves < g.Handicap {
		f.toPlay = "B"
	}
	return nil
}

// jgofText reads moves of two letters each. A pass is "..", and "!1dd" is an edited
// move. A letter followed by digits is a vertex, as in D4Q16.
func jgofText(text string, height int, each func(jgofMove) error) error {
	for i := 0; i+1 < len(text); {
		m := jgofMove{}
		if text[i] == '!' {
			m.Edited = true
			if rest, ok := strings.CutPrefix(text[i:], "!undefined"); ok {
				i = len(text) - len(rest)
			} else {
				m.Color = int(text[i+1]) - '0'
				i += 2
			}
		}
		if i+1 >= len(text) {
			return fmt.Errorf("%q ends in the middle of a move", clip(text))
		}
		if c := text[i+1]; c >= '0' && c <= '9' {
			n, err := m.vertex(text[i:], height)
			if err != nil {
				return err
			}
			i += n
		} else {
			m.X, m.Y = jgofLetter(text[i]), jgofLetter(text[i+1])
			if m.X < -1 || m.Y < -1 {
				return fmt.Errorf("%q is not a point such as dd", clip(text[i:i+2]))
			}
			i += 2
		}
		if err := each(m); err != nil {
			return err
		}
	}
	return nil
}

// jgofLetter converts a letter to a column or a row. It returns -1 for a pass, and -2
// if c is not a letter.
func jgofLetter(c byte) int {
	switch {
	case c == '.':
		return -1
	case c >= 'a' && c <= 'z':
		return int(c - 'a')
	case c >= 'A' && c <= 'Z':
		return int(c - 'A')
	}
	return -2
}

// vertex reads a vertex such as D4 and returns its length.
func (m *jgofMove) vertex(text string, height int) (int, error) {
	const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
	n := 1
	for n < len(text) && n < 4 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	m.X = strings.IndexByte(letters, strings.ToUpper(text[:1])[0])
	row, err := strconv.Atoi(text[1:n])
	if m.Y = height - row; err != nil || m.X < 0 || m.Y < 0 || row < 1 {
		return 0, fmt.Errorf("%q is not a point such as D4", clip(text[:n]))
	}
	return n, nil
}
