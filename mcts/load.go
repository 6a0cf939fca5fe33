package mcts

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"math"

	"tengen/baduk"
)

// reader reads the output of a writer. After its first error it returns zeroes.
type reader struct {
	r   *bufio.Reader
	sum uint64
	err error
	buf [8]byte
}

func (r *reader) bytes(b []byte) {
	if r.err == nil {
		if _, r.err = io.ReadFull(r.r, b); r.err == nil {
			r.sum = crc64.Update(r.sum, saveTable, b)
			return
		}
		if r.err == io.EOF {
			r.err = io.ErrUnexpectedEOF
		}
	}
	clear(b)
}

func (r *reader) u64() uint64 { r.bytes(r.buf[:8]); return binary.LittleEndian.Uint64(r.buf[:]) }
func (r *reader) u32() uint32 { r.bytes(r.buf[:4]); return binary.LittleEndian.Uint32(r.buf[:]) }
func (r *reader) u16() uint16 { r.bytes(r.buf[:2]); return binary.LittleEndian.Uint16(r.buf[:]) }

// number reads a finite number.
func (r *reader) number() float32 {
	v := math.Float32frombits(r.u32())
	if v-v != 0 {
		r.fail("a value is not a number")
	}
	return v
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// Load replaces the graph by a saved one. The caller must first set the game for which the graph was saved.
// Errors wrap [ErrSaved] and say what is wrong with the file. After an error the graph is empty. Load panics
// while the search runs.
func (s *Search) Load(from io.Reader) error {
	s.idle("Load")
	s.use.Lock()
	defer s.use.Unlock()
	if s.game == nil {
		return errors.New("mcts: Load before SetGame")
	}
	s.forget()
	s.endRun()
	r := &reader{r: bufio.NewReaderSize(from, 1<<16)}
	if err := s.load(r); err != nil {
		s.forget()
		return fmt.Errorf("%w: %w", ErrSaved, err)
	}
	return nil
}

func (s *Search) load(r *reader) error {
	if err := s.loadIdentity(r); err != nil {
		return err
	}
	centre := math.Float64frombits(r.u64())
	if reach := 1e6; !(math.Abs(centre) < reach) {
		r.fail("the centre of scores is %v", centre)
	}
	seeds, cycles := r.u64(), int64(r.u64()&math.MaxInt64)
	count := r.u32()
	if r.err == nil && (count == 0 || count > math.MaxInt32) {
		r.fail("it has %d positions", count)
	}
	places, err := s.loadNodes(r, count)
	if err != nil {
		return err
	}
	sum := r.sum
	if got := r.u64(); r.err == nil && got != sum {
		r.fail("its checksum is wrong: the file is damaged")
	}
	if r.err != nil {
		return r.err
	}
	if err := s.linkPlaces(places); err != nil {
		return err
	}
	s.root = places[0]
	s.rootNode, s.centred = s.graph.nodes.at(s.root), true
	if s.rootNode.toPlay() != s.game.ToPlay() {
		return errors.New("the other player is to move")
	}
	s.run.cycles.Store(cycles) // set now because checkAll reads it
	if err := s.checkAll(); err != nil {
		return err
	}
	s.valuer.centre = centre
	s.seeds.Store(seeds)
	return nil
}

// loadIdentity returns an error if this search cannot continue the saved one.
func (s *Search) loadIdentity(r *reader) error {
	magic := make([]byte, len(saveMagic))
	r.bytes(magic)
	if r.err != nil || string(magic) != saveMagic {
		return errors.New("it is not a saved search, or another version of the program saved it")
	}
	identity := [3]uint64{r.u64(), r.u64(), r.u64()}
	name := make([]byte, r.u16())
	r.bytes(name)
	switch want := s.identity(); {
	case r.err != nil:
		return r.err
	case identity[1] != want[1]:
		return errors.New("it is for another board")
	case identity[0] != want[0]:
		return errors.New("it is for another position, or for other rules")
	case string(name) != s.evaluatorNames():
		return fmt.Errorf("its evaluator was %.200q, not %q", name, s.evaluatorNames())
	case identity[2] != want[2]:
		return errors.New("it was searched with other parameters; only threads, seed and maxBytes may differ")
	}
	return nil
}

// linkPlaces replaces the places of children in all edges by indices of nodes. It also enters the nodes into
// the hash table.
func (s *Search) linkPlaces(places []int32) error {
	for _, i := range places {
		if n := s.graph.nodes.at(i); n.opened > 0 {
			edges := s.graph.edgesOf(n)
			for k := range edges {
				e := &edges[k]
				if int(e.child) > len(places) {
					return fmt.Errorf("a move leads to position %d of %d", e.child, len(places))
				}
				if e.child > 0 {
					e.child = places[e.child-1]
				}
			}
		}
		if s.params.Graph {
			s.table.enter(i)
		}
	}
	return nil
}

// loadNodes reads the nodes and returns their indices. Afterwards the edges refer to children by their places
// in the file.
func (s *Search) loadNodes(r *reader, count uint32) (places []int32, err error) {
	var k stock
	defer s.graph.restock(&k)
	for n := uint32(0); n < count && r.err == nil; n++ {
		i, ok := s.graph.nodes.take(&k.nodes, node{})
		if !ok {
			return nil, errFull
		}
		places = append(places, i)
		if !s.loadNode(r, s.graph.nodes.at(i), &k) {
			return nil, errFull
		}
	}
	return places, r.err
}

// loadNode reads a node. It returns false if memory is at its limit.
func (s *Search) loadNode(r *reader, n *node, k *stock) bool {
	n.key, n.check, n.flags = r.u64(), r.u32(), uint32(r.u16())
	n.visits, n.owned = int32(r.u32()), int32(r.u32())
	for _, f := range n.numbers() {
		*f = float(math.Float32bits(r.number()))
	}
	for _, f := range n.ownNumbers() {
		*f = r.number()
	}
	if key := r.u64(); key != 0 {
		off, weight := math.Float64frombits(r.u64()), math.Float64frombits(r.u64())
		switch {
		case s.biases == nil || off-off != 0 || weight-weight != 0 || weight < 0:
			r.fail("a correction is not a number")
		default:
			if n.bias, _ = s.biases.find(&k.learned, key, 0, surrounding{}); n.bias != 0 {
				e := s.graph.learned.at(n.bias)
				e.off, e.weight = off, weight
			}
		}
	}
	count, opened := int(r.u16()), int(r.u16())
	points := s.game.Graph().Len()
	switch {
	case n.flags&^(flagWhite|flagExpanded|flagEnd|flagMore|flagExact) != 0 || n.visits < 0 || n.owned < 0:
		r.fail("a position has %d visits and flags %x", n.visits, n.flags)
	case count > points+1 || opened > count || s.graph.withHuman && n.flags&flagMore != 0 || (count > 0) != (n.flags&flagExpanded != 0) || s.params.RAVE > 0 && opened < count:
		r.fail("a position has %d moves, %d of them tried, flags %x", count, opened, n.flags)
	}
	if r.err != nil || count == 0 {
		return true
	}
	if !s.loadMoves(r, n, k, count) {
		return false
	}
	return r.err != nil || opened == 0 || s.loadEdges(r, n, k, opened)
}

// loadMoves reads the moves of a node. It returns false if memory is at its limit.
func (s *Search) loadMoves(r *reader, n *node, k *stock, count int) bool {
	block, ok := s.graph.moves.take(&k.moves, s.graph.moveClass(count))
	if !ok {
		return false
	}
	n.moves, n.count = block, uint16(count)
	points := s.game.Graph().Len()
	seen := make(baduk.PointSet, points/64+1)
	moves := s.graph.movesOf(n)
	for j := range moves {
		m := candidate{r.u16(), r.u16()}
		p := baduk.Point(points)
		if m.move != passMove {
			if p = baduk.Point(m.move); int(m.move) >= points {
				r.fail("a move is on point %d", m.move)
				return true
			}
		}
		if seen.Has(p) {
			r.fail("a move is listed twice")
			return true
		}
		seen.Add(p)
		moves[j] = m
	}
	if s.graph.withHuman {
		human := s.graph.humanPriorsOf(n)
		for j := range human {
			human[j] = candidate{moves[j].move, r.u16()}
		}
	}
	if s.params.RAVE > 0 {
		amafs := s.graph.amafsOf(n)
		for j := range amafs {
			amafs[j] = amaf{r.number(), int32(r.u32() & math.MaxInt32)}
		}
	}
	return true
}

// loadEdges reads the edges of a node. They refer to children by their places in the file. It returns false if
// memory is at its limit.
func (s *Search) loadEdges(r *reader, n *node, k *stock, opened int) bool {
	if !s.open(k, n, opened) {
		return false
	}
	edges := s.graph.edgesOf(n)
	for j := range edges {
		e := edge{int32(r.u32()), int32(r.u32())}
		if e.child < 0 || e.visits < 0 || e.child == 0 && e.visits > 0 {
			r.fail("a move with %d visits leads to position %d", e.visits, e.child)
		}
		edges[j] = e
	}
	return true
}
