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

// TestClientEndsAll has programs behind a script, which do not end with it: nothing of
// them is left.
func TestClientEndsAll(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh, and no signal for what a program leaves behind")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh here:", err)
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
					t.Error("it answered")
				}
			}
			if how == "die before a child" {
				ask(hang) // which starts the child
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
				t.Error("closed well")
			}
			life.SetReadDeadline(time.Now().Add(hang)) // it would live longer
			if _, err := life.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("something is still there: %v", err)
			}
		})
	}
}
