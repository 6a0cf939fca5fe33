//go:build unix

package gtp

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes the program run in a separate process group, with all processes that it
// starts. If the command is a script, signals to the group reach both the script and the
// program that it starts. An interrupt from the keyboard does not reach the group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminate sends SIGTERM to the group.
func terminate(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGTERM) }

// kill sends SIGKILL to the group.
func kill(p *os.Process) { syscall.Kill(-p.Pid, syscall.SIGKILL) }

// killRest kills the remaining processes of the group of a program that has just
// ended. The system does not reuse the number of the group while it has processes.
func killRest(p *os.Process) { kill(p) }
