package boardtest

import (
	"io/fs"
	"strings"
	"testing"
)

// Run plays the games of all files that match the pattern, each game under each
// of its rules. Each of these is a subtest. If no file matches, Run fails;
// otherwise the tests of a moved folder would be lost without notice.
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
			games, err := parse(file, string(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range games {
				for _, v := range g.Variants {
					t.Run(g.Title+"/"+v.Name, func(t *testing.T) {
						if err := g.Play(v); err != nil {
							t.Error(err)
						}
					})
				}
			}
		})
	}
}
