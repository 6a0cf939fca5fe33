// Command tengen is a Go laboratory in one binary: a board in the browser, a
// player for GTP front ends, matches between programs, and benchmarks.
//
// Read app.go for how a run goes, cli.go for the list of commands, settings.go
// for how a value is chosen between file, environment and flag; then one file
// per command. Nothing but this file touches os.Args, os.Exit or a signal.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		<-signals
		os.Exit(exitInterrupted)
	}()
	m := &Main{
		Stdin:     os.Stdin,
		Stdout:    os.Stdout,
		Stderr:    os.Stderr,
		LookupEnv: os.LookupEnv,
		Environ:   os.Environ,
		ConfigDir: os.UserConfigDir,
	}
	os.Exit(m.Run(ctx, os.Args[1:]))
}
