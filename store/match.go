package store

import (
	"encoding/binary"

	"tengen/baduk"
)

// word returns the word of a point in the trace.
func word(points []byte, p uint16) uint16 {
	i := 2 * int(p)
	return binary.LittleEndian.Uint16(points[i : i+2])
}

// match returns the turn of the first position of a game that shows the template. First it
// uses the points that had at most one stone in the whole game. Each of them restricts the
// range of possible positions. matchEvents then checks the few points with several events.
func (t *template) match(e entry, n int) (turn int, ok bool) {
	if len(t.stones) == 0 && !e.setUp() {
		return 0, true
	}
	points := e.points(n)
	from, before := uint16(0), uint16(e.turns()+1)
	eventful := false
	for _, s := range t.stones {
		w := word(points, s.point)
		switch w >> timeBits {
		case s.kind:
			from = max(from, w&timeMask)
		case several:
			eventful = true
		default:
			return 0, false
		}
	}
	for _, p := range t.empties {
		w := word(points, p)
		if w>>timeBits == several {
			eventful = true
		} else if w != never && w&timeMask < before {
			if before = w & timeMask; from >= before {
				return 0, false
			}
		}
	}
	if !eventful {
		return int(from), true
	}
	return t.matchEvents(e, n, int(from), int(before))
}

// matchEvents advances the position until every point with several events has the
// required colour, or until no positions are left.
func (t *template) matchEvents(e entry, n, from, before int) (turn int, ok bool) {
	points, events := e.points(n), e.events(n)
	for {
		start := from
		for _, s := range t.stones {
			if w := word(points, s.point); w>>timeBits == several {
				from = firstShown(events, int(w&timeMask), uint32(s.kind), from)
				if from >= before {
					return 0, false
				}
			}
		}
		for _, p := range t.empties {
			if w := word(points, p); w>>timeBits == several {
				from = firstShown(events, int(w&timeMask), uint32(baduk.Empty), from)
				if from >= before {
					return 0, false
				}
			}
		}
		if from == start {
			return from, true
		}
	}
}

// afterAll is larger than the number of any position of a game.
const afterAll = 1 << 16

// firstShown returns the number of the first position in which a point has the given
// colour. The search begins at the given position. If there is no such position,
// firstShown returns afterAll. i is the index of the point's first event.
func firstShown(events []byte, i int, color uint32, from int) int {
	current := uint32(baduk.Empty)
	for ; 4*i+4 <= len(events); i++ {
		v := binary.LittleEndian.Uint32(events[4*i:])
		time := int(v & timeMask)
		if time > from && current == color {
			return from
		}
		current = v >> afterShift & 3
		if current == color && time >= from {
			return time
		}
		if v&lastEvent != 0 {
			break
		}
	}
	if current == color {
		return from
	}
	return afterAll
}

// Play is the continuation of a hit.
type Play struct {
	// Point is the place of the next move on the pattern, as an index of
	// Pattern.Points. Color is the player of that move, in the pattern's colours. If
	// the rectangle changes or the game ends before such a move, Color is Empty.
	Point int
	Color baduk.Color
	// Direct reports whether the move is the turn right after the hit.
	Direct bool
	// Ended reports whether the hit is the last position of the game.
	Ended bool
}

// next returns the continuation after a turn at which the region shows the template.
func (t *template) next(e entry, n, turn int, swapped bool) Play {
	points, events := e.points(n), e.events(n)
	best, play := afterAll, Play{Ended: turn == e.turns()}
	if play.Ended {
		return play
	}
	for i, p := range t.region {
		w := word(points, p)
		kind, time := w>>timeBits, int(w&timeMask)
		mover := baduk.Color(kind)
		switch kind {
		case never:
			continue
		case several:
			time, mover = nextEvent(events, time, turn)
		}
		// If a turn has several events, the move is preferred to its captures.
		if time > turn && (time < best || time == best && mover != baduk.Empty) {
			best, play.Point, play.Color = time, i, mover
			if time == turn+1 && mover != baduk.Empty {
				break
			}
		}
	}
	if play.Color == baduk.Empty {
		return Play{}
	}
	play.Direct = best == turn+1
	if swapped {
		play.Color = play.Color.Opponent()
	}
	return play
}

// nextEvent returns the turn of the first event of a point after the given turn, and the
// player who moved. If there is no such event, the returned turn is 0. i is the index of
// the point's first event.
func nextEvent(events []byte, i, turn int) (int, baduk.Color) {
	for ; 4*i+4 <= len(events); i++ {
		v := binary.LittleEndian.Uint32(events[4*i:])
		if time := int(v & timeMask); time > turn {
			return time, baduk.Color(v >> moverShift & 3)
		}
		if v&lastEvent != 0 {
			break
		}
	}
	return 0, baduk.Empty
}
