package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"tengen/server/access"
	"tengen/server/wire"
	"tengen/server/wire/wiretest"
)

// visit sends a request to the handler as a visitor from another machine and returns the answer.
func (l *rig) visit(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	l.Helper()
	ctx, cancel := context.WithCancel(l.Context())
	cancel() // streams end at once
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	r.RemoteAddr = "192.0.2.7:1000"
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	wiretest.Checked(l, l.server.Handler()).ServeHTTP(w, r)
	return w
}

// keys makes links for all roles and returns their keys.
func (l *rig) keys() map[wire.Role]string {
	l.Helper()
	if _, err := l.server.access.OwnerKey(); err != nil {
		l.Fatal(err)
	}
	keys := map[wire.Role]string{wire.Anyone: ""}
	for _, role := range []wire.Role{wire.Spectator, wire.Guest} {
		var links access.Links
		l.call("POST", "/api/access", object{"role": role.String(), "on": true}, &links)
		for _, link := range links.Links {
			keys[link.Role] = link.Key
		}
	}
	return keys
}

// TestRoles sends every request as every role. Roles below that of docs/openapi.yaml are refused, and the others are
// not.
func TestRoles(t *testing.T) {
	l := newRig(t, t.TempDir())
	keys := l.keys()
	d, err := wiretest.Describe()
	if err != nil {
		t.Fatal(err)
	}
	for path, operations := range d.Paths {
		path = regexp.MustCompile(`{\w+}`).ReplaceAllString(path, "aaaaaaaaaaaa")
		for method, op := range operations {
			for role, key := range keys {
				w := l.visit(strings.ToUpper(method), path, "", "Authorization", "Bearer "+key)
				refused := w.Code == http.StatusForbidden || w.Code == http.StatusUnauthorized
				if want := role < op.Role; refused != want {
					t.Errorf("%s %s as %s: status %d, %s; want it refused: %v", method, path, role, w.Code, w.Body, want)
				}
				if refused && (w.Code == http.StatusUnauthorized) != (role == wire.Anyone) {
					t.Errorf("%s %s as %s: status %d", method, path, role, w.Code)
				}
			}
		}
	}
}
