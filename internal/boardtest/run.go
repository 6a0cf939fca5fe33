package boardtest

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"tengen/baduk"
)

// Run plays the games of the files that match the pattern, each under each of
// its rules, as subtests. It fails when no file matches, so that a moved folder
// is noticed.
func Run(t *testing.T, fsys fs.FS, pattern string) {
	t.Helper()
	files, err := fs.Glob(fsys, pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no file matches %s", pattern)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(file, ".txt"), func(t *testing.T) {
			text, err := fs.ReadFile(fsys, file)
			if err != nil {
				t.Fatal(err)
			}
			games, err := Parse(file, string(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range games {
				for _, rules := range g.Variants {
					t.Run(g.Title+"/"+variant(rules), func(t *testing.T) {
						if err := g.Play(rules); err != nil {
							t.Error(err)
						}
					})
				}
			}
		})
	}
}

// variant names rules by the axes that a game can list.
func variant(r baduk.Rules) string {
	return fmt.Sprintf("%s,%s,%s", axes["ko"][r.Ko], axes["suicide"][r.Suicide], axes["ties"][r.Ties])
}
