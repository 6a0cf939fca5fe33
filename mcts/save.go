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
)

// saveMagic is the beginning of a saved search. After it come little-endian numbers, and at the end a checksum
// of all bytes before the checksum. Parents are written before their children. Edges refer to nodes by their
// place in the order of writing.
const saveMagic = "tengen search 2\n"

// ErrNothing is returned by [Search.Save] if the graph is empty.
var ErrNothing = errors.New("this position was not searched yet")

// ErrSaved is wrapped by the errors of [Search.Load].
var ErrSaved = errors.New("mcts: a saved search cannot be used")

// writer writes numbers and computes their checksum. It keeps the first error.
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

// numbers are the values of a node in the order in which they are saved.
func (n *node) numbers() []*float {
	v := &n.value
	return []*float{&v.win, &v.noResult, &v.lead, &v.mean, &v.square, &v.utility, &v.utilitySq, &v.weight, &v.weightSq}
}

func (n *node) ownNumbers() []*float32 {
	o := &n.own
	return []*float32{&o.win, &o.noResult, &o.lead, &o.mean, &o.square, &o.utility, &o.utilitySq, &o.weight, &n.biasDelta, &n.biasWeight}
}

// Save writes the graph below the root. A Search with the same evaluator, the same game and the same
// parameters except Threads, Seed and MaxBytes can continue from it. It panics while the search runs.
func (s *Search) Save(to io.Writer) error {
	s.idle("Save")
	s.use.Lock()
	defer s.use.Unlock()
	if s.root == 0 {
		return ErrNothing
	}
	w := &writer{w: bufio.NewWriterSize(to, 1<<16)}
	w.bytes([]byte(saveMagic))
	for _, v := range s.identity() {
		w.u64(v)
	}
	name := s.evaluatorNames()
	w.u16(uint16(len(name)))
	w.bytes([]byte(name))
	w.u64(math.Float64bits(s.valuer.centre))
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

// identity returns hashes of the position, of the board and of the parameters. A saved search can be loaded
// only into a search with the same hashes.
func (s *Search) identity() [3]uint64 {
	p := s.params
	p.Threads, p.Seed, p.MaxBytes = 0, 0, 0 // these do not affect the meaning of saved numbers
	p.ConservativePass = p.ConservativePass && passEnds(s.game)
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // Validate refuses numbers that JSON cannot represent
	}
	if s.valuer.scale != 1 { // tells scaled scores from scores in points
		b = append(b, "scaled"...)
	}
	return [3]uint64{s.game.SearchKey(), s.game.Graph().Fingerprint(), crc64.Checksum(b, saveTable)}
}

// evaluatorNames returns the names of the evaluators. The words between the names are part of the format of
// saved searches.
func (s *Search) evaluatorNames() string {
	if s.human == nil {
		return s.info.Name
	}
	return s.info.Name + " among people of " + s.human.info.Name
}

func (s *Search) saveNode(w *writer, n *node, place []uint32) {
	w.u64(n.key)
	w.u32(n.check)
	w.u16(uint16(n.flags & (flagWhite | flagExpanded | flagEnd | flagMore | flagExact)))
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
		e := s.graph.learned.at(n.bias)
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
		if s.graph.withHuman {
			for _, m := range s.graph.humanPriorsOf(n) {
				w.u16(m.prior)
			}
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
