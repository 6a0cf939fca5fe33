package peers

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"tengen/internal/columns"
	"tengen/internal/machine"
	"tengen/internal/wording"
	"tengen/nn"
)

// Setup says what was compared on what, so that a table can be understood without the command that made it.
type Setup struct {
	CPU        string   `json:"cpu"`
	Features   []string `json:"features"` // instruction sets of the CPU
	Processors int      `json:"processors"`
	Kernels    []string `json:"kernels"` // all levels that this CPU supports
	KataGo     Program  `json:"katago"`
	Tengen     string   `json:"tengen"` // version
}

// Setup describes the machine and the programs. version is that of tengen.
func (c *Comparison) Setup(version string) Setup {
	s := Setup{CPU: machine.CPU(), Features: machine.Features(), Processors: runtime.GOMAXPROCS(0), KataGo: c.KataGo, Tengen: version}
	for _, l := range nn.Levels() {
		s.Kernels = append(s.Kernels, l.String())
	}
	return s
}

// WriteSetup prints what is compared.
func (c *Comparison) WriteSetup(w io.Writer, s Setup) error {
	t := columns.New(w)
	t.Row("CPU", fmt.Sprintf("%s, %s, with %s", s.CPU, wording.Counted(s.Processors, "processor"), strings.Join(s.Features, ", ")))
	t.Row("kernels", strings.Join(s.Kernels, ", "))
	t.Row("KataGo", s.KataGo.String())
	t.Row("tengen", strings.TrimPrefix(s.Tengen, "tengen "))
	t.Row("measured", fmt.Sprintf("evaluations of the net a second with %s, medians of %s of %v for each number",
		wording.Counted(c.Threads, "thread"), wording.Counted(c.Rounds, "round"), c.Duration))
	return t.Flush()
}

// Write prints the results as a table.
func Write(w io.Writer, rows []Row) error {
	t := columns.New(w)
	t.Row("net", "board", "kernel", "KataGo", "tengen", "ratio", "least", "most", "peak", "rounds", "policy", "win", "lead", "answers")
	for _, r := range rows {
		verdict := "same"
		if !r.Same {
			verdict = "DIFFERENT"
		}
		t.Row(r.Net, fmt.Sprintf("%dx%d", r.Size, r.Size), r.Kernel, speedText(median(r.KataGo)), speedText(median(r.Tengen)),
			fmt.Sprintf("%.2f", r.Ratio.Median), fmt.Sprintf("%.2f", r.Ratio.Least), fmt.Sprintf("%.2f", r.Ratio.Most),
			fmt.Sprintf("%.0f%%", 100*median(r.Peaks)), fmt.Sprint(r.Ratio.Rounds),
			fmt.Sprintf("%.1e", r.Differences.Policy), fmt.Sprintf("%.1e", r.Differences.Win), fmt.Sprintf("%.1e", r.Differences.Lead), verdict)
	}
	return t.Flush()
}

// speedText formats evaluations a second with at least three digits.
func speedText(v float64) string {
	switch {
	case v < 10:
		return fmt.Sprintf("%.2f", v)
	case v < 100:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
