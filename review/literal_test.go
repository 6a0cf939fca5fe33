package review

import (
	"fmt"
	"strconv"
	"strings"
)

// literal is the board of these tests. Points are written as "D4" and colours as "Black" and "White".
// Every answer is computed again for each question. The board shares no code with the packages that it
// checks.
type literal struct {
	width, height int
	stones        map[string]string
	ko            string // point at which a ko may not be retaken; "" for none
}

const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

func emptyLiteral(width, height int) *literal {
	return &literal{width: width, height: height, stones: map[string]string{}}
}

func (l *literal) copy() *literal {
	c := &literal{l.width, l.height, map[string]string{}, l.ko}
	for p, s := range l.stones {
		c.stones[p] = s
	}
	return c
}

func (l *literal) xy(point string) (x, y int) {
	x = strings.Index(letters, point[:1]) + 1
	y, _ = strconv.Atoi(point[1:])
	if x < 1 || x > l.width || y < 1 || y > l.height {
		panic("there is no " + point)
	}
	return x, y
}

func (l *literal) name(x, y int) string { return letters[x-1:x] + fmt.Sprint(y) }

func (l *literal) around(point string) []string {
	x, y := l.xy(point)
	var list []string
	if x > 1 {
		list = append(list, l.name(x-1, y))
	}
	if x < l.width {
		list = append(list, l.name(x+1, y))
	}
	if y > 1 {
		list = append(list, l.name(x, y-1))
	}
	if y < l.height {
		list = append(list, l.name(x, y+1))
	}
	return list
}

// chain returns the stones of a chain and their liberties.
func (l *literal) chain(point string) (stones, liberties map[string]bool) {
	stones, liberties = map[string]bool{}, map[string]bool{}
	color := l.stones[point]
	if color == "" {
		return
	}
	open := []string{point}
	stones[point] = true
	for len(open) > 0 {
		p := open[0]
		open = open[1:]
		for _, q := range l.around(p) {
			switch {
			case l.stones[q] == "":
				liberties[q] = true
			case l.stones[q] == color && !stones[q]:
				stones[q] = true
				open = append(open, q)
			}
		}
	}
	return stones, liberties
}

// play places a stone and removes chains without liberties. It returns the number of captured stones of
// the opponent. For an occupied point or suicide it returns false and changes nothing.
func (l *literal) play(color, point string) (taken int, ok bool) {
	l.ko = ""
	if point == "pass" {
		return 0, true
	}
	if l.stones[point] != "" {
		return 0, false
	}
	l.stones[point] = color
	last := ""
	for _, q := range l.around(point) {
		if l.stones[q] != "" && l.stones[q] != color {
			if stones, liberties := l.chain(q); len(liberties) == 0 {
				for s := range stones {
					delete(l.stones, s)
					last = s
					taken++
				}
			}
		}
	}
	stones, liberties := l.chain(point)
	if len(liberties) == 0 {
		delete(l.stones, point)
		return 0, false
	}
	if taken == 1 && len(stones) == 1 && len(liberties) == 1 {
		l.ko = last
	}
	return taken, true
}

func opposite(color string) string {
	if color == "Black" {
		return "White"
	}
	return "Black"
}

// ladder reports whether the chain on a point is captured by ataris. If defends is set, the owner is to
// move and the chain has one liberty. Otherwise the opponent is to move and the chain has two liberties.
// The owner wins all kos, as in package tactics. ok is false if the reading takes too long.
func (l *literal) ladder(point string, defends bool, budget *int) (captured, ok bool) {
	if *budget--; *budget < 0 {
		return false, false
	}
	color := l.stones[point]
	stones, liberties := l.chain(point)
	if defends {
		if len(liberties) != 1 {
			return false, true
		}
		try := map[string]bool{}
		for p := range liberties {
			try[p] = true
		}
		for s := range stones { // captures of adjacent chains
			for _, q := range l.around(s) {
				if l.stones[q] == opposite(color) {
					if _, theirs := l.chain(q); len(theirs) == 1 {
						for p := range theirs {
							try[p] = true
						}
					}
				}
			}
		}
		for p := range try {
			next := l.copy()
			if _, legal := next.play(color, p); !legal {
				continue
			}
			if captured, ok := next.ladder(point, false, budget); !ok || !captured {
				return false, ok
			}
		}
		return true, true
	}
	if len(liberties) == 1 {
		for p := range liberties {
			return p != l.ko, true
		}
	}
	if len(liberties) != 2 {
		return false, true
	}
	for p := range liberties {
		next := l.copy()
		if p == l.ko {
			continue
		}
		if _, legal := next.play(opposite(color), p); !legal || next.ko != "" {
			continue // an attack that takes a ko fails
		}
		captured, ok := next.ladder(point, true, budget)
		if !ok || captured {
			return captured, ok
		}
	}
	return false, true
}

// region returns the region of a point in words.
func (l *literal) region(point string) string {
	x, y := l.xy(point)
	across, up := "", ""
	if x <= l.width/3 {
		across = "left"
	} else if l.width-x < l.width/3 {
		across = "right"
	}
	if y <= l.height/3 {
		up = "lower"
	} else if l.height-y < l.height/3 {
		up = "upper"
	}
	switch {
	case across == "" && up == "":
		return "in the centre"
	case across == "":
		return "on the " + up + " side"
	case up == "":
		return "on the " + across + " side"
	}
	return "in the " + up + " " + across + " corner"
}

// apart returns the distance between two points: in rows or in columns, whichever is larger.
func (l *literal) apart(p, q string) int {
	a, b := l.xy(p)
	c, d := l.xy(q)
	return max(a-c, c-a, b-d, d-b)
}
