// Command tengen is a Go laboratory in one binary: a board in the browser, a
// player for GTP front ends, matches between programs, and benchmarks.
//
// Read app.go for how a run goes, cli.go for the list of commands, settings.go
// for how a value is chosen between file, environment and flag; then one file
// per command. Nothing but this file touches os.Args, os.Exit or a signal.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// read is a file that a reader reads. When the reader is gone, the command is interrupted.
type read struct {
	*os.File
	gone func()
}

func (r read) Write(p []byte) (int, error) {
	n, err := r.File.Write(p)
	if errors.Is(err, syscall.EPIPE) {
		r.gone()
	}
	return n, err
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signal.Notify(signals, syscall.SIGHUP)
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a write error instead of the process's death
	go func() {
		<-signals
		cancel()
		<-signals
		os.Exit(exitInterrupted)
	}()
	m := &Main{
		Stdin:     os.Stdin,
		Stdout:    read{os.Stdout, cancel},
		Stderr:    os.Stderr,
		LookupEnv: os.LookupEnv,
		Environ:   os.Environ,
		ConfigDir: os.UserConfigDir,
	}
	os.Exit(m.Run(ctx, os.Args[1:]))
}
