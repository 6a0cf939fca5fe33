package learn

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/nn"
	"tengen/replay"
	"tengen/selfplay"
	"tengen/stat"
	"tengen/train"
)

// tiny returns options for a run on 3x3 with the smallest net.
func tiny(t testing.TB, dir string) Options {
	s := DefaultSettings(9)
	s.Boards, s.Rules, s.Komi, s.Architecture = []string{"3x3"}, "tromp-taylor", 7, "b1c16"
	s.Games.Visits, s.Games.FastVisits, s.Games.DecidedVisits, s.Games.FullShare = 8, 4, 4, 0.5
	s.WindowFirst, s.Share, s.Reuse, s.Batch, s.MatchEvery, s.GatePairs, s.GateVisits = 240, 4, 8, 16, 1, 6, 4
	return Options{Dir: dir, Settings: s, Boards: square, Model: nn.New("random", nn.Architecture{Blocks: 1, Channels: 16}, s.Seed),
		Generations: 2, Threads: 1, Parallel: 2, Level: nn.FastestLevel(), Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
}

// square opens square boards by name, such as 3x3.
func square(s Settings) (list []selfplay.Board, err error) {
	for _, name := range s.Boards {
		rules := baduk.TrompTaylor()
		if rules.Komi, err = baduk.KomiOf(s.Komi); err != nil {
			return nil, err
		}
		side := int(name[0] - '0')
		list = append(list, selfplay.Board{Graph: baduk.MustRectangle(side, side), Rules: rules, Share: 1})
	}
	return list, nil
}

// checkRun checks a run: the moves, the result and the rows of each game follow the settings of the run, and all nets
// are there.
func checkRun(t *testing.T, dir string) *State {
	t.Helper()
	s, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	boards, err := square(s.Settings)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Generations {
		g := &s.Generations[i]
		if g.Stage == Finished {
			if m, err := nn.ReadFile(filepath.Join(dir, "nets", netFileName(i)), nn.Limits{}); err != nil || m.SHA256 != g.SHA256 || m.Name != NetName(i) {
				t.Errorf("the net of generation %d is not the one that the state names: %v", i, err)
			}
		}
		if i == 0 || g.Stage == Playing {
			continue
		}
		f, err := replay.OpenFolder(filepath.Join(dir, "rows", rowsName(i)))
		if err != nil {
			t.Fatal(err)
		}
		games, rows := 0, 0
		for one, err := range f.Games() {
			if err != nil {
				t.Fatal(err)
			}
			if err := checkGame(s, boards, i, one); err != nil {
				t.Errorf("generation %d, game %d of its folder: %v", i, games, err)
			}
			games, rows = games+1, rows+len(one.Samples)
		}
		if len(f.Damage) > 0 || games != g.Games || rows != g.Rows {
			t.Errorf("generation %d has %d games and %d rows, and its folder %d and %d, damage %v", i, g.Games, g.Rows, games, rows, f.Damage)
		}
	}
	return s
}

// checkGame checks a game of a generation. Files do not have the numbers of games, which decide the boards and the
// rules. So it is enough that the game is sound under one of the first numbers.
func checkGame(s *State, boards []selfplay.Board, generation int, g *replay.Game) (err error) {
	o := &selfplay.Options{Params: s.Settings.Games, Boards: boards, Seed: (&run{state: s}).seed(forGames, generation)}
	for number := range 200 { // among these are all boards and all rules
		wrong := selfplay.Check(g, o, number)
		if wrong == nil {
			return nil
		}
		if err == nil || !strings.Contains(wrong.Error(), "it was played") { // on another board, or with other rules
			err = wrong
		}
	}
	return err
}

// TestRun makes two generations, and then one more in a second sitting. Each game is in its file as soon as it has
// ended.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	o := tiny(t, dir)
	stages := map[Stage]bool{}
	games, stored := 0, map[string][]byte{}
	o.Progress = func(p Progress) {
		if stages[p.Stage] = true; p.Stage != Playing {
			return
		}
		before := len(bytes.Join(slices.Collect(maps.Values(stored)), nil))
		stored = checkKept(t, dir, stored)
		if games++; len(bytes.Join(slices.Collect(maps.Values(stored)), nil)) == before {
			t.Errorf("game %d has ended, and is not in a file", games)
		}
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	s := checkRun(t, dir)
	if len(s.Generations) != 3 || len(stages) != 3 {
		t.Fatalf("%d generations and the stages %v, want 3 with the first net, and all three stages", len(s.Generations), stages)
	}
	for _, g := range s.Generations[1:] {
		if least := o.Settings.Batch * g.Steps / 8; g.Losses == nil || g.Losses.Positions < least {
			t.Errorf("generation %d has the losses %+v, want averages over at least %d positions", g.Number, g.Losses, least)
		}
	}
	for i := range s.Generations {
		if g := &s.Generations[i]; len(g.Thoughts) != 1 || g.Thoughts[0].Win <= 0 || len(g.Thoughts[0].Policy) != 10 {
			t.Errorf("generation %d thinks %+v of the empty board", i, g.Thoughts)
		}
	}
	if r := s.Ratings(); len(r) != 3 || r[0].Elo != 0 || r[2].Low >= r[2].High {
		t.Errorf("ratings %+v, want three that begin with 0, and intervals", r)
	}
	o.Generations, o.Model = 3, nil
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if s := checkRun(t, dir); len(s.Generations) != 4 || s.Sittings != 2 {
		t.Errorf("%d generations in %d sittings, want 4 in 2", len(s.Generations), s.Sittings)
	}
}

// TestTime: a run ends after its time, and does not begin again when the time is over.
func TestTime(t *testing.T) {
	o := tiny(t, t.TempDir())
	o.Generations, o.Time = 0, 300*time.Millisecond
	for range 2 {
		if err := Run(t.Context(), o); !errors.Is(err, ErrTime) {
			t.Errorf("got %v, want %v", err, ErrTime)
		}
		s, err := Read(o.Dir)
		if err != nil || s.Running || s.Limit != 0.3 {
			t.Fatalf("%v, running %v, limit %v; want a run with the limit 0.3 that is not running", err, s.Running, s.Limit)
		}
		s.Running, s.Limit = true, 0 // as if the process had been killed
		if err := s.write(o.Dir); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLostState: a folder with nets or games, but without a state, is not taken for an empty one. A process that was
// killed while it began a run has left only the first net.
func TestLostState(t *testing.T) {
	dir := t.TempDir()
	o := tiny(t, dir)
	o.Generations = 1
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, StateFile)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{bestFile, filepath.Join("nets", netFileName(1)), "rows"} {
		if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), filepath.ToSlash(name)) || !strings.Contains(err.Error(), "restore "+StateFile) {
			t.Errorf("a folder with %s: %v, want an error that names it", name, err)
		}
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := Run(t.Context(), o); err != nil {
		t.Errorf("a folder with the first net: %v", err)
	}
	checkRun(t, dir)
	if _, err := os.Stat(filepath.Join(dir, bestFile)); err != nil {
		t.Error(err)
	}
}

// TestOlderState: a run continues after an older copy of its state was restored, and keeps the net that it trained
// before.
func TestOlderState(t *testing.T) {
	dir := t.TempDir()
	o := tiny(t, dir)
	var older State
	o.Finished = func(s *State) {
		if s.Made() == 1 {
			older = *s
		}
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(dir, "nets", netFileName(2)))
	if err != nil {
		t.Fatal(err)
	}
	older.Generations = older.Generations[:2]
	if err := older.write(dir); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatalf("the run does not go on: %v", err)
	}
	if s := checkRun(t, dir); s.Made() != 2 {
		t.Errorf("%d generations, want 2", s.Made())
	}
	checkRenamed(t, filepath.Join(dir, "nets", netFileName(2)), before)
}

// checkRenamed checks that the run renamed one file that was in the place of a net, and that this file is unchanged.
func checkRenamed(t *testing.T, path string, before []byte) {
	t.Helper()
	kept, err := filepath.Glob(path + ".*")
	if err != nil || len(kept) != 1 {
		t.Fatalf("the files %v are kept (%v), want one", kept, err)
	}
	if after, err := os.ReadFile(kept[0]); err != nil || !bytes.Equal(after, before) {
		t.Errorf("%s is not the file that was there before (%v)", kept[0], err)
	}
}

// TestReplacedBest: a file in the place of the net for players that is not from the run gets another name.
func TestReplacedBest(t *testing.T) {
	o := tiny(t, t.TempDir())
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	best := filepath.Join(o.Dir, bestFile)
	before, err := os.ReadFile(best)
	if err != nil {
		t.Fatal(err)
	}
	if kept, _ := filepath.Glob(best + ".*"); len(kept) != 0 {
		t.Errorf("the run's own nets %v are kept", kept)
	}
	other := []byte("another net")
	if err := os.WriteFile(best, other, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadFile(best); err != nil || !bytes.Equal(after, before) {
		t.Errorf("%s is not the net of the run (%v)", bestFile, err)
	}
	checkRenamed(t, best, other)
}

// TestMatchEvery: if every second generation plays a match, its opponent is the net of the match before. All nets pass,
// and the Elo of a net without a match is unknown.
func TestMatchEvery(t *testing.T) {
	o := tiny(t, t.TempDir())
	o.Settings.MatchEvery, o.Settings.GatePairs, o.Generations = 2, 2, 5
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	s := checkRun(t, o.Dir)
	for i := range s.Generations {
		g := &s.Generations[i]
		_, games := g.Points()
		played := i > 0 && i%2 == 0
		opponent := max(0, i-1)
		if played {
			opponent = i - 2
		}
		if (games > 0) != played || g.Opponent != opponent || i > 0 && (!g.Passed || g.Player != i-1) {
			t.Errorf("generation %d: %d games against generation %d, passed %v, its games by %d", i, games, g.Opponent, g.Passed, g.Player)
		}
	}
	r := s.Ratings()
	if len(r) != 5 || !math.IsNaN(r[1].Elo) || !math.IsNaN(r[3].Elo) || !(r[2].Low < r[2].High) || !(r[4].High-r[4].Low > r[2].High-r[2].Low) {
		t.Errorf("ratings %+v, want those of the generations 2 and 4", r)
	}
}

// TestNoMatch: without matches only the first net has a rating.
func TestNoMatch(t *testing.T) {
	o := tiny(t, t.TempDir())
	o.Settings.GatePairs = 0
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if s := checkRun(t, o.Dir); s.Best() != 2 || len(s.Ratings()) != 1 {
		t.Errorf("generation %d plays, and there are %d ratings; want 2 and 1", s.Best(), len(s.Ratings()))
	}
}

// TestLossesAreSaved: the state on the disk has the losses of a training before the folder of the training is removed.
func TestLossesAreSaved(t *testing.T) {
	dir := t.TempDir()
	o := tiny(t, dir)
	o.Generations = 1
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	s := checkRun(t, dir)
	s.last().Stage, s.last().Losses = Training, nil // as if the process had been killed after the training
	metrics, err := os.ReadFile(filepath.Join(dir, train.MetricsFile))
	training := filepath.Join(dir, "train", rowsName(1))
	err = errors.Join(err, s.write(dir), os.MkdirAll(training, 0o755), os.WriteFile(filepath.Join(training, train.MetricsFile), metrics, 0o644))
	if err != nil {
		t.Fatal(err)
	}
	r := &run{o: &o}
	if err := r.open(); err != nil {
		t.Fatal(err)
	}
	if err := r.train(t.Context(), r.state.last()); err != nil {
		t.Fatal(err)
	}
	if s := checkRun(t, dir); s.last().Losses == nil {
		t.Error("the losses are not in the state")
	}
	if _, err := os.Stat(training); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of the training: %v, want none", err)
	}
}

// TestRefuses: damage and nets that were replaced are named, and nothing is lost.
func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	o := tiny(t, dir)
	o.Generations = 1
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	best, err := os.ReadFile(filepath.Join(dir, bestFile))
	if err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(dir, StateFile)
	sound, err := os.ReadFile(state)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		damage func() error
		wants  string
	}{
		"a state that is cut off": {func() error { return os.WriteFile(state, sound[:len(sound)/2], 0o644) }, "damaged"},
		"a state of a later program": {func() error {
			return os.WriteFile(state, []byte(strings.Replace(string(sound), `"version": 1`, `"version": 9`, 1)), 0o644)
		}, "version 9"},
		"a net of another run": {func() error {
			net, err := os.ReadFile(filepath.Join(dir, "nets", netFileName(0)))
			return errors.Join(err, os.WriteFile(filepath.Join(dir, "nets", netFileName(1)), net, 0o644))
		}, "not the net that this run wrote"},
		"a stage that does not exist": {func() error {
			return os.WriteFile(state, []byte(strings.ReplaceAll(string(sound), `"stage": "finished"`, `"stage": "ended"`)), 0o644)
		}, "impossible numbers"},
		"an opponent that does not exist": {func() error {
			return os.WriteFile(state, []byte(strings.ReplaceAll(string(sound), `"opponent": 0`, `"opponent": 1`)), 0o644)
		}, "impossible numbers"},
		"no net": {func() error { return os.Remove(filepath.Join(dir, "nets", netFileName(1))) }, "0001.bin.gz"},
	} {
		if err := errors.Join(os.WriteFile(state, sound, 0o644), c.damage()); err != nil {
			t.Fatal(err)
		}
		o.Generations = 2
		if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), c.wants) {
			t.Errorf("%s: %v, want %q", name, err, c.wants)
		}
		if now, err := os.ReadFile(filepath.Join(dir, bestFile)); err != nil || !bytes.Equal(now, best) {
			t.Errorf("%s: %s has changed (%v)", name, bestFile, err)
		}
	}
}

// TestDamagedRows: rows that cannot be read are left out of the window, and the run goes on.
func TestDamagedRows(t *testing.T) {
	dir := t.TempDir()
	o := tiny(t, dir)
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	one, two := filepath.Join(dir, "rows", rowsName(1)), filepath.Join(dir, "rows", rowsName(2))
	if err := errors.Join(os.Remove(filepath.Join(one, "manifest.json")), os.Truncate(filepath.Join(two, "rows-00001.tgr"), 400)); err != nil {
		t.Fatal(err)
	}
	o.Generations = 3
	if err := Run(t.Context(), o); err != nil {
		t.Errorf("the run does not go on: %v", err)
	}
	if s, err := Read(dir); err != nil || s.Made() != 3 {
		t.Errorf("%v, want three generations", err)
	}
}

// TestBoards: a net learns on several boards in turn.
func TestBoards(t *testing.T) {
	o := tiny(t, t.TempDir())
	o.Settings.Boards, o.Generations = []string{"3x3", "4x4"}, 1
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if s := checkRun(t, o.Dir); len(s.last().Thoughts) != 2 {
		t.Errorf("the net thinks of %d boards, want 2", len(s.last().Thoughts))
	}
}

// killedEnv is set in the process that TestKill kills. It is the folder of the run.
const killedEnv = "TENGEN_TEST_LEARN"

// storedGames returns, for each file of rows in a run, the part with all complete games. The keys are the names of the
// files when they are finished. The format is in the documentation of package replay.
func storedGames(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	const header, blockHeader = 16, 36
	paths, err := filepath.Glob(filepath.Join(dir, "rows", "*", "rows-*.tgr*"))
	if err != nil {
		t.Error(err)
	}
	stored := map[string][]byte{}
	for _, path := range paths {
		final := strings.TrimSuffix(path, durable.Partial)
		var data []byte
		for _, name := range []string{path, final, final + durable.Partial} { // a process may have renamed it meanwhile
			if data, err = os.ReadFile(name); !errors.Is(err, os.ErrNotExist) {
				break
			}
		}
		if err != nil {
			t.Error(err)
		}
		end := min(header, len(data))
		for bytes.HasPrefix(data[end:], []byte("\x89TGblk\r\n")) && len(data)-end >= blockHeader {
			next := end + blockHeader + int(binary.LittleEndian.Uint32(data[end+12:]))
			if next > len(data) {
				break
			}
			end = next
		}
		if end > header {
			stored[final] = data[:end]
		}
	}
	return stored
}

// checkKept fails if a game that was stored in a run is missing or has changed. It returns the games that are stored
// now.
func checkKept(t *testing.T, dir string, before map[string][]byte) (now map[string][]byte) {
	t.Helper()
	now = storedGames(t, dir)
	for name, games := range before {
		if !bytes.HasPrefix(now[name], games) {
			t.Errorf("the %d bytes of complete games that %s had are not the beginning of the %d bytes that it has now", len(games), name, len(now[name]))
		}
	}
	return now
}

// TestKill kills a process that learns, many times, and checks what is left each time.
func TestKill(t *testing.T) {
	if dir := os.Getenv(killedEnv); dir != "" {
		o := tiny(t, dir)
		o.Generations = 1 << 20
		_ = Run(context.Background(), o) // until it is killed
		return
	}
	times := 20
	if testing.Short() {
		times = 4
	}
	dir := t.TempDir()
	games := 0
	var stored map[string][]byte
	stages := map[Stage]int{}
	for n := range times {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKill$")
		cmd.Env = append(os.Environ(), killedEnv+"="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill() }) // fails if the process was killed
		await(t, dir, "begun", func(*State) bool { return true })
		time.Sleep(time.Duration(150+97*(n%7)) * time.Millisecond)
		stored = checkKept(t, dir, stored)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		stored = checkKept(t, dir, stored)
		s := checkRun(t, dir)
		stage := s.last().Stage
		if stage == Finished { // a generation is in the state only after its first seconds, so the next one was playing
			stage = Playing
		}
		stages[stage]++
		sum := 0
		for i := range s.Generations {
			sum += s.Generations[i].Games
		}
		if sum < games {
			t.Fatalf("after kill %d the run has %d games, and it had %d before", n+1, sum, games)
		}
		games = sum
	}
	t.Logf("kills by stage: %v", stages)
	if len(stages) < 2 && !testing.Short() {
		t.Errorf("all %d kills were in the same stage: %v", times, stages)
	}
	o := tiny(t, dir)
	o.Generations = len(checkRun(t, dir).Generations)
	if err := Run(t.Context(), o); err != nil {
		t.Errorf("the run cannot continue after %d kills: %v", times, err)
	}
	checkKept(t, dir, stored)
	if s := checkRun(t, dir); len(s.Generations) <= o.Generations {
		t.Errorf("%d generations, want %d", len(s.Generations)-1, o.Generations)
	}
}

// TestRatings compares the ratings of a chain of matches with the ones of package stat, which knows no chains.
func TestRatings(t *testing.T) {
	s := &State{Settings: DefaultSettings(9), Generations: []Generation{{}, {Number: 1, Pairs: [5]int{2, 3, 10, 20, 15}},
		{Number: 2, Opponent: 1, Pairs: [5]int{9, 9, 9, 6, 6}}, {Number: 3, Opponent: 1, Pairs: [5]int{3, 5, 20, 20, 9}}}}
	var games []stat.Games
	for i := range s.Generations[1:] {
		g := &s.Generations[i+1]
		points, n := g.Points()
		games = append(games, stat.Games{First: g.Number, Second: g.Opponent, Score: points + 0.5, Played: n + 1})
	}
	want, err := stat.BradleyTerry(games, stat.Model{Players: 4, Known: map[int]float64{0: 0}})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range s.Ratings() {
		w := want.Players[i]
		if math.Abs(r.Elo-w.Elo) > 1 || math.Abs(r.Low-w.Low) > 3 || math.Abs(r.High-w.High) > 3 {
			t.Errorf("generation %d has the Elo %.1f (%.1f to %.1f), and by Bradley and Terry %.1f (%.1f to %.1f)", i, r.Elo, r.Low, r.High, w.Elo, w.Low, w.High)
		}
	}
}

// TestPositionsSuitTheRules: a fixed position is not taken from a game whose moves the rules of the run forbid.
func TestPositionsSuitTheRules(t *testing.T) {
	chinese := baduk.Chinese()
	varied := chinese
	varied.Suicide = baduk.SuicideMulti
	moves := []string{"A1", "B1", "C3", "B2", "C2", "A3", "A2", "pass", "C1"} // A2 is suicide
	for rules, want := range map[baduk.Rules]int{chinese: 0, varied: 1} {
		if got := chosen(t, rules, varied, moves, 8); got != want {
			t.Errorf("suicide %v: %d positions, want %d", rules.Suicide, got, want)
		}
	}
}

// TestPositionsHaveStones: a fixed position is not the empty board, even if a player has passed.
func TestPositionsHaveStones(t *testing.T) {
	rules := baduk.Chinese()
	for want, first := range []string{"pass", "B2"} {
		moves := []string{first, "C1", "A1", "C3", "A3"}
		if got := chosen(t, rules, rules, moves, 1); got != want {
			t.Errorf("first move %s: %d positions, want %d", first, got, want)
		}
	}
}

// chosen returns how many fixed positions a run with some rules chooses from equal games on 3x3. Only one turn of a
// game has a row.
func chosen(t *testing.T, rules, played baduk.Rules, vertices []string, turn int) int {
	t.Helper()
	g := baduk.MustRectangle(3, 3)
	var moves []baduk.Move
	for i, vertex := range vertices {
		p, err := g.ParseVertex(vertex)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, baduk.Move{Color: baduk.Color(1 + i%2), Point: p})
	}
	r := &run{o: &Options{Dir: t.TempDir()}, state: &State{}, boards: []selfplay.Board{{Graph: g, Rules: rules, Share: 1}}}
	out, err := replay.NewRecorder(r.rowsDir(1), replay.Settings{Rules: "chinese"})
	if err != nil {
		t.Fatal(err)
	}
	for range mostPositions { // each game can give the position in one part
		game := &replay.Game{Graph: g, Rules: played, Moves: moves,
			Samples: []replay.Sample{{Turn: turn, Weight: 1, Policy: replay.Shares([]float32{1}, 1), Value: &replay.Value{Win: 0.5}}}}
		if err := out.Add(game); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Finish(); err != nil {
		t.Fatal(err)
	}
	list, err := r.choose(1)
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// TestDamagedCheckpoint: a training whose checkpoint is damaged begins again.
func TestDamagedCheckpoint(t *testing.T) {
	dir := t.TempDir()
	o := tiny(t, dir)
	o.Generations = 1
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	s, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	g := &s.Generations[1]
	g.Stage, g.SHA256, g.Passed, g.Pairs = Training, "", false, [5]int{}
	checkpoint := filepath.Join(dir, "train", rowsName(1), "checkpoint")
	err = errors.Join(s.write(dir), os.MkdirAll(filepath.Dir(checkpoint), 0o755), os.WriteFile(checkpoint, []byte("damaged"), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatalf("the run does not go on: %v", err)
	}
	checkRun(t, dir)
}

// TestDamagedManifest: a training begins again if its manifest is damaged or, while the net's file exists, missing.
func TestDamagedManifest(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"damaged": func(path string) error { return os.Truncate(path, 20) },
		"missing": os.Remove,
	} {
		dir := t.TempDir()
		o := tiny(t, dir)
		o.Generations, o.Settings.Reuse = 1, 100
		ctx, cancel := context.WithCancel(t.Context())
		o.Progress = func(p Progress) {
			if p.Stage == Training && p.Done > 0 {
				cancel()
			}
		}
		if err := Run(ctx, o); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want an interruption", err)
		}
		first, err := os.ReadFile(filepath.Join(dir, "nets", netFileName(0)))
		if err := errors.Join(err, os.WriteFile(filepath.Join(dir, "nets", netFileName(1)), first, 0o644), damage(filepath.Join(dir, "train", rowsName(1), "run.json"))); err != nil {
			t.Fatal(err)
		}
		o.Progress = nil
		if err := Run(t.Context(), o); err != nil {
			t.Errorf("%s: the run does not go on: %v", name, err)
		}
		checkRun(t, dir)
	}
}

// TestLostRows: a training begins again if rows from which it learned were lost while it was interrupted.
func TestLostRows(t *testing.T) {
	dir := t.TempDir()
	o := tiny(t, dir)
	o.Generations, o.Settings.Reuse = 2, 100
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress = func(p Progress) {
		if p.Stage == Training && p.Generation == 2 && p.Done > 0 {
			cancel()
		}
	}
	if err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want an interruption", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "train", rowsName(2), "checkpoint")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "rows", rowsName(1), "manifest.json")); err != nil {
		t.Fatal(err)
	}
	if err := Run(t.Context(), o); err != nil {
		t.Fatalf("the run does not go on: %v", err)
	}
	if s, err := Read(dir); err != nil || s.Made() != 2 {
		t.Errorf("%v, want two generations", err)
	}
}

// TestBesides: of joined errors, only those remain that are not the given one.
func TestBesides(t *testing.T) {
	full := errors.New("the disk is full")
	for _, c := range []struct{ err, want error }{
		{ErrTime, nil}, {errors.Join(ErrTime, nil), nil}, {full, full}, {errors.Join(errors.Join(ErrTime, full), nil), full}, {nil, nil},
	} {
		got := Besides(c.err, ErrTime)
		if (got == nil) != (c.want == nil) || got != nil && (!errors.Is(got, c.want) || errors.Is(got, ErrTime)) {
			t.Errorf("%v: got %v, want %v", c.err, got, c.want)
		}
	}
}
