package topology

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
)

// TestSlowest checks that the largest files with the longest expressions take about a second. The
// limit is higher, for a busy machine.
func TestSlowest(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the largest files there can be")
	}
	var points, edges strings.Builder
	for i := range baduk.MaxPoints {
		fmt.Fprintf(&points, `,{"x":%d,"y":%d,"name":"n%d"}`, i%200, i/200, i)
		for k := 1; k <= 4; k++ {
			fmt.Fprintf(&edges, ",[%d,%d]", i, (i+k)%baduk.MaxPoints)
		}
	}
	weight := strings.Repeat("exp(-x*x)+", 25) + "0"
	threshold := "z > 2 or 0 == " + strings.Repeat("exp(-z*z)+", 25) + "0"
	for name, text := range map[string]string{
		"points":   `{"points":[` + points.String()[1:] + `],"edges":[` + edges.String()[1:] + `],"weight":"` + weight + `","threshold":"` + threshold + `"}`,
		"infinite": `{"shape":"infinite 90","weight":"(` + weight + `)*exp(-y*y)","threshold":"` + threshold + `"}`,
		"equal":    `{"points":[` + points.String()[1:] + `],"edges":[],"threshold":"` + threshold + `"}`,
	} {
		start := time.Now()
		b, err := Read("F", []byte(text))
		d := time.Since(start)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		t.Logf("%s: %d points, %d bytes in %v", name, b.Graph.Len(), len(text), d)
		if d > time.Minute {
			t.Errorf("%s took %v", name, d)
		}
	}
}

// FuzzRead checks that Read neither panics nor takes long, that an accepted board can be played on,
// and that its source is read as the same board.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	for _, k := range Kinds() {
		f.Add(fmt.Sprintf(`{"shape":%q}`, k.Example))
	}
	for _, text := range []string{
		mango19, mangoInfinite,
		`{"points":[{"x":0,"y":0,"name":"a"},{"x":1,"y":0},{"x":1,"y":1}],"edges":[["a",1],[1,2]],"weight":{"a":2},"black":["a"],"white":[1]}`,
		`{"shape":"3x3","weight":"max(x,y)%2==0 ? -1 : pow(x,2)/3","threshold":"z>1 and not (z==3) || z<-1","regional":true,"black":["A1"],"toPlay":"white","scores":{"black":0,"white":5.5},"komi":0.5,"rules":"chinese"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		b, err := Read("F", []byte(text))
		if d := time.Since(start); d > time.Minute { // a second, under a fuzzer that shares the machine
			t.Errorf("reading took %v", d)
		}
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got the %T %q, want an *Error of one line", err, err)
			}
			return
		}
		if b.Graph.Source() != "" {
			checkReread(t, b)
		}
		if b.Graph.Len() > 1000 {
			return // a board takes much memory
		}
		if _, err := baduk.NewGameFrom(b.Graph, baduk.TrompTaylor(), b.Setup); err != nil {
			t.Error(err)
		}
	})
}
