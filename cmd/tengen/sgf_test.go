package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// changing are the parts of an output that are different each time.
var changing = regexp.MustCompile(`in [0-9.]+ s\b|"seconds":[0-9.e-]+`)

// transcript runs command lines, one a line, and compares all that they print, and
// their statuses, with a golden file. $TMP is a folder for what they write.
func transcript(t *testing.T, name, tmp string, lines ...string) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	neutral := func(text string) string {
		text = changing.ReplaceAllString(strings.NewReplacer(tmp, "$TMP", here, "$HERE").Replace(text), "in no time")
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "(no end of line)\n"
		}
		return text
	}
	var all strings.Builder
	for _, line := range lines {
		got := tengen(t, "", nil, strings.Fields(strings.ReplaceAll(line, "$TMP", tmp))...)
		fmt.Fprintf(&all, "$ tengen %s\n%s", line, neutral(got.stdout))
		if got.stderr != "" {
			fmt.Fprintf(&all, "stderr:\n%s", neutral(got.stderr))
		}
		fmt.Fprintf(&all, "status %d\n\n", got.status)
	}
	golden(t, name, result{stdout: all.String()})
}

const records3 = "testdata/sgf/variations.sgf testdata/sgf/illegal.sgf testdata/sgf/gb18030.sgf"

func TestSGFCheck(t *testing.T) {
	transcript(t, "sgf-check.out", t.TempDir(),
		"sgf check testdata/sgf",
		"sgf check testdata/sgf/variations.sgf",
		"sgf check --quiet testdata/sgf no-such.sgf",
		"sgf check --strict --quiet testdata/sgf/chess.sgf",
		"sgf check --rules tromp-taylor testdata/sgf/illegal.sgf",
		"sgf check --json "+records3,
		"sgf check --json --quiet testdata/sgf",
		"sgf check --encoding klingon testdata/sgf/two.sgf",
		"sgf check - -",
	)
}

func TestSGFInfo(t *testing.T) {
	transcript(t, "sgf-info.out", t.TempDir(),
		"sgf info testdata/sgf",
		"sgf info --text testdata/sgf",
		"sgf stats testdata/sgf",
		"sgf stats --json --top 3 testdata/sgf",
	)
}

func TestSGFFmt(t *testing.T) {
	tmp := t.TempDir()
	file := filepath.Join(tmp, "two.sgf")
	copyFile(t, "testdata/sgf/two.sgf", file, 0o640)
	copyFile(t, "testdata/sgf/broken.sgf", filepath.Join(tmp, "broken.sgf"), 0o600)
	transcript(t, "sgf-fmt.out", tmp,
		"sgf fmt testdata/sgf/variations.sgf",
		"sgf fmt --no-canonical testdata/sgf/illegal.sgf",
		"sgf fmt testdata/sgf/gb18030.sgf",
		"sgf fmt --encoding ascii testdata/sgf/gb18030.sgf",
		"sgf fmt testdata/sgf/broken.sgf testdata/sgf/chess.sgf testdata/lrs-004.sgf rules.go",
		"sgf fmt --force testdata/sgf/broken.sgf",
		"sgf fmt --check $TMP",
		"sgf fmt -w $TMP",
		"sgf fmt --check $TMP/two.sgf",
		"sgf fmt -w -",
		"sgf fmt -w --check $TMP",
	)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the permissions became %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) != 2 {
		t.Errorf("there are other files: %v", left)
	}
	broken, err := os.ReadFile(filepath.Join(tmp, "broken.sgf"))
	if want, _ := os.ReadFile("testdata/sgf/broken.sgf"); err != nil || !bytes.Equal(broken, want) {
		t.Errorf("a file with errors was touched: %q, %v", broken, err)
	}
}

// TestSGFFmtKeeps: what is written again says the same, byte for byte the second time.
func TestSGFFmtKeeps(t *testing.T) {
	for _, name := range strings.Fields(records3) {
		for _, encoding := range []string{"UTF-8", "GB18030", "UTF-16"} {
			once := tengen(t, "", nil, "sgf", "fmt", "--encoding", encoding, name)
			m, _, out := newMain(t, "", nil)
			m.Stdin = strings.NewReader(once.stdout)
			if status := m.Run(t.Context(), []string{"sgf", "fmt", "--encoding", encoding, "-"}); status != 0 || out[0].String() != once.stdout {
				t.Errorf("%s in %s: status %d, %s\n%q\n%q", name, encoding, status, out[1], once.stdout, out[0])
			}
			m, _, out = newMain(t, "", nil)
			m.Stdin = strings.NewReader(once.stdout)
			m.Run(t.Context(), []string{"sgf", "info", "-"})
			was := strings.Split(tengen(t, "", nil, "sgf", "info", name).stdout, `"board"`)
			if is := strings.Split(out[0].String(), `"board"`); len(is) != 2 || is[1] != was[1] {
				t.Errorf("%s in %s: %s\nwas %s", name, encoding, is, was)
			}
		}
	}
}

func copyFile(t *testing.T, from, to string, mode os.FileMode) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestSGFSplitAndMerge(t *testing.T) {
	tmp := t.TempDir()
	transcript(t, "sgf-split.out", tmp,
		"sgf split -d $TMP/games testdata/sgf/two.sgf",
		"sgf split -d $TMP/games testdata/sgf/two.sgf",
		"sgf split -d $TMP/lines --variations testdata/sgf/variations.sgf",
		"sgf fmt $TMP/lines/001-2020-05-01-Black_One-White_Two.sgf $TMP/lines/003-2020-05-01-Black_One-White_Two.sgf",
		"sgf split testdata/sgf",
		"sgf split testdata/sgf/chess.sgf",
		"sgf merge $TMP/lines",
		"sgf merge testdata/sgf/variations.sgf testdata/sgf/gb18030.sgf",
		"sgf merge --collection -o $TMP/all.sgf testdata/sgf/variations.sgf testdata/sgf/gb18030.sgf",
		"sgf merge --collection -o $TMP/all.sgf testdata/sgf/two.sgf",
		"sgf info $TMP/all.sgf",
		"sgf merge -o $TMP/no/all.sgf testdata/sgf/variations.sgf",
		"sgf merge $TMP/games no-such.sgf",
	)
	// The lines together are the tree again.
	whole := tengen(t, "", nil, "sgf", "fmt", "testdata/sgf/variations.sgf")
	m, _, out := newMain(t, "", nil)
	m.Stdin = strings.NewReader(tengen(t, "", nil, "sgf", "merge", filepath.Join(tmp, "lines")).stdout)
	if status := m.Run(t.Context(), []string{"sgf", "fmt", "-"}); status != 0 || out[0].String() != whole.stdout {
		t.Errorf("split and merged:\n%s\nwas\n%s", out[0], whole.stdout)
	}
}

func TestSGFRender(t *testing.T) {
	tmp := t.TempDir()
	transcript(t, "sgf-render.out", tmp,
		"sgf render testdata/sgf/variations.sgf",
		"sgf render --move 2 testdata/sgf/variations.sgf",
		"sgf render --move 0 --part A1:E5 testdata/sgf/variations.sgf",
		"sgf render --node 1:1 --numbers testdata/sgf/variations.sgf",
		"sgf render --move 3 --variation-letters testdata/sgf/variations.sgf",
		"sgf render --figures 3 testdata/sgf/variations.sgf",
		"sgf render --game 2 --to svg -o $TMP/x testdata/sgf/two.sgf",
		"sgf render --game 2 --to svg -o $TMP/x testdata/sgf/two.sgf",
		"sgf render --game 3 testdata/sgf/two.sgf",
		"sgf render --node 1:2 testdata/sgf/variations.sgf",
		"sgf render --node x testdata/sgf/variations.sgf",
		"sgf render --move 99 testdata/sgf/variations.sgf",
		"sgf render --part A1:Z9 testdata/sgf/variations.sgf",
		"sgf render -o $TMP/x.jpg testdata/sgf/variations.sgf",
		"sgf render --font rules.go testdata/sgf/variations.sgf",
		"sgf render --heat testdata/sgf/variations.sgf",
		"sgf render --theme pink testdata/sgf/variations.sgf",
		"sgf render testdata/sgf/chess.sgf",
	)
	for _, c := range []struct{ args, begins string }{
		{"-o $TMP/a.svg", "<svg "}, {"-o $TMP/a.png --width 300", "\x89PNG"}, {"-o $TMP/a.gif --delay 0.5", "GIF89a"}, {"-o $TMP/a.pdf", "%PDF-"},
		{"-o $TMP/b.pdf --move 3 --theme dark", "%PDF-"}, {"-o $TMP/c.png --figures 2 --theme print", ""},
	} {
		args := strings.Fields("sgf render " + strings.ReplaceAll(c.args, "$TMP", tmp) + " testdata/sgf/variations.sgf")
		if got := tengen(t, "", nil, args...); got.status != 0 || got.stdout+got.stderr != "" {
			t.Errorf("%v: %+v", args, got)
		}
		data, err := os.ReadFile(args[3])
		if c.begins != "" && (err != nil || !strings.HasPrefix(string(data), c.begins)) {
			t.Errorf("%v: %.20q, %v", args, data, err)
		}
	}
	if figures, _ := filepath.Glob(filepath.Join(tmp, "c-*.png")); len(figures) != 3 {
		t.Errorf("five moves by two are %v", figures)
	}
}

func TestSGFConvert(t *testing.T) {
	transcript(t, "sgf-convert.out", t.TempDir(),
		"sgf convert testdata/sgf/gb18030.sgf",
		"sgf convert --to tygem testdata/sgf/two.sgf",
		"sgf convert --to jpeg testdata/sgf/two.sgf",
		"sgf convert -o $TMP/x.jpeg testdata/sgf/two.sgf",
		"sgf convert --game 3 testdata/sgf/two.sgf",
		"sgf convert --game 2 testdata/sgf/two.sgf",
		"sgf convert --to jgof testdata/sgf/two.sgf",
		"sgf convert --from gib testdata/sgf/two.sgf",
		"sgf convert --to lines testdata/sgf/two.sgf",
		"sgf convert --to gtp testdata/sgf/variations.sgf",
		"sgf convert --to ugf -o $TMP/x.ugf testdata/sgf/variations.sgf",
		"sgf convert $TMP/x.ugf",
		"sgf info $TMP/x.ugf",
		"sgf fmt $TMP/x.ugf",
		"sgf convert -o $TMP/x.sgf --encoding Big5 testdata/sgf/gb18030.sgf",
	)
}

func TestSGFFind(t *testing.T) {
	tmp := t.TempDir()
	rows := filepath.Join(tmp, "corner.txt")
	if err := os.WriteFile(rows, []byte("+-----\n|.....\n|.....\n|...X.\n|.....\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	transcript(t, "sgf-find.out", tmp,
		"sgf find --library $TMP/games.db",
		"sgf index --library $TMP/games.db testdata/sgf",
		"sgf index --library $TMP/games.db testdata/sgf",
		"sgf index --library $TMP/games.db no-such",
		"sgf index --library $TMP/games.db -",
		"sgf index --library $TMP/other.db --json testdata/sgf/two.sgf",
		"sgf find --library $TMP/games.db",
		"sgf find --library $TMP/games.db --player ann --winner player",
		"sgf find --library $TMP/games.db --result B+R --from 2001 --to 2001-02",
		"sgf find --library $TMP/games.db --white 木谷 --json",
		"sgf find --library $TMP/games.db --komi 7.5 --rules chinese --size 5",
		"sgf find --library $TMP/games.db --pattern +---/|.../|.../|..X --size 9",
		"sgf find --library $TMP/games.db --pattern @$TMP/corner.txt",
		"sgf find --library $TMP/games.db --at testdata/sgf/two.sgf --move 2",
		"sgf find --library $TMP/games.db --at testdata/sgf/two.sgf --move 2 --part D5:E9 --json",
		"sgf find --library $TMP",
		"sgf find testdata",
		"sgf find --pattern XO/X",
		"sgf find --pattern XQ",
		"sgf find --pattern X --anchor middle",
		"sgf find --part A1:B2",
		"sgf find --at testdata/sgf/two.sgf --pattern X",
		"sgf find --at testdata/sgf/two.sgf --move 50",
		"sgf find --winner player",
		"sgf find --result maybe",
		"sgf find --from yesterday",
		"sgf find --library testdata/sgf/two.sgf",
	)
}

// TestSGFOutput: what can be asked for as JSON is JSON, a reader that goes away is no
// failure, and a full disk is one.
func TestSGFOutput(t *testing.T) {
	tmp := t.TempDir()
	library := filepath.Join(tmp, "l.db")
	for _, args := range [][]string{
		{"sgf", "index", "--library", library, "--json", "testdata/sgf"},
		{"sgf", "check", "--json", "testdata/sgf/gb18030.sgf", "testdata/sgf/chess.sgf"},
		{"sgf", "info", "testdata/sgf/two.sgf"},
		{"sgf", "stats", "--json", "testdata/sgf/two.sgf"},
		{"sgf", "find", "--library", library, "--json", "--pattern", "?"},
		{"sgf", "render", "testdata/sgf/two.sgf"},
		{"sgf", "fmt", "testdata/sgf/two.sgf"},
		{"sgf", "merge", "testdata/sgf/variations.sgf"},
	} {
		if got := tengen(t, "", nil, args...); args[1] != "render" && args[1] != "fmt" && args[1] != "merge" {
			for line := range strings.Lines(got.stdout) {
				if !json.Valid([]byte(line)) {
					t.Errorf("%v: %q", args, line)
				}
			}
			if got.status != 0 || got.stdout == "" {
				t.Errorf("%v: %+v", args, got)
			}
		}
		for _, end := range []struct {
			err    error
			status int
		}{{&os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}, 0}, {syscall.ENOSPC, 1}} {
			m, _, out := newMain(t, "", nil)
			m.Stdout = failing{end.err}
			if status := m.Run(t.Context(), args); status != end.status || status == 0 && strings.Contains(out[1].String(), "pipe") {
				t.Errorf("%v with %v: status %d, %s", args, end.err, status, out[1])
			}
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestSGFInterrupted interrupts a run over a large folder when its first results
// come: what is done is printed, whole lines, and the status tells of it.
func TestSGFInterrupted(t *testing.T) {
	dir := t.TempDir()
	const files = 800
	data, err := os.ReadFile("testdata/sgf/variations.sgf")
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d.sgf", i)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, _, out := newMain(t, "", nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m.Stdout = io.MultiWriter(out[0], calling(cancel))
	if status := m.Run(ctx, []string{"sgf", "info", dir}); status != exitInterrupted || out[1].String() != "tengen: interrupted: the rest was skipped\n" {
		t.Errorf("status %d, stderr %q", status, out[1])
	}
	lines := strings.Count(out[0].String(), "\n")
	if lines == 0 || lines >= files {
		t.Errorf("%d of %d files were told", lines, files)
	}
	for line := range strings.Lines(out[0].String()) {
		if !json.Valid([]byte(line)) {
			t.Fatalf("%q", line)
		}
	}
	// A merge of a part would pass for the whole.
	m, _, out = newMain(t, "", nil)
	cancelled, stop := context.WithCancel(t.Context())
	stop()
	if m.Run(cancelled, []string{"sgf", "merge", dir}); out[0].Len() > 0 {
		t.Errorf("a part of a merge was written: %.100q", out[0])
	}
}

// calling is a writer that calls a function.
type calling func()

func (c calling) Write(p []byte) (int, error) {
	c()
	return len(p), nil
}

// TestSGFProgress draws on stderr alone.
func TestSGFProgress(t *testing.T) {
	got := tengen(t, "", nil, "--progress", "sgf", "stats", "--json", "testdata/sgf")
	if !json.Valid([]byte(got.stdout)) || !strings.Contains(got.stderr, "%") {
		t.Errorf("%+v", got)
	}
}

// TestSGFGarbage: whatever a file holds, every command ends and says something.
func TestSGFGarbage(t *testing.T) {
	if testing.Short() {
		t.Skip("many whole programs: left out of short runs")
	}
	dir := t.TempDir()
	for i, text := range []string{
		"", "(", "(;", "(;B", "(;B[", ")", ";", "(;)", "()", "\x00\x01\x02", "(;SZ[0])", "(;SZ[99999999])", "(;SZ[52];B[ZZ])", "(;SZ[1];B[aa];W[aa])",
		"(;BOARD[{}])", "(;BOARD[{\"shape\":\"torus\"}];B[aa])", strings.Repeat("(;B[aa]", 2000), "\xff\xfe(\x00;\x00)\x00", "PK\x03\x04", "{\"moves\":[[1,2]]}",
		"(;VW[aa:zz]LB[:]AR[aa]B[]W[])", "(;AB[aa:ss]AW[aa:ss];B[aa:ss])",
	} {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.sgf", i)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.sgf"))
	for i, file := range files {
		out := filepath.Join(dir, fmt.Sprint("out", i))
		for _, args := range [][]string{
			{"check"}, {"fmt", "--force"}, {"info"}, {"info", "--text"}, {"convert"}, {"render"}, {"render", "--to", "svg", "--numbers"},
			{"render", "--to", "pdf", "-o", out + ".pdf"}, {"split", "-d", out}, {"merge"}, {"stats"}, {"index", "--library", filepath.Join(dir, "l.db")},
			{"find", "--library", filepath.Join(dir, "l.db"), "--at"},
		} {
			got := tengen(t, "", nil, append(append([]string{"sgf"}, args...), file)...)
			if got.status != 0 && (got.status != 1 || got.stderr == "") {
				t.Errorf("%v %s: %+v", args, filepath.Base(file), got)
			}
		}
	}
}

// TestSGFRequirement gives every file of the folder beside the repository the status
// that its folder promises.
func TestSGFRequirement(t *testing.T) {
	if testing.Short() {
		t.Skip("many large files are read in the long run")
	}
	shared := filepath.Join("..", "..", "..", "shared", "testdata", "sgf")
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("the files of this test are no part of the project: %v", err)
	}
	for _, c := range []struct {
		pattern string
		status  int
		said    bool
	}{{"valid/*", 0, false}, {"wild/*", 0, false}, {"encodings/*.sgf", 0, false}, {"warning/*", 0, true}, {"invalid/*", 1, true}} {
		files, err := filepath.Glob(filepath.Join(shared, filepath.FromSlash(c.pattern)))
		if err != nil || len(files) == 0 {
			t.Errorf("no files %s: %v", c.pattern, err)
		}
		for _, file := range files {
			got := tengen(t, "", nil, "sgf", "check", file)
			if got.status != c.status || c.said && got.stdout == "" {
				t.Errorf("%s: status %d, want %d: %s%s", file, got.status, c.status, got.stdout, got.stderr)
			}
		}
		t.Logf("%s: %d files", c.pattern, len(files))
	}
}
