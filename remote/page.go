package remote

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tengen/internal/durable"
	"tengen/internal/usage"
)

// addressFile is the file of the data folder that holds the address of the server that uses
// the folder.
const addressFile = "address"

// findTime bounds the search for a server, which may have been started this moment, and
// takeTime how long it may need to open a record.
const (
	findTime = 3 * time.Second
	takeTime = 30 * time.Second
)

// Page is the address of a `tengen web` that runs already, with a slash at its end.
type Page string

// NoteAddress writes into the data folder where the server is that uses it, for programs that
// start later. The file stays there when the server ends, and means something only while the
// folder is locked.
func NoteAddress(data, address string) error {
	return durable.Replace(filepath.Join(data, addressFile), []byte(address+"\n"), false)
}

// direct is a client without a proxy, which would not reach this machine.
var direct = &http.Client{Transport: &http.Transport{Proxy: nil}}

// Find is the page of the server that uses a data folder, or "" if none answers.
func Find(ctx context.Context, data string) Page {
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	for {
		content, _ := os.ReadFile(filepath.Join(data, addressFile))
		address := strings.TrimSpace(string(content))
		if u, err := url.Parse(address); err == nil && u.Scheme == "http" && answersAt(ctx, address) {
			return Page(address)
		}
		select {
		case <-time.After(100 * time.Millisecond): // it may have been started this moment
		case <-ctx.Done():
			return ""
		}
	}
}

// answersAt reports whether a tengen answers at an address.
func answersAt(ctx context.Context, address string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"api/config", nil)
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

// Open has the server open a record, and returns its id there. The name is that of the file.
func (p Page) Open(ctx context.Context, name string, record []byte) (id string, err error) {
	ctx, cancel := context.WithTimeout(ctx, takeTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, string(p)+"api/records?name="+url.QueryEscape(name), bytes.NewReader(record))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/octet-stream")
	resp, err := direct.Do(req)
	if err != nil {
		return "", fmt.Errorf("the tengen at %s does not take the record: %w", p, err)
	}
	defer resp.Body.Close()
	var answer struct{ ID, Error string }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusOK || answer.ID == "" {
		return "", usage.Errorf("%s: %s", name, cmp.Or(answer.Error, "the tengen at "+string(p)+" does not take it: "+resp.Status))
	}
	return answer.ID, nil
}
