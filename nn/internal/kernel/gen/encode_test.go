package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestEncodings: GNU's assembler encodes the comment behind each WORD into the same word.
func TestEncodings(t *testing.T) {
	tools := []string{"aarch64-linux-gnu-as", "aarch64-linux-gnu-objcopy"}
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is missing: install Debian's binutils-aarch64-linux-gnu", tool)
		}
	}
	f := neon{&file{}, map[string]string{}}
	neonKernels(f)
	var words, text []string
	for _, m := range regexp.MustCompile(`WORD \$0x(\w+) // (.*)`).FindAllStringSubmatch(f.assembly(), -1) {
		if !slices.Contains(text, m[2]) {
			words, text = append(words, m[1]), append(text, m[2])
		}
	}
	dir := t.TempDir()
	source, object, code := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a.bin")
	var lines bytes.Buffer
	for _, line := range text {
		fmt.Fprintln(&lines, line)
	}
	if err := os.WriteFile(source, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{tools[0], "-o", object, source}, {tools[1], "-O", "binary", "-j", ".text", object, code}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	all, err := os.ReadFile(code)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) == 0 || len(all) != 4*len(text) {
		t.Fatalf("%d bytes for %d instructions", len(all), len(text))
	}
	for i, line := range text {
		if got := fmt.Sprintf("%02x%02x%02x%02x", all[4*i+3], all[4*i+2], all[4*i+1], all[4*i]); got != words[i] {
			t.Errorf("%s is %s, want %s", line, words[i], got)
		}
	}
	t.Logf("%d different instructions", len(text))
}
