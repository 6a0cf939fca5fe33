package learn

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// smallDiskEnv is set in the process that TestFullDisk starts. It is the folder on which this process mounts a disk.
const smallDiskEnv = "TENGEN_TEST_LEARN_DISK"

// TestFullDisk fills the disk of a run in each stage. The run ends with an error that names a file of the run. When
// there is space again, the run continues, and has lost no games and no nets. A process in namespaces of its own may
// mount a disk without being root.
func TestFullDisk(t *testing.T) {
	if dir := os.Getenv(smallDiskEnv); dir != "" {
		fillDisk(t, dir)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
	cmd.Env = append(os.Environ(), smallDiskEnv+"="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}}
	out, err := cmd.CombinedOutput()
	switch exit := (*exec.ExitError)(nil); {
	case errors.As(err, &exit):
		t.Errorf("%v:\n%s", err, out)
	case err != nil:
		t.Skipf("no process with namespaces of its own can be started here: %v", err)
	case strings.Contains(string(out), "--- SKIP"):
		t.Skip("no small disk can be mounted here")
	}
	t.Logf("%s", out)
}

// fillDisk is the part of TestFullDisk in the process that mounts the disk.
func fillDisk(t *testing.T, disk string) {
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=2m"); err != nil {
		t.Skip(err)
	}
	o := quick(t, filepath.Join(disk, "run"))
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	ballast := filepath.Join(disk, "ballast")
	for _, stage := range []Stage{Playing, Training, Matching} { // generations 2 to 4; the last one plays a match
		o.Generations++
		games, nets := storedGames(t, o.Dir), contents(t, o.Dir, netPattern)
		full := false
		o.Progress = func(p Progress) {
			if games = checkKept(t, o.Dir, games); p.Stage != stage || full {
				return
			}
			full = true
			f, err := os.Create(ballast)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			if _, err := io.Copy(f, endless{}); !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("the disk is filled: got %v, want %v", err, syscall.ENOSPC)
			}
		}
		err := Run(t.Context(), o)
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), o.Dir+"/") {
			t.Errorf("a disk that is full in the stage %s: got %v, want an error that names a file", stage, err)
		}
		t.Logf("%s: %v", stage, err)
		checkKept(t, o.Dir, games)
		if err := os.Remove(ballast); err != nil {
			t.Fatal(err)
		}
		continues(t, o, games, nets)
	}
}

// endless is a reader that does not end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }
