package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/nn"
	"tengen/replay"
)

// TestDataTeacherVisits imports games with the searches of a teacher, and checks that unusable numbers of visits are
// refused.
func TestDataTeacherVisits(t *testing.T) {
	home := t.TempDir()
	model, file, dir := filepath.Join(home, "net.bin.gz"), filepath.Join(home, "games.tsv"), filepath.Join(home, "rows")
	out, err := os.Create(model)
	if err != nil {
		t.Fatal(err)
	}
	err = nn.Write(out, nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "rg"}), nn.WriteOptions{Gzip: true})
	if err := errors.Join(err, out.Close(), os.WriteFile(file, []byte(dataLines(t, 3, 9)), 0o666)); err != nil {
		t.Fatal(err)
	}
	args := []string{"data", "import", file, "--out", dir, "--per-game", "3"}
	if got := tengen(t, "", nil, append(args, "--teacher-visits", "20")...); got.status != 2 || !strings.Contains(got.stderr, "name the teacher with --teacher") {
		t.Errorf("without a teacher: got %+v, want status 2 and a hint to name one", got)
	}
	if got := tengen(t, "", nil, append(args, "--judge-later", "--rollouts", "9")...); got.status != 2 || !strings.Contains(got.stderr, "leave out --rollouts") {
		t.Errorf("--judge-later with --rollouts: got %+v, want status 2 and the advice to leave out --rollouts", got)
	}
	args = append(args, "--teacher", model)
	for visits, want := range map[string]string{"0": "at least 1", "1": "use at least 2 visits", "10001": "use at most 10000", "1e3": "whole number"} {
		if got := tengen(t, "", nil, append(args, "--teacher-visits", visits)...); got.status != 2 || !strings.Contains(got.stderr, want) {
			t.Errorf("--teacher-visits %s: got %+v, want status 2 and %q", visits, got, want)
		}
	}
	if got := tengen(t, "", nil, append(args, "--judge-later")...); got.status != 2 || !strings.Contains(got.stderr, "leave out one of them") {
		t.Errorf("--judge-later with a teacher: got %+v, want status 2 and the advice to leave out one of them", got)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the refused imports left a folder: %v", err)
	}
	var m replay.Manifest
	got := tengen(t, "", nil, append(args, "--teacher-visits", "20", "--leaves", "1", "--student", model, "--json")...)
	if err := json.Unmarshal([]byte(got.stdout), &m); err != nil || got.status != 0 || m.Samples != 18 || m.Settings.TeacherVisits != 20 {
		t.Fatalf("tengen data import --json: got %+v (JSON error: %v), want 18 samples and 20 visits in the settings", got, err)
	}
	if got := tengen(t, "", nil, append(args, "--leaves", "1", "--student", model)...); got.status != 2 || !strings.Contains(got.stderr, "teacherVisits was 20 and is now 0") {
		t.Errorf("without visits: got %+v, want status 2 and the difference of the settings", got)
	}
}
