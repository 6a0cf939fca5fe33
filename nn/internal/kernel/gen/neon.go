package main

import (
	"fmt"
	"log"
	"regexp"
	"strings"
)

// neon writes instructions for the vectors of arm64, 32 registers of 4 floats. It implements vectors. Every CPU of
// this architecture that Go supports has these instructions.
type neon struct {
	*file
	names map[string]string // names of constants in memory, by their values
}

// neonBytes is the size of a vector.
const neonBytes = 16

// neonKernels writes all functions for arm64.
func neonKernels(f neon) {
	f.gemms()
	winograd(f)
	f.affine(false)
	f.affine(true)
	f.pool()
	for _, nv := range []int{4, 8, 16, 24} {
		f.gather(nv)
	}
	f.activations()
	f.softmax()
	f.outer()
	adjoints(f)
	f.rectified(false)
	f.rectified(true)
	f.peak()
}

func (f neon) suffix() string { return "N" }
func (f neon) size() int      { return neonBytes }

func (f neon) end() {
	f.op("RET")
	f.code.WriteString("\n")
}

// general maps names of x86's registers to arm64's. R8 to R15 have the same names. R16 to R18 and R26 to R31 have
// uses of their own in Go or in the operating system.
var general = map[string]string{"AX": "R0", "BX": "R1", "CX": "R2", "DX": "R3", "SI": "R4", "DI": "R5"}

// spareAddress is the register for addresses that one instruction cannot express.
const spareAddress = "R20"

// translate returns the name of a general register.
func translate(register string) string {
	if r, ok := general[register]; ok {
		return r
	}
	if !strings.HasPrefix(register, "R") {
		log.Fatalf("no register %s", register)
	}
	return register
}

var addressForm = regexp.MustCompile(`^(\d*)\((\w+)\)(?:\((\w+)\*1\))?$`)

// address returns the operand for an address of x86: offset(register), or (register)(index*1).
func (f neon) address(of string) string {
	m := addressForm.FindStringSubmatch(of)
	switch {
	case m == nil || m[1] != "" && m[3] != "":
		log.Fatalf("no address %q", of)
	case m[3] != "":
		f.op("ADD %s, %s, %s", translate(m[3]), translate(m[2]), spareAddress)
		return "(" + spareAddress + ")"
	}
	return m[1] + "(" + translate(m[2]) + ")"
}

func (f neon) arguments(registers ...string) {
	f.op("MOVD args+0(FP), %s", translate("DI"))
	for i, r := range registers {
		f.field(8*i, r)
	}
}

func (f neon) field(offset int, to string) {
	f.op("MOVD %d(%s), %s", offset, translate("DI"), translate(to))
}
func (f neon) clear(register string)     { f.op("MOVD ZR, %s", translate(register)) }
func (f neon) copy(from, to string)      { f.op("MOVD %s, %s", translate(from), translate(to)) }
func (f neon) load(from string, to int)  { f.op("FMOVQ %s, F%d", f.address(from), to) }
func (f neon) store(from int, to string) { f.op("FMOVQ F%d, %s", from, f.address(to)) }
func (f neon) move(from, to int)         { f.op("VMOV V%d.B16, V%d.B16", from, to) }
func (f neon) zero(v int)                { f.op("VEOR V%d.B16, V%[1]d.B16, V%[1]d.B16", v) }
func (f neon) add(a, b, to int)          { f.three("fadd", to, a, b) }
func (f neon) sub(by, from, to int)      { f.three("fsub", to, from, by) }
func (f neon) max(a, b, to int)          { f.three("fmax", to, a, b) }

func (f neon) advance(by, register string) {
	if !strings.HasPrefix(by, "$") {
		by = translate(by)
	}
	f.op("ADD %s, %s", by, translate(register))
}

func (f neon) repeat(register, label string) { f.countDown(1, translate(register), label) }

// constants fills registers with 32-bit words from memory, four words each. The parameter named step is the distance
// between the numbers of registers.
func (f neon) constants(words []uint32, register, step int) {
	for len(words)%4 > 0 {
		words = append(words, 0)
	}
	key := fmt.Sprint(words)
	name, ok := f.names[key]
	if !ok {
		name = fmt.Sprintf("constants%d", len(f.names))
		f.names[key] = name
		for i, word := range words {
			fmt.Fprintf(&f.data, "DATA %s<>+%d(SB)/4, $0x%08x\n", name, 4*i, word)
		}
		fmt.Fprintf(&f.data, "GLOBL %s<>(SB), RODATA|NOPTR, $%d\n\n", name, 4*len(words))
	}
	f.op("MOVD $%s<>(SB), %s", name, spareAddress)
	for i := range len(words) / 4 {
		f.op("FMOVQ %d(%s), F%d", neonBytes*i, spareAddress, register+i*step)
	}
}

// countDown subtracts n from a register, and jumps to the label until the register is zero.
func (f neon) countDown(n int, register, label string) {
	f.op("SUBS $%d, %s", n, register)
	f.op("BNE %s", label)
}

func (f neon) broadcast(from string, to int) {
	f.op("FMOVS %s, F%d", f.address(from), to)
	f.op("VDUP V%d.S[0], V%[1]d.S4", to)
}

// spareVector is the register of operands that x86 reads from memory.
const spareVector = 17

func (f neon) addLoaded(address string, to int) {
	f.load(address, spareVector)
	f.add(spareVector, to, to)
}

func (f neon) scale(factor, addend, to int) {
	f.three("fmul", to, to, factor)
	f.add(addend, to, to)
}

// neonFactors maps the names of constants to lanes of registers, from register 31 down.
type neonFactors struct {
	neon
	place map[string]int // 4*register + lane
}

func (f neon) factors(names []string, value map[string]float64) factors {
	k := neonFactors{f, map[string]int{}}
	var words []uint32
	for i, name := range names {
		k.place[name] = 4*(31-i/4) + i%4
		words = append(words, bits(value[name]))
	}
	last := 31 - (len(names)-1)/4
	if last <= spareVector {
		log.Fatalf("%d factors need too many registers", len(names))
	}
	f.constants(words, 31, -1)
	return k
}

func (k neonFactors) write(name, factor string, by, to int) {
	at, ok := k.place[factor]
	if !ok {
		log.Fatalf("no factor %s", factor)
	}
	k.byElement(name, to, by, at/4, at%4)
}

func (k neonFactors) times(factor string, by, to int) { k.write("fmul", factor, by, to) }
func (k neonFactors) plus(factor string, by, to int)  { k.write("fmla", factor, by, to) }
func (k neonFactors) minus(factor string, by, to int) { k.write("fmls", factor, by, to) }

func (k neonFactors) differences(factor string, n int) (first int) {
	for i := n; i > 0; i-- {
		k.minus(factor, i-1, i)
	}
	return 1
}
