package count

import (
	"fmt"
	"math"
)

// Estimate is what a count needs.
type Estimate struct {
	Moduli int
	States float64 // states of the largest layer
	Visits float64 // states that one pass expands
}

// Estimate estimates what a count needs.
func (b *Board) Estimate() Estimate {
	points := b.border.steps()
	// Measured: 0.505 on 9x9, 0.521 on 11x11, 0.533 on 13x13.
	return Estimate{Moduli: int(math.Ceil(float64(points) * math.Log2(3) / 64)), States: b.states, Visits: 0.54 * b.states * float64(points)}
}

// borderStates returns about the number of states of a border of the given width. Up to 19 columns it is that of
// Tromp's table, tromp.github.io/go/legal.html. Its last ratio is 4.46.
func borderStates(width int) float64 {
	known := []float64{1, 2, 5, 18, 60, 642, 2482, 9808, 39324, 160286, 662265, 2772774, 11742926, 50258461, 217096273, 945567689, 4148642993,
		18320946269, 81376671503, 363324268018}
	beyond := max(0, width+1-len(known))
	return known[width-beyond] * math.Pow(4.46, float64(beyond))
}

// memory returns the bytes of the records of a layer, before equal states are added up, if a pass has n moduli.
func (e Estimate) memory(n int) float64 { return e.States * 2.4 * float64(8*(1+n)) }

// disk returns the bytes of the files of a pass with n moduli: those of two layers, and of an earlier one that is not
// removed yet.
func (e Estimate) disk(n int) float64 { return 3*e.memory(n) + slack }

// Plan is a way to count a board, with what each machine needs.
type Plan struct {
	Machines int     `json:"machines"`
	Moduli   int     `json:"moduli"`  // of each machine
	Ranges   int     `json:"ranges"`  // machines that divide the states of the same moduli
	Memory   float64 `json:"memory"`  // bytes, with which no files are needed except checkpoints
	Disk     float64 `json:"disk"`    // bytes for files, with less memory
	Written  float64 `json:"written"` // bytes written to files in all, with less memory
	Seconds  float64 `json:"seconds"` // in memory
	OnDisk   float64 `json:"onDisk"`  // seconds, if all records are written to files and read again
}

// Plans returns ways to count a board. The rates are measured on the machine: states expanded per second by all its
// threads, and bytes written per second.
func (e Estimate) Plans(states, bytes float64) []Plan {
	var plans []Plan
	for _, split := range [][2]int{{e.Moduli, 1}, {1, 1}, {1, 4}, {1, 16}} {
		p := Plan{Moduli: split[0], Ranges: split[1], Machines: (e.Moduli + split[0] - 1) / split[0] * split[1]}
		n := float64(p.Ranges)
		p.Memory, p.Disk = e.memory(p.Moduli)/n, e.disk(p.Moduli)/n
		p.Seconds = e.Visits / states / n
		p.Written = e.Visits * 2.4 * float64(8*(1+p.Moduli)) / n
		p.OnDisk = p.Seconds + 2*p.Written/bytes // a record is written once and read once
		if len(plans) == 0 || plans[len(plans)-1].Machines != p.Machines {
			plans = append(plans, p)
		}
	}
	return plans
}

// Bytes writes a number of bytes for people.
func Bytes(n float64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB", "PB"}
	i := 0
	for ; n >= 999.5 && i < len(units)-1; i++ {
		n /= 1000
	}
	return fmt.Sprintf("%.3g %s", n, units[i])
}
