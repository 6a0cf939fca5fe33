package store

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"tengen/baduk"
	"tengen/kifu"
)

// The index of a game is its trace: the events on every point of the board, with their
// turns. On most points only one stone is played in a game, and it stays there. So the
// trace has one 16-bit word for each point. The upper two bits are its kind, and the
// lower 14 bits are the number of a turn:
//
//	never      the point was always empty
//	black      a black stone from that turn until the end
//	white      a white stone from that turn until the end
//	several    anything else: the lower bits are the index of the first event
//
// An event has 32 bits: the turn (14 bits), the colour of the point after the event (2),
// the colour that moved there (2; empty if a stone was set up or captured), and whether it
// is the last event of its point (1). A point has at most one event per turn. A suicide is
// a move after which the point is empty.
const (
	never   = 0
	several = 3

	timeBits = 14
	maxTime  = 1<<timeBits - 2 // so that the last turn plus one fits as well
	timeMask = 1<<timeBits - 1

	afterShift = timeBits
	moverShift = timeBits + 2
	lastEvent  = 1 << (timeBits + 4)

	// maxPoints keeps the index of a game below 10 kB.
	maxPoints = 4000
)

// trace is the index of one game.
type trace struct {
	points []uint16
	events []uint32
	turns  int
	setUp  byte // 1 if there is a set-up
}

// ever returns the set of points that ever had colour c.
func (t *trace) ever(c baduk.Color) []uint64 {
	set := make([]uint64, setWords(len(t.points)))
	for p, w := range t.points {
		shown := w>>timeBits == uint16(c)
		if w>>timeBits == several {
			for i := int(w & timeMask); ; i++ {
				v := t.events[i]
				shown = shown || v>>afterShift&3 == uint32(c)
				if v&lastEvent != 0 {
					break
				}
			}
		}
		if shown {
			set[p/64] |= 1 << (p % 64)
		}
	}
	return set
}

// pointEvent is an event with its point, before the events are sorted by point.
type pointEvent struct {
	point baduk.Point
	event uint32
}

// replayer plays a record and logs the events on every point.
type replayer struct {
	board  *baduk.Board
	colors []baduk.Color
	log    []pointEvent
}

// traceOf returns the trace of a record. The error says why the record cannot be indexed.
func traceOf(r *kifu.Record) (trace, error) {
	switch {
	case r.Graph.Len() > maxPoints:
		return trace{}, fmt.Errorf("the board has %d points, and patterns are found on boards of up to %d", r.Graph.Len(), maxPoints)
	case len(r.Moves) > maxTime:
		return trace{}, fmt.Errorf("the game has %d moves, and patterns are found in games of up to %d", len(r.Moves), maxTime)
	}
	p := replayer{colors: make([]baduk.Color, r.Graph.Len())}
	if err := p.setUp(r); err != nil {
		return trace{}, err
	}
	for i, m := range r.Moves {
		if err := p.play(m, i+1); err != nil {
			return trace{}, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	t := p.trace()
	t.turns = len(r.Moves)
	if len(r.Setup.Black)+len(r.Setup.White) > 0 {
		t.setUp = 1
	}
	if len(t.events) > timeMask {
		return trace{}, errors.New("the game has more captures than the index can hold")
	}
	return t, nil
}

func (p *replayer) setUp(r *kifu.Record) error {
	if len(r.Setup.Black)+len(r.Setup.White) == 0 {
		p.board = baduk.NewBoard(r.Graph)
		return nil
	}
	for c, points := range [3][]baduk.Point{baduk.Black: r.Setup.Black, baduk.White: r.Setup.White} {
		for _, q := range points {
			if !r.Graph.Contains(q) || p.colors[q] != baduk.Empty {
				return fmt.Errorf("the set-up has a stone off the board or on another, at %s", r.Graph.Vertex(q))
			}
			p.colors[q] = baduk.Color(c)
			p.add(q, 0, baduk.Color(c), baduk.Empty)
		}
	}
	return p.stand(r.Graph)
}

// stand replaces the board of the replayer by a new one with the stones of p.colors.
func (p *replayer) stand(g *baduk.Graph) error {
	game, err := baduk.NewGameFrom(g, kifu.DefaultRules(), baduk.SetupOf(p.colors, baduk.Black))
	if err != nil {
		return err
	}
	p.board = baduk.NewBoard(g)
	p.board.CopyFrom(&game.Position().Board)
	return nil
}

// play makes a turn, even if the move is illegal.
func (p *replayer) play(m baduk.Move, turn int) error {
	if m.IsPass() {
		return nil
	}
	g := p.board.Graph()
	if g.Contains(m.Point) && p.colors[m.Point] != baduk.Empty {
		p.colors[m.Point] = baduk.Empty
		if err := p.stand(g); err != nil {
			return err
		}
	}
	u, verdict := p.board.Place(m)
	if verdict != baduk.Legal {
		return fmt.Errorf("%w: %s", verdict.Err(), g.Vertex(m.Point))
	}
	if u.Captured == 0 && u.Suicide == 0 {
		p.colors[m.Point] = m.Color
		p.add(m.Point, turn, m.Color, m.Color)
		return nil
	}
	for q, before := range p.colors {
		point := baduk.Point(q)
		after := p.board.At(point)
		p.colors[q] = after
		if point == m.Point {
			p.add(point, turn, after, m.Color)
		} else if after != before {
			p.add(point, turn, after, baduk.Empty)
		}
	}
	return nil
}

func (p *replayer) add(q baduk.Point, turn int, after, mover baduk.Color) {
	p.log = append(p.log, pointEvent{q, uint32(turn) | uint32(after)<<afterShift | uint32(mover)<<moverShift})
}

// trace sorts the logged events by point.
func (p *replayer) trace() trace {
	t := trace{points: make([]uint16, len(p.colors))}
	slices.SortStableFunc(p.log, func(a, b pointEvent) int { return cmp.Compare(a.point, b.point) })
	for rest := p.log; len(rest) > 0; {
		point := rest[0].point
		n := 1
		for n < len(rest) && rest[n].point == point {
			n++
		}
		first := rest[0].event
		if after := first >> afterShift & 3; n == 1 && after != 0 {
			t.points[point] = uint16(after<<timeBits | first&timeMask)
		} else {
			t.points[point] = uint16(several<<timeBits | len(t.events)&timeMask)
			for _, h := range rest[:n] {
				t.events = append(t.events, h.event)
			}
			t.events[len(t.events)-1] |= lastEvent
		}
		rest = rest[n:]
	}
	return t
}
