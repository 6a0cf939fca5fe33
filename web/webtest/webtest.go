// Package webtest is for tests: it knows the sentences of the server that the page can translate.
package webtest

import (
	"encoding/json"
	"os"
	"regexp"
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
