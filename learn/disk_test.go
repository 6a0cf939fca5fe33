package learn

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/internal/durable"
)

// quick returns options for a run with few games in each generation. Every second net plays a match, and all nets pass.
func quick(t testing.TB, dir string) Options {
	o := tiny(t, dir)
	o.Settings.WindowFirst, o.Settings.MatchEvery, o.Settings.GatePairs, o.Generations = 120, 2, 2, 1
	return o
}

// contents returns the files of a run whose names match a pattern. The keys are relative to the folder of the run.
func contents(t *testing.T, dir, pattern string) map[string][]byte {
	t.Helper()
	run := os.DirFS(dir)
	names, err := fs.Glob(run, pattern)
	files := map[string][]byte{}
	for _, name := range names {
		data, errRead := fs.ReadFile(run, name)
		files[name], err = data, errors.Join(err, errRead)
	}
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// netPattern matches the files of the nets of a run.
const netPattern = "nets/*.bin.gz"

// continues continues a run after an error, and checks that it has lost no games and no nets.
func continues(t *testing.T, o Options, games, nets map[string][]byte) {
	t.Helper()
	o.Progress = nil
	if err := Run(t.Context(), o); err != nil {
		t.Fatalf("the run does not go on: %v", err)
	}
	checkKept(t, o.Dir, games)
	now := contents(t, o.Dir, netPattern)
	for name, net := range nets {
		if !bytes.Equal(now[name], net) {
			t.Errorf("%s has changed", name)
		}
	}
	s := checkRun(t, o.Dir)
	if s.Made() != o.Generations || len(now) != o.Generations+1 {
		t.Errorf("%d generations and %d nets, want %d and one more", s.Made(), len(now), o.Generations)
	}
	if best, err := os.ReadFile(filepath.Join(o.Dir, bestFile)); err != nil || !bytes.Equal(best, now["nets/"+netFileName(s.Best())]) {
		t.Errorf("%s is not the net of generation %d (%v)", bestFile, s.Best(), err)
	}
}

// TestUnwritableFiles: if a file of a run cannot be written, the error names the file. Nothing that was written before
// is lost, and the run goes on when the file can be written. A folder with the temporary name of the file stands for a
// full disk.
func TestUnwritableFiles(t *testing.T) {
	first := t.TempDir()
	if err := Run(t.Context(), quick(t, first)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{StateFile, "rows/0002/manifest.json", "train/0002/checkpoint", "nets/0002.bin.gz", "metrics.jsonl", bestFile} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			o := quick(t, filepath.Join(t.TempDir(), "run"))
			if err := os.CopyFS(o.Dir, os.DirFS(first)); err != nil {
				t.Fatal(err)
			}
			o.Generations = 2
			nets := contents(t, o.Dir, netPattern)
			var games map[string][]byte
			obstacle := filepath.Join(o.Dir, filepath.FromSlash(name)+durable.Partial)
			o.Progress = func(p Progress) {
				if games = checkKept(t, o.Dir, games); strings.HasPrefix(name, "train") && p.Stage != Training {
					return // its folder is made later
				}
				if err := os.MkdirAll(obstacle, 0o755); err != nil {
					t.Error(err)
				}
			}
			if err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), obstacle) {
				t.Errorf("got %v, want an error that names %s", err, obstacle)
			}
			checkKept(t, o.Dir, games)
			if err := os.Remove(obstacle); err != nil {
				t.Fatal(err)
			}
			continues(t, o, games, nets)
		})
	}
}

// TestUnwritableEnd: if an interrupted run cannot write its state or its checkpoint, the error says both.
func TestUnwritableEnd(t *testing.T) {
	for name, stage := range map[string]Stage{StateFile: Playing, "train/0001/checkpoint": Training} {
		o := quick(t, t.TempDir())
		ctx, cancel := context.WithCancel(t.Context())
		obstacle := filepath.Join(o.Dir, filepath.FromSlash(name)+durable.Partial)
		o.Progress = func(p Progress) {
			if p.Stage != stage {
				return
			}
			cancel()
			if err := os.MkdirAll(obstacle, 0o755); err != nil {
				t.Error(err)
			}
		}
		if err := Run(ctx, o); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), obstacle) {
			t.Errorf("got %v, want %v and an error that names %s", err, context.Canceled, obstacle)
		}
	}
}
