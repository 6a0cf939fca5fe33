package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"tengen/server/access"
	"tengen/server/wire"
	"tengen/server/wire/wiretest"
)

// visit sends a request to the handler as a visitor from another machine and returns the answer. Each request comes
// from an address of its own, unless the headers have a From. Its Host is go.example, which is not an allowed name.
func (l *rig) visit(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	l.Helper()
	l.visits++
	r := httptest.NewRequestWithContext(l.Context(), method, "http://go.example"+path, strings.NewReader(body))
	r.RemoteAddr = fmt.Sprintf("198.18.%d.%d:1000", l.visits/256, l.visits%256)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		switch headers[i] {
		case "From":
			r.RemoteAddr = headers[i+1]
		case "Host":
			r.Host = headers[i+1]
		default:
			if strings.Contains(headers[i+1], "tengen-key-ID-") {
				headers[i+1] = strings.ReplaceAll(headers[i+1], "tengen-key-ID-", l.cookies())
			}
			r.Header.Set(headers[i], headers[i+1])
		}
	}
	w := httptest.NewRecorder()
	wiretest.Checked(l, l.server.Handler()).ServeHTTP(w, r)
	return w
}

// cookies returns the beginning of the names of the server's cookies.
func (l *rig) cookies() string {
	l.Helper()
	var file struct{ ID string }
	text, err := os.ReadFile(filepath.Join(l.dir, "keys.json"))
	if err == nil {
		err = json.Unmarshal(text, &file)
	}
	if err != nil || file.ID == "" {
		l.Fatalf("the file of the keys is %s, %v", text, err)
	}
	return "tengen-key-" + file.ID + "-"
}

// ownerKey returns the key of the owner's link.
func (l *rig) ownerKey() string {
	l.Helper()
	key, err := l.server.access.OwnerKey()
	if err != nil {
		l.Fatal(err)
	}
	return key
}

// keys makes links for all roles and returns their keys.
func (l *rig) keys() map[wire.Role]string {
	l.Helper()
	keys := map[wire.Role]string{wire.Anyone: "wrong", wire.Owner: l.ownerKey()}
	for _, role := range []wire.Role{wire.Spectator, wire.Guest} {
		for _, link := range l.link(role, true).Links {
			keys[link.Role] = link.Key
		}
	}
	return keys
}

// link makes or removes the link of a role.
func (l *rig) link(role wire.Role, on bool) (links access.Links) {
	l.Helper()
	if status := l.call("POST", "/api/access", object{"role": role.String(), "on": on}, &links); status != 200 {
		l.Fatalf("the link for %s: status %d", role, status)
	}
	return links
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
	done, cancel := context.WithCancel(t.Context())
	cancel() // streams end at once
	for path, operations := range d.Paths {
		path = regexp.MustCompile(`{\w+}`).ReplaceAllString(path, "aaaaaaaaaaaa")
		for method, op := range operations {
			for role, key := range keys {
				r := httptest.NewRequestWithContext(done, strings.ToUpper(method), path, nil)
				r.RemoteAddr = fmt.Sprintf("198.18.%d.%d:1000", l.visits/256, l.visits%256)
				l.visits++
				r.Header.Set("Authorization", "Bearer "+key)
				w := httptest.NewRecorder()
				l.server.Handler().ServeHTTP(w, r)
				want := http.StatusForbidden
				switch {
				case role >= op.Role:
					want = 0
				case role == wire.Anyone:
					want = http.StatusUnauthorized
				}
				if refused := w.Code == http.StatusForbidden || w.Code == http.StatusUnauthorized; want != w.Code && (want > 0 || refused) {
					t.Errorf("%s %s as %s: status %d, %s; want %d", method, path, role, w.Code, w.Body, want)
				}
			}
		}
	}
}

// TestInvited checks that an invitation gives a role for its route only, and that the handler sees the role.
func TestInvited(t *testing.T) {
	l := newRig(t, t.TempDir())
	var seen wire.Visitor
	route := wire.Route{Pattern: "GET /x", Role: wire.Guest, Handler: func(_ http.ResponseWriter, r *http.Request) { seen = wire.VisitorOf(r) },
		Invited: func(r *http.Request) wire.Role {
			if r.Header.Get("X-Tengen-Seat") == "right" {
				return wire.Guest
			}
			return wire.Anyone
		}}
	for seat, want := range map[string]int{"right": 200, "wrong": 401, "": 401} {
		r := wire.WithVisitor(httptest.NewRequest("GET", "/x", nil), wire.Visitor{Role: wire.Anyone})
		r.Header.Set("X-Tengen-Seat", seat)
		w := httptest.NewRecorder()
		l.server.admit(route)(w, r)
		if w.Code != want {
			t.Errorf("with the invitation %q: status %d, want %d", seat, w.Code, want)
		}
	}
	if seen != (wire.Visitor{Role: wire.Guest}) {
		t.Errorf("the handler saw %+v", seen)
	}
}

// TestNullKeys makes links although the file of the keys has null.
func TestNullKeys(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "keys.json"), []byte("null\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if len(newRig(t, dir).ownerKey()) != 26 {
		t.Error("the owner has no key")
	}
}

// TestKeys tries keys that are wrong, used for another role, and no longer valid.
func TestKeys(t *testing.T) {
	l := newRig(t, t.TempDir())
	keys := l.keys()
	if info, err := os.Stat(filepath.Join(l.dir, "keys.json")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file of the keys: %v, %v", info.Mode(), err)
	}
	for _, header := range []string{
		"Authorization: Bearer ", "Authorization: Bearer", "Authorization: " + keys[wire.Owner], "Authorization: Basic " + keys[wire.Owner],
		"Authorization: Bearer " + keys[wire.Owner][:25], "Authorization: Bearer " + keys[wire.Owner] + "A", "Authorization: Bearer " + strings.ToLower(keys[wire.Owner]),
		"Cookie: tengen-key-ID-owner=", "Cookie: tengen-key-ID-owner=" + keys[wire.Guest], "Cookie: tengen-key-ID-anyone=wrong", "Cookie: tengen-key-ID-=" + keys[wire.Owner],
		"Cookie: tengen-key-ID-guest=" + keys[wire.Owner], "Cookie: tengen-key-ID-owner=x; tengen-key-ID-guest=" + keys[wire.Guest],
		"Authorization: Bearer " + keys[wire.Guest], "Authorization: Bearer " + keys[wire.Spectator],
	} {
		name, value, _ := strings.Cut(header, ": ")
		if w := l.visit("GET", "/api/records", "", name, value); w.Code != 401 && w.Code != 403 {
			t.Errorf("%s: status %d", header, w.Code)
		}
		if w := l.visit("GET", "/api/access", "", name, value); w.Code == 200 || strings.Contains(w.Body.String(), keys[wire.Owner]) {
			t.Errorf("%s shows the keys: status %d, %s", header, w.Code, w.Body)
		}
	}
	for _, header := range []string{
		"Authorization: Bearer " + keys[wire.Owner], "Cookie: tengen-key-ID-owner=" + keys[wire.Owner],
		"Cookie: tengen-key-ID-guest=" + keys[wire.Guest] + "; tengen-key-ID-owner=" + keys[wire.Owner],
	} {
		name, value, _ := strings.Cut(header, ": ")
		if w := l.visit("GET", "/api/records", "", name, value); w.Code != 200 {
			t.Errorf("%s: status %d", header, w.Code)
		}
	}
	if w := l.visit("GET", "/api/records?key="+keys[wire.Owner], ""); w.Code != 401 {
		t.Errorf("a key in the address of a request: status %d, want 401", w.Code)
	}
	may := func(key string) bool {
		return l.visit("GET", "/api/games/aaaaaaaaaaaa", "", "Authorization", "Bearer "+key).Code == 404
	}
	l.link(wire.Guest, true)
	if may(keys[wire.Guest]) {
		t.Error("the old key of guests is valid after a new one was made")
	}
	renewed := l.keys()
	l.stop()
	l = newRig(t, l.dir)
	if !may(renewed[wire.Guest]) || !may(renewed[wire.Owner]) || renewed[wire.Owner] != keys[wire.Owner] {
		t.Error("the keys are not the same after a restart")
	}
	l.link(wire.Guest, false)
	if may(renewed[wire.Guest]) || may("") {
		t.Error("the key of guests is valid after it was removed")
	}
	if e := l.refused(400, "POST", "/api/access", object{"role": "owner", "on": false}); e.Field != "role" {
		t.Errorf("removing the owner's link: %+v", e)
	}
	l.refused(400, "POST", "/api/access", object{"role": "king", "on": true})
}

// TestRevoked ends the links of a spectator who follows a game. The stream ends, and the browser forgets the key.
func TestRevoked(t *testing.T) {
	l := newRig(t, t.TempDir())
	keys := l.keys()
	id := l.create(object{"human": "both"}).ID
	for _, on := range []bool{true, false} {
		key := l.keys()[wire.Spectator]
		req, _ := http.NewRequest("GET", l.http.URL+"/api/games/"+id+"/events", nil)
		req.Host = "203.0.113.9" // through a tunnel, so only the key gives a role
		req.Header.Set("Authorization", "Bearer "+key)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if resp.StatusCode != 200 || l.openStreams() != 1 {
			t.Fatalf("status %d, and %d streams are open; want 200 and 1", resp.StatusCode, l.openStreams())
		}
		l.link(wire.Spectator, on)
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Error(err)
		}
		sent := "tengen-key-ID-spectator=" + key + "; tengen-key-ID-guest=" + keys[wire.Guest] + "; tengen-key-ID-owner=" + keys[wire.Owner]
		removed := l.visit("GET", "/api/config", "", "Cookie", sent).Result().Cookies()
		if len(removed) != 2 || removed[0].Name != l.cookies()+"spectator" || removed[0].MaxAge >= 0 || removed[1].Name != l.cookies()+"guest" {
			t.Errorf("the cookies after the link has ended: %v", removed)
		}
	}
}

// TestLink opens links as a browser does.
func TestLink(t *testing.T) {
	for _, proxy := range []string{"", "https://go.example"} {
		l := newRig(t, t.TempDir(), func(o *Options) {
			if proxy != "" {
				o.Proxy, _ = url.Parse(proxy)
			}
		})
		key := l.ownerKey()
		w := l.visit("GET", "/?key="+key, "")
		if w.Code != 303 || w.Header().Get("Location") != "/" || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("the owner's link: status %d, %v", w.Code, w.Header())
		}
		cookies := w.Result().Cookies()
		if len(cookies) != 1 {
			t.Fatalf("the cookies: %v", cookies)
		}
		for _, c := range cookies {
			if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Secure != (proxy != "") || c.Path != "/" || c.Domain != "" {
				t.Errorf("the cookie %v", c)
			}
		}
		sent := cookies[0].Name + "=" + cookies[0].Value
		if w := l.visit("GET", "/api/config", "", "Cookie", sent); !strings.Contains(w.Body.String(), `"role":"owner"`) {
			t.Errorf("with the cookies of the owner's link: %.300s", w.Body)
		}
		again := l.visit("GET", "/", "", "Cookie", sent).Result().Cookies()
		if len(again) != 1 || again[0].String() != cookies[0].String() {
			t.Errorf("the next visit does not renew the cookie: %v", again)
		}
		if proxy == "" {
			w = l.visit("GET", "/?key="+l.keys()[wire.Guest], "", "Cookie", sent)
			if w.Code != 303 || w.Header().Get("Location") != "/" || len(w.Result().Cookies()) != 0 {
				t.Errorf("the owner opens a link for guests: status %d, %v", w.Code, w.Header())
			}
		}
		w = l.visit("GET", "/?key=wrong", "")
		if w.Code != 303 || w.Header().Get("Location") != "/?wrong" || len(w.Result().Cookies()) != 0 {
			t.Errorf("a wrong link: status %d, %v", w.Code, w.Header())
		}
		if w := l.visit("GET", "/", ""); w.Code != 200 {
			t.Errorf("the page without a link: status %d", w.Code)
		}
		if w := l.visit("GET", "/api/config", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"role":"anyone"`) {
			t.Errorf("without a link: status %d, %.300s", w.Code, w.Body)
		}
		if strings.Contains(l.log.String(), key) {
			t.Error("the log has the key")
		}
	}
}

// TestTwoServers opens the links of two servers on one host, at different ports, in one browser. The browser has the
// role of each link.
func TestTwoServers(t *testing.T) {
	a, b := newRig(t, t.TempDir()), newRig(t, t.TempDir())
	jar := map[string]string{} // as browsers keep them: without the port
	keep := func(w *httptest.ResponseRecorder) {
		for _, c := range w.Result().Cookies() {
			if jar[c.Name] = c.Value; c.MaxAge < 0 {
				delete(jar, c.Name)
			}
		}
	}
	sent := func() string {
		var all []string
		for name, value := range jar {
			all = append(all, name+"="+value)
		}
		return strings.Join(all, "; ")
	}
	keep(a.visit("GET", "/?key="+a.keys()[wire.Guest], ""))
	keep(b.visit("GET", "/?key="+b.keys()[wire.Guest], "", "Cookie", sent()))
	for range 2 {
		for _, l := range []*rig{a, b} {
			w := l.visit("GET", "/api/config", "", "Cookie", sent())
			if keep(w); !strings.Contains(w.Body.String(), `"role":"guest"`) {
				t.Errorf("the guest of two servers: %.300s", w.Body)
			}
		}
	}
	before := a.cookies()
	a.stop()
	if a = newRig(t, a.dir); a.cookies() != before {
		t.Error("after a restart the cookies have other names")
	}
}

// TestFromHere checks which requests without a key come from the owner.
func TestFromHere(t *testing.T) {
	named := func(o *Options) { o.AllowedHosts = []string{"mypc"} }
	open := func(o *Options) { o.Open = true }
	proxy := func(o *Options) { o.Proxy, _ = url.Parse("https://go.example") }
	for _, test := range []struct {
		option  func(*Options)
		headers []string
		want    int
	}{
		{named, []string{"From", "127.0.0.1:9", "Host", "localhost:8017"}, 200},
		{named, []string{"From", "[::1]:9", "Host", "[::1]:8017"}, 200},
		{named, []string{"From", "127.0.1.1:9", "Host", "mypc:8017"}, 200},
		{named, []string{"From", "127.0.0.1:9", "Host", "localhost", "Cookie", "tengen-key-ID-guest=GUEST"}, 200},        // the owner has opened it
		{named, []string{"From", "127.0.0.1:9", "Host", "203.0.113.9:8017", "Cookie", "tengen-key-ID-guest=GUEST"}, 403}, // a guest through a tunnel
		{named, []string{"From", "127.0.0.1:9", "Host", "localhost", "Authorization", "Bearer GUEST"}, 403},              // a program that is a guest
		{named, []string{"From", "127.0.0.1:9", "Host", "go.example"}, 403},                                              // a foreign name
		{named, []string{"From", "127.0.0.1:9", "Host", "203.0.113.9:8017"}, 401},                                        // through a tunnel
		{named, []string{"From", "127.0.0.1:9", "Host", "localhost", "X-Forwarded-For", "203.0.113.9"}, 403},             // through a proxy
		{named, []string{"From", "127.0.0.1:9", "Host", "localhost", "Forwarded", "for=203.0.113.9"}, 403},               // through a proxy
		{named, []string{"From", "203.0.113.9:9", "Host", "localhost"}, 401},                                             // another machine
		{named, []string{"From", "203.0.113.9:9", "Host", "mypc:8017"}, 401},                                             // another machine
		{named, []string{"From", "203.0.113.9:9", "Host", "mypc", "X-Forwarded-For", "127.0.0.1"}, 401},                  // claims to be here
		{named, []string{"From", "@", "Host", "localhost"}, 401},                                                         // no address
		{open, []string{"From", "203.0.113.9:9", "Host", "203.0.113.10:8017"}, 200},                                      // everyone
		{open, []string{"From", "203.0.113.9:9", "Host", "my.local:8017"}, 200},                                          // a printed address
		{open, []string{"From", "203.0.113.9:9", "Host", "go.example:8017"}, 403},                                        // a foreign name
		{proxy, []string{"From", "127.0.0.1:9", "Host", "localhost:8017"}, 401},                                          // everyone needs a link
		{proxy, []string{"From", "127.0.0.1:9", "Host", "localhost:8017", "X-Forwarded-For", "127.0.0.1, ::1"}, 401},     // claims to be here
	} {
		l := newRig(t, t.TempDir(), test.option)
		l.server.access.SetAddresses(func() []string { return []string{"http://my.local:8017/"} })
		for i, value := range test.headers {
			if strings.Contains(value, "GUEST") {
				test.headers[i] = strings.ReplaceAll(value, "GUEST", l.keys()[wire.Guest])
			}
		}
		if w := l.visit("GET", "/api/records", "", test.headers...); w.Code != test.want {
			t.Errorf("%q: status %d, want %d: %s", test.headers, w.Code, test.want, w.Body)
		}
		l.stop()
	}
}

// TestForeignPages sends requests of other pages with the cookie of the owner, as a browser without SameSite would.
func TestForeignPages(t *testing.T) {
	l := newRig(t, t.TempDir())
	proxied := newRig(t, t.TempDir(), func(o *Options) { o.Proxy, _ = url.Parse("https://proxy.example") })
	for _, test := range []struct {
		l       *rig
		headers []string
		ok      bool
	}{
		{l, nil, true},
		{l, []string{"Origin", "http://go.example"}, true},
		{l, []string{"Origin", "http://go.example", "Sec-Fetch-Site", "same-origin"}, true},
		{l, []string{"Origin", "https://go.example"}, false},
		{l, []string{"Origin", "http://go.example:9000", "Sec-Fetch-Site", "same-site"}, false},
		{l, []string{"Sec-Fetch-Site", "same-site"}, false},
		{l, []string{"Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site"}, false},
		{l, []string{"Origin", "null"}, false},
		{proxied, []string{"Origin", "https://proxy.example"}, true},
		{proxied, []string{"Origin", "http://proxy.example"}, false},
		{proxied, []string{"Origin", "https://evil.example", "X-Forwarded-Host", "evil.example", "X-Forwarded-Proto", "https"}, false},
	} {
		w := test.l.visit("POST", "/api/games", "{}", append(test.headers, "Cookie", "tengen-key-ID-owner="+test.l.ownerKey())...)
		if ok := w.Code == 200; ok != test.ok || !ok && w.Code != 403 {
			t.Errorf("%q: status %d, %s", test.headers, w.Code, w.Body)
		}
	}
}
