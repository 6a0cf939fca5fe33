package kifu

import (
	"fmt"
	"strings"

	"tengen/internal/wording"
	"tengen/sgf"
)

// importTygemLine reads a line of the well-known collections of games of Tygem and of
// TOM. In these collections a game has one line in each of two files. Both lines have
// the number of the game:
//
//   - The file of moves has the number, a tab, and moves as in SGF: ;B[pd];W[dd];...
//   - The index of Tygem has the number, the date, White, White's name in Latin letters
//     and nation, the same for Black, the result, the number of moves, and the time.
//   - The index of TOM has the number, the date, White, Black, komi, result, the number
//     of moves, and the time.
//
// The number becomes GN. A line of the index becomes a record without moves. All boards
// are 19x19. Some properties are the same for all games of a collection and are not
// written in the lines, such as the komi of 6.5 in the collection of Tygem.
// importTygemLine does not add such properties.
func importTygemLine(line string) (*foreign, error) {
	fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
	f := newForeign()
	f.text("GN", fields[0])
	switch len(fields) {
	case 2:
		if err := f.tygemMoves(fields[1]); err != nil {
			return nil, err
		}
	case 11, 12:
		f.tygemPlayer("W", fields[2], fields[3])
		f.tygemPlayer("B", fields[5], fields[6])
		f.text("PC", "Tygem")
		f.tygemIndex(fields[1], fields[8], fields[10])
	case 8:
		f.tygemPlayer("W", fields[2], "")
		f.tygemPlayer("B", fields[3], "")
		f.text("PC", "TOM")
		f.komi(fields[4], 0)
		f.tygemIndex(fields[1], fields[5], fields[7])
	default:
		return nil, fmt.Errorf("%w: %s; a line of moves has 2 and one of an index 8 or 11", errFormat, wording.Counted(len(fields), "column"))
	}
	return f.done()
}

func (f *foreign) tygemPlayer(color, name, latin string) {
	if name, latin = strings.TrimSpace(name), strings.TrimSpace(latin); latin != "" && latin != name {
		name = strings.TrimSpace(name + " " + latin)
	}
	f.player(color, name, "")
}

// tygemIndex reads the fields that the indices of Tygem and of TOM have. The time
// "30/3 20分" means a main time of 20 minutes and three periods of 30 seconds.
func (f *foreign) tygemIndex(date, result, time string) {
	if d, ok := isoDate(date); ok {
		f.text("DT", d)
	}
	f.text("RE", strings.TrimSpace(result))
	var period, periods, minutes int
	if n, _ := fmt.Sscanf(strings.TrimSpace(time), "%d/%d %d", &period, &periods, &minutes); n == 3 && min(period, periods, minutes) >= 0 {
		f.text("TM", fmt.Sprint(60*minutes))
		if period > 0 && periods > 0 {
			f.text("OT", fmt.Sprintf("%dx%d byo-yomi", periods, period))
		}
	}
	f.note(0, "the line is from an index: the moves of the game are in another file")
}

// tygemMoves reads moves as in SGF, without any other property.
func (f *foreign) tygemMoves(text string) error {
	for rest := strings.TrimSpace(text); rest != ""; {
		move := strings.TrimLeft(rest, "; ")
		if move == "" {
			break
		}
		end := strings.IndexByte(move, ']')
		if end < 2 || end > 4 || move[1] != '[' || move[0] != 'B' && move[0] != 'W' {
			if f.moves == 0 {
				return fmt.Errorf("%w: the second column has moves such as ;B[pd];W[dd], not %q", errFormat, clip(rest))
			}
			f.breakOff(0, fmt.Errorf("%q, after move %d, is not a move such as ;B[pd]", clip(rest), f.moves))
			break
		}
		if at := move[2:end]; at == "" || at == "tt" {
			f.play(move[:1], "")
		} else if xy, err := sgf.ParsePoint(at); err != nil || xy.X >= f.width || xy.Y >= f.height {
			f.breakOff(0, fmt.Errorf("move %d, %q, is not on a 19x19 board", f.moves+1, clip(at)))
			break
		} else {
			f.play(move[:1], at)
		}
		rest = move[end+1:]
	}
	return nil
}
