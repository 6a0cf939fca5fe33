// Package metrics writes figures in the text format of Prometheus.
//
//	p := metrics.NewPage()
//	p.Gauge("tengen_tasks", "Tasks that are held.", 3, "work", "selfplay")
//
// The samples of one metric have to be added one after another.
package metrics

import (
	"fmt"
	"net/http"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// Page is a text with the values of metrics.
type Page struct {
	text strings.Builder
	last string // name of the latest metric
}

// started is the time at which the process began, approximately.
var started = time.Now()

// NewPage returns a page with the figures that every process has.
func NewPage() *Page {
	p := &Page{}
	p.Gauge("process_start_time_seconds", "Start of the process, in seconds since 1970.", float64(started.UnixMilli())/1000)
	for _, one := range []struct{ from, name, help string }{
		{"/sched/goroutines:goroutines", "go_goroutines", "Goroutines that exist."},
		{"/memory/classes/total:bytes", "go_memory_bytes", "Memory that the Go runtime has mapped."},
		{"/memory/classes/heap/objects:bytes", "go_heap_bytes", "Memory of objects."},
		{"/gc/heap/live:bytes", "go_live_heap_bytes", "Memory of the objects that the last garbage collection found in use."},
	} {
		sample := []metrics.Sample{{Name: one.from}}
		if metrics.Read(sample); sample[0].Value.Kind() == metrics.KindUint64 {
			p.Gauge(one.name, one.help, float64(sample[0].Value.Uint64()))
		}
	}
	if n := resident(); n > 0 {
		p.Gauge("process_resident_memory_bytes", "Memory of the process.", float64(n))
	}
	return p
}

// resident returns the memory of the process in bytes, or 0 if the system does not say it in /proc.
func resident() int {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var all, pages int
	_, _ = fmt.Sscan(string(text), &all, &pages) // 0 if it is not readable
	return pages * os.Getpagesize()
}

// Gauge adds a value that may rise and fall. The labels are names and values in turn.
func (p *Page) Gauge(name, help string, value float64, labels ...string) {
	p.add("gauge", name, help, value, labels)
}

// Counter adds a value that only rises while the process runs. Its name ends in _total.
func (p *Page) Counter(name, help string, value float64, labels ...string) {
	p.add("counter", name, help, value, labels)
}

var escape = strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`)

func (p *Page) add(kind, name, help string, value float64, labels []string) {
	if name != p.last {
		p.last = name
		fmt.Fprintf(&p.text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
	}
	p.text.WriteString(name)
	for i := 0; i+1 < len(labels); i += 2 {
		fmt.Fprintf(&p.text, `%c%s="%s"`, "{,"[min(i, 1)], labels[i], escape.Replace(labels[i+1]))
	}
	if len(labels) > 0 {
		p.text.WriteByte('}')
	}
	fmt.Fprintf(&p.text, " %s\n", strconv.FormatFloat(value, 'g', -1, 64))
}

// ServeHTTP sends the page.
func (p *Page) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = w.Write([]byte(p.text.String())) // the client may have gone away
}
