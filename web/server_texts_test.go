package web_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tengen/web/webtest"
)

// composed are sentences whose parts are in several strings of the source. TestSentencesAreTranslated in the room
// review, TestExplainIsTranslated in the room baduk and TestTasksAreTranslated in the room tsumego compare the list
// with whole sentences.
var composed = regexp.MustCompile(`^(\{color\} (\{vertex\}|passed|to play\.) |The (\{number\}|ladder after) |\{n\} |` +
	`You cannot play |1 (living group|point)$|the stone at |\{number\} |It cost |\{task\} |.* the marked stones?\b|threshold$)`)

// TestServerTexts compares the list of the sentences that the page translates with the strings in the source. The page
// would never see a sentence that no room writes any more.
func TestServerTexts(t *testing.T) {
	keys := webtest.Shapes(t, "languages/server.json")
	written := map[string]bool{}
	for _, room := range []string{"baduk", "internal/exercises", "review", "server", "topology", "tournament", "tsumego"} {
		err := filepath.WalkDir(filepath.Join("..", room), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING {
					text, err := strconv.Unquote(s.Value)
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
					written[verb.ReplaceAllString(text, "{}")] = true
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range keys {
		if !written[value.ReplaceAllString(key, "{}")] && !composed.MatchString(key) {
			t.Errorf("%q is in languages/server.json, but no room writes it", key)
		}
	}
}

var (
	verb  = regexp.MustCompile(`%[-+#0-9.]*[a-z]`)
	value = regexp.MustCompile(`\{\w+\}`)
)
