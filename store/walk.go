package store

import (
	"bufio"
	"crypto/sha256"
	"io"
	"iter"
	"os"

	"tengen/kifu"
)

const (
	// streamFrom is the size on the disk beyond which a file with a game a line is not
	// read at once.
	streamFrom = 1 << 20
	// beginning is how much of a file tells what it has.
	beginning = 1 << 16
)

// stream is the content of a file, unpacked if it is packed by itself.
func (o WalkOptions) stream(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := unpack(o.stoppable(file))
	if err != nil {
		file.Close()
		return nil, err
	}
	return unpacked{r, file}, nil
}

// unpacked is what comes out of a file.
type unpacked struct {
	io.Reader
	io.Closer
}

// hasLines reports whether a file has a game a line. Of one that cannot be read it does
// not, and whoever reads it says why.
func (o WalkOptions) hasLines(path string) bool {
	r, err := o.stream(path)
	if err != nil {
		return false
	}
	defer r.Close()
	head, _ := bufio.NewReaderSize(r, beginning).Peek(beginning)
	return kifu.HasLines(path, head)
}

// sum is the hash of a file that streams, the one that its content has at once.
func sum(f File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, r); err != nil {
		return nil, err
	}
	return hash.Sum(nil), nil
}

// parseLines reads the games of a file that streams, as [ParseRecords] reads those of
// one that is there at once.
func parseLines(f File, skip int) iter.Seq2[Parsed, error] {
	return func(yield func(Parsed, error) bool) {
		r, err := f.Open()
		if err != nil {
			yield(Parsed{Index: -1}, err)
			return
		}
		defer r.Close()
		parsed(nil, kifu.Stream(r, kifu.Options{Name: f.Name, Skip: skip}))(yield)
	}
}
