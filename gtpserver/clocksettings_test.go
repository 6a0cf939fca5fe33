package gtpserver

import (
	"testing"

	"tengen/clock"
)

// TestReadsWhatClocksWrite sends the most exact GTP command for a time control, and compares the settings that the
// engine reads with the time control.
func TestReadsWhatClocksWrite(t *testing.T) {
	for _, text := range []string{"none", "10m", "10m+5m/25", "10m+3x30s", "10m+5s", "300h+5s", "2m+0.5s", "0s+5s"} {
		want, err := clock.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		e := newEngine(t, Config{Width: 9})
		command := want.GTP()[0]
		if answer := ask(t, e, command); e.clocks.settings != want {
			t.Errorf("%s: %s answered %q and set %v, want %v", text, command, answer, e.clocks.settings, want)
		}
	}
}
