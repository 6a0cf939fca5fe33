package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/match"
	"tengen/player"
)

// TestMatchContinues interrupts a match and continues it in two ways: by --resume, without its settings, and by
// the same command. A command with other settings is refused.
func TestMatchContinues(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	command := []string{"match", "name=A,random", "random,seed=3", "name=C,random", "--size", "5,7", "--games", "100", "--out", dir, "--random-moves", "3", "--komi", "0.5", "--clock", "1h+1s"}
	stdout, stderr, status := start(ctx, t, command...)
	wait(t, stdout, "(game 1): ")
	cancel()
	if got := <-status; got != exitInterrupted || !strings.Contains(stderr.String(), " of 300 games: to continue, run tengen match --resume "+dir+"") {
		t.Fatalf("status %d, stderr %q", got, stderr)
	}
	report := func(more ...string) result {
		return tengen(t, "", nil, append([]string{"match", "--report", dir}, more...)...)
	}
	if got := report(); got.status != 0 || !strings.Contains(got.stdout, "of 300 games\n") || !strings.Contains(got.stdout, "random,seed=3 against C") {
		t.Errorf("tengen match --report: got %+v, want status 0, and the total of 300 games and the pairing of random,seed=3 with C on stdout", got)
	}
	got := tengen(t, "", nil, append(command, "--handicap", "2")...)
	if got.status != 2 || !strings.Contains(got.stderr, "handicap of 2 on 5x5") {
		t.Errorf("tengen match --handicap 2: got %+v, want status 2 and stderr to name the handicap of 2 on 5x5", got)
	}
	got = tengen(t, "", nil, append(command, "--games", "101", "--seed", "7")...)
	for _, want := range []string{"games: 100 there, 101 now\n", "seed: ", "holds another match, with the differences above"} {
		if got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("tengen match --games 101 --seed 7: got %+v, want status 2 and %q on stderr", got, want)
		}
	}
	// By --resume, even with other settings in the file.
	got = tengen(t, "[match]\ngames = 3\nkomi = 7", nil, "match", "--resume", dir, "--parallel", "2", "--progress")
	if got.status != 0 || !strings.Contains(got.stdout, "300 of 300 games") || !strings.Contains(got.stderr, "300/300  first ") {
		t.Errorf("tengen match --resume: got %.2000v, want status 0, 300 of 300 games on stdout and the progress 300/300 on stderr", got)
	}
	var s match.Summary
	if got := report("--json"); got.status != 0 || json.Unmarshal([]byte(got.stdout), &s) != nil || s.Done != 300 || s.Unfinished {
		t.Errorf("tengen match --report --json: got %+v, read as %+v; want status 0 and a finished match of 300 games", got, s)
	}
	// Now the same command has nothing left to do.
	if got := tengen(t, "", nil, command...); got.status != 0 || strings.Contains(got.stdout, "game 1:") || !strings.Contains(got.stdout, "300 of 300 games") {
		t.Errorf("tengen match of a finished match: got %+v, want status 0, 300 of 300 games and no game played", got)
	}
}

// TestMatchTest ends a match by a sequential test.
func TestMatchTest(t *testing.T) {
	got := tengen(t, "", nil, "match", "visits=60,threads=1", "random", "--sprt", "0,200", "--size", "5", "--rules", "tromp-taylor", "--progress", "--seed", "1")
	if got.status != 0 || !strings.Contains(got.stdout, "decided: the test accepts +200 Elo, not 0") || !strings.Contains(got.stderr, "LLR ") || strings.Contains(got.stdout, "game 300:") {
		t.Errorf("tengen match --sprt 0,200: got %+v, want status 0, the decision for +200 Elo before game 300 and the LLR on stderr", got)
	}
}

// TestMatchFinishedKernel: a flag for the referee's net has an effect, also when the finished match is repeated.
func TestMatchFinishedKernel(t *testing.T) {
	command := []string{"match", "random", "random", "--kernel", "generic", "--rules", "chinese", "--size", "3", "--games", "2", "--out", t.TempDir()}
	for range 2 {
		if got := tengen(t, "", nil, command...); got.status != 0 || !strings.Contains(got.stdout, "random #1 against random #2") {
			t.Errorf("tengen %q: got %+v, want status 0 and the score", command, got)
		}
	}
}

func TestMatchOpenings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "openings.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[5];B[cc];W[cd])(;SZ[7];B[dd])(;SZ[5];B[cb]AB[aa];B[zz])"), 0o666); err != nil {
		t.Fatal(err)
	}
	got := tengen(t, "", nil, "match", "random", "random", "--openings", file, "--opening-moves", "1", "--games", "4", "--json")
	if got.status != 0 || strings.Count(got.stdout, `"opening":"openings.sgf game 1"`) != 2 || strings.Count(got.stdout, `"board":"7x7"`) != 2 {
		t.Errorf("tengen match --openings: got %+v, want status 0, 2 games from game 1 of openings.sgf and 2 on 7x7", got)
	}
	got = tengen(t, "", nil, "match", "random", "random", "--openings", file, "--size", "7", "--games", "4", "--json")
	if got.status != 0 || strings.Count(got.stdout, `"board":"7x7"`) != 4 || !strings.Contains(got.stderr, "skipped an opening on another board") {
		t.Errorf("tengen match --openings --size 7: got %+v, want status 0, 4 games on 7x7 and a warning about a skipped opening", got)
	}
}

func TestMatchMistakes(t *testing.T) {
	empty, other, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "file")
	for _, name := range []string{file, filepath.Join(other, "game-0001.sgf")} {
		if err := os.WriteFile(name, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"match --sprt 3 a b", `--sprt: expected two Elo differences`},
		{"match --sprt 3,1 a b", `--sprt: a test needs two Elo differences from -2000 to 2000`},
		{"match --sprt 1,x a b", `--sprt: "x" in "1,x" is not a number`},
		{"match --size 9,99 a b", `--size: expected a board size from 1 to 25, not "99"`},
		{"match --clock soon a b", `--clock: time control "soon"`},
		{"match random random --clock 5m --time 1", `--time and --clock exclude each other`},
		{"match random random --handicap 1", `--handicap: expected 2 to 9 stones, not 1`},
		{"match random random --opening-moves 3", `--opening-moves has no effect without --openings`},
		{"match random random --openings " + empty, `has no opening`},
		{"match random random --resume " + empty, `--resume uses the players and settings of the match in the folder: leave out the player "random"`},
		{"match --resume " + empty, `is not the folder of a match`},
		{"match --report " + empty, `is not the folder of a match`},
		{"match --report " + empty + " --sprt 0,5", `--report uses the players and settings of the match in the folder: leave out --sprt`},
		{"match --report " + empty + " --games 3", `leave out --games`},
		{"match --report " + empty + " --parallel 2", `leave out --parallel`},
		{"match --report " + empty + " --kernel generic", `leave out --kernel`},
		{"match --report " + empty + " --out " + empty, `leave out --out`},
		{"match --resume " + empty + " --pairings first", `--resume uses`},
		{"match --resume " + empty + " --report " + empty, `--resume and --report exclude each other`},
		{"match --resume " + empty + " --parallel 2 --max-failures 3", `is not the folder of a match`},
		{"match", `a match needs at least two players`},
		{"match  random random", `a player is "cmd:PROGRAM ARGS" or a setting such as "visits=200", not an empty text`},
		{"match random random ", `not an empty text`},
		{"match random", `a match needs at least two players`},
		{"match rank=5k..5k", `a match needs at least two players`},
		{"match random random --pairings some", `--pairings: "some" does not say who plays whom`},
		{"match random random --lag 1", `--lag only affects timed moves`},
		{"match random random --model none --kernel generic", `--kernel says how nets are computed`},
		{"match random random --rules tromp-taylor --kernel generic", `--kernel says how nets are computed`},
		{"match random visits=1,model=none --rules tromp-taylor --model nothing.bin", `--model has no effect`},
		{"match random random --board torus:5x5 --size 5", `--size and --board exclude each other`},
		{"match random model=none,kernel=generic,visits=1", `kernel= has no effect, because this player does not use a net`},
		{"match random visits=1,visits=2", `visits= is given twice`},
		{"match random rank=1k..", `a range needs a first and a last rank`},
		{"match random model=nothing.bin", `the file "nothing.bin" does not exist`},
		{"match random random --model nothing.bin", `the file "nothing.bin" does not exist`},
		{"match random random --games 3000000", `at most 1000000 games a pairing`},
		{"match random random --out " + file, `the folder for the games`},
		{"match random random --out " + other, `contains game-0001.sgf, which the match would overwrite`},
		{"match random random random --sprt 0,5", `a sequential test needs exactly two players, not 3`},
		{"match visits=3,name=x,cmd:y random", `visits= is for players of tengen`},
	} {
		if got := tengen(t, "", nil, strings.Split(c.args, " ")...); got.status != 2 || !strings.Contains(got.stderr, c.want) {
			t.Errorf("tengen %s: got %+v, want status 2 and %q on stderr", c.args, got, c.want)
		}
	}
}

// TestMatchRecipe writes a command with every flag into a plan and reads it back.
func TestMatchRecipe(t *testing.T) {
	dir := t.TempDir()
	net := writeRandomNet(t, 8)
	m, _, _ := newMain(t, "", nil)
	cli, _, err := m.parse(append(strings.Fields("match one two three four --games 12 --pairings first --sprt 0,10 --size 7,9 --rules japanese --komi 6 --handicap 3 --openings some/where "+
		"--opening-moves 4 --random-moves 5 --lag 0.5 --patience 7 --max-moves 99 --threads 2 --time 3 --clock 5m+3x10s --seed 9 --out"), dir, "--board", "torus 5x5", "--model", net))
	if err != nil {
		t.Fatal(err)
	}
	var kernel player.Kernel
	if err := kernel.UnmarshalText([]byte("generic")); err != nil {
		t.Fatal(err)
	}
	table, err := cli.Match.recipe(kernel)
	if err != nil {
		t.Fatal(err)
	}
	plan := match.Plan{Version: 1, Command: table, Seed: 9, Pairings: match.Gauntlet, Games: 12, Players: []match.PlanPlayer{{Name: "one"}, {Name: "two"}}}
	data, err := json.Marshal(plan)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "plan.json"), data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	again, k, err := (&MatchCmd{Resume: dir, Parallel: 1, MaxFailures: 3, CrewFlags: cli.Match.CrewFlags}).original()
	if err != nil || k != kernel {
		t.Fatal(k, err)
	}
	want := cli.Match
	want.dir, _ = os.Getwd()
	if got, want := again.Board.String(), want.Board.String(); got != want {
		t.Errorf("board %s, want %s", got, want)
	}
	again.Board, want.Board = nil, nil
	if !reflect.DeepEqual(*again, want) {
		t.Errorf("%+v\nwant\n%+v", *again, want)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[MatchCmd]()) {
		value := reflect.ValueOf(want).FieldByIndex(field.Index)
		switch field.Name {
		case "Board", "Resume", "Report", "JSON", "Parallel", "MaxFailures", "CrewFlags", "ClusterFlags", "NATS", "Creds", "NKey", "CA", "Verify", "Trust":
			continue // does not determine the games, or is checked above
		}
		if value.IsZero() {
			t.Errorf("the flag %s is not tested: if it determines the games, add it to recipeFlags and to this test", field.Name)
		}
	}
}
