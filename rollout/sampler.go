package rollout

import "tengen/baduk"

// Sampler plays uniform random games from a position and counts them. It plays exactly the games that
// [Uniform.Play] plays with the same random numbers. It is about twice as fast if no point of the board has more
// than four neighbours, and on other boards a little faster. It does not keep a position that other code can use:
// no liberties, no hash, no undo. It is not safe for concurrent use.
//
//	s := rollout.NewSampler(g)
//	s.From(pos)
//	for range 1000 {
//		s.Play(&rng, 3*g.Len())
//		sum += s.Lead()
//	}
type Sampler struct {
	graph  *baduk.Graph
	board  leanBoard     // nil on a board that only slow can play on
	colors []baduk.Color // memory for Lead
	area   areaCounter

	// slow plays on boards on which the weight of regions, and not liberties, decides about life.
	slow       *Uniform
	start, pos *baduk.Position
}

// leanBoard is a board that holds only what a uniform random game needs.
type leanBoard interface {
	// load makes pos the position from which games start. It must be followed by reset.
	load(pos *baduk.Position)
	// reset returns to the start.
	reset()
	// run plays until both players have passed in a row, or until it has made most moves. If the slice first is
	// not nil, run sets first[p] to the colour that first played on p.
	run(rng *Rand, most int, first []baduk.Color) (moves int, ended bool)
	// quickLead returns Black's area minus White's if every empty region is a single point, and otherwise false.
	quickLead() (lead int, ok bool)
	// stones writes the colour of each point to dst.
	stones(dst []baduk.Color)
}

// NewSampler makes a sampler for the graph. It plays from the empty board until [Sampler.From] is called.
func NewSampler(g *baduk.Graph) *Sampler {
	s := &Sampler{graph: g}
	pos := baduk.NewPosition(g)
	if g.Regional() {
		s.slow, s.start, s.pos = NewUniform(g), pos, baduk.NewPosition(g)
		return s
	}
	shape := newShape(g)
	if b := newNarrow(shape); b != nil {
		s.board = b
	} else {
		s.board = newWide(shape)
	}
	s.colors = make([]baduk.Color, g.Len())
	s.area = newAreaCounter(g)
	s.From(pos)
	return s
}

// From makes pos the position from which games start. The position must be on the sampler's graph. The sampler
// copies it.
func (s *Sampler) From(pos *baduk.Position) {
	if pos.Graph() != s.graph {
		panic("rollout: Sampler.From with a position on another graph")
	}
	if s.board == nil {
		s.start.CopyFrom(pos)
		s.pos.CopyFrom(pos)
		return
	}
	s.board.load(pos)
	s.board.reset()
}

// Play plays a game from the start. See [Uniform.Play] for the moves, the end and the results. Play does not
// allocate memory.
func (s *Sampler) Play(rng *Rand, maxMoves int) (moves int, ended bool) {
	return s.play(rng, maxMoves, nil)
}

// play is Play with the parameter first of leanBoard.run. On a board of regions, first must be nil.
func (s *Sampler) play(rng *Rand, maxMoves int, first []baduk.Color) (moves int, ended bool) {
	if s.board == nil {
		s.pos.CopyFrom(s.start)
		return s.slow.Play(s.pos, rng, maxMoves)
	}
	s.board.reset()
	return s.board.run(rng, maxMoves, first)
}

// Lead returns Black's area minus White's at the end of the last game; see [Uniform.Lead]. It does not allocate
// memory.
func (s *Sampler) Lead() float64 { return s.lead(nil) }

// lead is Lead. If the slice owner is not nil, lead adds 1 to the elements of Black's points, and subtracts 1
// from the elements of White's points.
func (s *Sampler) lead(owner []float32) float64 {
	if s.board == nil {
		return s.slow.counter.lead(&s.pos.Board, owner)
	}
	if owner == nil && s.graph.Life() == nil {
		if lead, ok := s.board.quickLead(); ok {
			return float64(lead)
		}
	}
	s.board.stones(s.colors)
	return s.area.lead(s.colors, owner)
}
