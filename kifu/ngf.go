package kifu

import (
	"fmt"
	"strconv"
	"strings"
)

// ngfHeader has the line number, from 0, of each entry of the header. The format has two
// variants. In the first variant the header begins with the kind of game and the size
// of the board, and ends with the result. In the second variant every line begins with
// GI, the event comes first, and the result comes after the moves.
type ngfHeader struct {
	size, handicap, komi, date, place, result int
}

// importNGF reads the format of the servers Cyberoro and wBaduk. The komi in the file
// is in whole points; importNGF adds half a point in an even game. The file states
// neither the points of the handicap stones nor the rules; importNGF assumes those of
// the server. It takes at most 40 bytes of memory for each byte of the text.
func importNGF(text string) (*foreign, error) {
	f := newForeign()
	var head []string
	var moves, end int
	var tail []string
	for n, line := range textLines(text) {
		switch {
		case isNGFMove(line):
			if moves == 0 {
				if err := f.ngfHeader(head); err != nil {
					return nil, err
				}
			}
			moves++
			if end != 0 {
				break
			}
			if err := f.ngfMove(line); err != nil {
				end = n
				f.breakOff(n, err)
			}
		case moves == 0:
			head = append(head, line)
		default:
			tail = append(tail, line)
		}
		if moves == 0 && n > 60 {
			break
		}
	}
	if moves == 0 {
		if err := f.ngfHeader(head); err != nil {
			return nil, err
		}
		f.note(0, "the file has no moves")
	}
	f.ngfTail(tail)
	return f.done()
}

// isNGFMove recognises a move such as PMABBREER. It consists of PM, a counter of two
// letters, the player, the two letters of the point, and the same letters backwards.
func isNGFMove(line string) bool {
	return len(line) >= 7 && line[0] == 'P' && line[1] == 'M' && (line[4] == 'B' || line[4] == 'W')
}

func (f *foreign) ngfHeader(lines []string) error {
	h := ngfHeader{size: 1, handicap: 5, komi: 7, date: 8, place: 4, result: 10}
	if strings.HasPrefix(firstLine(lines), "GI") {
		for i := range lines {
			lines[i] = strings.TrimSpace(strings.TrimPrefix(lines[i], "GI"))
		}
		h = ngfHeader{size: 6, handicap: 7, komi: 9, date: 5, place: -1, result: -1}
	}
	at := func(i int) string {
		if i < 0 || i >= len(lines) {
			return ""
		}
		return lines[i]
	}
	if _, err := strconv.Atoi(at(h.size)); err != nil {
		return fmt.Errorf("%w: line %d of an NGF file has the size of the board, but %q is not a number", errFormat, h.size+1, clip(at(h.size)))
	}
	if err := f.size(at(h.size), h.size+1); err != nil {
		return err
	}
	f.text("EV", at(0))
	f.text("PC", at(h.place))
	white := 2
	if h.size > 2 {
		white = 1
		f.note(2, "the first player was taken for White, as in files with the usual header")
	}
	f.ngfPlayer("W", at(white))
	f.ngfPlayer("B", at(white+1))
	if date, ok := isoDate(at(h.date)); ok {
		f.text("DT", date)
	} else if at(h.date) != "" {
		f.note(h.date+1, "the date %q was ignored: it is not a year, a month and a day", clip(at(h.date)))
	}
	handicap, err := strconv.Atoi(at(h.handicap))
	if err != nil && at(h.handicap) != "" {
		f.note(h.handicap+1, "the handicap was ignored: %q is not a number of stones", clip(at(h.handicap)))
	}
	f.handicap(handicap, h.handicap+1)
	f.ngfKomi(at(h.komi), handicap, h.komi+1)
	f.text("RU", serverRules)
	if result, ok := foreignResult(at(h.result)); ok {
		f.text("RE", result)
	} else {
		f.note(h.result+1, "the result %q was not understood", clip(at(h.result)))
	}
	return nil
}

func firstLine(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return lines[0]
}

// ngfKomi sets the komi. In an even game it adds the half point that the format leaves
// out.
func (f *foreign) ngfKomi(text string, handicap, line int) {
	if n, err := strconv.Atoi(text); err == nil && handicap == 0 {
		f.note(line, "the komi %d was read as %d.5, since the format leaves out the half point", n, n)
		text += ".5"
	}
	f.komi(text, line)
}

// ngfPlayer reads a player such as "LQC         9DP". The rank is the last of at
// least two words.
func (f *foreign) ngfPlayer(color, text string) {
	name, rank := text, ""
	if i := strings.LastIndexAny(text, " \t"); i > 0 {
		name, rank = text[:i], gameRank(text[i+1:])
	}
	f.player(color, name, rank)
}

func (f *foreign) ngfMove(line string) error {
	color, x, y := line[4:5], int(line[5])-'B', int(line[6])-'B'
	if len(line) >= 9 && (line[7] != line[6] || line[8] != line[5]) {
		return fmt.Errorf("the move %q names two points, %q forwards and %q backwards", clip(line), line[5:7], line[7:9])
	}
	if x == -1 && y == -1 {
		f.play(color, "")
		return nil
	}
	return f.move(color, x, y)
}

// ngfTail reads the lines after the moves. In the second variant of the format these are
// a number, whose meaning is unknown, and a line such as IDB[211] 黑中盘胜[EndTxt].
func (f *foreign) ngfTail(lines []string) {
	var comments []string
	for _, line := range lines {
		if _, text, ok := strings.Cut(line, "]"); ok && strings.HasPrefix(line, "ID") {
			text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "[EndTxt]"))
			if result, ok := foreignResult(text); ok && result != "" && !f.root.Has("RE") {
				f.text("RE", result)
			}
			comments = append(comments, text)
		} else if line != "" && !strings.HasPrefix(line, "GI") {
			f.note(0, "%q after the moves was ignored", clip(line))
		}
	}
	f.text("GC", strings.Join(comments, "\n"))
}
