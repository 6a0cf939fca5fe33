//go:build !unix

package gtp

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
)

// On systems without process groups, terminate reaches only the program itself. On
// Windows, kill also ends the processes that the program started, if the program has not
// ended before.

func ownGroup(*exec.Cmd) {}

// terminate fails on Windows, which does not have SIGTERM.
func terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

func kill(p *os.Process) {
	if runtime.GOOS == "windows" {
		_ = exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run()
	}
	_ = p.Kill()
}

func killRest(*os.Process) {}
