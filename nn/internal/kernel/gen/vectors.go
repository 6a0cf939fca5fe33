package main

import (
	"fmt"
	"strings"
)

// vectors writes the instructions that the transforms of Winograd's algorithm consist of. Every width of x86 has an
// implementation, and NEON has one. Vector registers have numbers from 0 on. General registers and addresses are
// written as for x86, and NEON translates their names. DI points at the function's arguments.
type vectors interface {
	suffix() string // end of the names of functions
	size() int      // bytes of a vector

	fn(name, args string, bytes int)
	op(format string, args ...any) // writes a label
	end()

	arguments(registers ...string)    // fills DI, and the registers with the fields of the arguments from the first one on
	field(offset int, to string)      // loads a field of the arguments
	clear(register string)            // sets a general register to zero
	copy(from, to string)             // copies a general register
	advance(by, register string)      // adds a number, written $n, or a register
	repeat(register, label string)    // counts a register down, and jumps to the label until it is zero
	load(from string, to int)         // loads a vector
	store(from int, to string)        // stores a vector
	broadcast(from string, to int)    // fills a vector with a float in memory
	move(from, to int)                // copies a vector register
	add(a, b, to int)                 // to = a + b
	addLoaded(address string, to int) // to += the vector at the address
	sub(by, from, to int)             // to = from - by
	max(a, b, to int)                 // to = max(a, b); if b is not a number, to is not a number
	scale(factor, addend, to int)     // to = to*factor + addend

	factors(names []string, value map[string]float64) factors
}

// factors writes instructions one of whose operands is a constant, which has a name.
type factors interface {
	times(factor string, by, to int) // to = factor * by
	plus(factor string, by, to int)  // to += factor * by
	minus(factor string, by, to int) // to -= factor * by
	// differences subtracts from the registers 1 to n the factor times the register before each. It puts the n results
	// into adjacent registers, and returns the first of these.
	differences(factor string, n int) (first int)
}

// x86 writes instructions with the vectors of one width.
type x86 struct {
	*file
	width
}

func (x x86) suffix() string { return x.reg }
func (x x86) size() int      { return x.bytes }

func (x x86) arguments(registers ...string) {
	x.op("MOVQ args+0(FP), DI")
	for i, r := range registers {
		x.field(8*i, r)
	}
}

func (x x86) field(offset int, to string)      { x.op("MOVQ %d(DI), %s", offset, to) }
func (x x86) clear(register string)            { x.op("XORQ %s, %[1]s", register) }
func (x x86) copy(from, to string)             { x.op("MOVQ %s, %s", from, to) }
func (x x86) advance(by, register string)      { x.op("ADDQ %s, %s", by, register) }
func (x x86) load(from string, to int)         { x.op("VMOVUPS %s, %s", from, x.r(to)) }
func (x x86) store(from int, to string)        { x.op("VMOVUPS %s, %s", x.r(from), to) }
func (x x86) broadcast(from string, to int)    { x.op("VBROADCASTSS %s, %s", from, x.r(to)) }
func (x x86) move(from, to int)                { x.op("VMOVAPS %s, %s", x.r(from), x.r(to)) }
func (x x86) add(a, b, to int)                 { x.op("VADDPS %s, %s, %s", x.r(a), x.r(b), x.r(to)) }
func (x x86) addLoaded(address string, to int) { x.op("VADDPS %s, %s, %[2]s", address, x.r(to)) }
func (x x86) sub(by, from, to int)             { x.op("VSUBPS %s, %s, %s", x.r(by), x.r(from), x.r(to)) }
func (x x86) max(a, b, to int)                 { x.op("VMAXPS %s, %s, %s", x.r(b), x.r(a), x.r(to)) }

func (x x86) scale(factor, addend, to int) {
	x.op("VFMADD213PS %s, %s, %s", x.r(addend), x.r(factor), x.r(to))
}

func (x x86) repeat(register, label string) {
	x.op("DECQ %s", register)
	x.op("JNZ %s", label)
}

// x86Factors maps the names of constants to operands. Registers above the first sixteen hold the first
// constants, from the highest register down. The others are in memory.
type x86Factors struct {
	x86
	operand map[string]string
}

func (x x86) factors(names []string, value map[string]float64) factors {
	k := x86Factors{x, map[string]string{}}
	for i, name := range names {
		symbol := x.constant("wino"+name, bits(value[name]))
		switch {
		case x.width == Y:
			k.operand[name] = symbol
		case i < x.count-16:
			k.operand[name] = x.r(31 - i)
			x.op("VBROADCASTSS %s, %s", symbol, k.operand[name])
		default:
			k.operand[name] = "BCST " + symbol
		}
	}
	return k
}

// write writes an instruction whose first operand is a factor.
func (k x86Factors) write(name, factor string, by, to int) {
	from, inMemory := strings.CutPrefix(k.operand[factor], "BCST ")
	if inMemory {
		name += ".BCST"
	}
	k.op("%s %s, %s, %s", name, from, k.r(by), k.r(to))
}

func (k x86Factors) times(factor string, by, to int) { k.write("VMULPS", factor, by, to) }
func (k x86Factors) plus(factor string, by, to int)  { k.write("VFMADD231PS", factor, by, to) }
func (k x86Factors) minus(factor string, by, to int) { k.write("VFNMADD231PS", factor, by, to) }

func (k x86Factors) differences(factor string, n int) (first int) {
	for i := range n {
		k.write("VFNMADD132PS", factor, i+1, i)
	}
	return 0
}

// at returns the operand of the address that is this number of bytes after the address in a general register.
func at(register string, offset int) string { return fmt.Sprintf("%d(%s)", offset, register) }
