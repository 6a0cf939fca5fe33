package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/durable"
	"tengen/rollout"
)

// inputOf is an input of files in memory.
func inputOf(name string, files ...File) Input {
	return Input{Name: name, Files: slices.Values(files)}
}

func fileOf(name, text string) File {
	return File{Name: name, Size: int64(len(text)), Passed: int64(len(text)), Read: func() ([]byte, error) { return []byte(text), nil }}
}

// line is a game of random stones on 9x9, in one line.
func line(t testing.TB, seed uint64, stones int) string {
	t.Helper()
	return fmt.Sprintf("src\t9\t6.5\tJapanese\t0\t\tB\tB+R\t1d\t2d\t2001-02-03\t%s\n", randomMoves(t, seed, stones))
}

func randomMoves(t testing.TB, seed uint64, stones int) string {
	t.Helper()
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Japanese())
	player, random := rollout.NewUniform(g.Graph()), newRandom(seed)
	var moves strings.Builder
	for range stones {
		m := baduk.Move{Color: g.ToPlay(), Point: player.Choose(g, g.ToPlay(), random)}
		if m.IsPass() || g.Play(m) != nil {
			break
		}
		fmt.Fprintf(&moves, "%c%c", 'a'+m.Point%9, 'a'+m.Point/9)
	}
	return moves.String()
}

func importOptions(t testing.TB, inputs ...Input) ImportOptions {
	t.Helper()
	o := DefaultImport()
	o.Dir, o.Inputs, o.MinMoves, o.PerGame, o.Threads = t.TempDir(), inputs, 10, 4, 2
	return o
}

func imported(t testing.TB, o ImportOptions) *Manifest {
	t.Helper()
	m, err := Import(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// gamesOf returns all games of a folder that must be undamaged.
func gamesOf(t testing.TB, dir string) (all []*Game) {
	t.Helper()
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for g, err := range f.Games() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	if len(f.Damage) > 0 || len(all) != f.Manifest.Games {
		t.Fatalf("%d of %d games, %v", len(all), f.Manifest.Games, f.Damage)
	}
	return all
}

// TestImportTricky checks unusual lines and how they are imported or rejected.
func TestImportTricky(t *testing.T) {
	m := randomMoves(t, 1, 40)
	row := func(size, komi, rules, handicap, setup, first, result, moves string) string {
		return strings.Join([]string{"src", size, komi, rules, handicap, setup, first, result, "9p", "", "1930", moves}, "\t") + "\n"
	}
	var text strings.Builder
	add := func(line string) { text.WriteString(line) }
	add(row("9", "6.5", "Japanese", "0", "", "B", "B+3.5", m))                                 // 1 plain
	add(row("9", "375", "Chinese", "0", "", "B", "W+R", randomMoves(t, 2, 40)))                // 2 stones in hundredths: 7.5
	add(row("9", "650", "Chinese", "0", "", "B", "W+T", randomMoves(t, 3, 40)))                // 3 points in hundredths: 6.5
	add(row("9", "3.75", "", "0", "", "B", "W+1.25", randomMoves(t, 4, 40)))                   // 4 stones: 7.5; no rules
	add(row("9", "", "Uchikomi", "", "", "B", "", randomMoves(t, 5, 40)))                      // 5 unknown komi and rules
	add(row("9", "0.5", "AGA", "2", "bccbgg", "W", "B+R", "eecdgcdhfebhefhcdeaa"+"iiai"))      // 6 a handicap: White begins
	add(row("9", "6.5", "", "0", "", "B", "0", m[:40]+"tttt"+m[40:]))                          // 7 two passes in the middle, then on
	add(row("9", "6.5", "", "0", "", "B", "B+R", m+"tt"))                                      // 8 line 1 with a pass at the end: a duplicate
	add(row("9", "6.5", "", "0", "", "B", "B+R", m[:8]))                                       // 9 too short
	add(row("9", "6.5", "", "0", "", "B", "B+R", m[:30]+m[:2]+m[30:]))                         // 10 a stone on another
	add(row("9", "6.5", "", "0", "", "B", "B+R", m[:30]+"zz"+m[30:]))                          // 11 off the board
	add(row("99", "6.5", "", "0", "", "B", "B+R", m))                                          // 12 no such board
	add(row("40", "6.5", "", "0", "", "B", "B+R", m))                                          // 13 too large a board
	add(row("x", "6.5", "", "0", "", "B", "B+R", m))                                           // 14 no size
	add(row("9", "6.5", "", "0", "baaqee", "B", "B+R", m))                                     // 15 no such stone
	add(row("9", "6.5", "", "0", "baawabwba", "B", "B+R", "ee"+m))                             // 16 a stone without liberties
	add("src\t9\t6.5\tJapanese\t0\tB\tB+R\n")                                                  // 17 seven columns
	add("\n")                                                                                  // not a game
	add(row("9", "6.5", "", "0", "", "Q", "B+R", m))                                           // 18 an unknown first player
	add(row("9", "x", "", "0", "", "B", "B+R", randomMoves(t, 6, 40)))                         // 19 a komi that is not a number: as if missing
	add(row("9", "6.5", "", "0", "", "B", "Void", "ddeddfcecceeefdedcdeggghhghhhgdeiicdedig")) // 20 below
	add(row("9", "6.5", "", "0", "", "W", "B+R", randomMoves(t, 8, 40)))                       // 21 White begins without a handicap
	add(row("13", "5", "", "0", "", "B", "B+R", randomMoves(t, 9, 40)))                        // 22 another size
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text.String())))
	manifest := imported(t, o)
	want := map[Reason]int{reasonDuplicate: 1, reasonTooShort: 1, reasonIllegalMove: 2, reasonCutOff: 1, reasonBoard: 1, reasonUnreadable: 5, reasonSetup: 1}
	if !maps.Equal(manifest.Counts.Rejected, want) {
		t.Errorf("rejected %v, want %v", manifest.Counts.Rejected, want)
		for _, e := range manifest.Examples {
			t.Log(e)
		}
	}
	if manifest.Counts.Read != 22 || manifest.Games != 10 || manifest.Sources[0].Accepted != 10 || manifest.Sources[0].Games != 22 || !manifest.Sources[0].Done {
		t.Errorf("%+v", manifest)
	}
	if manifest.Counts.NoKomi != 2 || manifest.Counts.NoRules != 6 {
		t.Errorf("%d without komi, %d without rules", manifest.Counts.NoKomi, manifest.Counts.NoRules)
	}
	if len(manifest.Examples) != 12 {
		t.Errorf("%d examples: %v", len(manifest.Examples), manifest.Examples)
	}
	all := gamesOf(t, o.Dir)
	for i, komi := range []float64{6.5, 7.5, 6.5, 7.5, 6.5, 0.5, 6.5, 6.5, 6.5, 5} {
		if all[i].Rules.Komi.Points() != komi {
			t.Errorf("game %d has komi %v, want %v", i, all[i].Rules.Komi, komi)
		}
	}
	if all[1].Rules.Name() != "Chinese" || all[4].Rules.Name() != "Japanese" || all[3].Result != (Result{EndCounted, baduk.White, -2.5}) {
		t.Errorf("%v, %v, %v", all[1].Rules, all[4].Rules, all[3].Result)
	}
	if h := all[5]; len(h.Setup.Black) != 2 || h.Moves[0].Color != baduk.White || h.Setup.Handicap != 2 || h.BlackRank != "9p" || h.Date != "1930" || h.Source != "src" {
		t.Errorf("the handicap game is %+v", h)
	}
	stopped := all[6]
	if len(stopped.Moves) != 42 {
		t.Errorf("the game that went on has %d moves", len(stopped.Moves))
	}
	for _, s := range stopped.Samples {
		if s.Turn > 21 {
			t.Errorf("turn %d is trained on, after two passes", s.Turn)
		}
	}
	for i, g := range all {
		if len(g.Samples) != 4 {
			t.Errorf("game %d gives %d rows", i, len(g.Samples))
		}
		for _, s := range g.Samples {
			at, err := g.At(s.Turn)
			if err != nil || at.Len() != s.Turn || at.ToPlay() != g.Moves[s.Turn].Color {
				t.Errorf("game %d, turn %d: %v", i, s.Turn, err)
			}
		}
	}
	doubting := o
	doubting.Dir, doubting.DoubtZeroKomi = t.TempDir(), true
	doubting.Inputs = []Input{inputOf("a.tsv", fileOf("a.tsv", row("9", "0", "", "0", "", "B", "B+R", m)+row("9", "0", "", "2", "bccbgg", "W", "B+R", "eecdgcdhfebhefhcdeaaiiai")))}
	if m := imported(t, doubting); m.Counts.NoKomi != 1 || m.Games != 2 {
		t.Errorf("doubting: %+v", m.Counts)
	}
	if all := gamesOf(t, doubting.Dir); all[0].Rules.Komi != 13 || all[1].Rules.Komi != 0 {
		t.Errorf("doubting: komi %v and %v", all[0].Rules.Komi, all[1].Rules.Komi)
	}
	// Importing again adds nothing.
	again := imported(t, o)
	if again.Games != 10 || again.Counts.Read != 22 || len(again.Sources) != 1 {
		t.Errorf("a second time: %+v", again.Counts)
	}
}

// TestImportSGF checks features that only SGF records have.
func TestImportSGF(t *testing.T) {
	moves := func(n int) string {
		var b strings.Builder
		m := randomMoves(t, 11, 60)
		for i := 0; i < 2*n; i += 2 {
			fmt.Fprintf(&b, ";%c[%s]", "BW"[i/2%2], m[i:i+2])
		}
		return b.String()
	}
	twice := ";B[ee];B[dd]" // two moves of Black in a row
	folder := inputOf("/x/games.old",
		fileOf("1.sgf", "(;GM[1]SZ[9]KM[7]RU[Chinese]BR[5d]RE[B+R]"+moves(30)+")"),
		fileOf("2.sgf", "(;GM[1]SZ[9]KM[7]"+twice+strings.ReplaceAll(strings.ReplaceAll(moves(12), "[ee]", "[]"), "[dd]", "[]")+")"),
		fileOf("3.sgf", "(;GM[1]SZ[9]"+moves(12)+";AB[aa]"+moves(3)+")"), // stones in the middle
		fileOf("4.sgf", "this is not a record"),
		fileOf("5.sgf", "(;GM[1]SZ[9]"+moves(20)+")(;GM[1]SZ[9]"+moves(21)+")"),
		fileOf("6.sgf", "(;GM[2]SZ[8])"), // not Go
		File{Name: "7.sgf", Err: errors.New("the disk says no")},
	)
	o := importOptions(t, folder)
	m := imported(t, o)
	if m.Games != 4 || m.Counts.Rejected[reasonUnreadable] != 3 || m.Counts.Rejected[reasonCutOff] != 1 || m.Counts.Read != 8 || m.Sources[0].Files != 7 {
		t.Errorf("%+v, %+v, %v", m.Counts, m.Sources, m.Examples)
	}
	all := gamesOf(t, o.Dir)
	if all[0].Source != "games" || all[0].Rules.Komi != 14 {
		t.Errorf("%q, %v", all[0].Source, all[0].Rules)
	}
	if all[1].Moves[1].Color != baduk.Black {
		t.Error("Black did not move twice")
	}
}

// TestImportGoesOn checks that an import that is cancelled several times and then gets more games gives
// the same result as one import of everything.
func TestImportGoesOn(t *testing.T) {
	var first, second strings.Builder
	for seed := range uint64(120) {
		first.WriteString(line(t, seed, 30))
		second.WriteString(line(t, seed+100, 30)) // 20 of them are duplicates
	}
	first.WriteString("broken\n")
	inputs := []Input{inputOf("a.tsv", fileOf("a.tsv", first.String())), inputOf("b", fileOf("b1.tsv", second.String()), fileOf("b2.tsv", line(t, 999, 30)))}
	whole := importOptions(t, inputs...)
	want := imported(t, whole)
	if want.Games != 221 || want.Counts.Rejected[reasonDuplicate] != 20 || want.Counts.Rejected[reasonUnreadable] != 1 {
		t.Fatalf("%+v", want.Counts)
	}
	o := importOptions(t, inputs...)
	o.ShardGames = 16
	runs := 0
	for {
		runs++
		ctx, stop := context.WithCancel(t.Context())
		seen := 0
		o.Progress = func(Progress) {
			if seen++; seen == 23 {
				stop()
			}
		}
		_, err := Import(ctx, o)
		stop()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || runs > 100 {
			t.Fatal(err)
		}
	}
	if runs < 5 {
		t.Errorf("only %d runs", runs)
	}
	sameImport(t, o.Dir, whole.Dir)
	// Other settings are refused. More games of the same file are imported.
	other := o
	other.PerGame, other.Progress = 5, nil
	if _, err := Import(t.Context(), other); err == nil || !strings.Contains(err.Error(), "perGame was 4 and is now 5") {
		t.Errorf("other settings: %v", err)
	}
	other = o
	other.Progress = nil
	other.Inputs = []Input{inputOf("a.tsv", fileOf("a.tsv", first.String()+line(t, 5000, 30)))}
	if m := imported(t, other); m.Games != 222 || m.Counts.Rejected[reasonDuplicate] != 20+120 {
		t.Errorf("a longer file: %+v", m.Counts)
	}
}

// TestImportStreams checks that a stream gives the same games as a file that is read at once, and that
// an import may begin with one and end with the other.
func TestImportStreams(t *testing.T) {
	var text strings.Builder
	for seed := range uint64(30) {
		text.WriteString(line(t, seed, 30))
		if seed == 20 {
			text.WriteString("# a remark\n\nno game\n")
		}
	}
	whole := fileOf("a.tsv", text.String())
	opened := 0
	stream := whole
	stream.Read = nil
	stream.Open = func() (io.ReadCloser, error) {
		opened++
		return io.NopCloser(iotest.HalfReader(strings.NewReader(text.String()))), nil
	}
	want := importOptions(t, inputOf("a.tsv", whole))
	want.ShardGames, want.Threads = 7, 1
	passed := func(o *ImportOptions) (list []int64) {
		o.Progress = func(p Progress) { list = append(list, p.Passed) }
		imported(t, *o)
		return list
	}
	before := passed(&want)
	got := want
	got.Dir, got.Inputs = t.TempDir(), []Input{inputOf("a.tsv", stream)}
	if after := passed(&got); !slices.Equal(after, before) || opened != 2 {
		t.Errorf("it has passed %v as a stream, opened %d times, and %v at once", after, opened, before)
	}
	sameImport(t, got.Dir, want.Dir)
	mixed := want
	mixed.Dir, mixed.Progress = t.TempDir(), nil
	for n := 1; ; n++ {
		mixed.Inputs = []Input{inputOf("a.tsv", []File{whole, stream}[n%2])}
		ctx, stop := context.WithCancel(t.Context())
		games := 0
		mixed.Progress = func(Progress) {
			if games++; games == 5 {
				stop()
			}
		}
		_, err := Import(ctx, mixed)
		stop()
		if err == nil {
			break
		}
		if n == 20 {
			t.Fatal(err)
		}
	}
	sameImport(t, mixed.Dir, want.Dir)
	stream.Open = func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(line(t, 1, 30)), iotest.ErrReader(errors.New("it is torn")))), nil
	}
	if m := imported(t, importOptions(t, inputOf("a.tsv", stream))); m.Games != 0 || m.Counts.Rejected[reasonUnreadable] != 1 || !strings.Contains(m.Examples[0].Wrong, "it is torn") {
		t.Errorf("a file that is torn: %+v, %v", m.Counts, m.Examples)
	}
}

// TestMaxGames checks that an import ends at the limit, adds nothing when repeated, and continues with
// a higher limit.
func TestMaxGames(t *testing.T) {
	var text strings.Builder
	for seed := range uint64(30) {
		text.WriteString(line(t, seed, 30))
	}
	inputs := inputOf("a.tsv", fileOf("a.tsv", text.String()))
	whole, o := importOptions(t, inputs), importOptions(t, inputs)
	imported(t, whole)
	for _, most := range []int{7, 7, 20, 5, 0} {
		had := 0
		if m, err := ReadManifest(o.Dir); err == nil {
			had = m.Games
		}
		o.MaxGames = most
		want := max(most, had)
		if most == 0 {
			want = 30
		}
		if m := imported(t, o); m.Games != want || m.Counts.Read != want {
			t.Errorf("at most %d: %d games of %d read", most, m.Games, m.Counts.Read)
		}
	}
	sameImport(t, o.Dir, whole.Dir)
}

// sameImport checks that two folders have the same games, counts and sources.
func sameImport(t *testing.T, got, want string) {
	t.Helper()
	a, b := gamesOf(t, got), gamesOf(t, want)
	if len(a) != len(b) {
		t.Fatalf("%d games, want %d", len(a), len(b))
	}
	for i := range a {
		if !equal(a[i], b[i]) {
			t.Fatalf("game %d is another one", i)
		}
	}
	m, err := ReadManifest(got)
	if err != nil {
		t.Fatal(err)
	}
	n, err := ReadManifest(want)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(m.Counts) != fmt.Sprint(n.Counts) || fmt.Sprint(m.Sources) != fmt.Sprint(n.Sources) || fmt.Sprint(m.Examples) != fmt.Sprint(n.Examples) {
		t.Errorf("%+v\n%+v\nwant\n%+v\n%+v", m.Counts, m.Sources, n.Counts, n.Sources)
	}
	left, err := filepath.Glob(filepath.Join(got, "*"+durable.Partial))
	if len(left) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// killedImport is the process that TestImportIsKilled starts: a slow import of a file.
const killedImport = "TENGEN_REPLAY_TEST_IMPORT"

// slowImport imports a file. If steps is not 0, it writes a byte after that many steps and waits to be
// killed.
func slowImport(dir, file string, steps int) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	o := DefaultImport()
	o.Dir, o.Inputs, o.MinMoves, o.ShardGames = dir, []Input{inputOf("a.tsv", fileOf("a.tsv", string(data)))}, 10, 8
	o.Progress = func(Progress) {
		if steps--; steps == 0 {
			fmt.Print(".")
			time.Sleep(time.Hour)
		}
		time.Sleep(time.Millisecond)
	}
	_, err = Import(context.Background(), o)
	return err
}

func TestMain(m *testing.M) {
	if what := strings.Split(os.Getenv(killedImport), "\n"); len(what) == 3 {
		steps, err := strconv.Atoi(what[2])
		if err == nil {
			err = slowImport(what[0], what[1], steps)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestImportIsKilled checks that an import that was killed at any moment continues without losing or
// repeating a game.
func TestImportIsKilled(t *testing.T) {
	var text strings.Builder
	for seed := range uint64(150) {
		text.WriteString(line(t, seed, 30))
		if seed%10 == 0 {
			text.WriteString(line(t, seed/2, 30))
		}
	}
	file := filepath.Join(t.TempDir(), "a.tsv")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	dir, whole := t.TempDir(), t.TempDir()
	kills := 0
	random := newRandom(9)
	for run := 0; ; run++ {
		if run > 60 {
			t.Fatal("it does not end")
		}
		steps := 0
		if run < 3 { // it waits, so that it cannot end first even on a busy machine
			steps = 5 + random.Below(40)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killedImport+"="+dir+"\n"+file+"\n"+strconv.Itoa(steps))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if steps > 0 {
			_, _ = out.Read(make([]byte, 1))
			_ = cmd.Process.Kill()
		}
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case err := <-done:
			if err != nil && steps > 0 {
				kills++
				continue
			}
			if err != nil {
				t.Fatalf("run %d: %v", run, err)
			}
			if err := slowImport(whole, file, 0); err != nil {
				t.Fatal(err)
			}
			sameImport(t, dir, whole)
			if kills == 0 {
				t.Error("it was never killed")
			}
			return
		case <-time.After(time.Duration(20+random.Below(80)+2*run*run+steps*1000) * time.Millisecond):
			if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
			if err := <-done; err != nil {
				kills++
			}
		}
	}
}

// TestDiskIsFull checks the error of a full disk, and that the import continues from the games that
// were saved.
func TestDiskIsFull(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full, which is always full")
	}
	var text strings.Builder
	for seed := range uint64(50) {
		text.WriteString(line(t, seed, 30))
	}
	inputs := inputOf("a.tsv", fileOf("a.tsv", text.String()))
	whole := importOptions(t, inputs)
	imported(t, whole)
	o := importOptions(t, inputs)
	o.ShardGames = 20
	once := true
	o.Progress = func(p Progress) {
		if p.Read == 20 && once { // there is no room for the second shard
			once = false
			if err := os.Symlink("/dev/full", filepath.Join(o.Dir, shardName(2)+durable.Partial)); err != nil {
				t.Error(err)
			}
		}
	}
	m, err := Import(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "is full: 20 games were saved") || m.Games != 20 {
		t.Fatalf("%v", err)
	}
	if got := gamesOf(t, o.Dir); len(got) != 20 {
		t.Errorf("%d games are left", len(got))
	}
	imported(t, o)
	sameImport(t, o.Dir, whole.Dir)
}

// TestTeacher checks that samples have the teacher's answers for exactly their positions.
func TestTeacher(t *testing.T) {
	twice := "(;SZ[9];B[aa];B[cc];W[ee];B[gg];B[dd];W[bg];W[gb];B[ab];W[hh];B[ac])" // players move twice in a row
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", line(t, 1, 40)+line(t, 2, 40)+line(t, 3, 40))), inputOf("b", fileOf("b.sgf", twice)))
	o.PerGame = 100 // every turn
	teacher := eval.Hashed(7)
	o.Teacher = &Teacher{Name: "hash", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return teacher, nil }}
	m := imported(t, o)
	if m.Settings.Teacher != "hash" || m.Samples != 3*40+10 {
		t.Errorf("%+v", m)
	}
	for _, g := range gamesOf(t, o.Dir) {
		for _, s := range g.Samples {
			at, err := g.At(s.Turn)
			if err != nil {
				t.Fatal(err)
			}
			out := make([]eval.Evaluation, 1)
			out[0].Resize(g.Graph)
			if err := teacher.Evaluate(t.Context(), []eval.Query{{Game: at, Policy: true, Ownership: true}}, out); err != nil {
				t.Fatal(err)
			}
			if s.Value.Win != out[0].Win || s.Value.Lead != out[0].Lead {
				t.Errorf("turn %d: %+v, want %v", s.Turn, *s.Value, out[0])
			}
			for p, o := range s.Ownership {
				if math.Abs(float64(o)/127-float64(out[0].Ownership[p])) > 0.5/127+1e-6 {
					t.Fatalf("point %d: %d, want %v", p, o, out[0].Ownership[p])
				}
			}
			mass, least := 0.0, 1.0
			kept := map[baduk.Point]bool{}
			for _, share := range s.Policy {
				p := int(share.Point)
				if share.Point == baduk.Pass {
					p = g.Graph.Len()
				}
				if d := float64(out[0].Policy[p]) - float64(share.Part)/65535; d < -1e-6 || d > 1.1/65535 {
					t.Fatalf("%v: %v, want %v", share, float64(share.Part)/65535, out[0].Policy[p])
				}
				kept[share.Point] = true
				mass += float64(out[0].Policy[p])
				least = min(least, float64(out[0].Policy[p]))
			}
			if mass < keptMass && len(s.Policy) < keptShares {
				t.Errorf("%d moves with %v of the policy", len(s.Policy), mass)
			}
			for p, share := range out[0].Policy[:g.Graph.Len()] {
				if !kept[baduk.Point(p)] && float64(share) > least {
					t.Errorf("point %d with %v was left out, and %v kept", p, share, least)
				}
			}
		}
	}
}

// TestPlayed checks the weight of the moves that were played, also in older folders.
func TestPlayed(t *testing.T) {
	text := line(t, 1, 40) + line(t, 2, 40)
	for _, at := range []struct {
		played float64
		random int
		doubts [2]uint8 // of the random moves, and of the others
	}{{1, 0, [2]uint8{0, 0}}, {1, 12, [2]uint8{255, 0}}, {0.2, 12, [2]uint8{255, 204}}, {0, 0, [2]uint8{255, 255}}} {
		o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text)))
		o.PerGame, o.Played, o.RandomMoves = 100, at.played, at.random
		o.Teacher = &Teacher{Name: "hash", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(7), nil }}
		if m := imported(t, o); m.Settings.Played != at.played || m.Settings.RandomMoves != at.random {
			t.Errorf("%+v", m.Settings)
		}
		for _, g := range gamesOf(t, o.Dir) {
			for _, s := range g.Samples {
				want := at.doubts[1]
				if s.Turn < at.random {
					want = at.doubts[0]
				}
				if s.Doubt != want {
					t.Errorf("%v: a doubt of %d at turn %d", at, s.Doubt, s.Turn)
				}
			}
		}
	}
	// A folder from before this setting has the weight 1 and accepts no other.
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text)))
	imported(t, o)
	path := filepath.Join(o.Dir, manifestName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := cutSeal(data) // it had no checksum either
	older := strings.NewReplacer("    \"played\": 1,\n", "", "    \"randomMoves\": 0,\n", "", "\"version\": 2", "\"version\": 1").Replace(string(body)) + "\n}\n"
	if strings.Contains(older, "played") || strings.Contains(older, "randomMoves") {
		t.Fatal(older)
	}
	if err := os.WriteFile(path, []byte(older), 0o666); err != nil {
		t.Fatal(err)
	}
	imported(t, o)
	o.RandomMoves = 3
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "randomMoves was 0 and is now 3") {
		t.Errorf("other settings: %v", err)
	}
}

// TestVaryKomi checks that half of the games get another komi, up or down by the given mean, and that
// the results follow.
func TestVaryKomi(t *testing.T) {
	const games, mean = 400, 12
	teacher := &Teacher{Name: "hash", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return eval.Hashed(7), nil }}
	for _, result := range []string{"B+3.5", "W+Resign", "Void"} {
		var text strings.Builder
		for seed := range uint64(games) {
			fields := strings.Split(line(t, seed, 30), "\t")
			fields[2], fields[7] = "6.5", result
			text.WriteString(strings.Join(fields, "\t"))
		}
		o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text.String())))
		o.PerGame, o.VaryKomi, o.Teacher = 1, mean, teacher
		if m := imported(t, o); m.Settings.VaryKomi != mean {
			t.Fatalf("%+v", m.Settings)
		}
		changed, up, sum := 0, 0, 0.0
		for _, g := range gamesOf(t, o.Dir) {
			change := g.Rules.Komi.Points() - 6.5
			if change != math.Trunc(change) || math.Abs(change) > float64(g.Graph.Len())/2 {
				t.Fatalf("a komi of %v", g.Rules.Komi)
			}
			want := parseResult(result)
			if change != 0 {
				changed++
				sum += math.Abs(change)
				if want.By == EndResignation {
					want = Result{}
				}
			}
			if want.By == EndCounted {
				if want.Lead -= float32(change); want.Lead < 0 {
					want.Winner = baduk.White
				}
			}
			if change > 0 {
				up++
			}
			if g.Result != want {
				t.Fatalf("%s with a komi of %v is %+v, not %+v", result, g.Rules.Komi, g.Result, want)
			}
		}
		if changed < games*4/10 || changed > games*6/10 || up < changed*35/100 || up > changed*65/100 {
			t.Errorf("%d of %d changed, %d of them upwards", changed, games, up)
		}
		if average := sum / float64(changed); average < mean*0.8 || average > mean*1.2 {
			t.Errorf("changed by %v points on average", average)
		}
	}
	if r := parseResult("W+2").shifted(2); r != (Result{By: EndCounted}) {
		t.Errorf("a draw is %+v", r)
	}
}

// TestTeacherFails checks that the teacher's error ends the import and that the games before it are
// saved.
func TestTeacherFails(t *testing.T) {
	var text strings.Builder
	for seed := range uint64(40) {
		text.WriteString(line(t, seed, 30))
	}
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", text.String())))
	o.Threads = 1
	o.Teacher = &Teacher{Name: "x", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return &failing{left: 25}, nil }}
	m, err := Import(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "a.tsv, game 26: no more") || m.Games != 25 {
		t.Errorf("%v, %+v", err, m)
	}
	// A board that the teacher cannot read is not an error.
	o = importOptions(t, o.Inputs...)
	o.Teacher = &Teacher{Name: "x", Factory: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return nil, errors.New("no") }}
	if m := imported(t, o); m.Games != 40 || m.Counts.Unjudged != 40 {
		t.Errorf("%+v", m.Counts)
	}
}

// failing returns an error after a number of calls.
type failing struct{ left int }

func (*failing) Info() eval.Info { return eval.Info{Name: "failing"} }

func (f *failing) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	if f.left--; f.left < 0 {
		return errors.New("no more")
	}
	return eval.Uniform().Evaluate(ctx, in, out)
}

// TestOwners checks the last position of counted games. Black has the left of a 7x7 board and White the
// right. A white stone in Black's corner is dead.
func TestOwners(t *testing.T) {
	// Columns c (Black) and e (White) are walls; d is neutral. Black has 7*2 points of territory, one of them under a
	// dead stone, which is a prisoner; White has 14.
	var b strings.Builder
	for y := range 7 {
		fmt.Fprintf(&b, ";B[c%c];W[e%c]", 'a'+y, 'a'+y)
	}
	stones := b.String() + ";B[];W[aa]" // a pass, and a stone that dies
	head := "(;GM[1]SZ[7]KM[0]RU[%s]RE[%s]"
	end := ";B[];W[])"
	for name, test := range map[string]struct {
		rules, result string
		final         bool
	}{
		"japanese": {"Japanese", "B+1", true}, // 14 points and a prisoner against 14 points
		"chinese":  {"Chinese", "0", true},    // 21 against 21
		"wrong":    {"Japanese", "B+9", false},
	} {
		o := importOptions(t, inputOf("a", fileOf("a.sgf", fmt.Sprintf(head, test.rules, test.result)+stones+end)))
		o.Rollouts, o.Tolerance = 60, 0
		m := imported(t, o)
		g := gamesOf(t, o.Dir)[0]
		if (g.Final != nil) != test.final || m.Counts.Final+m.Counts.Disagree != 1 {
			t.Errorf("%s: %v, %+v", name, g.Final, m.Counts)
		}
		if !test.final {
			continue
		}
		for p, c := range g.Final {
			if want := []baduk.Color{1, 1, 1, 0, 2, 2, 2}[p%7]; c != want {
				t.Errorf("%s: point %d is %v's", name, p, c)
			}
		}
	}
	// Owners that the record marks need no teacher and no rollouts.
	marks := ";B[];W[]"
	for c, columns := range map[string]string{"TB": "ab", "TW": "fg"} {
		marks += c
		for _, x := range columns {
			for y := range 7 {
				marks += fmt.Sprintf("[%c%c]", x, 'a'+y)
			}
		}
	}
	o := importOptions(t, inputOf("a", fileOf("a.sgf", fmt.Sprintf(head, "Japanese", "B+1")+stones+marks+")")))
	o.Tolerance = 0
	if m := imported(t, o); m.Counts.Final != 1 {
		t.Errorf("with marks: %+v", m.Counts)
	}
}

// TestImportRefuses checks the errors for wrong options, and for folders that must not be changed.
func TestImportRefuses(t *testing.T) {
	in := inputOf("a.tsv", fileOf("a.tsv", line(t, 1, 30)))
	for name, spoil := range map[string]func(o *ImportOptions){
		"nothing":            func(o *ImportOptions) { o.Inputs = nil },
		"no positions":       func(o *ImportOptions) { o.PerGame = 0 },
		"no teacher":         func(o *ImportOptions) { o.Played = 0.5 },
		"a wrong weight":     func(o *ImportOptions) { o.Played = math.NaN() },
		"moves before all":   func(o *ImportOptions) { o.RandomMoves = -1 },
		"komi, no teacher":   func(o *ImportOptions) { o.VaryKomi = 5 },
		"komi of no number":  func(o *ImportOptions) { o.VaryKomi = math.NaN() },
		"komi beyond all":    func(o *ImportOptions) { o.VaryKomi = 1e9 },
		"leaves, no teacher": func(o *ImportOptions) { o.Leaves, o.Searcher = 2, hashedSearcher(8) },
		"leaves of no tree":  func(o *ImportOptions) { o.Leaves, o.Teacher = 2, hashedTeacher() },
		"a tree too small":   func(o *ImportOptions) { o.Leaves, o.Teacher, o.Searcher = 8, hashedTeacher(), hashedSearcher(8) },
		"leaves below 0":     func(o *ImportOptions) { o.Leaves, o.Teacher, o.Searcher = -1, hashedTeacher(), hashedSearcher(8) },
		"a wrong tolerance":  func(o *ImportOptions) { o.Tolerance = math.NaN() },
		"shards without manifest": func(o *ImportOptions) {
			if err := os.WriteFile(filepath.Join(o.Dir, shardName(1)), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		},
	} {
		o := importOptions(t, in)
		spoil(&o)
		if _, err := Import(t.Context(), o); err == nil {
			t.Errorf("%s: no error", name)
		} else if _, ok := errors.AsType[*OptionsError](err); !ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	o := importOptions(t, in)
	held, err := durable.Lock(filepath.Join(o.Dir, ".lock"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("two at once: %v", err)
	}
	held.Close()
	imported(t, o)
	// A damaged folder cannot tell which games it has.
	path := filepath.Join(o.Dir, shardName(1))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[60] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged folder: %v", err)
	}
}

// TestInOrder checks that results come in the order of the items however long each takes, and that no
// goroutine is left running.
func TestInOrder(t *testing.T) {
	var in iter.Seq[int] = func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	}
	work := func(_ context.Context, i int) int {
		time.Sleep(time.Duration(i*7%5) * 100 * time.Microsecond)
		return i
	}
	next := 0
	for i := range inOrder(t.Context(), 4, in, work) {
		if i != next {
			t.Fatalf("%d instead of %d", i, next)
		}
		if next++; next == 500 {
			break
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	n := 0
	for range inOrder(ctx, 3, in, work) {
		if n++; n == 50 {
			stop()
		}
	}
	if n != 50 {
		t.Errorf("%d came after the end", n-50)
	}
}
