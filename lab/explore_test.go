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
	rows := []string{"XXOOX.X.X", "X.XOXXXXX", "XXOOXXXXX", "XO.OXXXXX", "XXOOOXXOO", ".XO.OXXO.", "XXOOOXO.O"}
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		f := newFight(t, rows, c, "J2 H1 G1 A2 D2 B6 C6 B4 C4", "A7 D7 E5 H2")
		fmt.Println(c, f.window(t, must("japanese"), -1000, 100, 100.5))
	}
}
