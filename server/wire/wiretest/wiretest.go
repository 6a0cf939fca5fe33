// Package wiretest has a client of the interface for tests, which checks every answer against docs/openapi.yaml.
package wiretest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tengen/server/wire"
)

// Object is the body of a request.
type Object = map[string]any

// Client sends requests to a server of the interface.
type Client struct {
	T   *testing.T
	URL string
}

// Serve serves routes until the test ends. All requests come from the owner.
func Serve(t *testing.T, routes []wire.Route) *Client {
	t.Helper()
	mux := http.NewServeMux()
	for _, route := range routes {
		mux.Handle(route.Pattern, route)
	}
	server := httptest.NewServer(Checked(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, wire.WithVisitor(r, wire.Visitor{Role: wire.Owner}))
	})))
	t.Cleanup(server.Close)
	return &Client{t, server.URL}
}

// Call makes a request and decodes the answer. It returns the status, whatever it is.
func (c *Client) Call(method, path string, body, into any) int {
	c.T.Helper()
	var r io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			c.T.Fatal(err)
		}
		r = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, c.URL+path, r)
	if err != nil {
		c.T.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		c.T.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(into); err != nil {
		c.T.Fatalf("%s %s: %v", method, path, err)
	}
	return resp.StatusCode
}

// Raw sends a request with exactly the given headers: a list of names, each followed by its value.
func (c *Client) Raw(method, path, body string, headers ...string) (status int, text string, h http.Header) {
	c.T.Helper()
	req, err := http.NewRequest(method, c.URL+path, strings.NewReader(body))
	if err != nil {
		c.T.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
			continue
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		c.T.Fatal(err)
	}
	defer resp.Body.Close()
	data, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(data), resp.Header
}

// Refused makes a request, expects an error with the given status, and returns the error.
func (c *Client) Refused(status int, method, path string, body any) wire.Error {
	c.T.Helper()
	var e wire.Error
	if got := c.Call(method, path, body, &e); got != status {
		c.T.Fatalf("%s %s %v: status %d, want %d (%s)", method, path, body, got, status, e.Sentence)
	}
	if e.Sentence == "" {
		c.T.Errorf("%s %s %v: the error has no sentence", method, path, body)
	}
	return e
}
