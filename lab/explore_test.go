package lab

import (
	"fmt"
	"testing"

	"tengen/baduk"
)

func must(s string) baduk.Rules {
	r, err := baduk.ParseRules(s)
	if err != nil {
		panic(err)
	}
	r.Komi = 0
	return r
}

func TestExplore(t *testing.T) {
	X, O := baduk.Black, baduk.White
	both := func(name string, rows []string, points, stakes string, rules ...string) {
		for _, c := range []baduk.Color{X, O} {
			f := newFight(t, rows, c, points, stakes)
			lo, hi := f.solve(t, area)
			fmt.Println(name, c, "area", lo, hi)
			for _, r := range rules {
				fmt.Println("   ", r, f.search(t, must(r), 0))
			}
		}
	}
	all := []string{"tromp-taylor-000", "chinese-000", "alphago-003", "lrs-004", "aga+ko=SPIGHT", "lrs-004+end=FOUR"}
	rows := []string{"XXOOX.X.X", "X.XOXXXXX", "XXOOXXXXX", "XO.OXXXXX", "XXOOOXXOO", ".XO.OXXO.", "XXOOOXO.O"}
	for _, c := range []baduk.Color{X, O} {
		f := newFight(t, rows, c, "J2 A2 D2 H1 G1 B6 C6 B4 C4", "A7 D7 E5")
		for _, v := range []float64{13, 12, 14} {
			fmt.Println(c, v, f.window(t, must("japanese"), -1000, v, v+0.5))
		}
	}
	_, _ = both, all
}
