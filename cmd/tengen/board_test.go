package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/topology"
)

func TestBoardCheck(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	good := write("kite.json", `{"name":"kite","points":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"d"}],"edges":[[0,1],[1,2],[2,0]],
		"black":["a"],"white":["d"],"toPlay":"white","scores":{"black":1,"white":2},"threshold":"z > 1","rules":"mango","komi":1.5,"regional":true}`)
	bad := write("bad.json", `{"shape":"torus 9x9","balck":["A1"]}`)
	golden(t, "board-check.out", tengen(t, "", nil, "board", "check", good, "torus 9x9", "infinite", "mango-19", "13x9"))

	got := tengen(t, "", nil, "board", "check", bad, "tours 9x9", good, filepath.Join(dir, "none.json"))
	lines := strings.Split(strings.TrimSpace(got.stderr), "\n")
	if got.status != 1 || len(lines) != 3 || !strings.Contains(lines[0], "bad.json") || !strings.Contains(lines[0], `did you mean "black"?`) ||
		!strings.Contains(lines[1], "did you mean torus?") || !strings.Contains(lines[2], "does not exist") || !strings.HasPrefix(got.stdout, "kite\n") {
		t.Errorf("tengen board check: got %+v, want status 1, the board kite first on stdout, and 3 lines on stderr: the mistake in bad.json with a suggestion, torus suggested for tours, and a missing file", got)
	}
	if list := tengen(t, "", nil, "board", "list"); strings.Count(list.stdout, "\n") != len(topology.Kinds()) {
		t.Error(list.stdout)
	}
	golden(t, "board-show.out", tengen(t, "", nil, "board", "show", "threshold-2 triangular 4x3"))
}

func TestBoardRender(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.svg")
	got := tengen(t, "", nil, "board", "render", "torus 3x3", "-o", out)
	data, err := os.ReadFile(out)
	if got.status != 0 || got.stdout != "" || err != nil {
		t.Fatalf("tengen board render -o: got %+v (error of the file: %v), want status 0, nothing on stdout and a file", got, err)
	}
	if again := tengen(t, "", nil, "board", "render", "torus 3x3", "-o", out); again.status != 1 || !strings.Contains(again.stderr, "--force") {
		t.Errorf("over a file: got %+v, want a refusal that names --force", again)
	}
	if again := tengen(t, "", nil, "board", "render", "torus 3x3"); again.stdout != string(data) {
		t.Error("stdout gets another picture")
	}
	golden(t, "torus.svg", tengen(t, "", nil, "board", "render", "torus 3x3"))
	if got := tengen(t, "", nil, "board", "render", "testdata/lrs-004.sgf"); strings.Count(got.stdout, "<title>") != 82 {
		t.Errorf("tengen board render of a record: got %+v, want 82 titles on stdout", got)
	}
	for _, args := range []string{"board render none.sgf", "board render rulesscore.go", "board render nonsense", "board show nonsense", "board render 3x3 -o /nonexistent/x.svg"} {
		if got := tengen(t, "", nil, strings.Fields(args)...); got.status != 1 || strings.Count(got.stderr, "\n") != 1 {
			t.Errorf("tengen %s: got %+v, want status 1 and one line on stderr", args, got)
		}
	}
}

// TestBoardFlags begins on boards of any shape, with the rules that they suggest.
func TestBoardFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"gtp --board threshold-2", `"ko":"POSITIONAL"`},
		{"gtp --board mango-19", `"suicide":"LITERAL"`},
		{"gtp --board mango-19 --rules aga --komi 3 --letters with-i", `"ko":"SITUATIONAL"`},
	} {
		m, _, out := newMain(t, "", nil)
		m.Stdin = strings.NewReader("tengen-board\nkata-get-rules\nget_komi\ntengen-letters\nplay b I9\nquit\n")
		if status := m.Run(t.Context(), strings.Fields(c.args)); status != 0 || !strings.Contains(out[0].String(), c.want) {
			t.Errorf("tengen %s: got status %d, stdout %q and stderr %q, want status 0 and %s on stdout", c.args, status, out[0], out[1], c.want)
		}
		letters := strings.Contains(c.args, "with-i")
		if strings.Contains(out[0].String(), "= with-i") != letters || strings.Contains(out[0].String(), "illegal") == letters || strings.Contains(out[0].String(), "= 3\n") != letters {
			t.Errorf("tengen %s: got %s, want (with-i, the move I9 legal, a komi of 3): %v", c.args, out[0], letters)
		}
	}
	got := tengen(t, "", nil, "match", "random", "random", "--games", "2", "--board", "torus 4x4", "--rules", "japanese", "--json")
	if got.status != 0 || strings.Count(got.stdout, "\n") != 3 {
		t.Errorf("tengen match on torus 4x4: got %+v, want status 0 and 3 lines on stdout", got)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"gtp", "--board", "tours 9"}, `tengen: --board: "tours 9" is not a board; did you mean torus?`},
		{[]string{"gtp", "--board", "infinite", "--rules", "japanese"}, "tengen: these rules cannot be played: on a board with weights, infinite"},
		{[]string{"match", "random", "random", "--board", "none.json"}, `tengen: --board: the file "none.json" does not exist`},
		{[]string{"gtp", "--letters", "abc"}, `tengen: --letters: unknown letters of columns "abc"`},
	} {
		if got := tengen(t, "", nil, c.args...); got.status != 2 || !strings.HasPrefix(got.stderr, c.want) {
			t.Errorf("tengen %v: got %+v, want status 2 and stderr to begin with %q", c.args, got, c.want)
		}
	}
}
