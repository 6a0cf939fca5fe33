package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/player"
)

// TestWebRuns checks that a missing folder of training runs is reported in the log and on the page, that
// it is shown when it exists, and that a path that is not a folder is refused.
func TestWebRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runs")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stdout, stderr, status := start(ctx, t, "web", "--no-browser", "--addr", "127.0.0.1:0", "--model", "none", "--runs", dir)
	url := strings.TrimSuffix(wait(t, stdout, `(http://[^ ]+) `), "/") + "/api/training"
	ask := func() (int, map[string]any) {
		t.Helper()
		resp, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var o map[string]any
		if err := json.NewDecoder(resp.Body).Decode(&o); err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, o
	}
	if code, o := ask(); code != 404 || o["error"] != "the folder "+dir+" does not exist yet: training runs appear here as soon as it exists" {
		t.Errorf("a missing folder: got %d %v, want 404 and the reason", code, o)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if code, o := ask(); code != 200 {
		t.Errorf("got %d %v, want 200", code, o)
	}
	cancel()
	if got := <-status; got != 0 || strings.Count(stderr.String(), "\n") != 1 || !strings.Contains(stderr.String(), "folder of training runs does not exist yet") {
		t.Errorf("status %d, %q", got, stderr)
	}
	file := filepath.Join(dir, "metrics.jsonl")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := tengen(t, "", nil, "web", "--runs", file); got.status != 2 || !strings.Contains(got.stderr, "is a file: name the folder") {
		t.Errorf("tengen web --runs with a file: got %+v, want status 2 and that it is a file where a folder is needed", got)
	}
}

// TestWebReviewVisits checks that reviews on the page use the visits that are set for reviews.
func TestWebReviewVisits(t *testing.T) {
	for config, want := range map[string]int{"": 1000, "[review]\nvisits = 7\n": 7} {
		m, _, _ := newMain(t, config, nil)
		cli, kctx, err := m.parse([]string{"web", "--model", "none"})
		if err != nil {
			t.Fatal(err)
		}
		how := func(set *settings) int {
			return player.NewReviewer(nil, int(valueInForce(set, &cli.Review.Visits)), 0, nil).On(nil).Visits
		}
		if got, err := kctx.Call(how); err != nil || got[0] != want {
			t.Errorf("%q: %v visits, want %d (%v)", config, got, want, err)
		}
	}
}

// TestWebBeside checks that a record is opened by the server that already runs with the same games. Files that
// are not records are refused, and so are flags that need another server.
func TestWebBeside(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	if err := os.MkdirAll(data, 0o755); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"a.sgf": "(;GM[1]FF[4]SZ[9]PB[Ann];B[ee])", "noise.sgf": "\x00\x01\x02\xff", "data/address": "http://127.0.0.1:1/\n"} // left by a killed server
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stdout, _, status := start(ctx, t, "web", "--no-browser", "--addr", "127.0.0.1:0", "--model", "none", "--data", data)
	url := wait(t, stdout, `(http://[^ ]+) `)
	beside := func(args ...string) result {
		return tengen(t, "", nil, append(args, "--no-browser", "--data", data)...)
	}
	got := beside("web", filepath.Join(dir, "a.sgf"), "--addr", "127.0.0.1:0")
	id, rest, found := strings.Cut(strings.TrimPrefix(got.stdout, "tengen is at "+url+"#record/"), " ")
	if got.status != 0 || !found || rest != "(it was running already)\n" || got.stderr != "" {
		t.Fatalf("tengen web with a record, beside a server: got %+v, want status 0, the record's address at the running server on stdout and nothing on stderr", got)
	}
	resp, err := http.Get(url + "api/records/" + id)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 || !strings.Contains(string(text), `"Ann"`) {
		t.Errorf("the record: got status %s and %q (error: %v), want status 200 and the player Ann", resp.Status, text, err)
	}
	if got := beside("web"); got.status != 0 || got.stdout != "tengen is at "+url+" (it was running already)\n" {
		t.Errorf("without a record: %+v", got)
	}
	if got := beside(filepath.Join(dir, "noise.sgf")); got.status != exitUsage || got.stdout != "" || !strings.Contains(got.stderr, "noise.sgf cannot be read") {
		t.Errorf("tengen noise.sgf: got %+v, want status 2, nothing on stdout and that noise.sgf cannot be read", got)
	}
	if got := beside("web", filepath.Join(dir, "a.sgf"), "--model", "none"); got.status != exitFailure || !strings.Contains(got.stderr, "another tengen is using the folder "+data) {
		t.Errorf("another net: %+v", got)
	}
	cancel()
	if got := <-status; got != 0 {
		t.Errorf("status %d", got)
	}
}

// TestWebLinks checks what tengen web prints for other machines, and that the printed link opens the server, also for a
// second tengen and for tengen gtp --connect.
func TestWebLinks(t *testing.T) {
	data := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stdout, stderr, status := start(ctx, t, "web", "--no-browser", "--addr", "0.0.0.0:0", "--model", "none", "--data", data)
	link := wait(t, stdout, `\n  (http://[^ \n]+)\n`)
	address, key, found := strings.Cut(link, "?key=")
	if !found || len(key) < 20 || strings.Contains(wait(t, stdout, `tengen is at (\S+) `), key) {
		t.Fatalf("stdout: %q", stdout)
	}
	if strings.Contains(address, ".local:") {
		t.Skip("this machine has no address in a network")
	}
	for key, want := range map[string]int{"": 401, "wrong": 401, key: 200} {
		req, _ := http.NewRequest("GET", address+"api/records", nil)
		req.Header.Set("Authorization", "Bearer "+key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if resp.Body.Close(); resp.StatusCode != want {
			t.Errorf("with the key %q: status %d, want %d", key, resp.StatusCode, want)
		}
	}
	if got := tengen(t, "", nil, "gtp", "--connect", address); got.status != exitFailure || !strings.Contains(got.stderr, "needs a link") {
		t.Errorf("tengen gtp --connect without a key: %+v", got)
	}
	say, hear, _, gtpStatus := talk(t, "gtp", "--connect", link)
	say("name")
	if got := hear(); got != "= tengen" {
		t.Errorf("name: %q", got)
	}
	hear() // the empty line
	say("quit")
	hear()
	hear()
	if got := <-gtpStatus; got != 0 {
		t.Errorf("tengen gtp --connect: status %d", got)
	}
	cancel()
	if got := <-status; got != 0 || strings.Contains(stderr.String(), "--open") {
		t.Errorf("status %d, %q", got, stderr)
	}

	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	host, _, _ := strings.Cut(strings.TrimPrefix(address, "http://"), "/")
	host = host[:strings.LastIndexByte(host, ':')] + ":0"
	stdout, _, status = start(ctx, t, "web", "--no-browser", "--addr", host, "--model", "none", "--data", data)
	here := wait(t, stdout, `tengen is at (\S+) `)
	if !strings.HasSuffix(here, "?key="+key) {
		t.Errorf("the address for this machine is %s, want one with the same key", here)
	}
	record := filepath.Join(data, "a.sgf")
	if err := os.WriteFile(record, []byte("(;SZ[9];B[ee])"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := tengen(t, "", nil, "web", "--no-browser", "--data", data, record); got.status != 0 || !strings.Contains(got.stdout, here+"#record/") {
		t.Errorf("a second tengen: %+v", got)
	}
	cancel()
	if got := <-status; got != 0 {
		t.Errorf("status %d", got)
	}

	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	stdout, stderr, status = start(ctx, t, "web", "--no-browser", "--addr", "0.0.0.0:0", "--open", "--model", "none", "--data", data)
	if link := wait(t, stdout, `\n  (http://[^ \n]+)\n`); strings.Contains(link, "key") || !strings.Contains(stderr.String(), "everyone who reaches this server can") {
		t.Errorf("with --open: %q, %q", link, stderr)
	}
	cancel()
	<-status
	if got := tengen(t, "", nil, "web", "--tls-cert", record); got.status != exitUsage || !strings.Contains(got.stderr, "give both") {
		t.Errorf("a certificate without its key: %+v", got)
	}
}
