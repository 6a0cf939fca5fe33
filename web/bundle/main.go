// Command bundle writes the files that the browser loads: one script and one style sheet, made from the modules and
// style sheets in ../page, and the page that names them.
//
//	go -C web/bundle run . ../dist
//
// The script is not minified, so that it can be read in the browser's tools, and so that its changes are small.
package main

import (
	"fmt"
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

// run writes app.js, page.css and index.html into a folder.
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
	return nil
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
