package main

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"tengen/remote"

	"github.com/coder/websocket"
)

// serveGTP starts a `tengen web` that plays by rollouts. It returns the address, and a function that stops it.
func serveGTP(t *testing.T) (address string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	stdout, _, status := start(ctx, t, "web", "--no-browser", "--addr", "127.0.0.1:0", "--model", "none")
	address = wait(t, stdout, `(http://[^ ]+) `)
	end = func() {
		cancel()
		if status != nil {
			<-status
			status = nil
		}
	}
	t.Cleanup(end)
	return address, end
}

// script runs a script to the end of its input.
func script(t *testing.T, text string, args ...string) result {
	t.Helper()
	m, _, out := newMain(t, "", map[string]string{"TENGEN_GTP_VISITS": "1"}) // this variable only affects the local engine
	m.Stdin = strings.NewReader(text)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	status := m.Run(ctx, append([]string{"gtp"}, args...))
	return result{status, out[0].String(), out[1].String()}
}

// TestConnectEqualsStdin checks that a remote session gives the same answers as a local one, except for
// random parts of a search, and that two sessions at the same time are independent.
func TestConnectEqualsStdin(t *testing.T) {
	address, _ := serveGTP(t)
	const before = "kata-set-param maxVisits 1\nboardsize 7\nkomi 6.5\n1 play b D4\n2 play w d3 # a comment\nplay b Z9\n3 showboard\nnonsense \xff\nname\nlist_commands\nkata-get-params\n"
	for _, last := range []string{"4 genmove b\nquit\n5 name\n", "4 genmove b\n5 name"} {
		move := regexp.MustCompile(`(?m)^=4 \w\d?\w*$`)
		here, there := script(t, before+last, "--model", "none"), script(t, before+last, "--connect", address)
		if n := len(move.FindAllString(here.stdout, -1)); n != 1 {
			t.Fatalf("tengen gtp --model none: got %+v, want one move as the answer to command 4", here)
		}
		if there.status != 0 || there.stderr != "" || move.ReplaceAllString(here.stdout, "") != move.ReplaceAllString(there.stdout, "") {
			t.Errorf("got %+v, want the local answers %+v", there, here)
		}
	}
	aSay, aHear, _, aStatus := talk(t, "gtp", "--connect", strings.TrimPrefix(strings.TrimSuffix(address, "/"), "http://"))
	bSay, bHear, _, bStatus := talk(t, "gtp", "--connect", address+"api/gtp")
	hears := func(hear func() string, want ...string) {
		t.Helper()
		for _, w := range want {
			if got := hear(); !strings.HasPrefix(got, w) || w == "" && got != "" {
				t.Errorf("%q, want %q", got, w)
			}
		}
	}
	aSay("boardsize 5")
	hears(aHear, "=", "")
	aSay("kata-analyze b 10")
	bSay("boardsize 9")
	hears(bHear, "=", "")
	hears(aHear, "=", "info move ", "info move ")
	aSay("1 tengen-board")
	for line := "info"; line != ""; line = aHear() {
		if !strings.HasPrefix(line, "info") {
			t.Fatalf("after tengen-board: got the line %q, want lines that begin with info, then an empty one", line)
		}
	}
	hears(aHear, "=1 5x5, 25 points", "")
	bSay("2 tengen-board")
	hears(bHear, "=2 9x9, 81 points", "")
	aSay("quit")
	bSay("quit")
	hears(aHear, "=", "")
	hears(bHear, "=", "")
	if a, b := <-aStatus, <-bStatus; a != 0 || b != 0 {
		t.Errorf("status %d and %d", a, b)
	}
}

// TestConnectServerEnds checks that one line reports that the server ended the session.
func TestConnectServerEnds(t *testing.T) {
	address, end := serveGTP(t)
	say, hear, stderr, status := talk(t, "gtp", "--connect", address)
	say("name")
	if got := hear(); got != "= tengen" {
		t.Errorf(`the command name: got %q, want "= tengen"`, got)
	}
	end()
	want := "tengen: ws" + strings.TrimPrefix(address, "http") + "api/gtp ended the session: the server is closing; connect again when \"tengen web\" is running there\n"
	if got := <-status; got != 1 || stderr.String() != want {
		t.Errorf("status %d, %q, want %q", got, stderr, want)
	}
}

// TestConnectBreaks checks that one line reports a lost connection, or an address that is not an engine.
func TestConnectBreaks(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := ln.Addr().String()
	answers := make(chan string, 2)
	answers <- ""
	answers <- "HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nwhat?"
	served := make(chan struct{})
	go func() {
		defer close(served)
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Read(make([]byte, 4096))
			_, _ = conn.Write([]byte(<-answers))
			conn.Close()
		}
	}()
	for _, want := range []string{"/api/gtp cannot be reached: check that \"tengen web\" is running there (", "/api/gtp is not an engine (404 Not Found): check that "} {
		if got := script(t, "name\n", "--connect", address); got.status != 1 || got.stdout != "" || !strings.HasPrefix(got.stderr, "tengen: ws://"+address+want) || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("%+v, want %q", got, want)
		}
	}
	ln.Close()
	<-served
	if got := script(t, "name\n", "--connect", address); got.status != 1 || !strings.Contains(got.stderr, "check that \"tengen web\" is running there (dial tcp") || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("tengen gtp --connect to a closed port: got %+v, want status 1 and one line on stderr, which says to check that tengen web is running", got)
	}
}

// TestConnectDropped checks a connection that is lost without a reason.
func TestConnectDropped(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		_, _, err = c.Read(r.Context())
		if err == nil {
			err = c.Write(r.Context(), websocket.MessageText, []byte("= half an ans"))
		}
		if err != nil {
			t.Error(err)
		}
		c.CloseNow()
	}))
	defer s.Close()
	got := script(t, "name\n", "--connect", s.URL)
	if got.status != 1 || got.stdout != "= half an ans" || !strings.HasPrefix(got.stderr, "tengen: the connection to ws"+s.URL[4:]+"/api/gtp was lost: check that \"tengen web\" is still running there (") || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("tengen gtp --connect, cut off: got %+v, want status 1, half an answer on stdout, and one line on stderr, that the connection to the server was lost", got)
	}
}

// TestConnectMistakes checks that wrong flags are refused before a connection is made.
func TestConnectMistakes(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--connect example.com", `--connect: expected a URL or HOST:PORT such as 127.0.0.1:8017, not "example.com"`},
		{"--connect ftp://example.com", `--connect: expected a URL such as http://127.0.0.1:8017 or HOST:PORT, not "ftp://example.com"`},
		{"--connect http://:80", `--connect: expected a URL such as http://127.0.0.1:8017 or HOST:PORT, not "http://:80"`},
		{"--connect 127.0.0.1:1 --visits 5", `--visits has no effect with --connect: `},
		{"--model none --connect 127.0.0.1:1", `--model has no effect with --connect: `},
		{"--connect 127.0.0.1:1 -override-config maxVisits=5", `--override-config has no effect with --connect: `},
	} {
		got := tengen(t, "", nil, append([]string{"gtp"}, strings.Fields(c.args)...)...)
		if got.status != 2 || !strings.HasPrefix(got.stderr, "tengen: "+c.want) || !strings.HasSuffix(got.stderr, "\nsee tengen gtp --help\n") || strings.Count(got.stderr, "\n") != 2 {
			t.Errorf("%s: got %+v, want the error %q", c.args, got, c.want)
		}
	}
	for text, want := range map[string]remote.Engine{
		"127.0.0.1:8017": "ws://127.0.0.1:8017/api/gtp", "http://[::1]:1/#game=x": "ws://[::1]:1/api/gtp",
		"https://go.example/board/": "wss://go.example/board/api/gtp", "ws://go.example/api/gtp": "ws://go.example/api/gtp",
		"http://go.example:8017/?key=K#x": "ws://go.example:8017/api/gtp?key=K",
	} {
		var got remote.Engine
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%s: %q, want %q: %v", text, got, want, err)
		}
	}
}
