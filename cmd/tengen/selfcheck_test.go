package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/nn"
)

// TestSelfcheck checks that this program passes, with and without a net.
func TestSelfcheck(t *testing.T) {
	if got := tengen(t, "", nil, "selfcheck"); got.status != exitSuccess || !strings.HasSuffix(got.stdout, "All is well.\n") || strings.Contains(got.stdout, "WRONG") {
		t.Errorf("tengen selfcheck: got %+v, want status 0, no finding that is WRONG, and that all is well", got)
	}
	file := filepath.Join(t.TempDir(), "net.bin")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(nn.Write(f, nn.Random(3, nn.RandomOptions{Version: 11, Blocks: "rg"}), nn.WriteOptions{}), f.Close()); err != nil {
		t.Fatal(err)
	}
	got := tengen(t, "", nil, "selfcheck", "--json", "--model", file)
	var s selfcheckLine
	if err := json.Unmarshal([]byte(got.stdout), &s); err != nil || got.status != exitSuccess || !s.OK || s.Problem != "" || len(s.Findings) != 6 {
		t.Errorf("tengen selfcheck --json with a net: got %+v (JSON error: %v), want status 0, ok, no problem and 6 findings", got, err)
	}
	// A file that is not a net is one failure; the other checks still run.
	if err := os.WriteFile(file, []byte("not a net"), 0o644); err != nil {
		t.Fatal(err)
	}
	got = tengen(t, "", nil, "selfcheck", "--json", "--model", file)
	s = selfcheckLine{}
	if err := json.Unmarshal([]byte(got.stdout), &s); err != nil || got.status != exitFailure || s.OK || !strings.HasPrefix(s.Problem, "net: ") || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("tengen selfcheck --json with a damaged net: got %+v (JSON error: %v), want status 1, not ok, a problem with the net and one line on stderr", got, err)
	}
}
