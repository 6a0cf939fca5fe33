package server

import (
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tengen/server/wire"
	"tengen/server/wire/wiretest"
)

// TestDescriptionHasAllRoutes compares docs/openapi.yaml with the routes and their roles. What the handlers answer is
// compared with it in every test that uses a rig, see [wiretest.Checked].
func TestDescriptionHasAllRoutes(t *testing.T) {
	d, err := wiretest.Describe()
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]wire.Role{}
	for path, methods := range d.Paths {
		for method, op := range methods {
			described[strings.ToUpper(method)+" "+path] = op.Role
			if op.Summary == "" {
				t.Errorf("%s %s has no summary", method, path)
			}
			for status, r := range op.Responses {
				if r.Ref == "" && r.Description == "" {
					t.Errorf("%s %s: the answer %s has no description", method, path, status)
				}
			}
			for _, name := range regexp.MustCompile(`{(\w+)}`).FindAllStringSubmatch(path, -1) {
				if !slices.ContainsFunc(op.Parameters, func(p struct{ Name, In string }) bool { return p.Name == name[1] && p.In == "path" }) {
					t.Errorf("%s %s: the parameter %s is not described", method, path, name[1])
				}
			}
		}
	}
	l := newRig(t, t.TempDir())
	served := map[string]wire.Role{}
	for _, route := range l.server.routes() {
		served[route.Pattern] = route.Least()
	}
	for _, pattern := range slices.Sorted(maps.Keys(served)) {
		if role, ok := described[pattern]; !ok {
			t.Errorf("docs/openapi.yaml does not describe %s", pattern)
		} else if role != served[pattern] {
			t.Errorf("%s: x-role in docs/openapi.yaml is %s, and the route is for %s", pattern, role, served[pattern])
		}
	}
	for _, pattern := range slices.Sorted(maps.Keys(described)) {
		if _, ok := served[pattern]; !ok {
			t.Errorf("docs/openapi.yaml describes %s, which is not served", pattern)
		}
	}
	status, text, h := l.raw("GET", "/api", "")
	if status != 200 || h.Get("Content-Type") != "application/yaml" || !strings.HasPrefix(text, "openapi: 3.1") {
		t.Errorf("GET /api: status %d, type %s", status, h.Get("Content-Type"))
	}
}

// calls matches the page's uses of the interface: calls of api.js with a path, and addresses.
var calls = regexp.MustCompile("(?:\\b(?:api\\.)(get|post|postWithin|remove|postLast|uploadFiles)\\(|request\\(\"(GET|POST|DELETE)\", )[`\"]([^`\"]*)|/api/([^`\"\\s]*)")

// TestPageCallsWhatIsDescribed finds every path that the page calls in docs/openapi.yaml, with its method.
func TestPageCallsWhatIsDescribed(t *testing.T) {
	d, err := wiretest.Describe()
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]string{"get": "get", "post": "post", "postWithin": "post", "remove": "delete", "postLast": "post", "uploadFiles": "post", "GET": "get", "POST": "post", "DELETE": "delete", "": "get"}
	value := regexp.MustCompile(`\$\{(?:[^{}]|\{[^{}]*\})*\}`)
	found := map[string]bool{}
	sources := os.DirFS("../web/page")
	err = fs.WalkDir(sources, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".js") {
			return err
		}
		source, err := fs.ReadFile(sources, name)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(source)) {
			for _, m := range calls.FindAllStringSubmatch(value.ReplaceAllString(line, "{}"), -1) {
				path, _, _ := strings.Cut(m[3]+m[4], "?")
				method := methods[m[1]+m[2]]
				known := false
				for pattern, operations := range d.Paths {
					if mayBe("/api/"+path, pattern) && operations[method] != nil {
						known, found[method+" "+pattern] = true, true
					}
				}
				if !known && path != "" && path != "{}" { // api.js itself adds the path that it gets
					t.Errorf("%s calls %s /api/%s, which docs/openapi.yaml does not describe", name, strings.ToUpper(method), path)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"get /api/games", "post /api/games", "delete /api/games/{id}", "post /api/games/{id}/play", "get /api/games/{id}/events",
		"post /api/records", "post /api/records/{id}/edit", "get /api/records/{id}/review/events", "post /api/library/import", "get /api/training/events"} {
		if !found[want] {
			t.Errorf("no call of %s was found in the page, want at least one", want)
		}
	}
}

// mayBe reports whether a path, in which {} stands for an unknown segment, can match a pattern.
func mayBe(path, pattern string) bool {
	got, want := strings.Split(path, "/"), strings.Split(pattern, "/")
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if got[i] != want[i] && got[i] != "{}" && !strings.HasPrefix(want[i], "{") {
			return false
		}
	}
	return true
}
