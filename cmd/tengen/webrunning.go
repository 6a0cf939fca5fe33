package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"tengen/internal/durable"
)

// addressFile is the file of the data folder in which the server that uses the folder says
// where it is.
const addressFile = "address"

// noteAddress writes where this server is, for programs that start later. It stays there
// when the server ends, and means something only while the folder is locked.
func (c *WebCmd) noteAddress(env *Env, address string) {
	if err := durable.Replace(filepath.Join(string(c.Data), addressFile), []byte(address+"\n"), false); err != nil {
		env.Log.Warn("another tengen that is started with these games will not find this one", "because", err)
	}
}

// asksForAnother reports whether a flag of the command line says what the server is to be like: then
// one that runs already will not do. Where it is may differ, as it does when a port is taken.
func (c *WebCmd) asksForAnother(kctx *kong.Context) bool {
	return slices.ContainsFunc(kctx.Path, func(p *kong.Path) bool {
		return p.Flag != nil && !p.Resolved && slices.Contains(kctx.Selected().Flags, p.Flag) && !slices.Contains([]string{"addr", "data", "no-browser"}, p.Flag.Name)
	})
}

// How long a server that has just been started has to say where it is, and any to take a record.
const (
	findTime = 3 * time.Second
	takeTime = 30 * time.Second
)

// useRunning opens the record, if there is one, in the tengen that uses the games, and shows its
// page. Where that does not answer the error is held.
func (c *WebCmd) useRunning(env *Env, record []byte, held error) error {
	address := c.findRunning(env.Ctx)
	if address == "" {
		return held
	}
	if record != nil {
		id, err := c.give(env.Ctx, address, record)
		if err != nil {
			return err
		}
		address += "#record/" + id
	}
	if _, err := fmt.Fprintf(env.Stdout, "tengen is at %s (it was running already)\n", address); err != nil {
		return err
	}
	if c.NoBrowser {
		return nil
	}
	shown := make(chan error, 1)
	go func() { shown <- openBrowser(address) }() // may last as long as the browser, and is left behind then
	select {
	case err := <-shown:
		if err != nil {
			env.Log.Warn("the browser did not open, use the address above", "err", err)
		}
	case <-time.After(findTime):
	case <-env.Ctx.Done():
	}
	return nil
}

// direct asks without a proxy, which has no business on this machine.
var direct = &http.Client{Transport: &http.Transport{Proxy: nil}}

// findRunning is the address of the server that uses the games, "" if none answers.
func (c *WebCmd) findRunning(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	for {
		data, _ := os.ReadFile(filepath.Join(string(c.Data), addressFile))
		address := strings.TrimSpace(string(data))
		if u, err := url.Parse(address); err == nil && u.Scheme == "http" && answersAt(ctx, address) {
			return address
		}
		select {
		case <-time.After(100 * time.Millisecond): // it may have been started this moment
		case <-ctx.Done():
			return ""
		}
	}
}

// answersAt reports whether a tengen is at an address.
func answersAt(ctx context.Context, address string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"api/config", nil)
	if err != nil {
		return false
	}
	resp, err := direct.Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	var config struct{ Rules []json.RawMessage }
	return resp.StatusCode == http.StatusOK && json.NewDecoder(resp.Body).Decode(&config) == nil && len(config.Rules) > 0
}

// give has the server at an address open the record, and returns its id there.
func (c *WebCmd) give(ctx context.Context, address string, record []byte) (id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, takeTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"api/records?name="+url.QueryEscape(string(c.File)), bytes.NewReader(record))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/octet-stream")
	resp, err := direct.Do(req)
	if err != nil {
		return "", fmt.Errorf("the tengen at %s does not take the record: %w", address, err)
	}
	defer resp.Body.Close()
	var answer struct{ ID, Error string }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusOK || answer.ID == "" {
		return "", usagef("%s: %s", c.File, cmp.Or(answer.Error, "the tengen at "+address+" does not take it: "+resp.Status))
	}
	return answer.ID, nil
}
