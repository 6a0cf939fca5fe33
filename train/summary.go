package train

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"tengen/internal/columns"
)

// WriteSummary prints the last "train" line and the last "test" line of the metrics in a run's folder.
func WriteSummary(w io.Writer, dir string) error {
	list, _, err := ReadMetrics(filepath.Join(dir, MetricsFile))
	if err != nil {
		return err
	}
	last := map[string]Metrics{}
	for _, m := range list {
		last[m.Kind] = m
	}
	t := columns.New(w)
	t.Row("", "loss", "policy", "first choice", "value", "ownership", "lead")
	for _, kind := range []string{"train", "test"} {
		if m, ok := last[kind]; ok {
			number := func(format string, v float64) string {
				if v == 0 {
					return "-" // not measured
				}
				return fmt.Sprintf(format, v)
			}
			first := "-"
			if m.Top1 != nil {
				first = fmt.Sprintf("%.1f %%", 100**m.Top1)
			}
			t.Row(kind, number("%.4f", m.Loss), number("%.4f", m.Policy), first, number("%.4f", m.Value),
				number("%.4f", m.Ownership), number("%.2f", m.Losses.Lead))
		}
	}
	return t.Flush()
}

// ModelName returns the name of the net in the file at path. It is the file's name without .bin.gz. A dash
// replaces each character that is not a letter, a digit, a dash or an underscore.
func ModelName(path string) string {
	name := strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_') {
			return r
		}
		return '-'
	}, strings.TrimSuffix(filepath.Base(path), ".bin.gz"))
	return cmp.Or(name[:min(len(name), 96)], "net")
}
