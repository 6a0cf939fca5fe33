package store

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ulikunitz/xz"
)

// archive yields the files within an archive.
type archive struct {
	options WalkOptions
	found
	yield   func(File) bool
	given   bool // at least one matching file was yielded
	stopped bool // the consumer has stopped the iteration
}

func (a *archive) files() error {
	if a.packing() == packedZip {
		return a.zip()
	}
	return a.tar()
}

// give yields a file within the archive if the file matches. The caller sets f.Passed
// to the number of bytes from the beginning of the archive.
func (a *archive) give(f File) bool {
	name := f.Name
	f.Name = a.path + "!" + strings.ToValidUTF8(name, "\ufffd")
	if !strings.HasSuffix(f.Name, name) { // two invalid names could become the same
		f.Name += fmt.Sprintf("#%x", name)
	}
	f.Passed = min(a.before+f.Passed, a.before+a.size)
	if a.member != "" && f.Name != a.path+"!"+a.member {
		return true
	}
	if _, packed := UnpackedName(name); packed {
		f.Read, f.Err = nil, errors.New("an archive within an archive is not read: unpack it first")
	} else if a.member == "" && !a.options.Accept(name) {
		return true
	} else if f.Size > a.options.MaxBytes {
		f.Read, f.Err = nil, a.options.tooLarge()
	}
	a.given = true
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
			return a.options.read(&ratioLimit{Reader: r, packed: &counter{n: int64(part.CompressedSize64)}})
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
	counted := &counter{r: a.options.stoppable(file)}
	r, err := unpack(counted)
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
		read := func() ([]byte, error) { return a.options.read(t) }
		if !a.give(File{Name: head.Name, Size: head.Size, Modified: head.ModTime, Passed: counted.n, Read: read}) {
			return nil
		}
	}
}

// unpack decompresses a gzip or xz stream, which it recognises by its first bytes. Other
// streams are returned as they are.
func unpack(packed *counter) (io.Reader, error) {
	in := bufio.NewReader(packed)
	head, err := in.Peek(len(xzMagic))
	var r io.Reader
	switch {
	case bytes.HasPrefix(head, []byte(gzipMagic)):
		r, err = gzip.NewReader(in)
	case bytes.HasPrefix(head, []byte(xzMagic)):
		r, err = xz.NewReader(in)
	case err != nil && err != io.EOF:
		return nil, err
	default:
		return in, nil
	}
	return &ratioLimit{Reader: r, packed: packed}, err
}

// The first bytes of compressed files. The magic of tar is at tarOffset.
const (
	gzipMagic = "\x1f\x8b\x08"
	xzMagic   = "\xfd7zXZ\x00"
	tarMagic  = "ustar"
	tarOffset = 257
)

// packing is the kind of an archive; packedAlone means that the file is not an archive.
type packing uint8

const (
	packedAlone packing = iota // a single file, possibly compressed
	packedZip
	packedTar
)

// packing returns the kind of archive according to the name of the file. For a file that
// the caller named, the content also decides.
func (f *found) packing() packing {
	byName := packedAlone
	if lower := strings.ToLower(f.path); strings.HasSuffix(lower, ".zip") {
		byName = packedZip
	} else if isMany(lower) {
		byName = packedTar
	}
	if !f.named {
		return byName
	}
	file, err := os.Open(f.path)
	if err != nil {
		return byName // reading the file will report the error
	}
	defer file.Close()
	head := make([]byte, 4)
	if _, err := io.ReadFull(file, head); err == nil && (string(head) == "PK\x03\x04" || string(head) == "PK\x05\x06") {
		return packedZip
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return byName
	}
	r, err := unpack(&counter{r: file})
	if err != nil {
		return byName
	}
	block := make([]byte, tarOffset+len(tarMagic))
	if _, err := io.ReadFull(r, block); err == nil && string(block[tarOffset:]) == tarMagic {
		return packedTar
	}
	return byName
}

// counter counts the bytes read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
