package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/kifu"
	"tengen/stat"
)

const helperEnv = "TENGEN_MATCH_HELPER"

// helperOptions returns the options of a match between a program and two engines.
func helperOptions(dir string) Options {
	o := options(12)
	o.OutDir, o.Parallel = dir, 2
	o.Players = []Side{ourSide("A", ours{delay: time.Millisecond}), ourSide("B", ours{delay: time.Millisecond}), ProgramSide("C", fake("reversed"))}
	return o
}

// helperMatch plays the match of helperOptions, in a process of its own.
func helperMatch(dir string) {
	if _, err := Run(context.Background(), helperOptions(dir)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// kept returns the games in a folder, by number. The last line may be torn. Other damage, a game that
// occurs twice, and a game without a record fail the test.
func kept(t *testing.T, dir string) map[int]GameResult {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, resultsFile))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	games, _, err := decodeResults(data)
	if err != nil {
		t.Fatal(err)
	}
	all := map[int]GameResult{}
	for _, g := range games {
		if _, twice := all[g.Game]; twice {
			t.Fatalf("game %d occurs twice", g.Game)
		}
		all[g.Game] = g
		text, err := os.ReadFile(filepath.Join(dir, g.SGF))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := kifu.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if replay, err := rec.Game(); err != nil || replay.Len() != g.Moves || rec.Info.Result != g.Result {
			t.Fatalf("game %d: %s: %v; want %d moves, %s", g.Game, text, err, g.Moves, g.Result)
		}
	}
	return all
}

// TestKilled plays a match in processes that are killed at random moments. No finished game is lost or
// played twice, and in the end the games equal those of an uninterrupted match.
func TestKilled(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the folder of a process that was killed may stay locked for a while")
	}
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 1))
	dir := t.TempDir()
	before := map[int]GameResult{}
	kills := 0
	for len(before) < 36 {
		if kills > 200 {
			t.Fatalf("%d games after %d processes, want 36; seed %d", len(before), kills, seed)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), helperEnv+"="+dir)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		// Each process has more time than the one before, so that the match also ends on a slow machine.
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%v: %s; seed %d", err, &stderr, seed)
			}
		case <-time.After(time.Duration(rng.IntN(150+30*kills)) * time.Millisecond):
			cmd.Process.Kill()
			<-ended
			kills++
		}
		now := kept(t, dir)
		for n, g := range before {
			if now[n] != g {
				t.Fatalf("game %d is %+v, want %+v as before; seed %d", n, now[n], g, seed)
			}
		}
		before = now
	}
	t.Logf("killed %d times", kills)
	whole := t.TempDir()
	o := helperOptions(whole)
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	want := kept(t, whole)
	for n, g := range before {
		if g.Timeless() != want[n].Timeless() {
			t.Errorf("game %d is %+v, want %+v as without an interruption", n, g, want[n])
		}
	}
	// Playing the finished match again does nothing.
	s, err := Run(t.Context(), helperOptions(dir))
	if err != nil || s.Done != 36 || s.Unfinished {
		t.Errorf("%+v, %v; want 36 games", s, err)
	}
	data, _ := os.ReadFile(filepath.Join(dir, resultsFile))
	if games, _, _ := decodeResults(data); !sorted(games) {
		t.Error("results are not in the order of the games")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 2 {
		t.Errorf("left over: %v; want at most 2", left)
	}
}

// TestTorn cuts the results at every byte. Complete lines are kept; the other games are played again,
// with a notice.
func TestTorn(t *testing.T) {
	var all []byte
	ends := []int{0}
	for i := range 3 {
		line, err := encodeLine(&GameResult{Game: i + 1, Black: "A\"}", White: "B", Reason: `,"crc":"`, Seed: 1 << 52})
		if err != nil {
			t.Fatal(err)
		}
		var plain map[string]any
		if err := json.Unmarshal(line, &plain); err != nil {
			t.Fatal(err)
		}
		all = append(all, line...)
		ends = append(ends, len(all))
	}
	for cut := range len(all) + 1 {
		games, good, err := decodeResults(all[:cut])
		whole := 0
		for whole+1 < len(ends) && ends[whole+1] <= cut {
			whole++
		}
		if err != nil || len(games) != whole || good != ends[whole] {
			t.Fatalf("cut at %d of %v: %d games, %d bytes, %v; want %d games, %d bytes", cut, ends, len(games), good, err, whole, ends[whole])
		}
	}
	// Other damage is an error, even in the last line: a torn line has no newline.
	for i := range all {
		bad := bytes.Clone(all)
		if bad[i] ^= 1; bad[i] == '\n' || all[i] == '\n' {
			continue
		}
		if games, good, err := decodeResults(bad); err == nil {
			t.Fatalf("byte %d: %d games, %d bytes; want an error", i, len(games), good)
		}
	}
}

func FuzzResults(f *testing.F) {
	line, _ := encodeLine(&GameResult{Game: 1, Black: "A", White: "B"})
	f.Add(line)
	f.Add(append(line, line[:20]...))
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		games, good, err := decodeResults(data)
		if err != nil {
			return
		}
		if good > len(data) || bytes.Count(data[:good], []byte("\n")) != len(games) {
			t.Errorf("%d games in %d of %d bytes; want as many lines as games", len(games), good, len(data))
		}
		again, rest, err := decodeResults(data[:good])
		if err != nil || rest != good || len(again) != len(games) {
			t.Errorf("then %d games in %d bytes, %v; want %d games in %d bytes", len(again), rest, err, len(games), good)
		}
	})
}

// TestContinued stops a match, tears its last line, and continues it. Other matches are refused in the
// same folder.
func TestContinued(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var log bytes.Buffer
	match := func() Options {
		o := options(8)
		o.OutDir, o.Seed = dir, 0
		o.Players = []Side{ourSide("A", ours{}), ourSide("B", ours{})}
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
		return o
	}
	ctx, cancel := context.WithCancel(t.Context())
	o := match()
	o.Progress = func(p Progress) {
		if p.Done == 5 {
			cancel()
		}
	}
	s, err := Run(ctx, o)
	if !errors.Is(err, context.Canceled) || s.Done != 5 || !s.Unfinished {
		t.Fatalf("%+v, %v; want an interrupt after 5 games", s, err)
	}
	path := filepath.Join(dir, resultsFile)
	data, _ := os.ReadFile(path)
	if err := os.WriteFile(path, data[:len(data)-7], 0o666); err != nil {
		t.Fatal(err)
	}
	o = match()
	var played []int
	o.Progress = func(p Progress) { played = append(played, p.Last.Game) }
	s, err = Run(t.Context(), o)
	if err != nil || s.Done != 8 || fmt.Sprint(played) != "[5 6 7 8]" || !strings.Contains(log.String(), "is incomplete") {
		t.Errorf("%v, %+v, %v, %s; want games 5 to 8 played and a notice about the last line", played, s, err, &log)
	}
	if plan, report, err := Report(dir); err != nil || report.String() != s.String() || plan.Seed == 0 || report.Seconds <= 0 {
		t.Errorf("the report is %v, %v, want the summary of the match, %v", report, err, s)
	}
	refuseChanges(t, match)
	// Options that may differ.
	o = match()
	o.Application, o.Parallel, o.Command = "another", 3, map[string]string{"a": "b"}
	if _, err := Run(t.Context(), o); err != nil {
		t.Error(err)
	}
	refuseDamage(t, match, dir, string(data))
	os.Remove(filepath.Join(dir, planFile))
	if _, err := Run(t.Context(), match()); err == nil || !strings.Contains(err.Error(), "no plan of a match") {
		t.Errorf("a match without a plan: got %v, want an error about the plan", err)
	}
	if _, _, err := Report(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a report without a plan: got %v, want %v", err, os.ErrNotExist)
	}
}

// refuseChanges checks that a match with changed options is refused.
func refuseChanges(t *testing.T, match func() Options) {
	t.Helper()
	for _, c := range []struct {
		change func(o *Options)
		want   string
	}{
		{func(o *Options) { o.Games = 9 }, "games: 8 there, 9 now"},
		{func(o *Options) { o.Players[1].Name = "C" }, "players 2 name: B there, C now"},
		{func(o *Options) { o.Players[1].Plan = "visits=3" }, "players 2 is: not set in the folder, visits=3 now"},
		{func(o *Options) { o.Rules.Komi = 15 }, "rules: "},
		{func(o *Options) { o.Seed = 77 }, "seed: "},
		{func(o *Options) { o.Boards[0].Graph = baduk.MustRectangle(4, 5) }, "boards 1: 5x5 there, 4x5 now"},
		{func(o *Options) { o.RandomMoves = 2 }, "randomMoves: not set in the folder, 2 now"},
		{func(o *Options) { o.SPRT = stat.SPRT{Elo1: 10, Alpha: .1, Beta: .1} }, "sprt alpha: not set in the folder, 0.1 now"},
	} {
		o := match()
		c.change(&o)
		_, err := Run(t.Context(), o)
		different, ok := errors.AsType[*DifferentPlan](err)
		if !ok || !strings.Contains(strings.Join(different.Differences, "\n"), c.want) {
			t.Errorf("got %v, want the difference %q", err, c.want)
		}
	}
}

// refuseDamage checks that damaged results and plans are refused. data are the intact results.
func refuseDamage(t *testing.T, match func() Options, dir, data string) {
	t.Helper()
	for _, c := range []struct {
		file, text, want string
	}{
		{resultsFile, "{}\n" + data, "line 1 is damaged"},
		{resultsFile, data + data, "lines 1 and 6 are both the result of game 1; delete one of them"},
		{planFile, "{}", "it has no version"},
		{planFile, "nonsense", "is not the plan of a match"},
	} {
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Run(t.Context(), match()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("a match with a damaged %s: got %v, want an error with %q", c.file, err, c.want)
		}
		if _, _, err := Report(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("a report with a damaged %s: got %v, want an error with %q", c.file, err, c.want)
		}
	}
}

// TestLocked runs one match twice at the same time.
func TestLocked(t *testing.T) {
	o := options(2)
	o.OutDir = t.TempDir()
	o.Players = []Side{ourSide("A", ours{}), ourSide("B", ours{})}
	tried := false
	o.Progress = func(Progress) {
		again := o
		again.Progress = nil
		if _, err := Run(t.Context(), again); err == nil || !strings.Contains(err.Error(), "is in use") {
			t.Errorf("a second run: got %v, want an error that the folder is in use", err)
		}
		tried = true
	}
	if _, err := Run(t.Context(), o); err != nil || !tried {
		t.Errorf("got %v and a second run: %v, want no error and true", err, tried)
	}
}

// TestForeignFolder checks that a match does not overwrite files of a folder without a plan.
func TestForeignFolder(t *testing.T) {
	for _, name := range []string{"game-0001.sgf", "match.html", "summary.json", "results.jsonl"} {
		o := options(2)
		o.OutDir = filepath.Join(t.TempDir(), "a [folder]")
		if err := os.MkdirAll(o.OutDir, 0o777); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(o.OutDir, name)
		if err := os.WriteFile(file, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		o.Players = []Side{ourSide("a", ours{}), ourSide("b", ours{})}
		_, err := Run(t.Context(), o)
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want an error that names %s", err, name)
		}
		if data, _ := os.ReadFile(file); string(data) != "mine" {
			t.Errorf("%s was overwritten", name)
		}
	}
}

// TestLostResults checks that a match without its results is not begun again.
func TestLostResults(t *testing.T) {
	o := options(2)
	o.OutDir, o.Seed = t.TempDir(), 5
	o.Players = []Side{ourSide("a", ours{}), ourSide("b", ours{})}
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(o.OutDir, resultsFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(data, []byte("\n"), nil), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "several results") {
		t.Errorf("without ends of lines: got %v, want an error about several results", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "with the results is missing") {
		t.Errorf("without results: got %v, want an error about the missing file", err)
	}
	o.Games = maxGames + 1
	if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("with too many games: got %v, want an error with the limit", err)
	}
}

// TestTwoErrors checks that an error has one line if neither a record nor the summary can be written.
func TestTwoErrors(t *testing.T) {
	o := options(1)
	o.OutDir = t.TempDir()
	for _, name := range []string{"game-0001.sgf", summaryFile} { // a folder has the name of the temporary file
		if err := os.Mkdir(filepath.Join(o.OutDir, name+durable.Partial), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	_, _, err := runPair(t, ourSide("a", ours{}), ourSide("b", ours{}), o)
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "the record of game 1 cannot be written: ") || !strings.Contains(err.Error(), "; open ") {
		t.Errorf("got %v, want one line about the record and the summary", err)
	}
}
