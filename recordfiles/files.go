package recordfiles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"tengen/internal/usage"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/store"
)

const separator = string(filepath.Separator)

// Dash is the name that stands for stdin as a file to read, and for stdout as a file to write.
const Dash = "-"

// File is a file that may hold records.
type File struct {
	Name    string // name for messages; "!" separates an archive from a file in it
	Path    string // path for the system; "!" separates an archive from a file in it
	Within  string // path of the file within the folder or archive that the user named; an archive counts as a folder
	Archive string // the enclosing archive, for messages; "" for a plain file
	Data    []byte
	// Open opens the content of a large file that is read one game at a time. It is nil if the
	// content is in Data.
	Open   func() (io.ReadCloser, error)
	Err    error        // reason why the file cannot be read, or nil
	limits kifu.Options // limits for a record, or for a file that is read as a whole
}

// Files are the files that a user named, including files in folders and archives. Each file
// comes with the number of bytes of Total up to the end of the file.
type Files struct {
	Total int64 // bytes to read, 0 if unknown
	All   iter.Seq2[File, int64]
}

// Find lists the files at the given paths; [Dash] stands for stdin. Files are read one by one
// during the iteration. The error text of Find is one line for the user. If a file cannot be
// read, its field Err says why.
func Find(ctx context.Context, stdin io.Reader, limits kifu.Options, paths []string) (Files, error) {
	type part struct {
		path   string
		source store.Source
		stream io.Reader // the open stream to read; source is not used if it is set
	}
	var parts []part
	var all Files
	once := false
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case path == Dash && once:
			return all, usage.Errorf("stdin (-) can be read only once")
		case path == Dash:
			once = true
			parts = append(parts, part{path: path, stream: stdin})
		case err == nil && !info.IsDir() && !info.Mode().IsRegular(): // a pipe
			parts = append(parts, part{path: path})
		default:
			source := store.Walk(store.WalkOptions{Context: ctx, MaxBytes: limits.MaxBytes}, path)
			all.Total += source.Total
			parts = append(parts, part{path: path, source: source})
		}
	}
	all.All = func(yield func(File, int64) bool) {
		before := int64(0)
		for _, p := range parts {
			if p.source.Files == nil {
				if !yield(readStream(p.path, limits, p.stream), before) {
					return
				}
				continue
			}
			real, err := filepath.Abs(p.path)
			if err != nil {
				real = p.path
			}
			for f := range p.source.Files {
				r := File{Path: p.path, limits: limits, Err: f.Err}
				start := strings.TrimSuffix(p.path, separator)
				if rest, ok := strings.CutPrefix(f.Name, real); ok && rest != "" {
					r.Path = start + rest
				}
				r.Name = wording.FileName(r.Path)
				path := r.Path
				if archive, member, ok := cutArchive(r.Path); ok {
					r.Archive = wording.FileName(archive)
					path = archive + separator + member
				}
				r.Within = filepath.Base(path)
				if rest, ok := strings.CutPrefix(path, start); ok && rest != "" {
					r.Within = strings.TrimLeft(rest, separator)
				}
				if r.Open = f.Open; r.Err == nil && r.Open == nil {
					r.Data, r.Err = f.Read()
				}
				r.Err = hinted(wording.WithoutPath(r.Err))
				if !yield(r, before+f.Passed) {
					return
				}
			}
			before += p.source.Total
		}
	}
	return all, nil
}

// cutArchive divides the path of a file in an archive at the "!" after the archive. A "!" elsewhere belongs to a name.
func cutArchive(path string) (archive, member string, ok bool) {
	if !strings.Contains(path, "!") || IsFile(path) {
		return "", "", false
	}
	for at := range len(path) {
		if path[at] == '!' && IsFile(path[:at]) {
			return path[:at], path[at+1:], true
		}
	}
	return "", "", false
}

// IsFile reports whether path names a regular file.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// readStream reads a file from a stream. If the parameter in is nil, it reads from the pipe
// with the given name.
func readStream(name string, limits kifu.Options, in io.Reader) File {
	r := File{Name: wording.FileName(name), Path: name, Within: filepath.Base(name), limits: limits}
	if in == nil {
		f, err := os.Open(name)
		if err != nil {
			r.Err = wording.WithoutPath(err)
			return r
		}
		defer f.Close()
		in = f
	}
	r.Data, r.Err = r.readAll(in)
	return r
}

// readAll reads the whole content, up to the limit.
func (f File) readAll(in io.Reader) ([]byte, error) {
	most := f.limits.MaxBytes
	if most > 0 {
		in = io.LimitReader(in, most+1)
	}
	data, err := io.ReadAll(in)
	if err == nil && most > 0 && int64(len(data)) > most {
		return nil, hinted(fmt.Errorf("%w: more than %d bytes", kifu.ErrTooLarge, most))
	}
	return data, hinted(wording.WithoutPath(err))
}

// FindOne returns the file at a path. It returns an error if the path is a folder or has
// several files.
func FindOne(ctx context.Context, stdin io.Reader, limits kifu.Options, path string) (File, error) {
	if info, err := os.Stat(path); path != Dash && err == nil && info.IsDir() {
		return File{}, usage.Errorf("%s is a folder: name a file in it", wording.FileName(path))
	}
	all, err := Find(ctx, stdin, limits, []string{path})
	if err != nil {
		return File{}, err
	}
	var one File
	n := 0
	for f := range all.All {
		if n++; n > 1 {
			return one, usage.Errorf("%s holds several files: name one of them, such as %s", wording.FileName(path), one.Name)
		}
		one = f
	}
	if n == 0 {
		return one, fmt.Errorf("%s does not contain a record", wording.FileName(path))
	}
	return one, nil
}

// Loaded is a file, or a part of a file, with the records that could be read.
type Loaded struct {
	Name       string
	*kifu.File // never nil
	Err        error
	First      bool // whether this is the first part of its file
}

// Whole reads the whole content, even if the file could be read one game at a time.
func (f File) Whole() ([]byte, error) {
	if f.Err != nil || f.Open == nil {
		return f.Data, f.Err
	}
	r, err := f.Open()
	if err != nil {
		return nil, wording.WithoutPath(err)
	}
	defer r.Close()
	return f.readAll(r)
}

// Load reads the records of a file.
func (f File) Load(o kifu.Options) Loaded {
	l := Loaded{Name: f.Name, File: &kifu.File{}, Err: f.Err, First: true}
	data, err := f.Whole()
	if l.Err = err; err != nil {
		return l
	}
	l.File, l.Err = kifu.LoadBytes(data, f.Options(o))
	if l.Err = hinted(l.Err); l.Err != nil { // the caller adds the file's name
		if text, ok := strings.CutPrefix(l.Err.Error(), f.Name); ok {
			l.Err = errors.New(strings.TrimLeft(text, ",: "))
		}
	}
	if errors.Is(l.Err, kifu.ErrTooLarge) {
		l.Trees = nil // an incomplete record would look like a complete one
	}
	return l
}

// Options returns the given options with the name and the limits of the file.
func (f File) Options(o kifu.Options) kifu.Options {
	o.Name, o.MaxBytes, o.MaxNodes = f.Name, f.limits.MaxBytes, f.limits.MaxNodes
	return o
}

// LoadEach reads the records of a file one by one if the format allows it. Otherwise it reads
// all of them at once. A part that has neither a game nor an error has diagnostics.
func (f File) LoadEach(o kifu.Options, yield func(Loaded) bool) {
	if f.Err != nil || f.Open == nil && !kifu.HasLines(f.Name, f.Data) {
		yield(f.Load(o))
		return
	}
	content := io.Reader(bytes.NewReader(f.Data))
	if f.Open != nil {
		r, err := f.Open()
		if err != nil {
			yield(Loaded{Name: f.Name, File: &kifu.File{}, First: true, Err: wording.WithoutPath(err)})
			return
		}
		defer r.Close()
		content = r
	}
	first, any := true, false
	var last *kifu.File
	for part, err := range kifu.Parts(content, f.Options(o)) {
		any = any || len(part.Trees) > 0 || err != nil
		if !yield(Loaded{Name: f.Name, File: part, First: first, Err: hinted(err)}) {
			return
		}
		first, last = false, part
	}
	if !any {
		l := Loaded{Name: f.Name, File: &kifu.File{}, First: first, Err: errNoGame}
		if last != nil {
			l.Format = last.Format
		} else {
			l.Format = kifu.Detect(f.Name, f.Data)
		}
		yield(l)
	}
}

// hinted adds a hint to the error of a file that is too large.
func hinted(err error) error {
	if errors.Is(err, kifu.ErrTooLarge) {
		return fmt.Errorf("%w; raise the limits of bytes and nodes (--max-bytes, --max-nodes)", err)
	}
	return err
}

// errNoGame means that a file was read and does not have a game.
var errNoGame = errors.New("the file does not contain a game")

// NoGame returns an error that says why the file does not have a game. It returns nil if the
// file has one.
func (l Loaded) NoGame() error {
	switch {
	case len(l.Trees) > 0:
		return nil
	case l.Err == nil:
		return errNoGame
	}
	return l.Err
}

// Faults returns a message for each part of the file that was left out, guessed, or read with wrong characters.
func (l Loaded) Faults() []string {
	numbers := map[int]bool{}
	for _, t := range l.Trees {
		numbers[t.Number()] = true
	}
	var all []string
	for _, d := range l.Diagnostics {
		if leftOut := d.Game > 0 && !numbers[d.Game]; leftOut || loses(d, l.Encoding) {
			all = append(all, wording.OneLine(l.Name+": "+d.String()))
		}
	}
	return all
}

// Tree returns the game with the given number in the file, from 1.
func (l Loaded) Tree(number int) (*kifu.Tree, error) {
	last := 0
	for _, t := range l.Trees {
		if last = max(last, t.Number()); t.Number() == number {
			return t, nil
		}
	}
	for _, d := range l.Diagnostics {
		if last = max(last, d.Game); d.Game == number {
			return nil, fmt.Errorf("game %d was left out: %s", number, d.Wrong)
		}
	}
	return nil, fmt.Errorf("game %d does not exist: the file has %s", number, wording.Counted(last, "game"))
}
