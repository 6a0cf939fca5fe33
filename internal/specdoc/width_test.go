package specdoc

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// width is the largest number of characters in a line of a document or a comment.
const width = 120

// TestWidth checks that lines of Markdown and comments in Go end at width. Rows of tables, code and single words that
// are longer, such as addresses, are exempt.
func TestWidth(t *testing.T) {
	root := "../.."
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if name == "testdata" || name == "vendor" || name == "node_modules" || len(name) > 2 && name[0] == '.' {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(name) {
		case ".md":
			return narrow(t, path, isProse)
		case ".go":
			return narrow(t, path, isComment)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// narrow reports the lines of the file that are text and longer than width.
func narrow(t *testing.T, path string, isText func(line string) bool) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	code := false
	for number, line := range strings.Split(string(data), "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if n := utf8.RuneCountInString(line); n > width && !code && isText(line) {
			t.Errorf("%s:%d: %d characters, want at most %d", path, number+1, n, width)
		}
	}
	return nil
}

// isProse reports whether a line of Markdown could be wrapped.
func isProse(line string) bool {
	return !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ") && strings.Contains(line[:width], " ")
}

// isComment reports whether a line of Go is a comment and nothing else.
func isComment(line string) bool {
	text, ok := strings.CutPrefix(strings.TrimLeft(line, "\t"), "// ")
	return ok && strings.Contains(text, " ")
}
