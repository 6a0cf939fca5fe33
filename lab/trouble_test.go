package lab

import (
	"strings"
	"testing"
)

// TestTroubles plays what every ruleset makes of every position: the result must
// be what the file says.
func TestTroubles(t *testing.T) {
	for _, trouble := range Troubles() {
		for _, o := range trouble.Outcomes {
			_, ruling, refused, err := trouble.Play(o)
			if err != nil || ruling.Err != nil {
				t.Errorf("%s under %s: %v, %v", trouble.Name, o.Rules, err, ruling.Err)
				continue
			}
			if ruling.Result != o.Result {
				t.Errorf("%s under %s: %s (step %d refused), not %s", trouble.Name, o.Rules, ruling.Result, refused, o.Result)
			}
			if !strings.HasSuffix(o.Text, ".") && !strings.HasSuffix(o.Text, ",") {
				t.Errorf("%s under %s: %q is no sentence", trouble.Name, o.Rules, o.Text)
			}
		}
	}
}
