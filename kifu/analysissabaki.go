package kifu

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// Sabaki stores Black's chance of winning in percent and Black's lead in points,
// both with two decimals.
const (
	propSabakiWin  = "SBKV"
	propSabakiLead = "SBKS"
)

func readSabaki(n *sgf.Node) (*Analysis, error) {
	a := &Analysis{}
	var wrong []error
	if raw, ok := n.Value(propSabakiWin); ok {
		v, err := strconv.ParseFloat(strings.TrimSpace(raw), 64)
		if err == nil && v >= 0 && v <= 100 {
			a.Win = pointer(percent(v, baduk.Black))
		} else {
			wrong = append(wrong, fmt.Errorf("the analysis in %s: %q is not a number from 0 to 100", propSabakiWin, clip(raw)))
		}
	}
	if raw, ok := n.Value(propSabakiLead); ok {
		v, err := strconv.ParseFloat(strings.TrimSpace(raw), 64)
		if err == nil && math.Abs(v) <= maxScore {
			a.Lead = &v
		} else {
			wrong = append(wrong, fmt.Errorf("the analysis in %s: %q is not a number of points", propSabakiLead, clip(raw)))
		}
	}
	if a.Win == nil && a.Lead == nil {
		a = nil
	}
	return a, errors.Join(wrong...)
}

// writeSabaki returns the values of both properties. The values of win or lead are nil
// if the analysis does not have that number.
func writeSabaki(a *Analysis) (win, lead []string) {
	if a.Win != nil {
		win = []string{decimal(100**a.Win, 2)}
	}
	if a.Lead != nil {
		lead = []string{decimal(*a.Lead, 2)}
	}
	return win, lead
}

// decimal formats v with at most the given number of decimals.
func decimal(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}
