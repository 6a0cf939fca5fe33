package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/nn"
	"tengen/train"
)

// TestTrain trains a net that plays, from records, and continues from a checkpoint.
func TestTrain(t *testing.T) {
	rows := dataFolder(t)
	net := filepath.Join(t.TempDir(), "net.bin.gz")
	command := []string{"train", "--data", rows, "--out", net, "--arch", "b1c16", "--batch", "8", "--hold-out", "4", "--test-every", "2", "--threads", "2", "--steps"}
	got := tengen(t, "", nil, append(command, "4")...)
	if got.status != 0 || !strings.Contains(got.stdout, "first choice") || !strings.Contains(got.stdout, "test") {
		t.Fatalf("tengen train: got %+v, want status 0 and the tests with the share of first choices on stdout", got)
	}
	list, _, err := train.ReadMetrics(filepath.Join(filepath.Dir(net), "net.run", train.MetricsFile))
	if err != nil || len(list) != 3 || list[2].Step != 4 {
		t.Errorf("the metrics are %+v (error: %v), want 3 lines, of which the last is of step 4", list, err)
	}
	if got := tengen(t, "", nil, "model", "check", net, "--positions", "1"); got.status != 0 {
		t.Errorf("tengen model check of the trained net: got %+v, want status 0", got)
	}
	picture := filepath.Join(t.TempDir(), "chances.svg")
	if got := tengen(t, "", nil, "model", "test", net, "--data", rows, "--hold-out", "4", "--reliability", picture); got.status != 0 || !strings.Contains(got.stdout, "first choice") {
		t.Errorf("tengen model test --reliability: got %+v, want status 0 and the share of first choices on stdout", got)
	}
	if svg, err := os.ReadFile(picture); err != nil || !strings.Contains(string(svg), "<circle") {
		t.Errorf("the picture is %q (error: %v), want SVG with circles", svg, err)
	}
	if got := tengen(t, "", nil, "model", "test", net, "--data", t.TempDir()); got.status != 2 {
		t.Errorf("tengen model test on an empty folder: got %+v, want status 2", got)
	}
	if again := tengen(t, "", nil, append(command, "4")...); again.status != 0 || again.stdout != got.stdout {
		t.Errorf("done twice: %+v", again)
	}
	if got := tengen(t, "", nil, append(command, "6")...); got.status != 1 || !strings.Contains(got.stderr, "other settings") {
		t.Errorf("tengen train with 6 steps in place of 4: got %+v, want status 1 and that the run has other settings", got)
	}
	on := filepath.Join(t.TempDir(), "b.bin.gz")
	if got := tengen(t, "", nil, "train", "--data", rows, "--from", net, "--out", on, "--batch", "8", "--steps", "1"); got.status != 0 {
		t.Errorf("tengen train --from: got %+v, want status 0", got)
	}
	if m, err := nn.ReadFile(on, nn.Limits{}); err != nil || m.Name != "b" {
		t.Errorf("the name is %q, %v", m.Name, err)
	}
	for want, args := range map[string][]string{
		"began with the net":      {"--out", on, "--batch", "8", "--steps", "1"},
		"is a b1c16, not a b2c16": {"--out", filepath.Join(t.TempDir(), "c.bin.gz"), "--from", net, "--arch", "b2c16"},
		"already exists":          {"--out", net, "--run", filepath.Join(t.TempDir(), "other")},
	} {
		got := tengen(t, "", nil, append([]string{"train", "--data", rows}, args...)...)
		if got.status == 0 || !strings.Contains(got.stderr, want) {
			t.Errorf("%v: %+v, want %q", args, got, want)
		}
	}
	junk := filepath.Join(t.TempDir(), "junk")
	if err := os.WriteFile(junk, []byte("no net"), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"end in .bin.gz":                  {"--out", "net.txt"},
		"is not an architecture":          {"--out", net, "--arch", "b6"},
		"is not a method":                 {"--out", net, "--method", "sgd"},
		"reads rectangles":                {"--out", net, "--board", "torus 5x5"},
		"rate is 0":                       {"--out", net, "--rate", "0"},
		"the weight of the value in the ": {"--out", net, "--value-loss", "-1"},
		"the teacher's shares have to be": {"--out", net, "--teacher", "2"},
		"model file":                      {"--out", net, "--from", junk},
		"not a folder of training rows":   {"--out", net, "--data", t.TempDir()},
		"expected a whole":                {"--out", net, "--steps", "0"},
	} {
		args := append([]string{"train", "--data", rows}, args...)
		if got := tengen(t, "", nil, args...); got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("%v: %+v, want %q", args, got, want)
		}
	}
}
