package boardtest

import (
	"io/fs"
	"strings"
	"testing"
)

// Run plays the games of the files that match the pattern as subtests, each
// game under each of its rules. It fails if no file matches, so that a moved
// folder is noticed.
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
