package wire

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// TestSlowRequests sends requests to a server whose timeouts are shorter than the upload of a file, than the work of a
// handler, and than the download of an answer.
func TestSlowRequests(t *testing.T) {
	t.Parallel() // it mostly waits
	const timeout = 2 * time.Second
	s := NewService(slog.New(slog.DiscardHandler), 1)
	mux := http.NewServeMux()
	for _, route := range []Route{
		{Pattern: "POST /upload", Limit: 1 << 20, Handler: Answer(s, func(r *http.Request) (int, error) {
			data, err := io.ReadAll(r.Body)
			return len(data), err
		})},
		{Pattern: "POST /work", Handler: Take(s, func(r *http.Request, _ struct{}) (int, error) { return work(r, 3*timeout) })},
		{Pattern: "GET /work", Handler: Answer(s, func(r *http.Request) (int, error) { return work(r, 3*timeout) })},
		{Pattern: "GET /file", Handler: func(w http.ResponseWriter, _ *http.Request) {
			File{Name: "a", Type: "text/plain", Data: make([]byte, 32<<20)}.Send(w)
		}},
	} {
		mux.Handle(route.Pattern, route)
	}
	h := httptest.NewUnstartedServer(mux)
	h.Config.ReadTimeout, h.Config.WriteTimeout = timeout, timeout
	h.Start()
	defer h.Close()
	check := func(name, want string, answer *http.Response, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		defer answer.Body.Close()
		if text, err := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK || string(text) != want+"\n" || err != nil {
			t.Errorf("%s: status %d, %q, error %v", name, answer.StatusCode, text, err)
		}
	}
	body, file := io.Pipe()
	go func() {
		for range 4 {
			_, _ = file.Write(make([]byte, 1000))
			time.Sleep(timeout)
		}
		_ = file.Close()
	}()
	answer, err := http.Post(h.URL+"/upload", "application/octet-stream", body)
	check("a slow upload", "4000", answer, err)
	answer, err = http.Post(h.URL+"/work", "application/json", bytes.NewReader([]byte("{}")))
	check("a handler with a body that works for long", "1", answer, err)
	answer, err = http.Get(h.URL + "/work")
	check("a handler that works for long", "1", answer, err)

	answer, err = http.Get(h.URL + "/file")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	time.Sleep(3 * timeout)
	if n, err := io.Copy(io.Discard, answer.Body); n != 32<<20 || err != nil {
		t.Errorf("a slow download: %d bytes, error %v", n, err)
	}
}

// work works for a time, and returns 1 if the request has not ended by then.
func work(r *http.Request, d time.Duration) (int, error) {
	select {
	case <-time.After(d):
		return 1, nil
	case <-r.Context().Done():
		return 0, r.Context().Err()
	}
}

// deadlines is the writer of an answer that remembers the latest deadline for reading.
type deadlines struct {
	http.ResponseWriter
	read time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.read = t
	return nil
}

// trickle is a body that gives a piece every 20 seconds.
type trickle struct{}

func (trickle) Read(p []byte) (int, error) {
	time.Sleep(20 * time.Second)
	return min(len(p), piece), nil
}

func (trickle) Close() error { return nil }

// TestBodyTime: if guests may send a large body, there is a time for the whole of it. Otherwise there is a time for
// each piece of the body.
func TestBodyTime(t *testing.T) {
	for _, test := range []struct {
		route Route
		want  time.Duration // from the beginning to the last deadline
	}{
		{Route{Role: Guest, Limit: 4 << 20}, bodyTime},
		{Route{Role: Owner, Limit: 64 << 20}, 40*time.Second + pieceTime},
		{Route{Role: Guest}, 20*time.Second + pieceTime}, // one piece, and a byte beyond the limit
	} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			w := &deadlines{ResponseWriter: httptest.NewRecorder()}
			r := httptest.NewRequest("POST", "/", trickle{})
			test.route.Handler = func(_ http.ResponseWriter, r *http.Request) {
				for buffer := make([]byte, piece); ; {
					if n, err := r.Body.Read(buffer); n == 0 || err != nil || time.Since(begun) >= time.Minute {
						break
					}
				}
				if got := w.read.Sub(begun); got != test.want {
					t.Errorf("%+v: the deadline is %v after the beginning, want %v", test.route, got, test.want)
				}
			}
			test.route.ServeHTTP(w, r)
		})
	}
}
