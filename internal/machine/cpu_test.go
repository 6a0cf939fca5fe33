package machine

import "testing"

func TestNameIn(t *testing.T) {
	for text, want := range map[string]string{
		"processor\t: 0\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\nmodel name\t: other\n": "AMD EPYC (family 26, model 2)",
		"processor\t: 0\nmodel name\t: ARMv8\n":                   "ARMv8",
		"processor\t: 0\nBogoMIPS\t: 50\nCPU part\t: 0xd0c\n\n\n": "",
	} {
		if got := nameIn(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if CPU() == "" {
		t.Error("CPU returned nothing, want at least the architecture")
	}
	t.Logf("%s: %v", CPU(), Features())
}
