package webload

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	seatHeader       = "X-Tengen-Seat"
	invitationHeader = "X-Tengen-Invitation"
	requestTime      = 30 * time.Second // timeout of a request
)

// Server is the server under load.
type Server struct {
	base    *url.URL // without a path
	key     string   // of the owner's link; empty on the server's machine
	clients *http.Client
}

// NewServer returns the server with the address that tengen prints, perhaps with a key.
func NewServer(address string) (*Server, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%q is not the address of a server, such as http://127.0.0.1:8017", address)
	}
	s := &Server{base: &url.URL{Scheme: u.Scheme, Host: u.Host}, key: u.Query().Get("key")}
	// Without HTTP/2, each client has a connection of its own.
	s.clients = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1 << 16, TLSNextProto: noHTTP2, DialContext: (&net.Dialer{Timeout: requestTime}).DialContext}}
	return s, nil
}

// request makes a request of the owner. headers are names and values in turn.
func (s *Server) request(ctx context.Context, method, path string, body any, headers ...string) (*http.Request, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, s.base.String()+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if s.key != "" {
		req.Header.Set("Authorization", "Bearer "+s.key)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	return req, nil
}

// call makes a request and decodes the answer, unless into is nil.
func (s *Server) call(ctx context.Context, method, path string, body, into any, headers ...string) error {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	req, err := s.request(ctx, method, path, body, headers...)
	if err != nil {
		return err
	}
	resp, err := s.clients.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: status %d, %.300s", method, path, resp.StatusCode, text)
	}
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// Memory returns the memory of the server's process, and that of its objects after the last garbage collection, in
// bytes. They are 0 if the server does not say them.
func (s *Server) Memory(ctx context.Context) (process, objects int64, err error) {
	req, err := s.request(ctx, http.MethodGet, "/metrics", nil)
	if err != nil {
		return 0, 0, err
	}
	resp, err := s.clients.Do(req)
	if err != nil {
		return 0, 0, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	value := func(name string) int64 {
		_, rest, _ := strings.Cut(string(text), "\n"+name+" ")
		line, _, _ := strings.Cut(rest, "\n")
		n, _ := strconv.ParseFloat(line, 64) // 0 if the figure is missing
		return int64(n)
	}
	return value("process_resident_memory_bytes"), value("go_live_heap_bytes"), err
}
