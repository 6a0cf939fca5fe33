package web

import (
	"embed"
	"io/fs"
)

// The types of the vendored libraries, vendor/*.d.mts, are only for the type check and are not embedded.
//
//go:embed page/*.html page/*.css page/*.js page/*.svg page/vendor/*.LICENSE page/vendor/*.md page/vendor/htm.mjs page/vendor/preact.mjs
var page embed.FS

// Files returns the files of the page, with index.html at the root.
func Files() fs.FS {
	files, err := fs.Sub(page, "page")
	if err != nil {
		panic(err) // the name is a constant that go:embed has checked
	}
	return files
}
