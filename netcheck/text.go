package netcheck

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"tengen/internal/columns"
)

// OK reports whether the differences are within [Tolerance].
func (l CheckedLevel) OK() bool { return l.Most.Within(Tolerance(l.Level)) }

// Write prints the largest differences of every level.
func (c Checked) Write(w io.Writer) error {
	t := columns.New(w)
	t.Row("kernels", "positions", "policy", "win", "lead", "ownership", "")
	cell := func(v float64) string { return fmt.Sprintf("%.1e", v) }
	for _, l := range c.Levels {
		verdict := "ok"
		if !l.OK() {
			verdict = "TOO MUCH"
		}
		t.Row(l.Level.String(), fmt.Sprint(c.Positions), cell(l.Most.Policy), cell(l.Most.Win), cell(l.Most.Lead), cell(l.Most.Ownership), verdict)
	}
	return t.Flush()
}

// Problem returns an error if a level differs by more than [Tolerance].
func (c Checked) Problem() error {
	var bad []string
	for _, l := range c.Levels {
		if !l.OK() {
			bad = append(bad, l.Level.String())
		}
	}
	switch {
	case len(bad) == 0:
		return nil
	case len(bad) == len(c.Levels):
		return errors.New("this net differs too much on every level: its numbers are too large for the kernels, or its weights are damaged")
	}
	return fmt.Errorf("this net differs too much: do not compute it with %s", strings.Join(bad, ", "))
}
