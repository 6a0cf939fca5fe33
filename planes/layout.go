package planes

import (
	"encoding/binary"
	"encoding/json"
	"io"
)

// The numbers of inputs of a row. They are the inputs that package neteval makes for nets of version 8 and
// later.
const (
	Planes      = 22 // number of input planes
	globalCount = 19 // number of inputs that do not belong to a point
)

// NoMove is the index of a missing move.
const NoMove = 0xffff

// The flags of a row show which parts the row has. Bits 8 to 10 of the flags are the symmetry. Bits 16 to 23 are
// [replay.Sample.Doubt].
const (
	HasPolicy    = 1 << iota // the policy is a teacher's; otherwise it is the move that was played
	HasValue                 // the value is a teacher's; otherwise it is zero
	HasOwnership             // the ownership is a teacher's; otherwise it is zero
	HasResult                // the winner of the game is known
	HasLead                  // the points by which the game was won are known
	HasFinal                 // the owners of the points at the end are known
)

// Layout returns the offsets of the parts of a row, in bytes, for boards of the given size. Numbers that are wider than
// a byte are aligned to their width. docs/training.md describes the parts.
type Layout struct{ Size int }

func (l Layout) Area() int      { return l.Size * l.Size }
func (l Layout) PlaneLen() int  { return (l.Area() + 7) / 8 }
func (l Layout) Weight() int    { return 4 }
func (l Layout) Value() int     { return 8 }
func (l Layout) Result() int    { return l.Value() + 5*4 }
func (l Layout) Globals() int   { return l.Result() + 2*4 }
func (l Layout) Moves() int     { return l.Globals() + 4*globalCount }
func (l Layout) Policy() int    { return l.Moves() + 2*2 }
func (l Layout) Planes() int    { return l.Policy() + 2*(l.Area()+1) }
func (l Layout) Ownership() int { return l.Planes() + Planes*l.PlaneLen() }
func (l Layout) Final() int     { return l.Ownership() + l.Area() }

// RowLen returns the length of a row in bytes, a multiple of four.
func (l Layout) RowLen() int { return (l.Final() + l.Area() + 3) &^ 3 }

// magic is the beginning of a stream of rows.
const magic = "TGplanes"

// version is the version of the layout.
const version = 1

// header returns the 32 bytes before the rows.
func (l Layout) header() []byte {
	b := []byte(magic)
	for _, n := range []int{version, l.Size, Planes, globalCount, l.RowLen(), 0} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return b
}

// Describe writes the layout as JSON. Programs that read the rows can use it.
func (l Layout) Describe(w io.Writer) error {
	type part struct {
		Name   string `json:"name"`
		Offset int    `json:"offset"`
		Type   string `json:"type"` // numpy's name of the type
		Shape  []int  `json:"shape"`
	}
	return json.NewEncoder(w).Encode(struct {
		Version int    `json:"version"`
		Header  int    `json:"headerBytes"`
		Row     int    `json:"rowBytes"`
		Size    int    `json:"size"`
		Parts   []part `json:"parts"`
	}{version, len(l.header()), l.RowLen(), l.Size, []part{
		{"flags", 0, "<u4", []int{}},
		{"weight", l.Weight(), "<f4", []int{}},
		{"value", l.Value(), "<f4", []int{5}},
		{"result", l.Result(), "<f4", []int{2}},
		{"globals", l.Globals(), "<f4", []int{globalCount}},
		{"moves", l.Moves(), "<u2", []int{2}},
		{"policy", l.Policy(), "<u2", []int{l.Area() + 1}},
		{"planes", l.Planes(), "|u1", []int{Planes, l.PlaneLen()}},
		{"ownership", l.Ownership(), "|i1", []int{l.Size, l.Size}},
		{"final", l.Final(), "|i1", []int{l.Size, l.Size}},
	}})
}
