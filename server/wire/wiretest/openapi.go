package wiretest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"

	"tengen/docs"
	"tengen/server/wire"
)

// Description is docs/openapi.yaml.
type Description struct {
	Paths      map[string]map[string]*Operation
	Components struct {
		Schemas   map[string]*Schema
		Responses map[string]*Response
	}
}

// Operation is the description of a method at a path.
type Operation struct {
	Summary, Description string
	Role                 wire.Role `yaml:"x-role"`
	Parameters           []struct{ Name, In string }
	RequestBody          struct{ Content map[string]Media } `yaml:"requestBody"`
	Responses            map[string]*Response
}

// Response is the description of an answer.
type Response struct {
	Ref         string `yaml:"$ref"`
	Description string
	Content     map[string]Media
	Headers     map[string]struct {
		Description string
		Schema      *Schema
	}
}

// Media is the description of a body of one content type.
type Media struct{ Schema *Schema }

// Describe reads docs/openapi.yaml.
var Describe = sync.OnceValues(func() (*Description, error) {
	var d Description
	dec := yaml.NewDecoder(bytes.NewReader(docs.OpenAPI))
	if err := dec.Decode(&d); err != nil {
		return nil, fmt.Errorf("docs/openapi.yaml: %w", err)
	}
	return &d, nil
})

// Find returns the path in the description that matches a request's path. Literal segments take precedence over
// parameters.
func (d *Description) Find(path string) string {
	got := strings.Split(path, "/")
	best, literal := "", -1
	for pattern := range d.Paths {
		want := strings.Split(pattern, "/")
		score := 0
		if len(want) != len(got) {
			continue
		}
		for i := range want {
			if want[i] == got[i] {
				score++
			} else if !strings.HasPrefix(want[i], "{") {
				score = -1
				break
			}
		}
		if score > literal {
			best, literal = pattern, score
		}
	}
	return best
}

// Checked returns a handler that calls h and fails the test when an answer does not match docs/openapi.yaml.
func Checked(t testing.TB, h http.Handler) http.Handler {
	t.Helper()
	d, err := Describe()
	if err != nil {
		t.Fatal(err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api" && !strings.HasPrefix(r.URL.Path, "/api/") {
			h.ServeHTTP(w, r)
			return
		}
		var sent bytes.Buffer
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.TeeReader(r.Body, &sent), r.Body}
		seen := &recorder{w: w, status: http.StatusOK}
		h.ServeHTTP(seen, r)
		if err := d.check(r, sent.Bytes(), seen); err != nil {
			t.Errorf("%s %s, status %d: not as docs/openapi.yaml describes it: %v", r.Method, r.URL, seen.status, err)
		}
	})
}

// check compares a request and its answer with the description.
func (d *Description) check(r *http.Request, sent []byte, seen *recorder) error {
	if seen.status == http.StatusMovedPermanently || seen.status == http.StatusTemporaryRedirect {
		return nil // the server redirects a path that is not clean
	}
	path := d.Find(r.URL.Path)
	op := d.Paths[path][strings.ToLower(r.Method)]
	if op == nil {
		if seen.status == http.StatusNotFound || seen.status == http.StatusMethodNotAllowed || seen.status == http.StatusForbidden {
			return nil
		}
		return fmt.Errorf("the operation is missing")
	}
	response := op.Responses[fmt.Sprint(seen.status)]
	if response == nil {
		if common := []int{401, 403, 405, 413, 429, 500, 503, 507}; !slices.Contains(common, seen.status) {
			return fmt.Errorf("the status is missing: %s", seen.body.Bytes())
		}
		response = op.Responses["default"]
	}
	if response == nil {
		return fmt.Errorf("the status and the default are missing")
	}
	if name, ok := strings.CutPrefix(response.Ref, "#/components/responses/"); ok {
		response = d.Components.Responses[name]
	}
	if seen.status == http.StatusOK {
		if err := d.checkRequest(op, r, sent); err != nil {
			return err
		}
	}
	if seen.hijacked || len(response.Content) == 0 {
		return nil
	}
	kind := seen.Header().Get("Content-Type")
	media, ok := response.Content[kind]
	if !ok {
		plain, _, _ := mime.ParseMediaType(kind)
		if media, ok = response.Content[plain]; !ok {
			return fmt.Errorf("the type %s is missing", kind)
		}
	}
	return d.checkBody(media.Schema, kind, seen.body.Bytes())
}

// checkRequest checks a request that was accepted.
func (d *Description) checkRequest(op *Operation, r *http.Request, sent []byte) error {
	for name := range r.URL.Query() {
		if !slices.ContainsFunc(op.Parameters, func(p struct{ Name, In string }) bool { return p.Name == name && p.In == "query" }) {
			return fmt.Errorf("the parameter %s is missing", name)
		}
	}
	media, ok := op.RequestBody.Content["application/json"]
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if len(sent) == 0 || kind != "application/json" || ok && (media.Schema.Format == "binary" || media.Schema.is("string")) {
		return nil
	}
	if !ok {
		return fmt.Errorf("a JSON body is missing")
	}
	if err := d.checkBody(media.Schema, "application/json", sent); err != nil {
		return fmt.Errorf("the request: %w", err)
	}
	return nil
}

// checkBody checks a body: one value, or a value in each line or event.
func (d *Description) checkBody(s *Schema, kind string, body []byte) error {
	plain, _, _ := mime.ParseMediaType(kind)
	var values [][]byte
	switch plain {
	case "application/json":
		values = [][]byte{body}
	case "application/x-ndjson":
		values = bytes.Split(bytes.TrimSpace(body), []byte("\n"))
	case "text/event-stream":
		for line := range bytes.Lines(body) {
			// The last event may have been cut off.
			if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok && bytes.HasSuffix(line, []byte("\n")) {
				values = append(values, data)
			}
		}
	}
	for _, data := range values {
		if len(data) == 0 {
			continue
		}
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			return err
		}
		if err := d.validate(s, v, "the body"); err != nil {
			return err
		}
	}
	return nil
}

// recorder passes on the answer of a handler and keeps a copy of it, up to a limit.
type recorder struct {
	w        http.ResponseWriter
	status   int
	body     bytes.Buffer
	hijacked bool
}

// Header returns the header of the answer.
func (r *recorder) Header() http.Header { return r.w.Header() }

// WriteHeader records the status.
func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.hijacked = status == http.StatusSwitchingProtocols
	r.w.WriteHeader(status)
}

// Write records the body.
func (r *recorder) Write(p []byte) (int, error) {
	r.body.Write(p)
	return r.w.Write(p)
}

// Unwrap lets [http.ResponseController] reach the connection.
func (r *recorder) Unwrap() http.ResponseWriter { return r.w }
