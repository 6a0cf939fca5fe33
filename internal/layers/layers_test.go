package layers

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// readImports returns the imports of every room (a folder with Go files), except those of test files. It ignores build
// constraints: a room has to obey the plan on every system.
func readImports(tree fs.FS) (map[string][]string, error) {
	imports := map[string][]string{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			base := d.Name()
			if name != "." && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return fs.SkipDir
			}
			if _, err := fs.Stat(tree, path.Join(name, "go.mod")); err == nil && name != "." {
				return fs.SkipDir // another module, which is not part of the program
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		room := path.Dir(name)
		all := imports[room]
		if !strings.HasSuffix(name, "_test.go") {
			source, err := fs.ReadFile(tree, name)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, spec := range file.Imports {
				imported, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					return err
				}
				if !slices.Contains(all, imported) {
					all = append(all, imported)
				}
			}
		}
		imports[room] = all
		return nil
	})
	return imports, err
}

func TestRepositoryKeepsToThePlan(t *testing.T) {
	root := os.DirFS("../..")
	page, err := fs.ReadFile(root, "ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	p, err := readPlan(string(page))
	if err != nil {
		t.Fatal(err)
	}
	imports, err := readImports(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, sentence := range p.check(imports) {
		t.Error(sentence)
	}
	for room := range p.floors {
		if _, exists := imports[room]; !exists {
			t.Logf("%s has a floor but no Go files", room)
		}
	}
}

// page is a small plan: rooms a to d on three floors and one never of each kind.
const page = `
# House

## Floors

| floor | room | what |
|---|---|---|
| 0 | ` + "`a`" + ` | the bottom |
| 0 | ` + "`b`" + ` | beside it |
| 1 | ` + "`c`, `internal/d`" + ` | above |
| 2 | ` + "`cmd/e`" + ` | the top |

## Nevers

| room | never imports | because |
|---|---|---|
| ` + "`a`" + ` | anything outside the standard library | x |
| ` + "`a`, `b`" + ` | ` + "`net`, `os`" + ` | x |
| any room but ` + "`c`" + ` | both ` + "`a` and `b`" + ` | x |
| any room but ` + "`cmd/e`" + ` | ` + "`example.org/flags`" + ` | x |

## Other

| 9 | ` + "`z`" + ` | not a floor |
`

func TestCheck(t *testing.T) {
	tests := []struct {
		name, room string
		imports    []string
		want       string // part of the only sentence, or "" if there must be none
	}{
		{"down", "c", []string{"fmt", "tengen/a", "tengen/b", "example.org/x"}, ""},
		{"two down", "cmd/e", []string{"tengen/b", "example.org/flags"}, ""},
		{"sideways", "c", []string{"tengen/internal/d"}, "c on floor 1 imports internal/d on floor 1"},
		{"up", "b", []string{"tengen/c"}, "b on floor 0 imports c on floor 1"},
		{"unlisted", "f", nil, "f is not in the table of floors"},
		{"third party", "a", []string{"example.org/x"}, "a imports example.org/x, but it never imports anything outside"},
		{"named", "b", []string{"os"}, "b imports os, but it never imports `net`, `os`"},
		{"below the named", "b", []string{"net/http"}, "b imports net/http"},
		{"only like the named", "b", []string{"network"}, ""},
		{"one of two", "internal/d", []string{"tengen/a"}, ""},
		{"both of two", "internal/d", []string{"tengen/a", "tengen/b"}, "internal/d imports tengen/a and tengen/b, but it never imports both"},
		{"all but one room", "c", []string{"example.org/flags/sub"}, "c imports example.org/flags/sub"},
	}
	p, err := readPlan(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		got := p.check(map[string][]string{test.room: test.imports})
		switch {
		case test.want == "" && len(got) == 0:
		case test.want != "" && len(got) == 1 && strings.Contains(got[0], test.want):
		default:
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestReadPlanRefuses(t *testing.T) {
	for name, broken := range map[string]string{
		"no table":                     "# House",
		"a floor that is not a number": strings.Replace(page, "| 2 |", "| top |", 1),
		"a room twice":                 strings.Replace(page, "`b`", "`a`", 1),
		"a never about a stranger":     strings.Replace(page, "any room but `c`", "any room but `q`", 1),
		"a never without a target":     strings.Replace(page, "`net`, `os`", "bad things", 1),
		"a row with a cell missing":    strings.Replace(page, " | the top |", " |", 1),
	} {
		if _, err := readPlan(broken); err == nil {
			t.Errorf("%s: got no error, want one", name)
		}
	}
}

func TestReadImports(t *testing.T) {
	got, err := readImports(fstest.MapFS{
		"a/a.go":               {Data: []byte("package a\nimport \"fmt\"")},
		"a/b_windows.go":       {Data: []byte("package a\nimport (\"fmt\"; \"os\")")},
		"a/a_test.go":          {Data: []byte("package a\nimport \"testing\"")},
		"internal/e/e_test.go": {Data: []byte("package e\nimport \"testing\"")},
		"a/testdata/x.go":      {Data: []byte("not Go")},
		".hidden/x.go":         {Data: []byte("not Go")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || !slices.Equal(got["a"], []string{"fmt", "os"}) || len(got["internal/e"]) != 0 {
		t.Errorf("got %q", got)
	}
}
