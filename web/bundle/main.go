// Command bundle writes the files that the browser loads: one script and one style sheet, made from the modules and
// style sheets in ../page, the page that names them, and the texts of each language, from ../languages.
//
//	go -C web/bundle run . ../dist
//
// The script is not minified, so that it can be read in the browser's tools, and so that its changes are small.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const source = "../page"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "bundle: name the folder for the files")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

// run writes app.js, page.css, index.html and the languages into a folder.
func run(out string) error {
	script, err := bundle()
	if err != nil {
		return err
	}
	index, err := os.ReadFile(filepath.Join(source, "index.html"))
	if err != nil {
		return err
	}
	page, styles, err := styled(string(index))
	if err != nil {
		return err
	}
	for name, text := range map[string]string{"app.js": script, "page.css": styles, "index.html": page} {
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return translations(filepath.Join(out, "languages"))
}

// catalogue has the texts of the page in a language. A text that is not translated is "".
type catalogue struct {
	Name   string         `json:"name"`
	Texts  map[string]any `json:"texts"`
	Server map[string]any `json:"server"`
}

// translations writes the catalogues and the texts of the course.
func translations(out string) error {
	if err := os.MkdirAll(filepath.Join(out, "course"), 0o755); err != nil {
		return err
	}
	files, err := filepath.Glob("../languages/*.json")
	if err != nil {
		return err
	}
	for _, file := range files {
		name := filepath.Base(file)
		if name == "server.json" { // the sentences of the server, in English
			continue
		}
		var c catalogue
		if err := translation(file, filepath.Join(out, name), &c, &c.Texts, &c.Server); err != nil {
			return err
		}
		var course map[string]any
		name = filepath.Join("course", name)
		if err := translation(filepath.Join("../languages", name), filepath.Join(out, name), &course, &course); err != nil {
			return err
		}
	}
	return nil
}

// translation reads a file into v, and writes it without the texts that are not translated.
func translation(from, to string, v any, texts ...*map[string]any) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	for _, list := range texts {
		maps.DeleteFunc(*list, func(_ string, text any) bool { return text == "" })
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "")
	if err := e.Encode(v); err != nil {
		return err
	}
	return os.WriteFile(to, b.Bytes(), 0o644)
}

// bundle joins app.js and the modules that it imports.
func bundle() (string, error) {
	r := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join(source, "app.js")}, Bundle: true, Format: api.FormatESModule, Target: api.ES2022,
		LegalComments: api.LegalCommentsEndOfFile, Charset: api.CharsetUTF8,
	})
	if len(r.Errors) > 0 {
		return "", fmt.Errorf("%s", strings.Join(api.FormatMessages(r.Errors, api.FormatMessagesOptions{}), "\n"))
	}
	return string(r.OutputFiles[0].Contents), nil
}

var stylesheet = regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)">\n`)

// styled replaces the style sheets of a page by one, which it returns.
func styled(index string) (page, styles string, err error) {
	var all strings.Builder
	for _, m := range stylesheet.FindAllStringSubmatch(index, -1) {
		text, err := os.ReadFile(filepath.Join(source, m[1]))
		if err != nil {
			return "", "", err
		}
		all.Write(text)
	}
	first := true
	page = stylesheet.ReplaceAllStringFunc(index, func(string) string {
		if !first {
			return ""
		}
		first = false
		return "<link rel=\"stylesheet\" href=\"page.css\">\n"
	})
	return page, all.String(), nil
}
