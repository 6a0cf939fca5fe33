package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tengen/internal/wording"
	"tengen/kifu"
)

// Source yields files of records.
type Source struct {
	// Total is the number of bytes to read from the disk; 0 if unknown.
	Total int64
	// Files yields the files one after another.
	Files iter.Seq[File]
}

// File is a file of records, on the disk or within an archive.
type File struct {
	// Name is the path of the file. For a file within an archive it is the path of the
	// archive, "!", and the name of the file in the archive.
	Name     string
	Size     int64
	Modified time.Time
	// Passed is the number of bytes of Source.Total up to the end of this file. For a
	// file within an archive it is approximate.
	Passed int64
	// Read returns the content. It may be called only once, and only before the next file is
	// requested.
	Read func() ([]byte, error)
	// Open returns the content as a stream. It may be called any number of times, at any
	// time. It is set only for large files on the disk that can be read game by game (see
	// [kifu.Stream]). Such files are not held in memory. Read limits the size of a file, but
	// Open does not.
	Open func() (io.ReadCloser, error)
	// Err says why the file cannot be read. Read is nil if Err is set.
	Err error
}

// MaxFileBytes is the default of [WalkOptions.MaxBytes].
const MaxFileBytes = kifu.MaxSize

// WalkOptions configure [Walk].
type WalkOptions struct {
	// Accept reports whether a file in a folder or archive is a record. It gets the
	// name of the file; nil means [IsRecord]. A file whose path is an argument of Walk
	// is always accepted.
	Accept func(name string) bool
	// MaxBytes is the size, after decompression, of the largest file that File.Read
	// returns. 0 means [MaxFileBytes], and a negative number means no limit.
	MaxBytes int64
	// Context stops reading when it is cancelled, even within a large file. It may be
	// nil.
	Context context.Context
}

// IsRecord reports whether the name of a file is that of a game record.
func IsRecord(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".sgf", ".gib", ".ngf", ".ugf", ".ugi":
		return true
	}
	return false
}

// Walk finds the records in files, in folders and their subfolders, and in archives (.zip,
// .tar, .gz, .xz). An archive whose path is an argument is recognised by its content
// as well as by its name. A path may also name a file within an archive, in the form of
// File.Name.
//
// Walk itself only collects names and sizes; the files are read during the iteration.
// Links are followed, and each folder is visited once. A file that cannot be read is
// yielded with an error. An archive within an archive is not read, so it is also yielded
// with an error.
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

// found is a file on the disk that may hold records.
type found struct {
	path     string
	named    bool // the path is an argument of Walk
	size     int64
	modified time.Time
	before   int64 // bytes of the total that precede the file
	err      error
	member   string // the requested file of an archive; "" means all files
}

type walker struct {
	options WalkOptions
	folders map[string]bool // real paths of the visited folders
	all     []found
	total   int64
}

// list adds the file or folder at a path.
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

// listMember adds a file within an archive. It returns false if the path
// cannot be the name of such a file.
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
	inner, packed := UnpackedName(path)
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

// files yields the listed files and the files within the listed archives.
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
				file.Err = fmt.Errorf("the archive cannot be read: %w", wording.WithoutPath(err))
			case f.member != "" && !a.given:
				file.Err = errors.New("there is no such file in the archive")
			default:
				continue
			}
		case f.member != "":
			file.Name += "!" + f.member
			file.Err = fmt.Errorf("%s is not an archive", f.path)
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

// open returns the content of a file, decompressed if necessary.
func (o WalkOptions) open(path string) ([]byte, error) {
	r, err := o.stream(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return o.read(r)
}

// read reads r to the end. It stops with an error if r is too large or the context is
// cancelled.
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

// stoppable is a reader that fails once the context is cancelled.
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

// suffixes lists the suffixes of compressed files and archives, longer suffixes first. The
// first six are the suffixes of archives that can have several files.
var suffixes = []string{".tar.gz", ".tar.xz", ".tgz", ".txz", ".tar", ".zip", ".gz", ".xz"}

// UnpackedName returns a name without the suffix of a compressed file or archive, and
// reports whether the name had such a suffix.
func UnpackedName(path string) (inner string, packed bool) {
	lower := strings.ToLower(path)
	i := slices.IndexFunc(suffixes, func(s string) bool { return strings.HasSuffix(lower, s) })
	if i < 0 {
		return path, false
	}
	return path[:len(path)-len(suffixes[i])], true
}

// isMany reports whether the path has the suffix of an archive that can have several files.
func isMany(path string) bool {
	lower := strings.ToLower(path)
	return slices.ContainsFunc(suffixes[:6], func(s string) bool { return strings.HasSuffix(lower, s) })
}
