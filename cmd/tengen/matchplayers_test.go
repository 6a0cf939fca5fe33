package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/match"
	"tengen/player"
)

// TestMatchRanks plays a ladder. A range of ranks makes one player per rank. Each plays the next, and the score
// of each pairing is printed.
func TestMatchRanks(t *testing.T) {
	dir := t.TempDir()
	got := tengen(t, "", nil, "match", "rank=20k..18k", "name=dan,rank=1d..1d,playouts=2", "--pairings", "neighbours", "--size", "3", "--games", "2", "--threads", "1", "--seed", "1", "--out", dir)
	for _, want := range []string{"6 of 6 games\n", "20k against 19k  ", "19k against 18k  ", "18k against dan 1d  ", "pairing          "} {
		if got.status != 0 || !strings.Contains(got.stdout, want) {
			t.Errorf("tengen match between ranks: got %+v, want status 0 and %q on stdout", got, want)
		}
	}
	if got := tengen(t, "", nil, "match", "--resume", dir); got.status != 0 || strings.Contains(got.stdout, "game 1:") || !strings.Contains(got.stdout, "18k against dan 1d  ") {
		t.Errorf("tengen match --resume: got %+v, want status 0, the pairing of 18k with dan 1d and no game played", got)
	}
}

// TestMatchThreads: the plan has the number of threads of players that do not set it. A match that continues keeps this
// number, and a plan of an older match without one.
func TestMatchThreads(t *testing.T) {
	dir := t.TempDir()
	command := []string{"match", "visits=1", "random", "--model", "none", "--size", "3", "--games", "2", "--out", dir}
	if got := tengen(t, "", nil, command...); got.status != 0 {
		t.Fatalf("tengen %v: got %+v, want status 0", command, got)
	}
	plan, results := filepath.Join(dir, "plan.json"), filepath.Join(dir, "results.jsonl")
	read := func(file string) string {
		t.Helper()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	made, games := read(plan), read(results)
	is, threads := fmt.Sprintf("visits=1; threads=%d", player.AllThreads()), fmt.Sprintf(`"threads": "%d"`, player.AllThreads())
	if strings.Count(made, is) != 1 || strings.Count(made, threads) != 1 {
		t.Fatalf("got the plan %s, want %q and %q", made, is, threads)
	}
	for name, text := range map[string]string{
		"of another machine": strings.NewReplacer(is, "visits=1; threads=7", threads, `"threads": "7"`).Replace(made),
		"without threads":    strings.NewReplacer(is, "visits=1", threads, `"another": ""`).Replace(made),
	} {
		for _, again := range [][]string{command, {"match", "--resume", dir}} {
			for file, text := range map[string]string{plan: text, results: games[:strings.IndexByte(games, '\n')+1]} {
				if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if got := tengen(t, "", nil, again...); got.status != 0 || !strings.HasPrefix(got.stdout, "game 2: ") || read(plan) != text {
				t.Errorf("a plan %s, tengen %v: got %+v and the plan %s, want that the match continues", name, again, got, read(plan))
			}
		}
	}
}

// TestMatchRepeatable lists players whose games can be played again, and others.
func TestMatchRepeatable(t *testing.T) {
	for _, c := range []struct {
		args string
		want bool
	}{
		{"visits=4 random --threads 1", true},
		{"visits=4,threads=1 playouts=3,threads=1", true},
		{"rank=5k random --threads 1", true},
		{"rank=5k random --threads 1 --model none", false},
		{"rank=5k,model=none random --threads 1", false},
		{"rank=5k random --threads 1 --board torus:5x5", false},
		{"visits=4 random", false},
		{"visits=4,threads=2 random --threads 1", false},
		{"visits=4,time=5 random --threads 1", false},
		{"tengen random --threads 1", false},
		{"visits=4 random --threads 1 --clock 5m", false},
		{"visits=4 random --threads 1 --time 5", false},
		{"visits=4,clock=5m random --threads 1", false},
	} {
		m, _, _ := newMain(t, "", nil)
		cli, _, err := m.parse(append([]string{"match"}, strings.Fields(c.args)...))
		if err != nil {
			t.Fatal(err)
		}
		env := &Env{Ctx: t.Context(), Log: slog.New(slog.DiscardHandler)}
		o, err := cli.Match.options(env, &player.Match{Loader: player.Loader{Log: env.Log}, Model: cli.Match.Model, Threads: int(cli.Match.Threads), Done: &match.Plan{}})
		if err != nil {
			t.Fatal(err)
		}
		if got := cli.Match.repeatable(&o); got != c.want {
			t.Errorf("tengen match %s: repeatable is %v, want %v", c.args, got, c.want)
		}
	}
}

// TestMatchWithoutItsNets removes the nets of a finished match. It can still be reported, and the command can be
// repeated. This does not need the servers of a cluster either. A match with games left to play needs its nets.
func TestMatchWithoutItsNets(t *testing.T) {
	const closed = "nats://127.0.0.1:1" // no server
	dir, own, given := t.TempDir(), writeRandomNet(t, 8), writeRandomNet(t, 15)
	rename := func(from, to string) {
		for _, name := range []string{own, given} {
			if err := os.Rename(name+from, name+to); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, text := range []string{"visits=1,model=" + own, "visits=1"} {
		out := filepath.Join(dir, fmt.Sprint(i))
		command := []string{"match", text, "random", "--size", "3", "--games", "2", "--model", given, "--out", out}
		want := tengen(t, "", nil, command...)
		if want.status != 0 {
			t.Fatalf("tengen %v: got %+v, want status 0", command, want)
		}
		_, sum, _ := strings.Cut(want.stdout, "game 2: ")
		_, sum, _ = strings.Cut(sum, "\n")
		rename("", ".away")
		for _, again := range [][]string{{"match", "--report", out}, {"match", "--resume", out}, command, {"match", "--resume", out, "--nats", closed}, append(command, "--nats", closed)} {
			if got := tengen(t, "", nil, again...); got.status != 0 || got.stdout != sum || got.stderr != "" && !strings.Contains(got.stderr, "continued") {
				t.Errorf("%q: %+v, want %s", again, got, sum)
			}
		}
		for _, other := range [][]string{append(command, "--games", "4"), append(command, "--komi", "3")} {
			if got := tengen(t, "", nil, other...); got.status != exitUsage || !strings.Contains(got.stderr, "holds another match") {
				t.Errorf("tengen %q: got %+v, want status 2 and stderr to say that the folder holds another match", other, got)
			}
		}
		if got := tengen(t, "", nil, append(command, "--model", "another.bin")...); i == 1 && (got.status != exitUsage || !strings.Contains(got.stderr, `the file "another.bin" does not exist`)) {
			t.Errorf("another net: %+v", got)
		}
		results := filepath.Join(out, "results.jsonl")
		data, err := os.ReadFile(results)
		if err == nil {
			err = os.WriteFile(results, data[:bytes.IndexByte(data, '\n')+1], 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, again := range [][]string{{"match", "--resume", out}, command} {
			if got := tengen(t, "", nil, again...); got.status != exitUsage || !strings.Contains(got.stderr, "does not exist") {
				t.Errorf("%q with a game to play: got %+v, want the error that the file does not exist", again, got)
			}
		}
		rename(".away", "")
	}
}
