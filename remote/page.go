package remote

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tengen/internal/durable"
	"tengen/internal/usage"
)

// addressFile is a file in the data folder. It holds the address of the server that uses the
// folder.
const addressFile = "address"

// keyQuery stands before the key in the address of a page.
const keyQuery = "?key="

// findTime is the timeout for finding a server. The server may still be starting. openTime is the timeout for
// opening a record.
const (
	findTime = 3 * time.Second
	openTime = 30 * time.Second
)

// Page is the address of a running `tengen web`, with a trailing slash and perhaps a key.
type Page string

// NoteAddress writes the address of the server into its data folder, where programs that start later find it. Other
// users cannot read the file, because the address may have a key. The file stays when the server ends. The address is
// therefore valid only while a process has locked the folder.
func NoteAddress(data, address string) error {
	return durable.ReplacePrivate(filepath.Join(data, addressFile), []byte(address+"\n"))
}

// direct is a client that does not use a proxy: a proxy cannot reach a server on this machine.
var direct = &http.Client{Transport: &http.Transport{Proxy: nil}}

// Find returns the page of the server that uses a data folder, or "" if no server answers.
func Find(ctx context.Context, data string) Page {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	for {
		content, _ := os.ReadFile(filepath.Join(data, addressFile))
		address := strings.TrimSpace(string(content))
		if u, err := url.Parse(address); err == nil && (u.Scheme == "http" || u.Scheme == "https") && Page(address).answers(ctx) {
			return Page(address)
		}
		select {
		case <-time.After(100 * time.Millisecond): // the server may still be starting
		case <-ctx.Done():
			return ""
		}
	}
}

// request makes a request for a path below the page.
func (p Page) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	address, key, _ := strings.Cut(string(p), keyQuery)
	req, err := http.NewRequestWithContext(ctx, method, address+path, body)
	if err == nil && key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	return req, err
}

// answers reports whether a tengen answers at the address.
func (p Page) answers(ctx context.Context) bool {
	req, err := p.request(ctx, http.MethodGet, "api/config", nil)
	if err != nil {
		return false
	}
	resp, err := direct.Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	var config struct{ Rules []json.RawMessage }
	return resp.StatusCode == http.StatusOK && json.NewDecoder(resp.Body).Decode(&config) == nil && len(config.Rules) > 0
}

// Open opens a record in the server and returns its id there. name is the name of its file.
func (p Page) Open(ctx context.Context, name string, record []byte) (id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, openTime)
	defer cancel()
	req, err := p.request(ctx, http.MethodPost, "api/records?name="+url.QueryEscape(name), bytes.NewReader(record))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/octet-stream")
	resp, err := direct.Do(req)
	if err != nil {
		return "", fmt.Errorf("the tengen at %s did not open the record: %w", p, err)
	}
	defer resp.Body.Close()
	var answer struct{ ID, Error string }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusOK || answer.ID == "" {
		return "", usage.Errorf("%s: %s", name, cmp.Or(answer.Error, "the tengen at "+string(p)+" did not open it: "+resp.Status))
	}
	return answer.ID, nil
}
