package solve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/internal/usage"
	"tengen/solve/verify"
	"tengen/topology"
)

// fileEnv makes the test binary a process that solves a board with checkpoints in the file of that name.
const fileEnv = "SOLVE_TEST_FILE"

func TestMain(m *testing.M) {
	if path := os.Getenv(fileEnv); path != "" {
		proved, _, err := prove(path)
		fmt.Println(proved, err)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// prove proves that Black leads by at least 1 on 4x4, or in the long form that Black gets all points of 4x5. It returns
// the number of states that this process expanded.
func prove(path string) (proved bool, states uint64, err error) {
	board, first, claim, every := "4x4", baduk.NoPoint, Claim{Lead: 1, Finite: true}, 5*time.Millisecond
	if os.Getenv("TENGEN_LONG") == "1" {
		board, first, claim, every = "5x4", 12, Claim{Lead: 20, Finite: true}, time.Second
	}
	b, err := topology.Parse(board)
	if err != nil {
		return false, 0, err
	}
	s, err := NewSearch(b, 2, 1, 1<<28, func(p Progress) { states += p.States })
	if err != nil {
		return false, 0, err
	}
	s.every = every
	var failed error
	err = s.Resume(path, func() { proved, failed = s.Prove(context.Background(), claim, first) }, func(error) {})
	return proved, states, errors.Join(failed, err)
}

// TestKilled kills a search again and again. The search continues from its checkpoints, with the same result.
func TestKilled(t *testing.T) {
	proved, all, err := prove(filepath.Join(t.TempDir(), "table"))
	if err != nil || !proved {
		t.Fatalf("proved %v, %v", proved, err)
	}
	path := filepath.Join(t.TempDir(), "table")
	for size, ended := int64(0), false; size < 20_000 && !ended; {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), fileEnv+"="+path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() {
			_ = cmd.Wait()
			close(done)
		}()
		for last := size; size < last+5000 && !ended; { // until the next checkpoint
			select {
			case <-done:
				ended = true
			case <-time.After(time.Millisecond):
				if info, err := os.Stat(path); err == nil {
					size = info.Size()
				}
			}
		}
		_ = cmd.Process.Kill()
		<-done
	}
	proved, rest, err := prove(path)
	if err != nil || !proved {
		t.Errorf("after kills: proved %v, %v", proved, err)
	}
	if rest >= all {
		t.Errorf("after kills: %d states were still expanded, of %d without kills", rest, all)
	}
}

// TestOtherCheckpoint reads a checkpoint of another version, and files that are not checkpoints.
func TestOtherCheckpoint(t *testing.T) {
	s := searchOn(t, "3x3")
	path := filepath.Join(t.TempDir(), "table")
	for _, text := range []string{"", "a text\n", strings.Replace(s.header(), fmt.Sprint(version), "2", 1), searchOn(t, "4x4").header()} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := s.load(path)
		if _, ok := errors.AsType[*usage.Error](err); !ok || !strings.Contains(err.Error(), "is not a checkpoint of a search on this board") {
			t.Errorf("%q: got %v, want an error of usage", text, err)
		}
	}
}

// TestDamagedCheckpoint changes and removes bytes of a checkpoint.
func TestDamagedCheckpoint(t *testing.T) {
	s := searchOn(t, "4x4")
	path := filepath.Join(t.TempDir(), "table")
	if proved, err := s.Prove(t.Context(), Claim{Lead: 1, Finite: true}, baduk.NoPoint); err != nil || !proved {
		t.Fatalf("proved %v, %v", proved, err)
	}
	if err := s.save(path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head := len(s.header())
	if len(whole) < head+100 {
		t.Fatalf("the checkpoint has only %d bytes", len(whole))
	}
	other := slices.Clone(whole)
	other[head+30] ^= 1
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"another bit":        {other, path + " is damaged: its checksum is wrong"},
		"half a record less": {whole[:len(whole)-8], path + " is damaged: its end is missing"},
		"a record less":      {whole[:len(whole)-16], path + " is damaged: its end is missing"},
		"another byte":       {append(slices.Clone(whole), 0), path + " is damaged: its checksum is wrong"},
		"nothing else":       {whole, ""},
	} {
		if err := os.WriteFile(path, test.data, 0o666); err != nil {
			t.Fatal(err)
		}
		s := searchOn(t, "4x4")
		if err := s.load(path); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
	}
}

// TestUnsaved runs a search whose checkpoints cannot be written at first. The search goes on, and a later checkpoint is
// written. If the last one cannot be written, Resume returns an error with its size.
func TestUnsaved(t *testing.T) {
	s := searchOn(t, "4x4")
	s.every = time.Millisecond
	path := filepath.Join(t.TempDir(), "folder", "table")
	work := func(then func()) func() {
		return func() {
			if proved, err := s.Prove(t.Context(), Claim{Lead: 1, Finite: true}, baduk.NoPoint); err != nil || !proved {
				t.Errorf("proved %v, %v", proved, err)
			}
			then()
		}
	}
	failed := make(chan error, 1)
	err := s.Resume(path, work(func() {
		for range 2 {
			if e, ok := errors.AsType[*SaveError](<-failed); !ok || e.Path != path {
				t.Errorf("got %v, want an error about %s", e, path)
			}
		}
		if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
			t.Error(err)
		}
	}), func(err error) {
		select {
		case failed <- err:
		default:
		}
	})
	if _, missing := os.Stat(path); err != nil || missing != nil {
		t.Errorf("got %v, and the checkpoint: %v", err, missing)
	}
	s.every = time.Hour
	err = s.Resume(path, work(func() {
		if err := os.RemoveAll(filepath.Dir(path)); err != nil {
			t.Error(err)
		}
	}), func(error) {})
	if e, ok := errors.AsType[*SaveError](err); !ok || e.Bytes < 100 {
		t.Errorf("got %v, want an error with the size of the checkpoint", err)
	}
}

// TestCertifyAfterResume writes a certificate from a checkpoint, which has only the facts of large effort. The proofs
// that were forgotten are found again, and must not lead the game in a circle.
func TestCertifyAfterResume(t *testing.T) {
	b, err := topology.Parse("4x4")
	if err != nil {
		t.Fatal(err)
	}
	claim, path := Claim{Lead: 1, Finite: true}, filepath.Join(t.TempDir(), "table")
	search := func() *Search {
		s, err := NewSearch(b, 3, 1, 1<<26, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := search()
	if proved, err := s.Prove(t.Context(), claim, baduk.NoPoint); err != nil || !proved {
		t.Fatalf("proved %v, %v", proved, err)
	}
	if err := s.save(path); err != nil {
		t.Fatal(err)
	}
	s = search()
	if err := s.load(path); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	lines, err := s.Certify(t.Context(), &file, []Claim{claim}, baduk.NoPoint)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(lines, "states")
	if _, err := verify.Check(t.Context(), &file); err != nil {
		t.Error(err)
	}
}

// TestTornEntry checks that the halves of two entries do not look like an entry of a third key.
func TestTornEntry(t *testing.T) {
	table := newTable(16)
	a, b := unknown(), unknown()
	b.proved, b.effort = 2, 7
	const key = 1 << 40
	table.put(key, a)
	was := table.bucket(key)[0]
	table.put(key, b)
	torn := entry{check: was.check, data: table.bucket(key)[0].data}
	if at, _ := torn.key(); at < 1<<50 {
		t.Errorf("a torn entry has the key %x, beside %x", at, key)
	}
}
