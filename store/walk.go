package store

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
	"os"

	"tengen/kifu"
)

const (
	// streamFrom is the size beyond which a file is not read at once if it can be read a game at a
	// time, and streamLines that of a file with a game a line.
	streamFrom, streamLines = 4 << 20, 1 << 20
	// usualRatio is how many times its size a packed file is taken to have unpacked.
	usualRatio = 4
	// beginning is how much of a file tells what it has.
	beginning = 1 << 16

	// maxRatio is how many times its size a packed file may have unpacked, beyond the first
	// freeBytes. Records of games have 3 to 20, and files that are made to fill the memory 1,000.
	maxRatio, freeBytes = 200, 16 << 20
)

// stream is the content of a file, unpacked if it is packed by itself.
func (o WalkOptions) stream(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := unpack(&counter{r: o.stoppable(file)})
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

// streams reports whether a file of that size is to be read a game at a time. It is false for a
// file that cannot be read: reading it at once gives the error.
func (o WalkOptions) streams(path string, size int64) bool {
	if _, packed := unpackedName(path); packed {
		size *= usualRatio
	}
	if size <= streamLines {
		return false
	}
	r, err := o.stream(path)
	if err != nil {
		return false
	}
	defer r.Close()
	head, _ := bufio.NewReaderSize(r, beginning).Peek(beginning)
	return kifu.HasLines(path, head) || size > streamFrom && kifu.Streams(path, head)
}

// ratioLimit ends the reader of an unpacked file that grows too large for its size.
type ratioLimit struct {
	io.Reader
	packed *counter
	n      int64
}

func (r *ratioLimit) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if r.n += int64(n); r.n > freeBytes && r.n > maxRatio*r.packed.n {
		return 0, fmt.Errorf("it has more than %d times its size when it is unpacked, as files have that are made to fill the memory: unpack it first if it is a record", maxRatio)
	}
	return n, err
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

// parseStream reads the games of a file that streams, as [ParseRecords] reads those of
// one that is there at once.
func parseStream(f File, skip int, limits kifu.Options) iter.Seq2[Parsed, error] {
	return func(yield func(Parsed, error) bool) {
		r, err := f.Open()
		if err != nil {
			yield(Parsed{Index: -1}, err)
			return
		}
		defer r.Close()
		limits.Name, limits.Skip = f.Name, skip
		parsed(nil, kifu.Stream(r, limits))(yield)
	}
}
