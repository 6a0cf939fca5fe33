package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestEnv checks the command, and flags that it refuses.
func TestEnv(t *testing.T) {
	for args, want := range map[string]string{
		"env --games 0": "at least 1", "env --games 99999": "65536", "env --board infinite": "finite board", "env --size 25 --games 60000": "MiB", "env --max-turns -1": "truncated",
		"env --rules fly": "--rules",
	} {
		if got := tengen(t, "", nil, strings.Fields(args)...); got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: got %+v, want status 2 and %q", args, got, want)
		}
	}
}

// TestEnvInPython plays games through the Python classes. A program that learns 2x2 from
// scratch finds its value: one point under superko, see baduk.TestMiddleIsNotAlwaysBest.
func TestEnvInPython(t *testing.T) {
	python, program := pythonWith(t, "numpy")
	for script, want := range map[string]string{"check.py " + program: "checked: ", "tabular_2x2.py --tengen " + program: "2x2 is worth 1 to Black"} {
		c := exec.Command(python, strings.Fields(script)...)
		c.Dir = "../../contrib/python"
		if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
	}
}
