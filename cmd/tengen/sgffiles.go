package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"tengen/internal/outfile"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/recordfiles"
)

// Path is the name of a file, with exactly the bytes that the user typed. The parser converts
// arguments of other types to valid UTF-8.
type Path string

// Decode takes the argument unchanged.
func (p *Path) Decode(ctx *kong.DecodeContext) error {
	token, err := ctx.Scan.PopValue("path")
	*p = Path(token.String())
	return err
}

// texts returns the paths as strings.
func texts(paths []Path) []string {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = string(p)
	}
	return names
}

// recordLimits are the common flags of all commands that read records.
type recordLimits struct {
	MaxBytes ByteSize  `default:"64M" placeholder:"BYTES" help:"Largest file to read, in bytes; K, M and G are units (default ${default}). If games are read one by one, it is the largest game. 0 turns the limit off." config:"-"`
	MaxNodes NodeCount `default:"1048576" placeholder:"N" help:"Maximum number of nodes to read at once (default ${default}). A node takes about 500 bytes of memory. Every four values of properties count as one more node. 0 turns the limit off." config:"-"`
}

// options returns the limits for reading.
func (l recordLimits) options() kifu.Options {
	o := kifu.Options{MaxBytes: int64(l.MaxBytes), MaxNodes: int(l.MaxNodes)}
	if o.MaxBytes == 0 {
		o.MaxBytes = -1
	}
	if o.MaxNodes == 0 {
		o.MaxNodes = -1
	}
	return o
}

// findRecords lists the files that paths name.
func findRecords(env *Env, limits recordLimits, paths []Path) (recordfiles.Files, error) {
	return recordfiles.Find(env.Ctx, env.Stdin, limits.options(), texts(paths))
}

// loadOne reads the only file that a path names. It returns an error if the file has no game,
// and prints the faults of the file to stderr; see [printFaults].
func loadOne(env *Env, limits recordLimits, path string, o kifu.Options) (recordfiles.Loaded, error) {
	var l recordfiles.Loaded
	err := unlessInterrupted(env, func() error {
		one, err := recordfiles.FindOne(env.Ctx, env.Stdin, limits.options(), path)
		if err == nil {
			l = one.Load(o)
			if err = l.NoGame(); err != nil {
				err = fmt.Errorf("%s: %w", wording.FileName(path), err)
			}
		}
		return err
	})
	if err != nil {
		return recordfiles.Loaded{File: &kifu.File{}}, err
	}
	printFaults(env, l)
	return l, nil
}

// printFaults prints to stderr which parts of a file were left out, guessed, or read with wrong characters.
func printFaults(env *Env, l recordfiles.Loaded) {
	for _, text := range l.Faults() {
		fmt.Fprintf(env.Stderr, "tengen: %s\n", text)
	}
}

// eachRecord is [recordfiles.Each] with a meter. If results scroll by on the terminal, the meter is not shown.
func eachRecord[R any](env *Env, all recordfiles.Files, scrolls bool, work func(recordfiles.File, func(R) bool), take func(R) error) error {
	bar := newMeter(env, all.Total, scrolls)
	defer bar.clear()
	err := recordfiles.Each(env.Ctx, all, work, take, bar.at)
	if err != nil && err == env.Ctx.Err() {
		return env.interrupted("the rest was skipped")
	}
	return err
}

// unlessInterrupted runs a function that cannot be stopped. After an interrupt, unlessInterrupted
// returns before the function has ended. The function must therefore not write anything.
func unlessInterrupted(env *Env, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-env.Ctx.Done():
		return errInterrupted
	}
}

// writeTo writes to a file, or to stdout if path is "" or "-". If force is set, it replaces an
// existing file; see [outfile.Write].
func writeTo(env *Env, path string, force bool, write func(io.Writer) error) error {
	var made bytes.Buffer
	if err := unlessInterrupted(env, func() error { return write(&made) }); err != nil {
		return err
	}
	if path == "" || path == recordfiles.Dash {
		out := newResults(env)
		_, err := out.Write(made.Bytes())
		return out.end(err)
	}
	return outfile.Write(path, force, made.Bytes())
}
