//go:build !unix

package gtp

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
)

// Where there are no process groups the program alone is asked to end, and what it
// started is killed with it on Windows, which knows who started whom as long as the
// program is there.

func ownGroup(*exec.Cmd) {}

// terminate fails on Windows, which knows no SIGTERM.
func terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

func kill(p *os.Process) {
	if runtime.GOOS == "windows" {
		_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run()
	}
	_ = p.Kill()
}

func killRest(*os.Process) {}
