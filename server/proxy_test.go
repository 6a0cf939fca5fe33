package server

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestProxy reaches the server through a proxy with TLS, as a browser and as a program.
func TestProxy(t *testing.T) {
	var behind string
	proxy := httptest.NewTLSServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: behind})
		r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"] // with what the client claims, as Caddy and nginx may
		r.SetXForwarded()
	}})
	defer proxy.Close()
	l := newRig(t, t.TempDir(), func(o *Options) { o.Proxy, _ = url.Parse(proxy.URL) })
	behind = l.http.Listener.Addr().String()
	key := l.ownerKey()
	client := proxy.Client()
	client.Jar, _ = cookiejar.New(nil)
	call := func(method, path string, headers ...string) (int, string) {
		t.Helper()
		req, err := http.NewRequest(method, proxy.URL+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			req.Header.Set(headers[i], headers[i+1])
		}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(text)
	}
	if status, _ := call("GET", "/api/records", "X-Forwarded-For", "127.0.0.1"); status != 401 {
		t.Errorf("without a link: status %d, want 401", status)
	}
	if status, text := call("GET", "/?key="+key); status != 200 || !strings.Contains(text, `<div id="app">`) {
		t.Errorf("the link: status %d, %.200s", status, text)
	}
	status, text := call("POST", "/api/games", "Origin", proxy.URL)
	var game struct{ ID string }
	if err := json.Unmarshal([]byte(text), &game); err != nil || status != 200 {
		t.Errorf("a request of the page: status %d, %v", status, err)
	}
	if status, _ := call("POST", "/api/games", "Origin", "https://evil.example"); status != 403 {
		t.Errorf("a request of another page: status %d, want 403", status)
	}
	// The proxy adds the client's address, so a client cannot choose the address that is limited.
	r := httptest.NewRequest("GET", "/", nil)
	r.Header["X-Forwarded-For"] = []string{"203.0.113.1", "203.0.113.2, 203.0.113.3"}
	if v, _ := l.server.access.Visitor(httptest.NewRecorder(), r); v.Addr.String() != "203.0.113.3" {
		t.Errorf("the address is %s, want the last one in X-Forwarded-For", v.Addr)
	}
	events, err := client.Get(proxy.URL + "/api/games/" + game.ID + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	first := make([]byte, 5)
	if _, err := io.ReadFull(events.Body, first); err != nil || string(first) != "retry" {
		t.Errorf("a stream begins with %q, %v", first, err)
	}
}

// makeCertificate writes a certificate for a name and its key, and returns it.
func makeCertificate(t *testing.T, dir, name string) *x509.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"*." + name, name},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv4(203, 0, 113, 7)}, IsCA: true, BasicConstraintsValid: true}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: cert}, "key.pem": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parsed, err := x509.ParseCertificate(cert)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// TestTLS answers with TLS over HTTP/2, and through a WebSocket.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	pool := x509.NewCertPool()
	pool.AddCert(makeCertificate(t, dir, "go.example"))
	config, err := Certificate(filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	l := newRig(t, t.TempDir(), func(o *Options) { o.TLS = config })
	address := l.serve()
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}}
	defer client.CloseIdleConnections()
	req, _ := http.NewRequest("GET", "https://"+address+"/api/games", nil)
	req.Header.Set("Origin", "https://"+address)
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 200 || resp.ProtoMajor != 2 {
		t.Errorf("status %d over HTTP/%d, want 200 over HTTP/2", resp.StatusCode, resp.ProtoMajor)
	}
	ctx, cancel := context.WithTimeout(t.Context(), late)
	defer cancel()
	plain := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	defer plain.CloseIdleConnections()
	if _, answer, err := websocket.Dial(ctx, "wss://"+address+"/api/gtp", &websocket.DialOptions{HTTPClient: plain}); err == nil || answer == nil || answer.StatusCode != 404 {
		t.Errorf("a WebSocket to an engine that is turned off: %v, want status 404", err)
	}
	if resp, err := http.Get("http://" + address + "/"); err != nil || resp.StatusCode != 400 {
		t.Errorf("a request without TLS: %v, %v; want status 400", resp, err)
	}
	w := l.visit("GET", "/?key="+l.ownerKey(), "")
	for _, c := range w.Result().Cookies() {
		if !c.Secure {
			t.Errorf("the cookie %v is not secure", c)
		}
	}
}

// TestCertificateChanges replaces the files of a certificate by a new one, by nonsense, and by nothing.
func TestCertificateChanges(t *testing.T) {
	dir := t.TempDir()
	var log bytes.Buffer
	c := &certificate{certFile: filepath.Join(dir, "cert.pem"), keyFile: filepath.Join(dir, "key.pem"), log: slog.New(slog.NewTextHandler(&log, nil))}
	if _, err := Certificate(c.certFile, c.keyFile, c.log); err == nil || !strings.Contains(err.Error(), "cert.pem") {
		t.Errorf("missing files: %v", err)
	}
	now := time.Now()
	check := func(name string) {
		t.Helper()
		now = now.Add(time.Hour) // the times of the files differ, however fast the test is
		for _, file := range []string{c.certFile, c.keyFile} {
			_ = os.Chtimes(file, now, now) // a file may be missing
		}
		c.looked = time.Time{}
		pair, err := c.current(nil)
		if err != nil || pair.Leaf.DNSNames[1] != name {
			t.Errorf("the certificate is %v, %v; want that of %s", pair, err, name)
		}
	}
	makeCertificate(t, dir, "first.example")
	if check("first.example"); log.Len() > 0 {
		t.Errorf("the log: %s", &log)
	}
	makeCertificate(t, dir, "second.example")
	check("second.example")
	if err := os.WriteFile(c.certFile, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	check("second.example")
	if err := os.Remove(c.certFile); err != nil {
		t.Fatal(err)
	}
	check("second.example")
	if strings.Count(log.String(), "the old one stays in use") != 2 {
		t.Errorf("the log: %s", &log)
	}
}

// TestLinks checks the addresses that are printed.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	makeCertificate(t, dir, "cert.example")
	config, err := Certificate(filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	secure := func(o *Options) { o.TLS = config }
	proxy := func(o *Options) { o.Proxy, _ = url.Parse("https://proxy.example") }
	open := func(o *Options) { o.Open = true }
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	for _, test := range []struct {
		at     string
		change func(*Options)
		here   string
		other  string // the last of the others
	}{
		{"127.0.0.1", func(*Options) {}, "http://127.0.0.1:8017/", ""},
		{"0.0.0.0", func(*Options) {}, "http://127.0.0.1:8017/", "http://" + name + ".local:8017/?key=KEY"},
		{"203.0.113.9", func(*Options) {}, "http://203.0.113.9:8017/?key=KEY", "http://203.0.113.9:8017/?key=KEY"},
		{"2001:db8::1", func(*Options) {}, "http://[2001:db8::1]:8017/?key=KEY", "http://[2001:db8::1]:8017/?key=KEY"},
		{"127.0.0.1", secure, "https://127.0.0.1:8017/", ""},
		{"0.0.0.0", secure, "https://cert.example:8017/?key=KEY", "https://203.0.113.7:8017/?key=KEY"},
		{"127.0.0.1", proxy, "https://proxy.example/?key=KEY", "https://proxy.example/?key=KEY"},
		{"0.0.0.0", open, "http://127.0.0.1:8017/", "http://" + name + ".local:8017/"},
		{"203.0.113.9", open, "http://203.0.113.9:8017/", "http://203.0.113.9:8017/"},
	} {
		l := newRig(t, t.TempDir(), test.change)
		here, others, err := l.server.Links(bound{at: test.at})
		if err != nil {
			t.Fatal(err)
		}
		other := ""
		if len(others) > 0 {
			other = others[len(others)-1]
		}
		key := l.ownerKey()
		if got, got2 := strings.ReplaceAll(here, key, "KEY"), strings.ReplaceAll(other, key, "KEY"); got != test.here || got2 != test.other {
			t.Errorf("listening on %s: %s and %s, want %s and %s", test.at, got, got2, test.here, test.other)
		}
		l.stop()
	}
}

// bound is a listener with an address.
type bound struct {
	net.Listener
	at string
}

func (b bound) Addr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(b.at), Port: 8017} }
