//go:build unix

package gtp

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup has the program, and with it what it starts, run in a process group of its
// own: behind a script that starts the real program, signals reach both, and the
// interrupt from the keyboard reaches neither.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminate asks the group to end.
func terminate(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }

// kill ends the group.
func kill(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }

// killRest ends what is left of the group of a program that has just ended. While
// anything is, nobody else gets its number.
func killRest(p *os.Process) { kill(p) }
