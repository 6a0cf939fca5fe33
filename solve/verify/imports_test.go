package verify

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestImports checks that the check of certificates shares no code with the solver: it imports only internal/refgo and
// the standard library.
func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if first, _, _ := strings.Cut(path, "/"); err != nil || path != "tengen/internal/refgo" && (first == "tengen" || strings.Contains(first, ".")) {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}
