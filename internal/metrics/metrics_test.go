package metrics

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// TestPage: every line has the form that Prometheus reads, and each metric is described once.
func TestPage(t *testing.T) {
	p := NewPage()
	p.Gauge("a", "First.", 0.5)
	p.Counter("b_total", "Second.", 3e9, "x", "1", "y", "quote \" line \n slash \\")
	p.Counter("b_total", "Second.", 4, "x", "2", "y", "")
	w := httptest.NewRecorder()
	p.ServeHTTP(w, nil)
	text := w.Body.String()
	if kind := w.Header().Get("Content-Type"); !strings.HasPrefix(kind, "text/plain; version=0.0.4") {
		t.Errorf("the content type is %q", kind)
	}
	form := regexp.MustCompile(`^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="([^"\\]|\\.)*"(,[a-z]+="([^"\\]|\\.)*")*\})? [0-9.e+-]+)$`)
	for line := range strings.Lines(text) {
		if !form.MatchString(strings.TrimSuffix(line, "\n")) {
			t.Errorf("%q is not a line of the format", line)
		}
	}
	for _, want := range []string{"\na 0.5\n", "# TYPE b_total counter\nb_total{x=\"1\",y=\"quote \\\" line \\n slash \\\\\"} 3e+09\nb_total{x=\"2\",y=\"\"} 4\n", "go_goroutines ", "go_heap_bytes ", "process_start_time_seconds "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}
