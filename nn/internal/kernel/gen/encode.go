package main

import (
	"fmt"
	"log"
)

// Go's assembler for arm64 lacks most vector instructions for floats. The functions of this file encode them, and
// their names in comments follow GNU's assembler. The fields are those of the Arm Architecture Reference Manual for
// A-profile, chapter C4, "Data Processing - Scalar Floating-Point and Advanced SIMD". The manual describes each
// instruction under its own name in chapter C7. All of them work on four floats of 32 bits: Q is 1 and sz is 0.

// sameLayout has the fields of instructions with three registers ("Advanced SIMD three same"):
// 0 Q U 01110 size 1 Rm opcode 1 Rn Rd. The upper bit of size is the upper bit of field s, its lower bit is sz.
var sameLayout = map[string]struct{ u, s, opcode uint32 }{
	"fadd": {0, 0, 0b11010},
	"fsub": {0, 1, 0b11010},
	"fmul": {1, 0, 0b11011},
	"fdiv": {1, 0, 0b11111},
	"fmla": {0, 0, 0b11001},
	"fmls": {0, 1, 0b11001},
	"fmax": {0, 0, 0b11110},
	"fmin": {0, 1, 0b11110},
}

// three writes an instruction whose operands are vectors n and m, and whose result is vector d.
func (f neon) three(name string, d, n, m int) {
	l, ok := sameLayout[name]
	if !ok {
		log.Fatalf("no instruction %s with three vectors", name)
	}
	code := 1<<30 | l.u<<29 | 0b01110<<24 | l.s<<23 | 1<<21 | reg(m)<<16 | l.opcode<<11 | 1<<10 | reg(n)<<5 | reg(d)
	f.word(code, "%s v%d.4s, v%d.4s, v%d.4s", name, d, n, m)
}

// elementLayout has the opcodes of instructions with one lane of a register ("Advanced SIMD vector x indexed
// element"): 0 Q U 01111 size L M Rm opcode H 0 Rn Rd. For floats of 32 bits, size is 10, M and Rm are the register,
// and H and L are the lane.
var elementLayout = map[string]uint32{"fmla": 0b0001, "fmls": 0b0101, "fmul": 0b1001}

// byElement writes an instruction whose operands are vector n and one lane of vector m.
func (f neon) byElement(name string, d, n, m, lane int) {
	opcode, ok := elementLayout[name]
	if !ok || lane < 0 || lane > 3 {
		log.Fatalf("no instruction %s with lane %d", name, lane)
	}
	h, l := uint32(lane)>>1, uint32(lane)&1
	code := 1<<30 | 0b01111<<24 | 0b10<<22 | l<<21 | reg(m)<<16 | opcode<<12 | h<<11 | reg(n)<<5 | reg(d)
	f.word(code, "%s v%d.4s, v%d.4s, v%d.s[%d]", name, d, n, m, lane)
}

// miscLayout has the fields of instructions with two registers ("Advanced SIMD two-register miscellaneous"):
// 0 Q U 01110 size 10000 opcode 10 Rn Rd. The upper bit of size is in field s.
var miscLayout = map[string]struct {
	u, s, opcode uint32
	suffix       string
}{
	"frintn": {0, 0, 0b11000, ""},
	"fcvtns": {0, 0, 0b11010, ""},
	"fneg":   {1, 1, 0b01111, ""},
	"fcmgt":  {0, 1, 0b01100, ", #0.0"},
}

// two writes an instruction that computes vector d from vector n.
func (f neon) two(name string, d, n int) {
	l, ok := miscLayout[name]
	if !ok {
		log.Fatalf("no instruction %s with two vectors", name)
	}
	code := 1<<30 | l.u<<29 | 0b01110<<24 | l.s<<23 | 0b10000<<17 | l.opcode<<12 | 0b10<<10 | reg(n)<<5 | reg(d)
	f.word(code, "%s v%d.4s, v%d.4s%s", name, d, n, l.suffix)
}

// largest writes FMAXV ("Advanced SIMD across lanes": 0 Q U 01110 size 11000 opcode 10 Rn Rd), which puts the largest
// lane of vector n into lane 0 of vector d.
func (f neon) largest(d, n int) {
	const u, opcode = 1, 0b01111
	code := uint32(1<<30 | u<<29 | 0b01110<<24 | 0b11000<<17 | opcode<<12 | 0b10<<10)
	f.word(code|reg(n)<<5|reg(d), "fmaxv s%d, v%d.4s", d, n)
}

// word writes the code of an instruction, with the instruction as comment.
func (f neon) word(code uint32, format string, args ...any) {
	f.op("WORD $0x%08x // %s", code, fmt.Sprintf(format, args...))
}

// reg returns the number of a vector register.
func reg(i int) uint32 {
	if i < 0 || i > 31 {
		log.Fatalf("register V%d does not exist: the last is V31", i)
	}
	return uint32(i)
}
