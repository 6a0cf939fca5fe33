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
	// streamFrom is the size in bytes above which an SGF file is read game by game.
	// streamLines is the same for a file with one game per line.
	streamFrom, streamLines = 4 << 20, 1 << 20
	// usualRatio is the assumed compression ratio of a file.
	usualRatio = 4
	// beginning is the number of bytes that are read to recognise the format of a file.
	beginning = 1 << 16

	// maxRatio is the largest accepted compression ratio. The first freeBytes of the content
	// are always accepted. Game records have ratios of 3 to 20; decompression bombs have
	// ratios of about 1,000.
	maxRatio, freeBytes = 200, 16 << 20
)

// stream returns the content of a file, decompressed if necessary.
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

// unpacked reads the decompressed content and closes the file.
type unpacked struct {
	io.Reader
	io.Closer
}

// streams reports whether a file should be read game by game. It returns false for an
// unreadable file. The error is reported later, when the whole file is read.
func (o WalkOptions) streams(path string, size int64) bool {
	if _, packed := UnpackedName(path); packed {
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

// ratioLimit stops reading a file whose compression ratio is above maxRatio.
type ratioLimit struct {
	io.Reader
	packed *counter
	n      int64
}

func (r *ratioLimit) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if r.n += int64(n); r.n > freeBytes && r.n > maxRatio*r.packed.n {
		return 0, fmt.Errorf("it unpacks to more than %d times its size, so it may be a decompression bomb: if it is a record, unpack it first", maxRatio)
	}
	return n, err
}

// sum returns the SHA-256 hash of the content of a file that is a stream.
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

// parseStream reads the games of a file that is a stream. The result is the same as that
// of [ParseRecords] for content in memory.
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
