package server

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

	"tengen/store"
)

// wanted is what is to be imported: a list that is made when the import begins, and
// what to do when its reader is gone.
type wanted struct {
	list func(context.Context) store.Source
	done func()
}

// uploadsFolder is where the files of forms lie while they are imported, so that
// archives are read as those that are named by a path.
const uploadsFolder = "uploads"

// uploaded are the files of a form, each in a folder of its own, since two may have
// one name.
func (s *Server) uploaded(r *http.Request) (wanted, error) {
	form, err := r.MultipartReader()
	if err != nil {
		return wanted{}, formError(err)
	}
	all := filepath.Join(s.opt.Data, uploadsFolder)
	if err := os.MkdirAll(all, 0o755); err != nil {
		return wanted{}, err
	}
	folder, err := os.MkdirTemp(all, "")
	if err != nil {
		return wanted{}, err
	}
	done := func() {
		if err := os.RemoveAll(folder); err != nil {
			s.log.Warn("files that were imported cannot be removed", "folder", folder, "error", err)
		}
	}
	paths, err := saveParts(form, folder)
	if err != nil {
		done()
		return wanted{}, err
	}
	return wanted{func(ctx context.Context) store.Source {
		return renamed(store.Walk(store.WalkOptions{Context: ctx}, paths...), paths)
	}, done}, nil
}

// saveParts writes the files of a form.
func saveParts(form *multipart.Reader, folder string) (paths []string, err error) {
	for {
		part, err := form.NextPart()
		switch {
		case errors.Is(err, io.EOF) && len(paths) == 0:
			return nil, fail(http.StatusBadRequest, "", "the form has no files")
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
		path := filepath.Join(own, fileName(part.FileName(), "record"+recordExt))
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
	return fail(http.StatusBadRequest, "", "the form is not understood: %v", err)
}

// renamed calls the files by the names that they had where they came from.
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
