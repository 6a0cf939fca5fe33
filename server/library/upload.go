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
	files, err := saveParts(form, folder)
	if err != nil {
		done()
		return source{}, err
	}
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	return source{func(ctx context.Context) store.Source {
		return renamed(store.Walk(store.WalkOptions{Context: ctx}, paths...), folder, files)
	}, done}, nil
}

// saved is a file of a form: its path here, and its name on the client's machine.
type saved struct{ path, name string }

// saveParts writes the files of a form.
func saveParts(form *multipart.Reader, folder string) (files []saved, err error) {
	for {
		part, err := form.NextPart()
		switch {
		case errors.Is(err, io.EOF) && len(files) == 0:
			return nil, wire.Misuse(http.StatusBadRequest, "", "the form has no files")
		case errors.Is(err, io.EOF):
			return files, nil
		case err != nil:
			return nil, formError(err)
		case part.FileName() == "":
			continue
		}
		own := filepath.Join(folder, strconv.Itoa(len(files)))
		if err := os.Mkdir(own, 0o755); err != nil {
			return nil, err
		}
		name := records.FileName(part.FileName())
		// The name may be too long for the disk. Its end tells the format, and whether the file is compressed.
		file := saved{filepath.Join(own, "file"+strings.ToValidUTF8(name[max(0, len(name)-40):], "")), folderOf(part.FormName()) + name}
		if err := savePart(part, file.path); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
}

// folderOf returns the folder of a file from its path in the folder that the client has chosen, such as "1990/a.sgf".
// The result is empty or ends in a slash.
func folderOf(name string) string {
	folders := strings.Split(strings.ReplaceAll(name, `\`, "/"), "/")
	clean := ""
	for _, f := range folders[:len(folders)-1] {
		if strings.Trim(f, ". ") != "" {
			clean += records.FileName(f) + "/"
		}
	}
	return clean
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

// renamed returns a source with the same files, under the names that they had on the client's machine. The files are in
// numbered folders in the given folder.
func renamed(source store.Source, folder string, files []saved) store.Source {
	folder, _ = filepath.Abs(folder)
	all := source.Files
	source.Files = func(yield func(store.File) bool) {
		for f := range all {
			path, _ := strings.CutPrefix(f.Name, folder+string(filepath.Separator))
			number, path, _ := strings.Cut(path, string(filepath.Separator))
			if i, err := strconv.Atoi(number); err == nil && i < len(files) {
				f.Name = "upload/" + files[i].name + strings.TrimPrefix(path, filepath.Base(files[i].path))
			}
			if !yield(f) {
				return
			}
		}
	}
	return source
}
