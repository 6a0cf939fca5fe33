package kifu

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"tengen/internal/wording"
	"tengen/sgf"
)

// maxLine is the largest length of a line in bytes. The longest real games take a few
// thousand bytes.
const maxLine = 1 << 20

// lineColumns is the number of columns in a line of tengen's own format, which
// docs/formats.md describes.
const lineColumns = 12

// lineGame is a game of a file with one game per line. err says why the line could not
// be read. Such an error does not affect the next lines.
type lineGame struct {
	line int // number of the line, from 1
	*foreign
	err error
}

// importLines yields the games of a file with one game per line. The text has to be in
// UTF-8, and parse reads a line. importLines skips empty lines and lines that begin with
// "#". It also skips the given number of games at the beginning. For a line that is not
// a game it yields a lineGame with an error, and the iteration goes on. An error of the
// reader comes as the second value and ends the iteration.
//
// importLines holds one line at a time, of at most 1 MiB, and the tree of its game.
// The tree takes at most 2 KiB and 80 bytes for each byte of the line, since a move
// takes two bytes.
func importLines(r io.Reader, parse func(string) (*foreign, error), skip int) iter.Seq2[lineGame, error] {
	return func(yield func(lineGame, error) bool) {
		lines := bufio.NewReaderSize(r, 1<<16)
		for n := 1; ; n++ {
			line, tooLong, err := readLine(lines)
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(lineGame{line: n}, fmt.Errorf("line %d: %w", n, err))
				}
				return
			}
			if strings.TrimSpace(line) == "" || line[0] == '#' {
				continue
			}
			if skip > 0 {
				skip--
				continue
			}
			game := lineGame{line: n}
			if tooLong {
				game.err = fmt.Errorf("line %d: %w: a line has at most %d bytes", n, sgf.ErrTooLarge, maxLine)
			} else if game.foreign, game.err = parse(line); game.err != nil {
				game.err = fmt.Errorf("line %d: %w", n, game.err)
			}
			if !yield(game, nil) {
				return
			}
		}
	}
}

// readLine reads a line and returns it without its line break. It returns at most
// maxLine bytes. tooLong reports whether the line is longer. After the last line
// readLine returns [io.EOF].
func readLine(in *bufio.Reader) (line string, tooLong bool, err error) {
	var b strings.Builder
	for {
		part, err := in.ReadSlice('\n')
		if b.Len()+len(part) > maxLine {
			tooLong = true
			part = part[:maxLine-b.Len()]
		}
		b.Write(part)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if errors.Is(err, io.EOF) && b.Len() > 0 {
			err = nil // the last line has no line break
		}
		return strings.TrimRight(b.String(), "\r\n"), tooLong, err
	}
}

// importLine reads a game from a line of twelve columns, separated by tabs.
func importLine(line string) (*foreign, error) {
	columns := strings.Split(line, "\t")
	if len(columns) != lineColumns {
		return nil, fmt.Errorf("%w: %s; a game has %d, separated by tabs", errFormat, wording.Counted(len(columns), "column"), lineColumns)
	}
	f := newForeign()
	if columns[1] != "" {
		width, height, err := sgf.ParseSize(columns[1])
		if err != nil {
			return nil, fmt.Errorf("column 2: %w", err)
		}
		f.resize(width, height)
	}
	f.text("SO", columns[0])
	f.komi(columns[2], 0)
	f.text("RU", columns[3])
	if h := columns[4]; h != "" && h != "0" {
		f.text("HA", h)
	}
	if err := f.lineSetup(columns[5]); err != nil {
		return nil, err
	}
	switch columns[6] {
	case "B", "W":
		f.toPlay = columns[6]
	case "":
	default:
		return nil, fmt.Errorf("column 7: %q is not the player who moves first, B or W", clip(columns[6]))
	}
	if columns[5] != "" || f.toPlay == "W" {
		f.root.Set("PL", f.toPlay)
	}
	if result := columns[7]; result == "B+N" || result == "W+N" { // won by an unknown margin
		f.text("RE", result[:2])
	} else {
		f.text("RE", result)
	}
	f.text("BR", columns[8])
	f.text("WR", columns[9])
	f.text("DT", columns[10])
	f.lineMoves(columns[11])
	return f.done()
}

// lineSetup reads the stones of the set-up. Each has three letters: the colour and
// the point.
func (f *foreign) lineSetup(text string) error {
	for i := 0; i < len(text); i += 3 {
		stone := text[i:min(i+3, len(text))]
		property := "AB"
		if stone[0] == 'w' {
			property = "AW"
		}
		at, err := sgf.ParsePoint(stone[1:])
		if err == nil && (stone[0] == 'b' || stone[0] == 'w') {
			err = f.stone(property, at)
		} else {
			err = fmt.Errorf("%q is not a stone such as bdd", clip(stone))
		}
		if err != nil {
			return fmt.Errorf("column 6: %w", err)
		}
	}
	return nil
}

// lineMoves reads the moves, two letters each, up to the first move that is not on the
// board.
func (f *foreign) lineMoves(text string) {
	for i := 0; i < len(text); i += 2 {
		raw := text[i:min(i+2, len(text))]
		if raw == ".." || raw == "tt" && max(f.width, f.height) <= 19 {
			f.play(f.toPlay, "")
			continue
		}
		if at, err := sgf.ParsePoint(raw); err != nil || at.X >= f.width || at.Y >= f.height {
			f.breakOff(0, fmt.Errorf("move %d, %q, is not on a %dx%d board", f.moves+1, raw, f.width, f.height))
			return
		}
		f.play(f.toPlay, raw)
	}
}
