package server

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"tengen/server/games"
)

func TestListen(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	taken := busy.Addr().(*net.TCPAddr).Port
	ln, notice, err := Listen(busy.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	if got := ln.Addr().(*net.TCPAddr).Port; got <= taken || got >= taken+portsTried {
		t.Errorf("Listen uses port %d although %d was taken", got, taken)
	}
	if !strings.Contains(notice, strconv.Itoa(taken)) {
		t.Errorf("notice %q", notice)
	}
	free, notice, err := Listen("127.0.0.1:0")
	if err != nil || notice != "" {
		t.Fatalf("listening on any port: notice %q, error %v", notice, err)
	}
	free.Close()
	for _, addr := range []string{"", "nonsense", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:99999", "127.0.0.1:-1"} {
		if ln, _, err := Listen(addr); err == nil {
			ln.Close()
			t.Errorf("Listen accepted the address %q", addr)
		}
	}
}

// Serve ends promptly although a page is following a game and the engine is
// thinking.
func TestServe(t *testing.T) {
	s, err := New(Options{Data: t.TempDir(), NewPlayer: func() (Player, error) {
		return &first{before: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	ln, _, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, ln) }()
	l := &rig{T: t, http: &httptest.Server{URL: "http://" + ln.Addr().String()}}
	g := l.create(object{"human": "white"})
	l.until(g.ID, func(s games.State) bool { return s.Thinking == "thinking" })
	resp, err := http.Get(l.http.URL + "/api/games/" + g.ID + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	cancel()
	select {
	case err := <-served:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(late):
		t.Fatal("Serve did not end")
	}
}

// The server answers requests at the address that URL returns.
func TestURL(t *testing.T) {
	for addr, want := range map[string]string{
		":0": "http://127.0.0.1:", "0.0.0.0:0": "http://127.0.0.1:", "[::]:0": "http://127.0.0.1:", "127.0.0.1:0": "http://127.0.0.1:",
		"localhost:0": "http://", "[::1]:0": "http://[::1]:",
	} {
		t.Run(addr, func(t *testing.T) {
			ln, _, err := Listen(addr)
			if err != nil {
				t.Skip(err) // no IPv6 here
			}
			ctx, cancel := context.WithCancel(t.Context())
			s, err := New(Options{Data: t.TempDir(), NewPlayer: func() (Player, error) { return &first{}, nil }})
			if err != nil {
				t.Fatal(err)
			}
			served := make(chan error, 1)
			go func() { served <- s.Serve(ctx, ln) }()
			url := s.URL(ln)
			if !strings.HasPrefix(url, want) {
				t.Errorf("%q, want %q...", url, want)
			}
			resp, err := http.Get(url)
			if err != nil {
				t.Error(err)
			} else if resp.Body.Close(); resp.StatusCode != 200 {
				t.Errorf("%s: status %d", url, resp.StatusCode)
			}
			cancel()
			if err := <-served; err != nil {
				t.Error(err)
			}
		})
	}
}

// Clients that have sent only half of a request delay a closing server only for a moment. Their connections are closed,
// one line of the log says so, and Serve returns no error.
func TestServeGivesUp(t *testing.T) {
	var log bytes.Buffer
	s, err := New(Options{Data: t.TempDir(), NewPlayer: func() (Player, error) { return &first{}, nil }, Log: slog.New(slog.NewTextHandler(&locked{w: &log}, nil))})
	if err != nil {
		t.Fatal(err)
	}
	ln, _, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, ln) }()
	send := func(text string) (net.Conn, *bufio.Reader) {
		conn, err := net.Dial("tcp", ln.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		_, _ = io.WriteString(conn, text)
		return conn, bufio.NewReader(conn)
	}
	send("POST /api/games HTT")
	// The server asks for the body when its handler reads it, but the client does not send it.
	conn, answer := send("POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
	if line, err := answer.ReadString('\n'); !strings.Contains(line, "100 Continue") {
		t.Fatalf("the first line of the answer is %q (error: %v), want 100 Continue", line, err)
	}
	begun := time.Now()
	cancel()
	if err := <-served; err != nil || time.Since(begun) > 20*time.Second { // a client that sends half a request would have half a minute
		t.Errorf("Serve returned after %v with the error %v, want none within 20s", time.Since(begun), err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(late))
	if _, err := io.ReadAll(answer); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the connection is still open")
	}
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "closing the connections") {
		t.Errorf("the log: %q", text)
	}
}

func TestTooManyStreams(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) { o.MaxStreams = 2 })
	events := "/api/games/" + l.create(object{}).ID + "/events"
	var last *http.Response
	for range 2 {
		resp, err := http.Get(l.http.URL + events)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		last = resp
	}
	if e := l.refused(503, "GET", events, nil); !strings.Contains(e.Sentence, "2 streams") {
		t.Errorf("one page too many: got the error %q, want it to name the limit of 2 streams", e.Sentence)
	}
	last.Body.Close()
	for deadline := time.Now().Add(late); ; time.Sleep(time.Millisecond) {
		resp, err := http.Get(l.http.URL + events)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode == 200 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a stream that has ended still counts towards the limit of streams")
		}
	}
}
