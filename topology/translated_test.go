package topology

import (
	"testing"

	"tengen/web/webtest"
)

// TestKindsAreTranslated checks that the page can translate the kinds of boards that it offers. Single boards keep
// their names.
func TestKindsAreTranslated(t *testing.T) {
	known := webtest.Sentences(t, "../web/languages/server.json")
	for i, k := range Kinds() {
		name := k.Name
		switch {
		case name == "rectangle": // the page shows its size
			continue
		case i >= len(builders()):
			name = "threshold"
		}
		if !known.MatchString(name) || !known.MatchString(k.Description) {
			t.Errorf("the page cannot translate %q and %q: add them to web/languages/server.json", name, k.Description)
		}
	}
}
