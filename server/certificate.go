package server

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// certificateAge is the time after which the files of a certificate are looked at again.
const certificateAge = 10 * time.Second

// Certificate returns a configuration for Options.TLS with a certificate from files in PEM. If the files change, new
// connections get the new certificate. If it cannot be read, they get the old one, and the log has the reason.
func Certificate(certFile, keyFile string, log *slog.Logger) (*tls.Config, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, log: log}
	if err := c.read(); err != nil {
		return nil, fmt.Errorf("the certificate for TLS: %w", err)
	}
	return &tls.Config{GetCertificate: c.current}, nil
}

// certificate is a certificate in files.
type certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	looked  time.Time    // at the files
	written [2]time.Time // times of the files
	pair    *tls.Certificate
}

// current returns the certificate for a connection.
func (c *certificate) current(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) > certificateAge {
		if err := c.read(); err != nil {
			c.log.Warn("the changed certificate for TLS cannot be used: the old one stays in use", "error", err)
		}
	}
	return c.pair, nil
}

// read reads the files if they have changed.
func (c *certificate) read() error {
	c.looked = time.Now()
	var written [2]time.Time
	for i, file := range []string{c.certFile, c.keyFile} {
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		written[i] = info.ModTime()
	}
	if written == c.written {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err != nil {
		return err
	}
	c.pair, c.written = &pair, written
	return nil
}

// namesOf returns the names and then the addresses of the hosts in a certificate, without patterns and loopback
// addresses.
func namesOf(t *tls.Config) []string {
	pair, err := t.GetCertificate(nil)
	if err != nil {
		return nil
	}
	names := slices.DeleteFunc(slices.Clone(pair.Leaf.DNSNames), func(name string) bool { return strings.HasPrefix(name, "*") })
	for _, ip := range pair.Leaf.IPAddresses {
		if !ip.IsLoopback() {
			names = append(names, ip.String())
		}
	}
	return names
}
