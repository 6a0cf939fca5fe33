package match

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"tengen/clock"
	"tengen/engine"
)

func TestParsePlayer(t *testing.T) {
	byoYomi := clock.Settings{Kind: clock.ByoYomi, Main: 10 * time.Minute, Periods: 3, Period: 30 * time.Second}
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
		{"rank=full,visits=9", Spec{Kind: "tengen", Visits: 9}},
		{"rank=5k,time=2", Spec{Kind: "tengen", Rank: engine.Dan1 - 5, Time: 2 * time.Second}},
		{"time=0.5,playouts=9", Spec{Kind: "tengen", Time: 500 * time.Millisecond, Playouts: 9}},
		{"cmd:gnugo --mode gtp", Spec{Command: []string{"gnugo", "--mode", "gtp"}}},
		{`cmd: "/a b/go" 'x "y' c\ d "" "e\"f\\g\h"`, Spec{Command: []string{"/a b/go", `x "y`, "c d", "", `e"f\g\h`}}},
		{"name=small net,model=a.gz", Spec{Label: "small net", Kind: "tengen", Model: "a.gz"}},
		{"name=weak,elo=-20.5,random", Spec{Label: "weak", Kind: "random", Elo: new(-20.5)}},
		{"gnugo=cmd:go -a b,c=d", Spec{Label: "gnugo", Command: []string{"go", "-a", "b,c=d"}}},
		{" name = go ,clock=10m+3x30s, elo=1500,cmd: go, on", Spec{Label: "go", Clock: &byoYomi, Elo: new(1500.), Command: []string{"go,", "on"}}},
		{"visits=3,clock=5m", Spec{Kind: "tengen", Visits: 3, Clock: &clock.Settings{Kind: clock.Absolute, Main: 5 * time.Minute}}},
	} {
		c.want.Text = strings.TrimSpace(c.text)
		if got, err := ParsePlayer(c.text); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v; want %+v", c.text, got, err, c.want)
		}
	}
}

func TestParsePlayerErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "not an empty text"},
		{"cmd:", "needs a program"},
		{"cmd:  ", "needs a program"},
		{"cmd:go 'x", "not closed"},
		{`cmd:go x\`, "backslash"},
		{"gnugo", "cmd:PROGRAM"},
		{"visits", "visits=200"},
		{"visits=200,random", "not a player"},
		{"visits=0", "whole number from 1 to 2147483647"},
		{"visits=many", "whole number from 1 to"},
		{"playouts=1000000000000000000", "whole number from 1 to 2147483647"},
		{"threads=2000", "whole number from 1 to 1024"},
		{"visits=3,rank=5k", "rank=5k has visits of its own"},
		{"rank=5k,visits=3", "rank=5k has visits of its own"},
		{"time=-2s", "such as 2s"},
		{"time=", "such as 2s"},
		{"seed=-1", "from 0"},
		{"depth=3", "not a setting"},
		{"visits=1,visits=2", "visits= is given twice"},
		{"elo=1,clock=5m,elo=1,cmd:go", "elo= is given twice"},
		{"name=a,name=b,random", "two names"},
		{"rank=20k..9d", "not a rank"},
		{"random,visits=3", "does not search"},
		{"random,model=net.bin.gz", "does not search"},
		{"model=", "file of a net"},
		{"tengen,", "not a player"},
		{"name=", "write a name"},
		{"name=a,b=cmd:go", "two names"},
		{"=cmd:go", "write a name"},
		{"visits=cmd:go", "whole number from 1"},
		{"visits=3,cmd:go", "visits= is for players of tengen"},
		{"seed=3,cmd:go", "seed= is for players of tengen"},
		{"tengen,cmd:go", "tengen or a program, not both"},
		{"clock=soon,random", "is not a time"},
		{"elo=NaN", "known Elo"},
		{"elo=1e9", "known Elo"},
		{"depth=3", "visits, playouts, time, rank, threads, model, kernel, value, mix, rollout, seed, name, clock and elo"},
	} {
		if got, err := ParsePlayer(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %+v, %v; want %q", c.text, got, err, c.want)
		}
	}
}

// TestParsePlayers expands ranges of ranks.
func TestParsePlayers(t *testing.T) {
	for _, c := range []struct{ text, names, last string }{
		{"rank=2k..2d,model=a,time=3", "2k 1k 1d 2d", "rank=2d,model=a,time=3"},
		{"name=net, rank = 1d..2k", "net 1d net 1k net 2k", "name=net, rank =2k"},
		{"rank=5k..5k", "5k", "rank=5k"},
		{"visits=7", "visits=7", "visits=7"},
		{"a=cmd:go x,rank=1k..2k", "a", "a=cmd:go x,rank=1k..2k"},
	} {
		all, err := ParsePlayers(c.text)
		var names []string
		for _, s := range all {
			names = append(names, s.Name())
		}
		if err != nil || strings.Join(names, " ") != c.names || all[len(all)-1].Text != c.last {
			t.Errorf("%s: %+v, %v; want %s, the last as %q", c.text, all, err, c.names, c.last)
		}
	}
	if all, err := ParsePlayers("rank=30k..9d"); err != nil || len(all) != 39 || all[0].Rank != engine.Kyu30 || all[38].Rank != engine.Dan9 {
		t.Errorf("%d players, %v; want 39 players from 30k to 9d", len(all), err)
	}
	for text, want := range map[string]string{
		"rank=20k..": "a first and a last rank", "rank=..9d": "a first and a last rank", "rank=1k...9d": "a first and a last rank", "rank=1k..full": "a first and a last rank",
		"rank=1k..2k,visits=0": "whole number from 1", "rank=1k..2k,visits=3": "rank=1k has visits of its own", "rank=1k..2k,rank=3k": "rank= is given twice", "rank=1k..2k,cmd:go": "rank= is for players of tengen", "random,rank=1k..2k": "does not search",
	} {
		if all, err := ParsePlayers(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v; want %q", text, all, err, want)
		}
	}
}

func ExampleParsePlayer() {
	ours, _ := ParsePlayer("tengen,time=2s,threads=2")
	program, _ := ParsePlayer("cmd:/usr/games/gnugo --mode gtp --level 10")
	fmt.Println(ours.Kind, ours.Time, ours.Threads)
	fmt.Println(program.Name(), len(program.Command))
	weak, _ := ParsePlayer("name=level 1,clock=5m+3x10s,cmd:gnugo --mode gtp --level 1")
	fmt.Println(weak.Name(), weak.Clock)
	// Output:
	// tengen 2s 2
	// gnugo 5
	// level 1 5m+3x10s
}
