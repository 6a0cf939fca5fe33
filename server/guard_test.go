package server

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tengen/eval"
	"tengen/server/access"
	"tengen/server/boards"
	"tengen/server/wire"
)

// TestMethods checks that a wrong method and a wrong path get different errors.
func TestMethods(t *testing.T) {
	l := newAnalysisRig(t, eval.Hashed(1))
	for request, want := range map[string]struct {
		status int
		allow  string
	}{
		"PUT /api/analysis":         {http.StatusMethodNotAllowed, "GET, POST"},
		"DELETE /api/games":         {http.StatusMethodNotAllowed, "GET, POST"},
		"POST /api/games/x":         {http.StatusMethodNotAllowed, "GET, DELETE"},
		"GET /api/nothing":          {http.StatusNotFound, ""},
		"PUT /api/":                 {http.StatusNotFound, ""},
		"GET /api/analysis":         {http.StatusUpgradeRequired, ""},
		"GET /api/gtp/no/such/path": {http.StatusNotFound, ""},
	} {
		method, path, _ := strings.Cut(request, " ")
		status, text, header := l.raw(method, path, "")
		if status != want.status || header.Get("Allow") != want.allow || !strings.HasPrefix(text, `{"error":"`) {
			t.Errorf("%s: status %d, allowed %q: %s", request, status, header.Get("Allow"), text)
		}
	}
}

func TestHost(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) { o.AllowedHosts = []string{"go.example:80", ""} })
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:8017": 200, "127.0.0.1:1": 200, "127.8.9.1": 200, "[::1]:8017": 200, "go.example": 200, "Go.Example.:99": 200,
		"192.0.2.7": 200, "192.0.2.7.": 200, "[2001:db8::1]:80": 200, "[::ffff:192.0.2.7]": 200,
		"evil.example": 403, "localhost.evil.example": 403, "127.0.0.1.evil.example": 403, ":8017": 403,
		"0.0.0.0:8017": 403, "[::]:8017": 403, "[::ffff:0.0.0.0]": 403, "0": 403, "127.1": 403, "2130706433": 403,
	} {
		for _, path := range []string{"/", "/api/config"} {
			if status, text, _ := l.raw("GET", path, "", "Host", host); status != want {
				t.Errorf("Host %q, %s: status %d, want %d: %s", host, path, status, want, text)
			}
		}
	}
}

// TestHostOfPrograms checks that a program may use any host name in a request to the engine, and that a page may not.
func TestHostOfPrograms(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, test := range []struct {
		method, path string
		headers      []string
		ok           bool
	}{
		{"POST", "/api/analysis", nil, true},
		{"GET", "/api/gtp", []string{"Upgrade", "websocket"}, true},
		{"GET", "/api/gtp", nil, false},
		{"POST", "/api/analysis", []string{"Origin", "http://other.example"}, false},
		{"GET", "/api/gtp", []string{"Upgrade", "websocket", "Origin", "http://other.example"}, false},
		{"POST", "/api/games", nil, false},
	} {
		status, text, _ := l.raw(test.method, test.path, "{}", append(test.headers, "Host", "other.example")...)
		if refused := strings.Contains(text, "host name"); refused == test.ok || refused != (status == http.StatusForbidden) {
			t.Errorf("%v: got status %d, %s; want it refused for its host name with status 403: %v", test, status, text, !test.ok)
		}
	}
}

func TestOrigin(t *testing.T) {
	l := newRig(t, t.TempDir())
	id := l.create(object{}).ID
	for _, test := range []struct {
		headers []string
		ok      bool
	}{
		{nil, true},
		{[]string{"Origin", l.http.URL}, true},
		{[]string{"Origin", l.http.URL, "Sec-Fetch-Site", "same-origin"}, true},
		{[]string{"Origin", "http://evil.example"}, false},
		{[]string{"Origin", "http://127.0.0.1:1"}, false},
		{[]string{"Origin", "null"}, false},
		{[]string{"Origin", "file://" + strings.TrimPrefix(l.http.URL, "http://")}, false},
		{[]string{"Origin", l.http.URL, "Sec-Fetch-Site", "cross-site"}, false},
		{[]string{"Sec-Fetch-Site", "same-site"}, false},
	} {
		status, text, _ := l.raw("POST", "/api/games", "{}", test.headers...)
		if ok := status == 200; ok != test.ok || !ok && status != 403 {
			t.Errorf("POST with %q: status %d: %s", test.headers, status, text)
		}
		if !test.ok {
			for _, path := range []string{"/events", "/sgf", ""} {
				if status, _, _ := l.raw("GET", "/api/games/"+id+path, "", test.headers...); status != 403 {
					t.Errorf("GET %s with %q: status %d", path, test.headers, status)
				}
			}
		}
	}
}

func TestHeaders(t *testing.T) {
	l := newRig(t, t.TempDir())
	for path, kind := range map[string]string{
		"/": "text/html", "/app.js": "text/javascript", "/theme.js": "text/javascript", "/page.css": "text/css", "/icon.svg": "image/svg+xml",
		"/vendor/htm.LICENSE": "text/plain", "/nothing": "text/plain", "/vendor": "text/plain", "/api/config": "application/json", "/api/nothing": "application/json",
	} {
		_, _, h := l.raw("GET", path, "")
		if got := h.Get("Content-Type"); !strings.HasPrefix(got, kind) {
			t.Errorf("%s is of type %q, want %q", path, got, kind)
		}
		csp := h.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") || h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", path, h)
		}
	}
	_, _, h := l.raw("GET", "/app.js", "")
	if status, _, _ := l.raw("GET", "/app.js", "", "If-None-Match", h.Get("ETag")); status != 304 {
		t.Errorf("an unchanged file: status %d", status)
	}
	if status, _, _ := l.raw("POST", "/", ""); status != 405 {
		t.Errorf("POST /: status %d", status)
	}
	page, _, _ := l.raw("GET", "/", "")
	if page != 200 {
		t.Error(page)
	}
}

func TestBadInput(t *testing.T) {
	l := newRig(t, t.TempDir())
	id := l.create(object{"human": "both"}).ID
	for _, test := range []struct {
		path, body string
		status     int
		field      string
	}{
		{"/api/games", "", 400, ""},
		{"/api/games", "{", 400, ""},
		{"/api/games", `{"width":9`, 400, ""},
		{"/api/games", "[]", 400, ""},
		{"/api/games", "null", 400, ""},
		{"/api/games", " null\n", 400, ""},
		{"/api/games", "7", 400, ""},
		{"/api/games/" + id + "/play", "null", 400, ""},
		{"/api/games", "nonsense", 400, ""},
		{"/api/games", "{} {}", 400, ""},
		{"/api/games", "\xff\xfe\x00", 400, ""},
		{"/api/games", `{"colour":"black"}`, 400, ""},
		{"/api/games", `{"width":"nine"}`, 400, "width"},
		{"/api/games", `{"width":9.5}`, 400, "width"},
		{"/api/games", `{"width":0}`, 400, "width"},
		{"/api/games", `{"width":53}`, 400, "width"},
		{"/api/games", `{"height":-1}`, 400, "height"},
		{"/api/games", `{"width":1e400}`, 400, "width"},
		{"/api/games", `{"rules":"ludo"}`, 400, "rules"},
		{"/api/games", `{"komi":7.25}`, 400, "komi"},
		{"/api/games", `{"komi":1e300}`, 400, "komi"},
		{"/api/games", `{"handicap":1}`, 400, "handicap"},
		{"/api/games", `{"human":"cat"}`, 400, "human"},
		{"/api/games", `{"timeMs":-1}`, 400, "timeMs"},
		{"/api/games", `{"timeMs":99999999}`, 400, "timeMs"},
		{"/api/games", `{"visits":99999999}`, 400, "visits"},
		{"/api/games", `{"rules":"` + strings.Repeat("x", wire.MaxJSON) + `"}`, 400, "rules"},
		{"/api/games", `{"rules":"` + strings.Repeat("a+b=c", 1000) + `"}`, 400, "rules"},
		{"/api/games", `{"rules":"` + strings.Repeat("x", boards.MaxRequest) + `"}`, 413, ""},
		{"/api/games/" + id + "/play", `{"vertex":"` + strings.Repeat("x", wire.MaxJSON) + `"}`, 413, ""},
		{"/api/games/" + id + "/play", `{"vertex":"E5"}`, 400, "number"},
		{"/api/games/" + id + "/play", `{"number":1}`, 400, "vertex"},
		{"/api/games/" + id + "/play", `{"number":1,"vertex":"Z99"}`, 400, "vertex"},
		{"/api/games/" + id + "/play", `{"number":1,"vertex":"I5"}`, 400, "vertex"},
		{"/api/games/" + id + "/play", `{"number":2,"vertex":"E5"}`, 409, "number"},
		{"/api/games/" + id + "/dead", `{"number":1,"vertex":"E5"}`, 409, ""},
		{"/api/games/" + id + "/accept", `{"number":1}`, 409, ""},
		{"/api/games/" + id + "/resume", `{"number":1}`, 409, ""},
		{"/api/games/" + id + "/undo", `{"number":1}`, 409, ""},
		{"/api/games/" + id + "/dance", `{"number":1}`, 404, ""},
		{"/api/games/aaaaaaaaaaaa/play", `{"number":1,"vertex":"E5"}`, 404, ""},
		{"/api/games/..%2f..%2fetc/play", `{"number":1,"vertex":"E5"}`, 404, ""},
		{"/api/open", "this is not a record", 400, ""},
		{"/api/open", strings.Repeat("x", (2<<20)+1), 413, ""},
	} {
		status, text, _ := l.raw("POST", test.path, test.body)
		if status != test.status || !strings.HasPrefix(text, `{"error":"`) {
			t.Errorf("%s %.60q: status %d, want %d: %s", test.path, test.body, status, test.status, text)
		}
		if test.field != "" && !strings.Contains(text, `"field":"`+test.field+`"`) {
			t.Errorf("%s %.60q: field %q is not named: %s", test.path, test.body, test.field, text)
		}
	}
	if status, _, _ := l.raw("POST", "/api/games", "{}", "Content-Type", "text/plain"); status != 415 {
		t.Errorf("plain text: status %d", status)
	}
	if s := l.state(id); s.Number != 1 {
		t.Errorf("the game was changed: %+v", s)
	}
}

// A client that sends its whole request before it reads still receives the error.
func TestTooLargeIsReadable(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, chunked := range []bool{false, true} {
		conn, err := net.Dial("tcp", l.http.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		req, _ := http.NewRequest("POST", l.http.URL+"/api/open", io.LimitReader(zeros{}, 8*(2<<20)))
		if !chunked {
			req.ContentLength = 8 * (2 << 20)
		}
		if err := req.Write(conn); err != nil {
			t.Fatalf("sending: %v", err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), req)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != 413 || !strings.Contains(string(text), "larger than") {
			t.Errorf("chunked %v: status %d, %s, %v", chunked, resp.StatusCode, text, err)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestNoPathEscapes(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret.jsonl"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	l := newRig(t, dir)
	for _, id := range []string{"..%2fsecret", "%2e%2e%2fsecret", "../secret", "secret", "..", ".", "a%00b", "AAAAAAAAAAAA", "aaaaaaaaaaa%2f", "con"} {
		for _, path := range []string{"/api/games/" + id, "/api/games/" + id + "/sgf", "/" + id, "/vendor/" + id} {
			status, text, _ := l.raw("GET", path, "")
			if status < 300 || strings.Contains(text, "secret\n") || text == "secret" {
				t.Errorf("%s: status %d: %.100s", path, status, text)
			}
		}
	}
}

func TestTooManyGames(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) { o.MaxGames = 2 })
	id := l.create(object{}).ID
	l.create(object{})
	e := l.refused(429, "POST", "/api/games", object{})
	if !strings.Contains(e.Sentence, "2 games") {
		t.Errorf("the third game: got the error %q, want it to name the limit of 2 games", e.Sentence)
	}
	var x object
	l.call("DELETE", "/api/games/"+id, nil, &x)
	l.create(object{})
}

// TestBreaksOff checks that an incomplete request is answered as a client error and is not logged as a failure of the
// server.
func TestBreaksOff(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, path := range []string{"/api/open", "/api/games", "/api/records", "/api/analysis", "/api/library/import"} {
		conn, err := net.Dial("tcp", l.http.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "POST "+path+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n(;B[aa]")
		_ = conn.(*net.TCPConn).CloseWrite()
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := io.ReadAll(resp.Body); resp.StatusCode != 400 {
			t.Errorf("POST %s, cut off: got status %s, %s; want status 400", path, resp.Status, text)
		}
	}
	l.stop()
	if text := l.log.String(); text != "" {
		t.Errorf("the log: %q", text)
	}
}

// TestNewGamesOfClient: a client other than the owner may make only some new games in a while.
func TestNewGamesOfClient(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Options{Data: dir, NewPlayer: func() (Player, error) { return nil, errors.New("no player") }, Open: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		handler := s.Handler()
		create := func(from, host string) int {
			r := httptest.NewRequest("POST", "/api/games", strings.NewReader(`{"width": 5, "height": 5, "human": "both"}`))
			r.RemoteAddr, r.Host = from, host
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code == http.StatusTooManyRequests && !strings.Contains(w.Body.String(), "too many new games") {
				t.Errorf("refused with %s", w.Body)
			}
			return w.Code
		}
		made := func(tries int) (n int) {
			for range tries {
				if create("192.0.2.9:1", "192.0.2.1:8017") == http.StatusOK {
					n++
				}
				time.Sleep(time.Second) // a new game counts as 50 requests
			}
			return n
		}
		begun := time.Now()
		if n := made(200); n < access.NewGames || n > access.NewGames+10 {
			t.Errorf("a client made %d games in %v, want %d and a few more", n, time.Since(begun), access.NewGames)
		}
		time.Sleep(time.Hour)
		if n := made(200); n < 60 || n > 130 {
			t.Errorf("the client made %d games after an hour", n)
		}
		if code := create("127.0.0.1:1", "localhost"); code != http.StatusOK {
			t.Errorf("the owner cannot make a game: status %d", code)
		}
	})
}
