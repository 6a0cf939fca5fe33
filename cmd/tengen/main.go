// Command tengen is a Go laboratory in one binary: a board in the browser, a
// player for GTP front ends, matches between programs, and benchmarks.
//
// Read app.go for how a command runs, cli.go for the list of commands, and settings.go for how
// files, the environment and flags set a value. Each command has a file of its own. Only this file
// touches os.Args, os.Exit and signals.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// pipedFile is an output file. When its reader has closed the pipe, Write calls closed.
type pipedFile struct {
	*os.File
	closed func()
}

func (f pipedFile) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	if errors.Is(err, syscall.EPIPE) {
		f.closed()
	}
	return n, err
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // the signal is ignored if the program was started by nohup
		signal.Notify(signals, syscall.SIGHUP) // tengen cluster serve reads its configuration again on this signal instead
	}
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // so that a closed pipe is a write error and does not kill the process
	go func() {
		<-signals
		cancel()
		<-signals
		os.Exit(exitInterrupted)
	}()
	m := &Main{
		Stdin:     os.Stdin,
		Stdout:    pipedFile{os.Stdout, cancel},
		Stderr:    os.Stderr,
		LookupEnv: os.LookupEnv,
		Environ:   os.Environ,
		ConfigDir: os.UserConfigDir,
	}
	os.Exit(m.Run(ctx, os.Args[1:]))
}
