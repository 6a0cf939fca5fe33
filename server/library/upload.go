package library

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tengen/server/records"
	"tengen/server/wire"
	"tengen/store"
)

// source says which files to import. The function list is called when the import begins, and lists the files. The
// function done is called when the import has ended.
type source struct {
	list func(context.Context) store.Source
	done func()
}

// uploaded saves the files of a form. Each file gets a folder of its own, because two files may have the same name.
func (l *Library) uploaded(r *http.Request) (source, error) {
	form, err := r.MultipartReader()
	if err != nil {
		return source{}, formError(err)
	}
	if err := os.MkdirAll(l.uploads, 0o755); err != nil {
		return source{}, err
	}
	folder, err := os.MkdirTemp(l.uploads, "")
	if err != nil {
		return source{}, err
	}
	done := func() {
		if err := os.RemoveAll(folder); err != nil {
			l.service.Log.Warn("uploaded files cannot be removed after their import", "folder", folder, "error", err)
		}
	}
	paths, err := saveParts(form, folder)
	if err != nil {
		done()
		return source{}, err
	}
	return source{func(ctx context.Context) store.Source {
		return renamed(store.Walk(store.WalkOptions{Context: ctx}, paths...), paths)
	}, done}, nil
}

// saveParts writes the files of a form.
func saveParts(form *multipart.Reader, folder string) (paths []string, err error) {
	for {
		part, err := form.NextPart()
		switch {
		case errors.Is(err, io.EOF) && len(paths) == 0:
			return nil, wire.Misuse(http.StatusBadRequest, "", "the form has no files")
		case errors.Is(err, io.EOF):
			return paths, nil
		case err != nil:
			return nil, formError(err)
		case part.FileName() == "":
			continue
		}
		own := filepath.Join(folder, strconv.Itoa(len(paths)))
		if err := os.Mkdir(own, 0o755); err != nil {
			return nil, err
		}
		path := filepath.Join(own, records.FileName(part.FileName()))
		if err := savePart(part, path); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
}

func savePart(part io.Reader, path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, part)
	var disk *os.PathError
	if err != nil && !errors.As(err, &disk) {
		err = formError(err)
	}
	return errors.Join(err, file.Close())
}

func formError(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return err
	}
	return wire.Misuse(http.StatusBadRequest, "", "the form cannot be decoded: %v", err)
}

// renamed returns a source with the same files, under the names that they had on the client's machine.
func renamed(source store.Source, paths []string) store.Source {
	files := source.Files
	source.Files = func(yield func(store.File) bool) {
		for f := range files {
			for _, path := range paths {
				path, _ = filepath.Abs(path)
				if rest, ok := strings.CutPrefix(f.Name, path); ok && (rest == "" || rest[0] == '!') {
					f.Name = "upload/" + filepath.Base(path) + rest
					break
				}
			}
			if !yield(f) {
				return
			}
		}
	}
	return source
}
