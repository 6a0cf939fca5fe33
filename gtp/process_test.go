package gtp

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// TestClientEndsAll starts programs through a script. The programs do not end when the
// script ends. The client must end all of them.
func TestClientEndsAll(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no sh and no signals for the processes that a program leaves behind")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("sh is missing:", err)
	}
	for _, how := range []string{"hang", "stubborn", "die before a child"} {
		t.Run(how, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			c := startFake(t, how, func(p *Program) {
				p.Command = []string{shell, "-c", `"$0"; exit $?`, os.Args[0]}
				p.Env = append(p.Env, lifeEnv+"="+l.Addr().String())
				p.Grace = 200 * time.Millisecond
			})
			ask := func(patience time.Duration) {
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				if _, err := c.Do(ctx, "genmove b"); how != "stubborn" && err == nil {
					t.Error("genmove got an answer, want an error")
				}
			}
			if how == "die before a child" {
				ask(hang) // starts the child
			}
			l.(*net.TCPListener).SetDeadline(time.Now().Add(hang))
			life, err := l.Accept()
			if err != nil {
				t.Fatal(err)
			}
			defer life.Close()
			if how != "die before a child" {
				ask(500 * time.Millisecond)
			}
			if err := c.Close(); err == nil {
				t.Error("Close returned no error, want one")
			}
			life.SetReadDeadline(time.Now().Add(hang)) // a surviving process would live longer
			if _, err := life.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("a process still holds the connection: got %v, want its end", err)
			}
		})
	}
}
