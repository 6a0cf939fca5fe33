package wire

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
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
