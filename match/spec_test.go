package match

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParsePlayer(t *testing.T) {
	for _, c := range []struct {
		text string
		want Spec
	}{
		{"tengen", Spec{Kind: "tengen"}},
		{" random ", Spec{Kind: "random"}},
		{"random,seed=7", Spec{Kind: "random", Seed: 7, Seeded: true}},
		{"visits=200", Spec{Kind: "tengen", Visits: 200}},
		{"tengen, time=2s, threads=2 ,seed=0", Spec{Kind: "tengen", Time: 2 * time.Second, Threads: 2, Seeded: true}},
		{"model=nets/a=b.bin.gz,visits=3", Spec{Kind: "tengen", Visits: 3, Model: "nets/a=b.bin.gz"}},
		{"time=0.5,playouts=9", Spec{Kind: "tengen", Time: 500 * time.Millisecond, Playouts: 9}},
		{"cmd:gnugo --mode gtp", Spec{Command: []string{"gnugo", "--mode", "gtp"}}},
		{`cmd: "/a b/go" 'x "y' c\ d "" "e\"f\\g\h"`, Spec{Command: []string{"/a b/go", `x "y`, "c d", "", `e"f\g\h`}}},
	} {
		c.want.Text = strings.TrimSpace(c.text)
		if got, err := ParsePlayer(c.text); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v", c.text, got, err)
		}
	}
}

func TestParsePlayerErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "not nothing"},
		{"cmd:", "needs a program"},
		{"cmd:  ", "needs a program"},
		{"cmd:go 'x", "not closed"},
		{`cmd:go x\`, "backslash"},
		{"gnugo", "cmd:PROGRAM"},
		{"visits", "visits=200"},
		{"visits=200,random", "not a player"},
		{"visits=0", "at least 1"},
		{"visits=many", "at least 1"},
		{"time=-2s", "such as 2s"},
		{"time=", "such as 2s"},
		{"seed=-1", "from 0"},
		{"depth=3", "not a setting"},
		{"random,visits=3", "does not search"},
		{"random,model=net.bin.gz", "does not search"},
		{"model=", "file of a net"},
		{"tengen,", "not a player"},
	} {
		if got, err := ParsePlayer(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %+v, %v", c.text, got, err)
		}
	}
}

func ExampleParsePlayer() {
	ours, _ := ParsePlayer("tengen,time=2s,threads=2")
	program, _ := ParsePlayer("cmd:/usr/games/gnugo --mode gtp --level 10")
	fmt.Println(ours.Kind, ours.Time, ours.Threads)
	fmt.Println(program.Name(), len(program.Command))
	// Output:
	// tengen 2s 2
	// gnugo 5
}
