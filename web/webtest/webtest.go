// Package webtest is for tests: it knows the sentences of the server that the page can translate.
package webtest

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Shapes returns the shapes of the sentences in a file, usually web/languages/server.json. A shape has names in braces
// for the parts that vary, as in "{color} passed".
func Shapes(t testing.TB, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var shapes []string
	if err := json.Unmarshal(data, &shapes); err != nil {
		t.Fatal(err)
	}
	return shapes
}

var (
	placeholder = regexp.MustCompile(`\\\{\w+\\\}`)
	letter      = regexp.MustCompile(`\pL`)
)

// Sentences returns an expression that matches every sentence that has a shape of the file. Shapes without words of
// their own, such as "{place}: {why}", are left out.
func Sentences(t testing.TB, file string) *regexp.Regexp {
	t.Helper()
	var shapes []string
	for _, shape := range Shapes(t, file) {
		if expression := placeholder.ReplaceAllString(regexp.QuoteMeta(shape), "(.+?)"); letter.MatchString(expression) {
			shapes = append(shapes, expression)
		}
	}
	return regexp.MustCompile("^(" + strings.Join(shapes, "|") + ")$")
}

var (
	name   = regexp.MustCompile(`\\\{(\w+)\\\}`)
	values = map[string]string{"n": `([-+]?[\d.]+)`, "color": `(\w+)`, "player": `(\w+)`}
	word   = regexp.MustCompile(`\p{Ll}{2}`)
)

// Translator returns a function that does what trServer in web/page/text.js does: it looks for a sentence among those
// of a file, usually web/languages/server.json, and among the texts of the page, and takes the values in it for
// sentences, too. The function returns the part of the sentence that the page cannot translate, or "". A part without
// words, such as B+3 or D4, needs no translation, and neither does one of the names.
func Translator(t testing.TB, file string, names ...string) func(sentence string) string {
	t.Helper()
	type shape struct {
		expression *regexp.Regexp
		values     []string
		place      int // the largest is tried first
	}
	data, err := os.ReadFile(filepath.Join(filepath.Dir(file), "de.json"))
	if err != nil {
		t.Fatal(err)
	}
	var page struct{ Texts map[string]any }
	if err := json.Unmarshal(data, &page); err != nil {
		t.Fatal(err)
	}
	whole := page.Texts
	for _, name := range names {
		whole[name] = name
	}
	var shapes []shape
	for _, text := range Shapes(t, file) {
		quoted := regexp.QuoteMeta(text)
		if !name.MatchString(quoted) {
			whole[text] = text
			continue
		}
		own := name.ReplaceAllString(quoted, "")
		s := shape{place: len(own)}
		for _, m := range name.FindAllStringSubmatch(quoted, -1) {
			s.values = append(s.values, m[1])
		}
		if !letter.MatchString(own) {
			s.place = 0
		} else if strings.HasPrefix(text, "{why}") {
			s.place += 1000
		}
		s.expression = regexp.MustCompile("(?s)^" + name.ReplaceAllStringFunc(quoted, func(n string) string {
			return cmp.Or(values[strings.Trim(n, `\{}`)], "(.+?)")
		}) + "$")
		shapes = append(shapes, s)
	}
	slices.SortStableFunc(shapes, func(a, b shape) int { return b.place - a.place })
	var translate func(sentence string) string
	translate = func(sentence string) string {
		if whole[sentence] != nil || !word.MatchString(sentence) {
			return ""
		}
		for _, s := range shapes {
			parts := s.expression.FindStringSubmatch(sentence)
			if parts == nil {
				continue
			}
			for i, part := range parts[1:] {
				if s.values[i] == "name" { // stays as it is
					continue
				}
				if rest := translate(part); rest != "" {
					return rest
				}
			}
			return ""
		}
		return sentence
	}
	return translate
}
