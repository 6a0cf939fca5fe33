package durable

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// writerEnv makes the test binary a process that replaces the file of that name.
const writerEnv = "DURABLE_TEST_FILE"

func TestMain(m *testing.M) {
	if path := os.Getenv(writerEnv); path != "" {
		replaceForever(path)
	}
	os.Exit(m.Run())
}

// content is one of the contents that writers write: a long file that tells its own end.
func content(n int) []byte {
	return append(bytes.Repeat(fmt.Appendf(nil, "%d\n", n), 20_000), "end\n"...)
}

func isContent(data []byte) bool {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	n := 0
	_, err := fmt.Sscan(string(first), &n)
	return err == nil && bytes.Equal(data, content(n))
}

// replaceForever replaces the file until the process is killed, or its input ends. On the
// line "stop" it halts in the middle of the next file and says so.
func replaceForever(path string) {
	lines := make(chan string)
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			lines <- in.Text()
		}
		os.Exit(0)
	}()
	for i := 0; ; i++ {
		err := ReplaceBy(path, false, func(to io.Writer) error {
			data := content(os.Getpid()*1000 + i%1000)
			if _, err := to.Write(data[:len(data)/2]); err != nil {
				return err
			}
			select {
			case <-lines:
				fmt.Println("halfway")
				select {}
			default:
			}
			_, err := to.Write(data[len(data)/2:])
			return err
		})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
}

// writer is another process that replaces a file.
type writer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startWriter(t *testing.T, path string) *writer {
	t.Helper()
	w := &writer{cmd: exec.Command(os.Args[0])}
	w.cmd.Env = append(os.Environ(), writerEnv+"="+path, "GORACE=atexit_sleep_ms=0")
	var err error
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.out = bufio.NewReader(out)
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.kill)
	return w
}

// halt stops the process in the middle of a file.
func (w *writer) halt(t *testing.T) {
	t.Helper()
	fmt.Fprintln(w.in, "stop")
	if line, err := w.out.ReadString('\n'); line != "halfway\n" {
		t.Fatalf("the writer said %q, %v, want halfway", line, err)
	}
}

func (w *writer) kill() {
	_ = w.cmd.Process.Kill()
	_ = w.cmd.Wait()
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range files {
		list = append(list, f.Name())
	}
	return list
}

func needsLocks(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := lockOpen(f); err != nil {
		t.Skipf("open files cannot be locked on %s: %v", runtime.GOOS, err)
	}
}

// TestProcessesReplaceAtOnce has processes and goroutines replace a file that this one
// reads: it always has one of the contents. Processes that are killed meanwhile leave
// nothing behind after the next Replace.
func TestProcessesReplaceAtOnce(t *testing.T) {
	needsLocks(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := Replace(path, content(0), false); err != nil {
		t.Fatal(err)
	}
	var writers []*writer
	for range 3 {
		writers = append(writers, startWriter(t, path))
	}
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for j := range 50 {
				if err := Replace(path, content(100*i+j), false); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 200 {
		if data, err := os.ReadFile(path); err != nil || !isContent(data) {
			t.Fatalf("got %d bytes, %v, want a whole content", len(data), err)
		}
	}
	wg.Wait()
	for _, w := range writers {
		w.kill()
	}
	if err := Replace(path, content(1), false); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, content(1)) {
		t.Errorf("got %d bytes, %v, want the content that was written last", len(data), err)
	}
	if got, want := names(t, dir), []string{"file"}; !slices.Equal(got, want) { // fewer writers than names that are swept
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestKilledWriter kills processes that have written half a file. Their files stay while
// they live, and go with the next Replace, whichever names they have.
func TestKilledWriter(t *testing.T) {
	needsLocks(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	check := func(when string, want ...string) {
		t.Helper()
		if got := names(t, dir); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", when, got, want)
		}
	}
	replace := func() {
		t.Helper()
		if err := Replace(path, []byte("mine"), true); err != nil {
			t.Error(err)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != "mine" {
			t.Errorf("got %q, %v, want mine", data, err)
		}
	}
	first := startWriter(t, path)
	first.halt(t)
	second := startWriter(t, path)
	second.halt(t)
	replace()
	check("both live", "file", "file.part", "file.part2")
	Sweep(dir)
	check("both live, and the folder is swept", "file", "file.part", "file.part2")
	second.kill()
	check("the second is killed", "file", "file.part", "file.part2")
	replace()
	check("after the next Replace", "file", "file.part")
	first.kill()
	check("the first is killed", "file", "file.part")
	replace()
	check("after the last Replace", "file")
	third := startWriter(t, path)
	third.halt(t)
	third.kill()
	Sweep(dir)
	check("the third is killed, and the folder is swept", "file")
}

// TestWithoutLocks has two writers on a system without locks: each has a file, and only
// an old file counts as left behind.
func TestWithoutLocks(t *testing.T) {
	none := func(*os.File) error { return errors.ErrUnsupported }
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	for i, want := range []string{"file.part", "file.part2", "file.part3"} {
		p, err := newPartial(path, none)
		if err != nil {
			t.Fatal(err)
		}
		if got := filepath.Base(p.file.Name()); got != want || p.lock != nil {
			t.Errorf("writer %d has %s, %v, want %s without a lock", i, got, p.lock, want)
		}
		p.file.Close()
	}
	before := time.Now().Add(-2 * abandonedAfter)
	for _, old := range []string{"file.part2", "file.part3"} {
		if err := os.Chtimes(filepath.Join(dir, old), before, before); err != nil {
			t.Fatal(err)
		}
	}
	p, err := newPartial(path, none)
	if err != nil {
		t.Fatal(err)
	}
	defer p.file.Close()
	if got := filepath.Base(p.file.Name()); got != "file.part2" {
		t.Errorf("the next writer has %s, want file.part2", got)
	}
	if got, want := names(t, dir), []string{"file.part", "file.part2"}; !slices.Equal(got, want) {
		t.Errorf("left are %v, want %v", got, want)
	}
}

// TestPartialInTheWay has something other than a file where the incomplete file belongs.
func TestPartialInTheWay(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.Mkdir(path+Partial, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Replace(path, nil, false); err == nil || !strings.Contains(err.Error(), "file.part: it is not a regular file: remove it") {
		t.Errorf("got %v, want an error about file.part", err)
	}
}

// TestSweepKeepsOthers sweeps a folder in which only one name is that of an incomplete file.
func TestSweepKeepsOthers(t *testing.T) {
	needsLocks(t)
	dir := t.TempDir()
	keep := []string{".part", "a.part.sgf", "a.parts", "part"}
	for _, name := range append([]string{"a.part12"}, keep...) {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	Sweep(dir)
	if got := names(t, dir); !slices.Equal(got, keep) {
		t.Errorf("left are %v, want %v", got, keep)
	}
	Sweep(filepath.Join(dir, "missing"))
}

// TestReplaceHidden replaces a file in a user's folder that already has an incomplete file of a killed process, which
// other users may not read, and files of the user with similar names.
func TestReplaceHidden(t *testing.T) {
	needsLocks(t)
	dir := t.TempDir()
	path := filepath.Join(dir, strings.Repeat("n", 255)) // the largest length that most systems allow
	for _, name := range []string{"n.part", "n.part2"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("the user's"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(partialName(hiddenName(path), 1), []byte("half of a longer text"), 0o600); err != nil {
		t.Fatal(err)
	}
	write := func(text string, then error) error {
		return ReplaceHidden(path, func(to *os.File) error {
			_, err := to.WriteString(text)
			return errors.Join(err, then)
		})
	}
	if err := write("new", nil); errors.Is(err, syscall.ENAMETOOLONG) {
		t.Skip("this file system has only shorter names")
	} else if err != nil {
		t.Fatal(err)
	}
	if err := write("half", syscall.ENOSPC); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("on a full disk: got %v, want %v", err, syscall.ENOSPC)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "new" {
		t.Errorf("got %q, %v, want new", data, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o400 == 0 || info.Mode().Perm() == 0o600 {
		t.Errorf("got the permissions %v, %v, want those of a new file, not those of the incomplete file", info.Mode(), err)
	}
	for _, name := range []string{".tengen-1.part", ".tengen-ff.part3", ".tengen-1.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	SweepHidden(dir)
	if got, want := names(t, dir), []string{".tengen-1.txt", "n.part", "n.part2", filepath.Base(path)}; !slices.Equal(got, want) {
		t.Errorf("left are %v, want %v", got, want)
	}
}
