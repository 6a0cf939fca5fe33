package kifu

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/sgf"
)

// data reads a line such as QP,B1,1,0. It has the column and the row as letters, the
// player, the number of the move, and the seconds that it took. Stones with the number
// 0 belong to the set-up.
func (u *ugf) data(line string, n int) {
	if strings.HasPrefix(line, ".") {
		u.note(n, "%q between the moves was ignored", clip(line))
		return
	}
	if u.ended {
		return
	}
	if err := u.stoneOrMove(line, n); err != nil {
		u.ended = true
		u.breakOff(n, err)
	}
}

func (u *ugf) stoneOrMove(line string, n int) error {
	if len(u.nodes) == 0 {
		u.nodes = append(u.nodes, u.root)
	}
	fields := strings.Split(line, ",")
	if len(fields) < 3 || len(fields[0]) != 2 {
		return fmt.Errorf("%q is not a move such as QP,B1,1,0", clip(line))
	}
	at, pass, err := u.point(fields[0][0], fields[0][1])
	if err != nil {
		return err
	}
	color := ""
	switch {
	case strings.HasPrefix(fields[1], "B"):
		color = "B"
	case strings.HasPrefix(fields[1], "W"):
		color = "W"
	case fields[1] == "MK" && pass: // one real file has such a line
		color = u.toPlay
	default:
		return fmt.Errorf("%q is not a player, which begins with B or W", clip(fields[1]))
	}
	number, err := strconv.Atoi(strings.TrimSpace(fields[2]))
	if err != nil {
		return fmt.Errorf("%q is not the number of a move", clip(fields[2]))
	}
	if number == 0 {
		if pass {
			return fmt.Errorf("%q is not a point for a stone of the set-up", fields[0])
		}
		if u.moves > 0 {
			return fmt.Errorf("a stone is set up after move %d", u.moves)
		}
		return u.stone("A"+color, at)
	}
	if number != u.moves+1 {
		u.note(n, "move %d has the number %d", u.moves+1, number)
	}
	raw := ""
	if !pass {
		raw = at.String()
	}
	u.play(color, raw)
	u.nodes = append(u.nodes, u.last)
	return nil
}

// point reads two letters. The columns Y and Z mean a pass on boards of up to 24
// columns.
func (u *ugf) point(column, row byte) (at sgf.XY, pass bool, err error) {
	at = sgf.XY{X: int(column) - 'A', Y: int(row) - 'A'}
	if (column == 'Y' || column == 'Z') && at.X >= u.width {
		return at, true, nil
	}
	if u.flip {
		at.Y = u.height - 1 - at.Y
	}
	if at.X < 0 || at.X >= u.width || at.Y < 0 || at.Y >= u.height {
		return at, false, fmt.Errorf("%q is not on a %dx%d board", string([]byte{column, row}), u.width, u.height)
	}
	return at, false, nil
}

// figure reads the comments of figures. The lines from .Text,12 to .EndText are about
// move 12. Among them, a line such as .#,6,16,E is a label. Variations are the lines
// from .Fig to .EndFig. The import only counts the variations.
func (u *ugf) figure(line string, n int) {
	switch {
	case strings.HasPrefix(line, ".Fig,"):
		u.endText()
		u.inFig = true
		u.figures++
	case strings.HasPrefix(line, ".EndFig"):
		u.inFig = false
	case u.inFig:
	case strings.HasPrefix(line, ".Text,"):
		u.endText()
		number, _, _ := strings.Cut(line[len(".Text,"):], ",")
		u.beginText(number, 0, n)
	case strings.HasPrefix(line, ".EndText"):
		u.endText()
	case !u.inText:
		u.note(n, "%q was ignored: it does not belong to a comment", clip(line))
	case strings.HasPrefix(line, ".#,"):
		if err := u.label(line[len(".#,"):]); err != nil {
			u.note(n, "the label %q was ignored: %v", clip(line), err)
		}
	default:
		u.say(line)
	}
}

// review reads the comments of reviews, which begin with .Comment and a number. The
// number 1 stands for the position before the first move.
func (u *ugf) review(line string, n int) {
	if rest, ok := strings.CutPrefix(line, ".Comment,"); ok {
		u.endText()
		number, _, _ := strings.Cut(rest, ",")
		u.beginText(number, 1, n)
	} else if u.inText {
		u.say(line)
	}
}

func (u *ugf) beginText(number string, first, line int) {
	u.inText, u.about = true, -1
	about, err := strconv.Atoi(strings.TrimSpace(number))
	if about -= first; err != nil || about < 0 || about >= len(u.nodes) {
		u.note(line, "a comment was left out: %q is not the number of a move", clip(number))
		return
	}
	u.about = about
}

// endText ends the current comment.
func (u *ugf) endText() { u.about, u.inText = -1, false }

// say adds a line to the current comment.
func (u *ugf) say(line string) {
	if u.about >= 0 {
		u.comments[u.about] = append(u.comments[u.about], line)
	}
}

func (u *ugf) setComments() {
	for i, lines := range u.comments {
		u.nodes[i].Set("C", sgf.Escape(strings.Join(lines, "\n")))
	}
	for i, values := range u.labels {
		u.nodes[i].Set("LB", values...)
	}
}

// label reads a label such as 6,16,E: column, row and text.
func (u *ugf) label(text string) error {
	parts := strings.SplitN(text, ",", 3)
	if len(parts) < 3 || parts[2] == "" {
		return fmt.Errorf("it is not a column, a row and a text")
	}
	x, errX := strconv.Atoi(parts[0])
	y, errY := strconv.Atoi(parts[1])
	if errX != nil || errY != nil || x < 1 || y < 1 || x > u.width || y > u.height {
		return fmt.Errorf("%s,%s is not on a %dx%d board", clip(parts[0]), clip(parts[1]), u.width, u.height)
	}
	if u.flip {
		y = u.height + 1 - y
	}
	if u.about >= 0 {
		u.labels[u.about] = append(u.labels[u.about], sgf.Compose(sgf.XY{X: x - 1, Y: y - 1}.String(), parts[2]))
	}
	return nil
}
