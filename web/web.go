package web

import (
	"embed"
	"errors"
	"io/fs"
)

// The files in dist are made from the modules and the style sheets in page by the program in bundle.
//
//go:embed dist page/theme.js page/worker.js page/*.webmanifest page/*.png page/*.svg page/vendor/*.LICENSE page/vendor/*.md
var files embed.FS

// Files returns the files of the page, with index.html at the root.
func Files() fs.FS { return layers{sub("dist"), sub("page")} }

func sub(name string) fs.FS {
	f, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the names are constants that go:embed has checked
	}
	return f
}

// layers is a file system with the files of several. A file of an earlier one hides those of later ones.
type layers []fs.FS

// Open opens a file.
func (l layers) Open(name string) (f fs.File, err error) {
	for _, one := range l {
		if f, err = one.Open(name); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return f, err
		}
	}
	return nil, err
}

// ReadDir lists the files of all layers.
func (l layers) ReadDir(name string) (all []fs.DirEntry, err error) {
	for _, one := range l {
		list, err := fs.ReadDir(one, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}
