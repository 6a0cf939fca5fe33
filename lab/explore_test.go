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
	all := []string{"tromp-taylor-000", "chinese-000", "alphago-003", "lrs-004", "aga+end=FOUR", "aga+ko=SPIGHT"}
	both("triple", []string{"X.XO", "XXOO", "XO.O", "XXOO", "XO.O"}, "B1 C1 B3 C3 B5 C5", "A1 D1", all...)
	both("dkseki", []string{"X.XO", "XXOO", "XO.O", "XXOO", ".XO."}, "B5 C5 B3 C3 A1 D1", "A2 D2", all...)
	both("dkdeath", []string{"X.XO", "XXOO", "XO.O", "XXOO", ".XOO"}, "B5 C5 B3 C3 A1", "A2 D2", all...)
	both("flaw", []string{".X.X", "XXXX", "XXOO", "XXO.", "X.XO"}, "B1 C1 D2 A5 C5", "A2 C2", all...)
}
