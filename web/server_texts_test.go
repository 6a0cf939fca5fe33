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
	"unicode/utf8"

	"tengen/web/webtest"
)

// composed are sentences whose parts are in several strings of the source. TestSentencesAreTranslated in the room
// review, TestExplainIsTranslated in the room baduk, TestTasksAreTranslated in the room tsumego and
// TestComparisonsAreTranslated in the room lab compare the list with whole sentences.
var composed = regexp.MustCompile(`^(\{color\} (\{vertex\}|passed|to play\.) |The (\{number\}|ladder after) |\{n\} |` +
	`You cannot play |1 (living group|point)$|1 column; |the stone at |\{number\} |It cost |\{task\} |.* the marked stones?\b|threshold$)`)

// rooms have the sentences that the page translates.
var rooms = []string{"baduk", "clock", "count", "diagram", "internal/exercises", "kifu", "lab", "learn", "ogs", "review", "server", "sgf",
	"store", "topology", "tournament", "tsumego"}

// shown are the files whose texts reach the user of the page: refusals, faults of files, and notes. Each of their texts
// needs a shape in languages/server.json, unless it is the argument of wire.Misuse or is logged.
var shown = regexp.MustCompile(`^(` +
	`baduk/(axes|parserules|rectangle|rules|verdict)|clock/settings|learn/state|ogs/ogs|` +
	`kifu/(binary|board|edit|export\w*|foreign|gib|info|jgof|load|loss|merge|moves|ngf|read|record|tree|tygem|ugf|ugfdata|values|walk|widen)|` +
	`server/(clusterstatus|guard)|server/tournaments/requests|server/(access|analyses|boards|games|lab|lessons|library|live|records|reviews|teaching|training)/\w+|server/wire/(errors|service)|` +
	`sgf/(charset|check|decode|detect|encode|errors|load|parse|parseproperty|point|recover|source|value|write)|` +
	`store/(archive|date|library|pattern|prepare|schema|source|trace|variant|walk)|` +
	`topology/(boardfile|diamond|document|drawn|expression|infinite|jsontext|lattice|layout|life|planar|planesum|window)` +
	`)\.go$`)

// notShown are texts in these files that the page does not show, or shows in words of its own.
var notShown = regexp.MustCompile(`^(?s:` +
	`.*(SELECT |PRAGMA |CREATE |BEGIN |SQLite|charset=|max-age=| != and or not )|maximum allowed nodes|` + // languages of machines
	`its colour is neither black nor white|` + // a move that only a Go program can make
	`The game (is a draw|is void|was stopped)|\x{fffc} wins|` + // results
	`From \x{fffc}, after move|\x{fffc} played with|Game record|Your mistakes|Move \x{fffc}: a point|\x{fffc} with weights)`) // names

// text is a text in the source. Values in it are written as the character value.
type text struct {
	file, text string
	refusal    bool // not logged, and not the argument of wire.Misuse
}

const value = "\ufffc"

var (
	verb        = regexp.MustCompile(`%[-+#0-9.]*(\[\d+\])?[a-zA-Z]`)
	placeholder = regexp.MustCompile(`\{\w+\}`)
	letters     = regexp.MustCompile(`\pL{2}`)
	words       = regexp.MustCompile(`\pL{2,}[,;:]? \pL{2,}`)
	unshown     = regexp.MustCompile(`^(Misuse|panic|Error|Warn|Info|Debug|Gauge)$`)
)

// textsOf returns the texts in the source of the rooms.
func textsOf(t *testing.T) (all []text) {
	for _, room := range rooms {
		err := filepath.WalkDir(filepath.Join("..", room), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				return err
			}
			short := strings.TrimPrefix(filepath.ToSlash(name), "../")
			var inspect func(n ast.Node, refusal bool)
			inspect = func(n ast.Node, refusal bool) {
				ast.Inspect(n, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.CallExpr:
						if called := nameOf(n.Fun); refusal && unshown.MatchString(called) {
							for _, argument := range n.Args {
								inspect(argument, false)
							}
							return false
						}
					case *ast.Field:
						n.Tag = nil
					case *ast.AssignStmt:
						if n.Tok == token.ADD_ASSIGN && len(n.Rhs) == 1 {
							all = append(all, text{short, value + written(n.Rhs[0]), refusal})
						}
					case *ast.BasicLit, *ast.BinaryExpr:
						if s := written(n.(ast.Expr)); s != value {
							all = append(all, text{short, s, refusal})
							return false
						}
					}
					return true
				})
			}
			inspect(file, true)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// nameOf returns the name of a function that is called.
func nameOf(function ast.Expr) string {
	switch f := function.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// written returns the text of a string, or of a sum of strings and values.
func written(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING && utf8.ValidString(s) {
			return verb.ReplaceAllString(s, value)
		}
	case *ast.BinaryExpr:
		if sum := written(e.X) + written(e.Y); e.Op == token.ADD && strings.Trim(sum, value) != "" {
			return sum
		}
	}
	return value
}

// form is a text with values, as an expression that matches texts with anything in place of these values.
type form struct {
	text       string
	expression *regexp.Regexp
}

func formOf(text string) form {
	return form{text, regexp.MustCompile(`^(?s:` + strings.ReplaceAll(regexp.QuoteMeta(text), value, `.+?`) + `)$`)}
}

// fits reports whether one of two forms is a special case of the other.
func (f form) fits(other form) bool {
	return f.text == other.text || f.expression.MatchString(other.text) || other.expression.MatchString(f.text)
}

// shapes returns the shapes that have words of their own.
func shapes(t *testing.T) (all []form) {
	for _, key := range webtest.Shapes(t, "languages/server.json") {
		if f := formOf(placeholder.ReplaceAllString(key, value)); letters.MatchString(f.text) {
			all = append(all, f)
		}
	}
	return all
}

// TestServerTexts compares the list of the sentences that the page translates with the texts in the source. The page
// would never see a sentence that no room writes any more.
func TestServerTexts(t *testing.T) {
	var all []form
	known := map[string]bool{}
	for _, s := range textsOf(t) {
		parts := strings.Split(strings.ReplaceAll(s.text, "; ", ": "), ": ")
		for i := range parts {
			for _, part := range []string{s.text, parts[i], strings.Join(parts[i:], ": "), strings.TrimLeft(parts[i], value)} {
				if !known[part] && letters.MatchString(part) {
					known[part] = true
					all = append(all, formOf(part))
				}
			}
		}
	}
	for _, key := range webtest.Shapes(t, "languages/server.json") {
		shape := formOf(placeholder.ReplaceAllString(key, value))
		found := known[shape.text] || composed.MatchString(key)
		for i := 0; i < len(all) && !found; i++ {
			found = all[i].fits(shape) || strings.Contains(all[i].text, strings.Trim(shape.text, value))
		}
		if !found {
			t.Errorf("%q is in languages/server.json, but no room writes it", key)
		}
	}
}

// TestRefusalsAreTranslated fails if a text for the user of the page has no shape.
func TestRefusalsAreTranslated(t *testing.T) {
	known := shapes(t)
	var covered func(text string) bool
	covered = func(text string) bool {
		if !words.MatchString(text) {
			return true
		}
		f := formOf(text)
		for _, shape := range known {
			if shape.fits(f) || strings.Contains(shape.text, strings.Trim(text, value+"; ")) {
				return true
			}
		}
		for _, mark := range []string{"; ", ": "} { // the page translates both parts
			if before, after, ok := strings.Cut(text, mark); ok {
				return covered(before) && covered(after)
			}
		}
		return false
	}
	for _, s := range textsOf(t) {
		if s.refusal && shown.MatchString(s.file) && !notShown.MatchString(s.text) && !covered(s.text) {
			t.Errorf("%s: %q has no shape in languages/server.json: add one and translate it, or refuse with wire.Misuse if only a program can meet it",
				s.file, strings.ReplaceAll(s.text, value, "{}"))
		}
	}
}
