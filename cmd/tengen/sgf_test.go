package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// changing matches the parts of an output that differ between runs.
var changing = regexp.MustCompile(`in [0-9.]+ s\b|"seconds":[0-9.e-]+`)

// transcript runs command lines and compares their output and statuses with a golden file. $TMP is a
// folder for their files.
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

// TestSGFFmtKeeps checks that a rewritten record has the same content, and that rewriting it again
// changes nothing.
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
	// Merging the lines gives the original tree.
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
		"sgf render --card testdata/sgf/variations.sgf",
		"sgf render --card --numbers --to svg testdata/sgf/variations.sgf",
		"sgf render --theme pink testdata/sgf/variations.sgf",
		"sgf render testdata/sgf/chess.sgf",
	)
	for _, c := range []struct{ args, begins string }{
		{"-o $TMP/a.svg", "<svg "}, {"-o $TMP/a.png --width 300", "\x89PNG"}, {"-o $TMP/a.gif --delay 0.5", "GIF89a"}, {"-o $TMP/a.pdf", "%PDF-"},
		{"-o $TMP/b.pdf --move 3 --theme dark", "%PDF-"}, {"-o $TMP/c.png --figures 2 --theme print", ""},
		{"-o $TMP/card.png --card", "\x89PNG"}, {"-o $TMP/card.svg --card --move 2 --theme dark", "<svg "},
	} {
		args := strings.Fields("sgf render " + strings.ReplaceAll(c.args, "$TMP", tmp) + " testdata/sgf/variations.sgf")
		if got := tengen(t, "", nil, args...); got.status != 0 || got.stdout+got.stderr != "" {
			t.Errorf("tengen %v: got %+v, want status 0 and no output", args, got)
		}
		data, err := os.ReadFile(args[3])
		if c.begins != "" && (err != nil || !strings.HasPrefix(string(data), c.begins)) {
			t.Errorf("tengen %v: got a file that begins with %.20q (error: %v), want it to begin with %q", args, data, err, c.begins)
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
