package main

import (
	"encoding/binary"
	"encoding/json"
	"io"
)

// The inputs of a row, as neteval makes them for nets of version 8 and later.
const (
	planesCount  = 22
	globalsCount = 19
)

// noMove is the index of a move that there is not.
const noMove = 0xffff

// The flags of a row: what it has. The bits from 8 to 10 are the symmetry, those from 16 to
// 23 the doubt.
const (
	flagPolicy    = 1 << iota // the policy is a teacher's; else it is the move that was played
	flagValue                 // the value is a teacher's; else it is zeros
	flagOwnership             // the ownership is
	flagResult                // the winner of the game is known
	flagLead                  // and by how much
	flagFinal                 // the owners of the last position are known
)

// A layout says where in a row things are, for a board of that size. Offsets are in bytes, and
// everything wider than a byte lies on a multiple of its width. docs/training.md describes it.
type layout struct{ size int }

func (l layout) area() int      { return l.size * l.size }
func (l layout) planeLen() int  { return (l.area() + 7) / 8 }
func (l layout) weight() int    { return 4 }
func (l layout) value() int     { return 8 }
func (l layout) result() int    { return l.value() + 5*4 }
func (l layout) globals() int   { return l.result() + 2*4 }
func (l layout) moves() int     { return l.globals() + 4*globalsCount }
func (l layout) policy() int    { return l.moves() + 2*2 }
func (l layout) planes() int    { return l.policy() + 2*(l.area()+1) }
func (l layout) ownership() int { return l.planes() + planesCount*l.planeLen() }
func (l layout) final() int     { return l.ownership() + l.area() }

// rowLen is the length of a row, a multiple of four.
func (l layout) rowLen() int { return (l.final() + l.area() + 3) &^ 3 }

// planesMagic begins a stream of rows.
const planesMagic = "TGplanes"

// planesVersion is that of the layout.
const planesVersion = 1

// header is what stands before the rows: 32 bytes.
func (l layout) header() []byte {
	b := []byte(planesMagic)
	for _, n := range []int{planesVersion, l.size, planesCount, globalsCount, l.rowLen(), 0} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return b
}

// describe writes where things are, for programs that would rather not count.
func (l layout) describe(w io.Writer) error {
	type part struct {
		Name   string `json:"name"`
		Offset int    `json:"offset"`
		Type   string `json:"type"` // as numpy writes it
		Shape  []int  `json:"shape"`
	}
	return json.NewEncoder(w).Encode(struct {
		Version int    `json:"version"`
		Header  int    `json:"headerBytes"`
		Row     int    `json:"rowBytes"`
		Size    int    `json:"size"`
		Parts   []part `json:"parts"`
	}{planesVersion, len(l.header()), l.rowLen(), l.size, []part{
		{"flags", 0, "<u4", []int{}},
		{"weight", l.weight(), "<f4", []int{}},
		{"value", l.value(), "<f4", []int{5}},
		{"result", l.result(), "<f4", []int{2}},
		{"globals", l.globals(), "<f4", []int{globalsCount}},
		{"moves", l.moves(), "<u2", []int{2}},
		{"policy", l.policy(), "<u2", []int{l.area() + 1}},
		{"planes", l.planes(), "|u1", []int{planesCount, l.planeLen()}},
		{"ownership", l.ownership(), "|i1", []int{l.size, l.size}},
		{"final", l.final(), "|i1", []int{l.size, l.size}},
	}})
}
