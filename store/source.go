package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tengen/kifu"
)

// Source is where records come from.
type Source struct {
	// Total is how much there is to read, in bytes on the disk; 0 if unknown.
	Total int64
	// Files yields the files one after another.
	Files iter.Seq[File]
}

// File is a file of records, of its own or within an archive.
type File struct {
	// Name says where it is: a path, and for a part of an archive the archive's
	// path, "!" and the name within.
	Name     string
	Size     int64
	Modified time.Time
	// Passed is how much of Source.Total is behind once the file is read.
	Passed int64
	// Read is the content. It may be called once, before the next file is asked for.
	Read func() ([]byte, error)
	// Open is the content as a stream, any number of times and at any time. It is there
	// for large files on the disk that can be read a game at a time, see [kifu.Stream]: they
	// are better not held in memory. Read limits their size, and Open does not. Nil elsewhere.
	Open func() (io.ReadCloser, error)
	// Err is why the file cannot be read; then Read is nil.
	Err error
}

// MaxFileBytes is the size beyond which [Walk] does not read a file at once, unpacked.
const MaxFileBytes = kifu.MaxSize

// WalkOptions say what [Walk] takes.
type WalkOptions struct {
	// Accept says by its name whether a file in a folder or archive is a record; nil
	// is [IsRecord]. A file that is named itself is always taken.
	Accept func(name string) bool
	// MaxBytes is the size of the largest file that is read at once, unpacked; 0 is
	// [MaxFileBytes], and below zero is no limit.
	MaxBytes int64
	// Context ends reading when it is cancelled, also within a large file; nil is
	// never.
	Context context.Context
}

// IsRecord reports whether a file looks like a game record by its name.
func IsRecord(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".sgf", ".gib", ".ngf", ".ugf", ".ugi":
		return true
	}
	return false
}

// Walk finds the records in files, folders with all that is in them, and archives
// (.zip, .tar, .gz, .xz), which where they are named themselves are known by their
// content as well. A path may name a file within an archive as File.Name does. It
// looks at names and sizes at once, and reads the
// files when they are asked for. Links are followed, each folder once. What
// cannot be read is yielded with its error. An archive in an archive is not read,
// which is said too.
func Walk(o WalkOptions, paths ...string) Source {
	if o.Accept == nil {
		o.Accept = IsRecord
	}
	switch {
	case o.MaxBytes == 0:
		o.MaxBytes = MaxFileBytes
	case o.MaxBytes < 0:
		o.MaxBytes = math.MaxInt64 - 1
	}
	w := walker{options: o, folders: map[string]bool{}}
	for _, p := range paths {
		if abs, err := filepath.Abs(p); err == nil {
			p = abs
		}
		w.list(p, true)
	}
	return Source{Total: w.total, Files: w.files}
}

// found is something on the disk that may hold records.
type found struct {
	path     string
	named    bool
	size     int64
	modified time.Time
	before   int64 // how much of the total precedes it
	err      error
	member   string // the only file of an archive that is wanted, "" for all
}

type walker struct {
	options WalkOptions
	folders map[string]bool // their real paths
	all     []found
	total   int64
}

// list adds what is at that path.
func (w *walker) list(path string, named bool) {
	info, err := os.Stat(path)
	if err != nil && named && w.listMember(path) {
		return
	}
	switch {
	case err != nil:
		if named || w.wanted(path) {
			w.all = append(w.all, found{path: path, err: err})
		}
	case info.IsDir():
		w.listFolder(path)
	case !named && !w.wanted(path):
	case !info.Mode().IsRegular():
		w.all = append(w.all, found{path: path, err: errors.New("neither a file nor a folder")})
	default:
		w.all = append(w.all, found{path: path, named: named, size: info.Size(), modified: info.ModTime(), before: w.total})
		w.total += info.Size()
	}
}

// listMember adds a file within an archive, and reports whether the path may be the
// name of one.
func (w *walker) listMember(path string) bool {
	for i, c := range path {
		if c != '!' || i+1 == len(path) {
			continue
		}
		if info, err := os.Stat(path[:i]); err == nil && info.Mode().IsRegular() {
			w.all = append(w.all, found{path: path[:i], named: true, size: info.Size(), modified: info.ModTime(), before: w.total, member: path[i+1:]})
			w.total += info.Size()
			return true
		}
	}
	return false
}

func (w *walker) wanted(path string) bool {
	inner, packed := unpackedName(path)
	return w.options.Accept(path) || packed && (isMany(path) || w.options.Accept(inner))
}

func (w *walker) listFolder(path string) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil && w.folders[real] {
		return
	}
	w.folders[real] = true
	list, err := os.ReadDir(path)
	if err != nil {
		w.all = append(w.all, found{path: path, err: err})
	}
	for _, e := range list {
		if c := w.options.Context; c != nil && c.Err() != nil {
			return
		}
		w.list(filepath.Join(path, e.Name()), false)
	}
}

// files opens what was listed.
func (w *walker) files(yield func(File) bool) {
	for _, f := range w.all {
		file := File{Name: f.path, Size: f.size, Modified: f.modified, Passed: f.before + f.size, Err: f.err}
		switch {
		case f.err != nil:
		case f.packing() != packedAlone:
			a := archive{options: w.options, found: f, yield: yield}
			err := a.files()
			if a.stopped {
				return
			}
			if f.member != "" {
				file.Name += "!" + f.member
			}
			switch {
			case err != nil:
				file.Err = fmt.Errorf("the archive cannot be read: %w", withoutPath(err))
			case f.member != "" && !a.given:
				file.Err = errors.New("there is no such file in the archive")
			default:
				continue
			}
		case f.member != "":
			file.Name += "!" + f.member
			file.Err = fmt.Errorf("%s is no archive", f.path)
		default:
			file.Read = func() ([]byte, error) { return w.options.open(f.path) }
			if w.options.streams(f.path, f.size) {
				file.Open = func() (io.ReadCloser, error) { return w.options.stream(f.path) }
			}
		}
		if !yield(file) {
			return
		}
	}
}

// withoutPath leaves the name of the file to whoever reports the error with it.
func withoutPath(err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err
	}
	return err
}

// open is the content of a file, unpacked if it is packed by itself.
func (o WalkOptions) open(path string) ([]byte, error) {
	r, err := o.stream(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return o.read(r)
}

// read reads all, unless it is too much or no longer wanted.
func (o WalkOptions) read(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(o.stoppable(r), o.MaxBytes+1))
	if err == nil && int64(len(data)) > o.MaxBytes {
		return nil, o.tooLarge()
	}
	return data, err
}

func (o WalkOptions) tooLarge() error {
	return fmt.Errorf("%w: it has more than %d bytes", kifu.ErrTooLarge, o.MaxBytes)
}

func (o WalkOptions) stoppable(r io.Reader) io.Reader {
	if o.Context == nil {
		return r
	}
	return stoppable{o.Context, r}
}

// stoppable is a reader until the context is cancelled.
type stoppable struct {
	ctx context.Context
	io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}

// suffixes of archives, the longer ones first.
var suffixes = []string{".tar.gz", ".tar.xz", ".tgz", ".txz", ".tar", ".zip", ".gz", ".xz"}

// unpackedName is the name without that of the packing, and whether there is one.
func unpackedName(path string) (inner string, packed bool) {
	lower := strings.ToLower(path)
	i := slices.IndexFunc(suffixes, func(s string) bool { return strings.HasSuffix(lower, s) })
	if i < 0 {
		return path, false
	}
	return path[:len(path)-len(suffixes[i])], true
}

// isMany reports whether an archive holds files, not just one.
func isMany(path string) bool {
	lower := strings.ToLower(path)
	return slices.ContainsFunc(suffixes[:6], func(s string) bool { return strings.HasSuffix(lower, s) })
}
