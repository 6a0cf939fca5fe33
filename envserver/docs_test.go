package envserver

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"tengen/baduk"
)

// TestDocument runs the session of docs/env.md and compares every answer.
func TestDocument(t *testing.T) {
	page, err := os.ReadFile("../docs/env.md")
	if err != nil {
		t.Fatal(err)
	}
	rules := baduk.Rules{Ko: baduk.KoPositional, Suicide: baduk.SuicideLiteral, Komi: 15}
	e, err := New(Options{Board: baduk.MustRectangle(2, 2), Rules: rules, Games: 2})
	if err != nil {
		t.Fatal(err)
	}
	asked := ""
	answers := 0
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "> {"):
			asked = line[2:]
		case asked != "":
			var out bytes.Buffer
			if err := e.ServeJSON(strings.NewReader(asked), &out); err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(out.String()); got != line {
				t.Errorf("%s: got\n%s\nwant as in docs/env.md\n%s", asked, got, line)
			}
			asked = ""
			answers++
		}
	}
	if answers != 6 {
		t.Errorf("%d answers", answers)
	}
}
