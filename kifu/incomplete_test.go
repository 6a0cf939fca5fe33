package kifu

import (
	"strings"
	"testing"
)

func TestIncomplete(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[9];B[aa];W[bb])":                     "",
		"(;SZ[9]AB[cc];AW[dd];B[aa];C[x])":         "",
		"(;SZ[9];B[aa];W[bb];AE[aa];B[cc])":        "node 4 of the record: stones are set up after move 2",
		"(;SZ[9];B[aa];W[zz];B[bb])":               `node 3 of the record: move 2, white: "zz" is not on a 9x9 board`,
		"(;SZ[9]AB[zz];B[bb])":                     "node 1 of the record: set-up stones",
		"(;SZ[9];B[aa](;W[bb])(;AW[cc];W[dd]))":    "",
		"(;SZ[9];B[aa];W[aa];B[aa](;W[])(;W[bb]))": "",
	} {
		switch err := parse(t, text).Incomplete(); {
		case (err == nil) != (want == ""), err != nil && !strings.Contains(err.Error(), want):
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}
