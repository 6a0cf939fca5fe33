package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"time"

	"tengen/baduk"
	"tengen/server"
)

// WebCmd is `tengen web`, and `tengen` alone.
type WebCmd struct {
	Addr      string       `default:"127.0.0.1:8017" placeholder:"HOST:PORT" help:"Listen here (${default}); the next free port when it is taken."`
	Data      string       `default:"${data_dir}" placeholder:"DIR" help:"Keep games here (${default})."`
	NoBrowser bool         `help:"Do not open the browser."`
	File      ExistingFile `arg:"" optional:"" placeholder:"FILE.sgf" help:"A record to open."`
}

// maxRecord is the largest record that is opened from the command line.
const maxRecord = 16 << 20

// Run serves the board until it is interrupted.
func (c *WebCmd) Run(env *Env) error {
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return usagef("--addr: expected HOST:PORT such as 127.0.0.1:8017, not %q", c.Addr)
	}
	var record []byte
	if c.File != "" {
		if info, err := os.Stat(string(c.File)); err == nil && info.Size() > maxRecord {
			return usagef("%s is larger than %d MiB: that is no record of a game", c.File, maxRecord>>20)
		}
		if record, err = os.ReadFile(string(c.File)); err != nil {
			return err
		}
	}
	opt := server.Options{
		Data:      c.Data,
		NewPlayer: func() (server.Player, error) { return newEngine(0, 0) },
		Log:       env.Log,
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		opt.AllowedHosts = []string{host}
	}
	for _, p := range baduk.Presets() {
		opt.Rulesets = append(opt.Rulesets, server.Ruleset{Name: p.Name, Title: p.Title, Description: p.Description, Rules: p.Rules})
	}
	s, err := server.New(opt)
	if err != nil {
		return err
	}
	page := ""
	if record != nil {
		id, err := s.Open(record)
		if err != nil {
			return errors.Join(usagef("%s: %v", c.File, err), s.Close())
		}
		page = "#" + id
	}
	ln, notice, err := server.Listen(c.Addr)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	if notice != "" {
		fmt.Fprintln(env.Stderr, "tengen:", notice)
	}
	address := fmt.Sprintf("http://%s/%s", ln.Addr(), page)
	fmt.Fprintf(env.Stdout, "tengen is at %s (Ctrl-C ends it)\n", address)
	if !c.NoBrowser {
		if err := openBrowser(env.Ctx, address); err != nil {
			env.Log.Info("the browser did not open, use the address above", "err", err)
		}
	}
	return s.Serve(env.Ctx, ln)
}

// openBrowser asks the system to show the address.
func openBrowser(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	switch runtime.GOOS {
	case "darwin":
		return exec.CommandContext(ctx, "open", address).Run()
	case "windows":
		return exec.CommandContext(ctx, "rundll32", "url.dll,FileProtocolHandler", address).Run()
	}
	return exec.CommandContext(ctx, "xdg-open", address).Run()
}
