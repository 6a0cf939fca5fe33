package mcts

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
	"math"

	"tengen/baduk"
)

// What Save writes: the magic, little-endian numbers as below, and a checksum of all
// that. Nodes come parents first and name each other by that order.
const saveMagic = "tengen search 2\n"

// ErrSaved is wrapped by the errors of [Search.Load].
var ErrSaved = errors.New("mcts: a saved search cannot be used")

// writer writes numbers and sums them up; the first error stays.
type writer struct {
	w   *bufio.Writer
	sum uint64
	err error
	buf [8]byte
}

var saveTable = crc64.MakeTable(crc64.ECMA)

func (w *writer) bytes(b []byte) {
	if w.err == nil {
		w.sum = crc64.Update(w.sum, saveTable, b)
		_, w.err = w.w.Write(b)
	}
}

func (w *writer) u64(v uint64)  { binary.LittleEndian.PutUint64(w.buf[:], v); w.bytes(w.buf[:8]) }
func (w *writer) u32(v uint32)  { binary.LittleEndian.PutUint32(w.buf[:], v); w.bytes(w.buf[:4]) }
func (w *writer) u16(v uint16)  { binary.LittleEndian.PutUint16(w.buf[:], v); w.bytes(w.buf[:2]) }
func (w *writer) f32(v float32) { w.u32(math.Float32bits(v)) }

// numbers are those of a node in the order in which they are saved.
func (n *node) numbers() []*float {
	v := &n.value
	return []*float{&v.win, &v.none, &v.lead, &v.mean, &v.square, &v.utility, &v.utilitySq, &v.weight, &v.weightSq}
}

func (n *node) ownNumbers() []*float32 {
	o := &n.own
	return []*float32{&o.win, &o.none, &o.lead, &o.mean, &o.square, &o.utility, &o.utilitySq, &o.weight, &n.biasDelta, &n.biasWeight}
}

// Save writes the graph below the root, to be gone on with another day: by a Search with
// the same evaluator, the same game and the same parameters but for Threads, Seed and
// MaxBytes. It panics while the search runs.
func (s *Search) Save(to io.Writer) error {
	s.idle("Save")
	s.use.Lock()
	defer s.use.Unlock()
	if s.root == 0 {
		return errors.New("mcts: there is no search to save")
	}
	w := &writer{w: bufio.NewWriterSize(to, 1<<16)}
	w.bytes([]byte(saveMagic))
	for _, v := range s.identity() {
		w.u64(v)
	}
	w.u16(uint16(len(s.info.Name)))
	w.bytes([]byte(s.info.Name))
	w.u64(math.Float64bits(s.worth.centre))
	w.u64(s.seeds.Load())
	w.u64(uint64(s.run.cycles.Load()))
	nodes := s.reachable()
	place := make([]uint32, s.graph.nodes.top)
	for k, i := range nodes {
		place[i] = uint32(k + 1)
	}
	w.u32(uint32(len(nodes)))
	for _, i := range nodes {
		s.saveNode(w, s.graph.nodes.at(i), place)
	}
	w.u64(w.sum)
	if w.err != nil {
		return fmt.Errorf("saving a search: %w", w.err)
	}
	return w.w.Flush()
}

// identity is what has to be the same when a search is loaded.
func (s *Search) identity() [3]uint64 {
	p := s.params
	p.Threads, p.Seed, p.MaxBytes = 0, 0, 0 // of the run, not of what its numbers mean
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // Validate lets no number through that JSON does not know
	}
	return [3]uint64{s.game.SearchKey(), s.game.Graph().Fingerprint(), crc64.Checksum(b, saveTable)}
}

func (s *Search) saveNode(w *writer, n *node, place []uint32) {
	w.u64(n.key)
	w.u32(n.check)
	w.u16(uint16(n.flags & (flagWhite | flagExpanded | flagEnd | flagMore)))
	w.u32(uint32(n.visits))
	w.u32(uint32(n.owned))
	for _, f := range n.numbers() {
		w.u32(uint32(*f))
	}
	for _, f := range n.ownNumbers() {
		w.f32(*f)
	}
	if n.bias == 0 {
		w.u64(0)
	} else {
		e := s.biases.entries.at(n.bias)
		w.u64(e.key)
		w.u64(math.Float64bits(e.off))
		w.u64(math.Float64bits(e.weight))
	}
	w.u16(n.count)
	w.u16(n.opened)
	if n.count > 0 {
		for _, m := range s.graph.movesOf(n) {
			w.u16(m.move)
			w.u16(m.prior)
		}
		if s.params.RAVE > 0 {
			for _, a := range s.graph.amafsOf(n) {
				w.f32(a.mean)
				w.u32(uint32(a.visits))
			}
		}
	}
	if n.opened > 0 {
		for _, e := range s.graph.edgesOf(n) {
			w.u32(place[e.child])
			w.u32(uint32(e.visits))
		}
	}
}

// reader reads what a writer wrote; after an error it reads zeroes.
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

// number reads a number that has to be finite.
func (r *reader) number() float32 {
	v := math.Float32frombits(r.u32())
	if v-v != 0 {
		r.fail("a value is no number")
	}
	return v
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// Load takes up a search that was saved, in place of what is known. The game has to be
// set, and to be the one that was searched. Errors, which wrap [ErrSaved], say what is
// wrong with the file; the search then knows nothing. It panics while the search runs.
func (s *Search) Load(from io.Reader) error {
	s.idle("Load")
	s.use.Lock()
	defer s.use.Unlock()
	if s.game == nil {
		return errors.New("mcts: Load before SetGame")
	}
	s.forget()
	r := &reader{r: bufio.NewReaderSize(from, 1<<16)}
	if err := s.load(r); err != nil {
		s.forget()
		return fmt.Errorf("%w: %w", ErrSaved, err)
	}
	return nil
}

func (s *Search) load(r *reader) error {
	magic := make([]byte, len(saveMagic))
	r.bytes(magic)
	if r.err != nil || string(magic) != saveMagic {
		return errors.New("it is no saved search, or one of another version")
	}
	identity := [3]uint64{r.u64(), r.u64(), r.u64()}
	name := make([]byte, r.u16())
	r.bytes(name)
	switch want := s.identity(); {
	case r.err != nil:
		return r.err
	case identity[1] != want[1]:
		return errors.New("it is of another board")
	case identity[0] != want[0]:
		return errors.New("it is of another position, or under other rules")
	case string(name) != s.info.Name:
		return fmt.Errorf("its evaluator was %.60q, not %q", name, s.info.Name)
	case identity[2] != want[2]:
		return errors.New("it was searched with other parameters; only threads, seed and maxBytes may differ")
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
	for _, i := range places {
		if n := s.graph.nodes.at(i); n.opened > 0 {
			for k := range s.graph.edgesOf(n) {
				e := &s.graph.edgesOf(n)[k]
				if uint32(e.child) > count {
					return fmt.Errorf("a move leads to position %d of %d", uint32(e.child), count)
				}
				if e.child > 0 {
					e.child = places[e.child-1]
				}
			}
		}
		if s.params.Graph {
			s.table.enter(s.graph, i)
		}
	}
	s.root = places[0]
	s.rootNode, s.centred = s.graph.nodes.at(s.root), true
	if s.rootNode.toPlay() != s.game.ToPlay() {
		return errors.New("the other player is to move")
	}
	s.run.cycles.Store(cycles) // the check asks for them
	if err := s.checkAll(); err != nil {
		return err
	}
	s.worth.centre = centre
	s.seeds.Store(seeds)
	return nil
}

// loadNodes reads the nodes; their edges name children by place for now.
func (s *Search) loadNodes(r *reader, count uint32) (places []int32, err error) {
	var k stock
	defer s.graph.restock(&k)
	for n := uint32(0); n < count && r.err == nil; n++ {
		i, ok := k.node(s.graph)
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

// loadNode reads a node. It reports false without memory.
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
			r.fail("a correction is no number")
		default:
			if n.bias = s.biases.find(key); n.bias != 0 {
				e := s.biases.entries.at(n.bias)
				e.off, e.weight = off, weight
			}
		}
	}
	count, opened := int(r.u16()), int(r.u16())
	points := s.game.Graph().Len()
	switch {
	case n.flags&^(flagWhite|flagExpanded|flagEnd|flagMore) != 0 || n.visits < 0 || n.owned < 0:
		r.fail("a position has %d visits and flags %x", n.visits, n.flags)
	case count > points+1 || opened > count || (count > 0) != (n.flags&flagExpanded != 0) || s.params.RAVE > 0 && opened < count:
		r.fail("a position has %d moves, %d of them tried, flags %x", count, opened, n.flags)
	}
	if r.err != nil || count == 0 {
		return true
	}
	block, ok := k.moveBlock(s.graph, count)
	if !ok {
		return false
	}
	n.moves, n.count = block, uint16(count)
	seen := make(baduk.PointSet, points/64+1)
	for j := range s.graph.movesOf(n) {
		m := candidate{r.u16(), r.u16()}
		p := baduk.Point(points)
		if m.move != passMove {
			if p = baduk.Point(m.move); int(m.move) >= points {
				r.fail("a move is on point %d", m.move)
				return true
			}
		}
		if seen.Has(p) {
			r.fail("a move is there twice")
			return true
		}
		seen.Add(p)
		s.graph.movesOf(n)[j] = m
	}
	if s.params.RAVE > 0 {
		for j := range s.graph.amafsOf(n) {
			s.graph.amafsOf(n)[j] = amaf{r.number(), int32(r.u32() & math.MaxInt32)}
		}
	}
	if opened == 0 {
		return true
	}
	if !s.open(k, n, opened) {
		return false
	}
	for j := range s.graph.edgesOf(n) {
		e := edge{int32(r.u32()), int32(r.u32())}
		if e.child < 0 || e.visits < 0 || e.child == 0 && e.visits > 0 {
			r.fail("a move with %d visits leads to position %d", e.visits, e.child)
		}
		s.graph.edgesOf(n)[j] = e
	}
	return true
}
