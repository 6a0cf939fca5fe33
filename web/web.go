package web

import (
	"embed"
	"io/fs"
)

//go:embed page
var page embed.FS

// Files is the page, index.html at its root.
func Files() fs.FS {
	files, err := fs.Sub(page, "page")
	if err != nil {
		panic(err) // the name is a constant that go:embed has checked
	}
	return files
}
