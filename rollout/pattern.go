package rollout

import "tengen/baduk"

// localShapes are the 3x3 shapes in which a move in the middle is an urgent answer to a move next to it: hane,
// cuts, and moves at the border (Gelly, Wang, Munos, Teytaud 2006, "Modification of UCT with Patterns in
// Monte-Carlo Go", section 5.2, with common additions). X is the player to move, and O the opponent. The letter
// x stands for anything but X, and o for anything but O. ? is any point of the board, and | a place beyond the
// border.
var localShapes = [][3]string{
	{"XOX", "...", "???"}, // hane that encloses
	{"XO.", "...", "?.?"}, // hane that does not cut
	{"XO?", "X..", "x.?"}, // magari
	{".O.", "X..", "..."}, // diagonal attachment
	{"XO?", "O.o", "?o?"}, // cut that is open
	{"XO?", "O.X", "???"}, // cut that was peeped at
	{"?X?", "O.O", "ooo"}, // push through and cut
	{"OX?", "o.O", "???"}, // cut of a knight's move
	{"X.?", "O.?", "|||"}, // chase along the border
	{"OX?", "X.O", "|||"}, // block a cut at the border
	{"?X?", "x.O", "|||"}, // block a connection at the border
	{"?XO", "x.x", "|||"}, // descent
	{"?OX", "X.O", "|||"}, // cut at the border
}

const offBoard = 3 // the fourth value of a two-bit number; the first three are the colours

// patterns has an element for each surrounding of an empty point. Bit 0 is set if the surrounding is one of
// localShapes for Black, and bit 1 if it is one for White. The index is the surrounding, with two bits for each
// point of shape.around.
type patterns [1 << 16]uint8

func newPatterns() *patterns {
	t := new(patterns)
	for _, rows := range localShapes {
		var ring [8]byte // in the order of shape.around
		for i, at := range [8][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}, {2, 1}, {2, 0}, {1, 0}} {
			ring[i] = rows[at[0]][at[1]]
		}
		for turn := range 4 {
			for _, mirrored := range [2]bool{false, true} {
				var r [8]byte
				for i := range r {
					j := (i + 2*turn) % 8
					if mirrored {
						j = (8 - j) % 8
					}
					r[i] = ring[j]
				}
				t.add(r, 0, 0, baduk.Black)
				t.add(r, 0, 0, baduk.White)
			}
		}
	}
	return t
}

// add marks surroundings: those whose first i places are in code and whose other places match ring.
func (t *patterns) add(ring [8]byte, i int, code uint16, toPlay baduk.Color) {
	if i == 8 {
		t[code] |= uint8(toPlay) // Black is 1 and White is 2, which are the two bits
		return
	}
	for _, v := range [4]uint16{uint16(baduk.Empty), uint16(toPlay), uint16(toPlay.Opponent()), offBoard} {
		ok := false
		switch ring[i] {
		case '.':
			ok = v == uint16(baduk.Empty)
		case 'X':
			ok = v == uint16(toPlay)
		case 'O':
			ok = v == uint16(toPlay.Opponent())
		case 'x':
			ok = v == uint16(baduk.Empty) || v == uint16(toPlay.Opponent())
		case 'o':
			ok = v == uint16(baduk.Empty) || v == uint16(toPlay)
		case '?':
			ok = v != offBoard
		case '|':
			ok = v == offBoard
		}
		if ok {
			t.add(ring, i+1, code|v<<(2*i), toPlay)
		}
	}
}

// matches reports whether the empty point p is the middle of a local shape for c.
func (t *patterns) matches(s *shape, b *baduk.Board, p baduk.Point, c baduk.Color) bool {
	var code uint16
	for i, q := range s.around[p] {
		v := uint16(offBoard)
		if q >= 0 {
			v = uint16(b.At(q))
		}
		code |= v << (2 * i)
	}
	return t[code]&uint8(c) != 0
}
