package solve

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
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
	err = s.Resume(context.Background(), path, func(ctx context.Context) (err error) {
		proved, err = s.Prove(ctx, claim, first)
		return err
	})
	return proved, states, err
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

// TestOtherCheckpoint reads a checkpoint of another board, and files that are not checkpoints.
func TestOtherCheckpoint(t *testing.T) {
	s := searchOn(t, "3x3")
	path := filepath.Join(t.TempDir(), "table")
	for _, text := range []string{"", "a text\n", strings.Replace(s.header(), "3 ", "2 ", 1)} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := s.load(path); err == nil || !strings.Contains(err.Error(), "is not a checkpoint of a search on this board") {
			t.Errorf("%q: got %v, want an error", text, err)
		}
	}
	if err := os.WriteFile(path, []byte(s.header()+"short"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := s.load(path); err == nil {
		t.Error("an incomplete record was read")
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
