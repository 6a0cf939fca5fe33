package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	"tengen/internal/durable"
)

// TestImportGoesOn checks that an import that is cancelled several times and then gets more games gives
// the same result as one import of everything.
func TestImportGoesOn(t *testing.T) {
	var first, second strings.Builder
	for seed := range uint64(120) {
		first.WriteString(line(t, seed, 30))
		second.WriteString(line(t, seed+100, 30)) // 20 of these games are duplicates
	}
	first.WriteString("broken\n")
	inputs := []Input{inputOf("a.tsv", fileOf("a.tsv", first.String())), inputOf("b", fileOf("b1.tsv", second.String()), fileOf("b2.tsv", line(t, 999, 30)))}
	whole := importOptions(t, inputs...)
	want := imported(t, whole)
	if want.Games != 221 || want.Counts.Rejected[reasonDuplicate] != 20 || want.Counts.Rejected[reasonUnreadable] != 1 {
		t.Fatalf("got %d games, %+v, want 221 with 20 duplicates and 1 unreadable", want.Games, want.Counts)
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
		t.Errorf("got %d runs, want at least 5", runs)
	}
	sameImport(t, o.Dir, whole.Dir)
	// Other settings are refused. More games of the same file are imported.
	other := o
	other.PerGame, other.Progress = 5, nil
	if _, err := Import(t.Context(), other); err == nil || !strings.Contains(err.Error(), "perGame was 4 and is now 5") {
		t.Errorf("other settings: got %v, want an error that names them", err)
	}
	other = o
	other.Progress = nil
	other.Inputs = []Input{inputOf("a.tsv", fileOf("a.tsv", first.String()+line(t, 5000, 30)))}
	if m := imported(t, other); m.Games != 222 || m.Counts.Rejected[reasonDuplicate] != 20+120 {
		t.Errorf("a longer file: got %d games, %+v, want 222 with 140 duplicates", m.Games, m.Counts)
	}
}

// TestImportKeepsSelfPlay: an import into the folder of a self-play that was killed is refused, and the games stay.
func TestImportKeepsSelfPlay(t *testing.T) {
	o := importOptions(t, inputOf("a.tsv", fileOf("a.tsv", line(t, 1, 30))))
	r := newRecorder(t, o.Dir)
	if err := errors.Join(r.Add(randomGame(t, baduk.MustRectangle(5, 5), 1)), r.Close()); err != nil {
		t.Fatal(err)
	}
	_, err := Import(t.Context(), o)
	if bad, ok := errors.AsType[*OptionsError](err); !ok || !strings.Contains(bad.Error(), "continue the self-play") {
		t.Errorf("got %v, want a refusal", err)
	}
	if r = newRecorder(t, o.Dir); r.Games() != 1 {
		t.Errorf("the folder has %d games of self-play, want 1", r.Games())
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestImportStreams checks that a stream gives the same games as a file that is read as a whole. An
// import may begin with the stream and end with the file, or the other way round.
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
		t.Errorf("a stream was opened %d times, want 2; it passed %v, want %v", opened, after, before)
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
		t.Errorf("a file that fails: got %d games, %+v, %v, want one unreadable", m.Games, m.Counts, m.Examples)
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
			t.Errorf("limit %d: got %d games of %d read, want %d of %[4]d", most, m.Games, m.Counts.Read, want)
		}
	}
	sameImport(t, o.Dir, whole.Dir)
}

// sameImport checks that two folders have the same games, counts and sources.
func sameImport(t *testing.T, got, want string) {
	t.Helper()
	a, b := gamesOf(t, got), gamesOf(t, want)
	if len(a) != len(b) {
		t.Fatalf("got %d games, want %d", len(a), len(b))
	}
	for i := range a {
		if !equal(a[i], b[i]) {
			t.Fatalf("game %d: got\n%+v, want\n%+v", i, a[i], b[i])
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
		t.Errorf("got\n%+v\n%+v\nwant\n%+v\n%+v", m.Counts, m.Sources, n.Counts, n.Sources)
	}
	left, err := filepath.Glob(filepath.Join(got, "*"+durable.Partial))
	if len(left) > 0 || err != nil {
		t.Errorf("incomplete files: got %v, %v, want none", left, err)
	}
}

// killedImport is the process that TestImportIsKilled starts: a slow import of a file.
const killedImport = "TENGEN_REPLAY_TEST_IMPORT"

// slowImport imports a file. If steps is not 0, it writes a byte after this number of steps and waits
// to be killed.
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
			t.Fatal("the import does not end")
		}
		steps := 0
		if run < 3 { // the process waits, so that it cannot end first even on a busy machine
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
				t.Fatalf("run %d: got %v, want no error", run, err)
			}
			if err := slowImport(whole, file, 0); err != nil {
				t.Fatal(err)
			}
			sameImport(t, dir, whole)
			if kills == 0 {
				t.Error("no import was killed")
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
		t.Skip("this system does not have /dev/full")
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
		if p.Read == 20 && once { // the second shard meets a full disk
			once = false
			if err := os.Symlink("/dev/full", filepath.Join(o.Dir, shardName(2)+durable.Partial)); err != nil {
				t.Error(err)
			}
		}
	}
	m, err := Import(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "is full: 20 games were saved") || m.Games != 20 {
		t.Fatalf("got %v, want an error that the disk is full after 20 games", err)
	}
	if got := gamesOf(t, o.Dir); len(got) != 20 {
		t.Errorf("got %d saved games, want 20", len(got))
	}
	imported(t, o)
	sameImport(t, o.Dir, whole.Dir)
}
