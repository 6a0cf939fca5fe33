package server

import (
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// TestPageIsSmall loads the page as a browser does, and counts requests and bytes.
func TestPageIsSmall(t *testing.T) {
	l := newRig(t, t.TempDir())
	requests, bytes := 0, 0
	load := func(path string) string {
		t.Helper()
		status, packed, h := l.raw("GET", path, "", "Accept-Encoding", "gzip")
		if status != 200 || h.Get("Content-Encoding") != "gzip" {
			t.Fatalf("GET %s: status %d, encoding %q", path, status, h.Get("Content-Encoding"))
		}
		requests++
		bytes += len(packed)
		r, err := gzip.NewReader(strings.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	index := load("/")
	for _, m := range regexp.MustCompile(`(?:href|src)="([^"#:]+)"`).FindAllStringSubmatch(index, -1) {
		text := load("/" + m[1])
		for _, more := range regexp.MustCompile(`url\(([\w.]+)\)`).FindAllStringSubmatch(text, -1) {
			load("/" + more[1])
		}
	}
	if requests < 4 || requests > 20 || bytes > 250_000 {
		t.Errorf("%d requests with %d bytes, want at most 20 with 250,000", requests, bytes)
	}
	status, plain, h := l.raw("GET", "/app.js", "", "Accept-Encoding", "identity")
	if status != http.StatusOK || h.Get("Content-Encoding") != "" || !strings.Contains(plain, "function") {
		t.Errorf("without compression: status %d, encoding %q", status, h.Get("Content-Encoding"))
	}
	_, _, h = l.raw("GET", "/app.js", "", "Accept-Encoding", "gzip")
	if status, _, _ := l.raw("GET", "/app.js", "", "Accept-Encoding", "gzip", "If-None-Match", h.Get("ETag")); status != http.StatusNotModified {
		t.Errorf("a file that the browser has: status %d, want 304", status)
	}
}
