package store

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ulikunitz/xz"
)

// archive yields the files within one.
type archive struct {
	options WalkOptions
	found
	yield   func(File) bool
	stopped bool // whoever asked for the files wants no more
}

func (a *archive) files() error {
	if strings.HasSuffix(strings.ToLower(a.path), ".zip") {
		return a.zip()
	}
	return a.tar()
}

// give yields a file within the archive if it is wanted. Passed counts within the
// archive.
func (a *archive) give(f File) bool {
	name := f.Name
	if !strings.HasPrefix(name, a.path) {
		f.Name = a.path + "!" + strings.ToValidUTF8(name, "\ufffd")
		if !strings.HasSuffix(f.Name, name) { // two such names could become one
			f.Name += fmt.Sprintf("#%x", name)
		}
	}
	f.Passed = min(a.before+f.Passed, a.before+a.size)
	if _, packed := unpackedName(name); packed {
		f.Read, f.Err = nil, errors.New("an archive within an archive is not read: unpack it first")
	} else if !a.options.Accept(name) {
		return true
	} else if f.Size > a.options.MaxBytes {
		f.Read, f.Err = nil, fmt.Errorf("larger than %d MiB: split it", a.options.MaxBytes>>20)
	}
	a.stopped = !a.yield(f)
	return !a.stopped
}

func (a *archive) zip() error {
	z, err := zip.OpenReader(a.path)
	if err != nil {
		return err
	}
	defer z.Close()
	passed := int64(0)
	for _, part := range z.File {
		passed += int64(part.CompressedSize64)
		if part.FileInfo().IsDir() {
			continue
		}
		read := func() ([]byte, error) {
			r, err := part.Open()
			if err != nil {
				return nil, err
			}
			defer r.Close()
			return readLimited(r, a.options.MaxBytes)
		}
		size := int64(min(part.UncompressedSize64, 1<<62))
		if !a.give(File{Name: part.Name, Size: size, Modified: part.Modified, Passed: passed, Read: read}) {
			break
		}
	}
	return nil
}

func (a *archive) tar() error {
	file, err := os.Open(a.path)
	if err != nil {
		return err
	}
	defer file.Close()
	counted := &counter{r: file}
	r, err := unpack(a.path, counted)
	if err != nil {
		return err
	}
	for t := tar.NewReader(r); ; {
		head, err := t.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case head.Typeflag != tar.TypeReg:
			continue
		}
		read := func() ([]byte, error) { return readLimited(t, a.options.MaxBytes) }
		if !a.give(File{Name: head.Name, Size: head.Size, Modified: head.ModTime, Passed: counted.n, Read: read}) {
			return nil
		}
	}
}

// readPacked is the content of a file that is packed by itself.
func readPacked(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r, err := unpack(path, file)
	if err != nil {
		return nil, err
	}
	return readLimited(r, limit)
}

// unpack takes off the packing that the name tells of.
func unpack(path string, r io.Reader) (io.Reader, error) {
	switch lower := strings.ToLower(path); {
	case strings.HasSuffix(lower, "gz"):
		return gzip.NewReader(r)
	case strings.HasSuffix(lower, "xz"):
		return xz.NewReader(r)
	}
	return r, nil
}

// counter counts what is read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
