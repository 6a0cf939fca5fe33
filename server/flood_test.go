package server

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"tengen/server/access"
)

// TestFlooder is the flooding machine of BenchmarkFlood, in a process of its own.
func TestFlooder(t *testing.T) {
	address := os.Getenv("TENGEN_FLOOD")
	if address == "" {
		t.Skip("BenchmarkFlood runs this test")
	}
	request := []byte("GET " + os.Getenv("TENGEN_FLOOD_PATH") + " HTTP/1.1\r\nHost: go.example\r\nX-Forwarded-For: 203.0.113.1\r\nAuthorization: Bearer " + os.Getenv("TENGEN_FLOOD_KEY") + "\r\n\r\n")
	for range 64 {
		go func() {
			for {
				conn, err := net.Dial("tcp", address)
				if err != nil {
					continue
				}
				go func() { _, _ = io.Copy(io.Discard, conn) }()
				for err == nil {
					_, err = conn.Write(request)
				}
				conn.Close()
			}
		}()
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // until the benchmark ends
}

// BenchmarkFlood measures the latency of a player's requests while another machine sends as many requests as it can,
// with 64 connections.
func BenchmarkFlood(b *testing.B) {
	for _, flood := range []bool{false, true} {
		name := "quiet"
		if flood {
			name = "flood"
		}
		b.Run(name, func(b *testing.B) { benchmarkFlood(b, flood) })
	}
}

func benchmarkFlood(b *testing.B, flood bool) {
	proxy, _ := url.Parse("http://go.example")
	s, err := New(Options{Data: b.TempDir(), Proxy: proxy, NewPlayer: func() (Player, error) { return &first{}, nil }})
	if err != nil {
		b.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, ln) }()
	defer func() { cancel(); <-served }()
	key, err := s.access.OwnerKey()
	if err != nil {
		b.Fatal(err)
	}
	call := func(method, path, body string) string {
		req, _ := http.NewRequest(method, "http://"+ln.Addr().String()+path, bytes.NewReader([]byte(body)))
		req.Header.Set("X-Forwarded-For", "203.0.113.2")
		req.Header.Set("Authorization", "Bearer "+key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			b.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != 200 {
			b.Fatalf("%s %s: status %d, %s", method, path, resp.StatusCode, text)
		}
		return string(text)
	}
	game := call("POST", "/api/games", `{"human":"both"}`)
	var links access.Links
	if err := json.Unmarshal([]byte(call("POST", "/api/access", `{"role":"guest","on":true}`)), &links); err != nil {
		b.Fatal(err)
	}
	id := game[bytes.Index([]byte(game), []byte(`"id":"`))+6:][:12]
	if flood {
		exe, err := os.Executable()
		if err != nil {
			b.Fatal(err)
		}
		cmd := exec.CommandContext(b.Context(), "nice", "-n", "19", exe, "-test.run", "TestFlooder") // another machine would not use these processors
		cmd.Env = append(os.Environ(), "TENGEN_FLOOD="+ln.Addr().String(), "TENGEN_FLOOD_PATH=/api/games/"+id, "TENGEN_FLOOD_KEY="+links.Links[0].Key)
		in, err := cmd.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		defer func() { in.Close(); _ = cmd.Wait() }()
		time.Sleep(2 * time.Second)
	}
	var all []time.Duration
	for b.Loop() {
		begun := time.Now()
		call("GET", "/api/games/"+id, "")
		all = append(all, time.Since(begun))
		time.Sleep(5 * time.Millisecond)
	}
	slices.Sort(all)
	b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "ms-p99")
}
