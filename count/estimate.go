package count

import "fmt"

// Estimate is what a count needs.
type Estimate struct {
	Moduli int
	States float64 // states of the largest layer
	Visits float64 // states that one pass expands
}

// Estimate estimates what a count needs. Up to 19 columns the number of states is about that of Tromp's table,
// tromp.github.io/go/legal.html.
func (b *Board) Estimate() Estimate {
	points := b.border.steps()
	return Estimate{Moduli: len(moduliFor(points)), States: b.states, Visits: 0.5 * b.states * float64(points)}
}

// borderStates returns about the number of states of a border of so many columns.
func borderStates(width int) float64 {
	known := []float64{1, 2, 5, 18, 60, 642, 2482, 9808, 39324, 160286, 662265, 2772774, 11742926, 50258461, 217096273, 945567689, 4148642993,
		18320946269, 81376671503, 363324268018}
	n := known[min(width, len(known)-1)]
	for i := len(known); i <= width; i++ {
		n *= 4.5
	}
	return n
}

// memory returns the bytes of the records of a layer, before equal states are joined, if a pass has n moduli.
func (e Estimate) memory(n int) float64 { return e.States * 2.4 * float64(8*(1+n)) }

// disk returns the bytes of the files of a pass with n moduli.
func (e Estimate) disk(n int) float64 { return 2 * e.memory(n) }

// Bytes writes a number of bytes for people.
func Bytes(n float64) string {
	for _, unit := range []string{"bytes", "kB", "MB", "GB", "TB", "PB"} {
		if n < 1000 {
			return fmt.Sprintf("%.3g %s", n, unit)
		}
		n /= 1000
	}
	return fmt.Sprintf("%.2g PB", n*1000/1000)
}
