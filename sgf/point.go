package sgf

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxSide is the largest side of a board. FF[4] has no names for more columns or rows.
const MaxSide = 52

const pointLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// XY is a column and a row, counted from 0 to [MaxSide]-1 from the upper left corner.
type XY struct{ X, Y int }

// String returns the point as FF[4] for Go writes it, the column first: "aa" is the
// upper left corner. It panics if the point is not on a board of side [MaxSide].
func (p XY) String() string {
	return string([]byte{pointLetters[p.X], pointLetters[p.Y]})
}

// ParsePoint reads a point such as "aa" and ignores white space around it. It does
// not know passes: whether "" and "tt" are passes depends on the property and the
// size of the board.
func ParsePoint(raw string) (XY, error) {
	if s := strings.TrimSpace(raw); len(s) == 2 {
		p := XY{strings.IndexByte(pointLetters, s[0]), strings.IndexByte(pointLetters, s[1])}
		if p.X >= 0 && p.Y >= 0 {
			return p, nil
		}
	}
	return XY{}, fmt.Errorf("%q is not a point, which has two letters from a to z and A to Z", clip(raw))
}

// ParsePoints reads a list of points and of rectangles such as "aa:cc" (FF[4]
// "Compressed point lists"). A rectangle may name any two opposite corners. Each point
// is returned once, in the order of its first appearance. With an error, ParsePoints
// returns the points before the invalid value.
func ParsePoints(raw []string) ([]XY, error) {
	var points []XY
	var seen [MaxSide][MaxSide]bool
	for _, value := range raw {
		first, second, composed := SplitValue(value)
		if !composed {
			second = first
		}
		a, err := ParsePoint(first)
		if err != nil {
			return points, err
		}
		b, err := ParsePoint(second)
		if err != nil {
			return points, err
		}
		for y := min(a.Y, b.Y); y <= max(a.Y, b.Y); y++ {
			for x := min(a.X, b.X); x <= max(a.X, b.X); x++ {
				if !seen[y][x] {
					seen[y][x] = true
					points = append(points, XY{x, y})
				}
			}
		}
	}
	return points, nil
}

// ParseSize reads SZ: "19", or "9:13" for width and height. It also accepts "9x13",
// which is not in the standard but has a clear meaning. Sides are from 1 to [MaxSide].
func ParseSize(raw string) (width, height int, err error) {
	first, second, two := strings.Cut(strings.ReplaceAll(strings.ToLower(raw), "x", ":"), ":")
	if !two {
		second = first
	}
	width, err = strconv.Atoi(strings.TrimSpace(first))
	if err == nil {
		height, err = strconv.Atoi(strings.TrimSpace(second))
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%q is not the size of a board, which is 19, or 9:13 for width and height", clip(raw))
	}
	if min(width, height) < 1 || max(width, height) > MaxSide {
		return 0, 0, fmt.Errorf("SGF has no board of %dx%d: sides are from 1 to %d", width, height, MaxSide)
	}
	return width, height, nil
}

// FormatSize writes SZ: "19" if the board is square, otherwise "9:13".
func FormatSize(width, height int) string {
	if width == height {
		return strconv.Itoa(width)
	}
	return fmt.Sprintf("%d:%d", width, height)
}
