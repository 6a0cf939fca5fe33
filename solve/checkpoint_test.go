package solve

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/topology"
)

// fileEnv makes the test binary a process that solves 4x4 with checkpoints in the file of that name.
const fileEnv = "SOLVE_TEST_FILE"

func TestMain(m *testing.M) {
	if path := os.Getenv(fileEnv); path != "" {
		turns, _, err := solve4x4(path)
		fmt.Println(turns, err)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// solve4x4 proves that Black leads by at least 1 on 4x4. It returns the number of turns, and of states in this process.
func solve4x4(path string) (turns int, nodes uint64, err error) {
	b, err := topology.Parse("4x4")
	if err != nil {
		return 0, 0, err
	}
	s, err := NewSearch(b, 1, 1<<26, func(p Progress) { nodes += p.Nodes })
	if err != nil {
		return 0, 0, err
	}
	s.every = 50 * time.Millisecond
	err = s.Resume(context.Background(), path, func(ctx context.Context) (err error) {
		turns, err = s.Prove(ctx, Claim{Lead: 1, Finite: true}, baduk.NoPoint, 30)
		return err
	})
	return turns, nodes, err
}

// TestKilled kills a search again and again. The search continues from its checkpoints, with the same result.
func TestKilled(t *testing.T) {
	want, all, err := solve4x4(filepath.Join(t.TempDir(), "table"))
	if err != nil || want != 17 {
		t.Fatalf("4x4: proved within %d turns, %v, want 17", want, err)
	}
	path := filepath.Join(t.TempDir(), "table")
	for size := int64(0); size < 40_000; {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), fileEnv+"="+path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for last := size; ; time.Sleep(10 * time.Millisecond) { // until the next checkpoint
			if info, err := os.Stat(path); err == nil && info.Size() > last+5000 {
				size = info.Size()
				break
			}
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	turns, rest, err := solve4x4(path)
	if err != nil || turns != want {
		t.Errorf("after kills: proved within %d turns, %v, want %d", turns, err, want)
	}
	if rest >= all {
		t.Errorf("after kills: %d states were still visited, of %d without kills", rest, all)
	}
}

// TestOtherCheckpoint reads a checkpoint of another board, and files that are not checkpoints.
func TestOtherCheckpoint(t *testing.T) {
	b, err := topology.Parse("3x3")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSearch(b, 1, 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "table")
	for _, text := range []string{"", "a text\n", strings.Replace(s.header(), "1 ", "2 ", 1)} {
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
