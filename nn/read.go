package nn

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
)

// Limits limit the size of the file that [Read] accepts.
type Limits struct {
	MaxBytes      int64 // size of the file after decompression; 0 means 4 GiB
	MaxParameters int64 // number of weights; each takes four bytes of memory; 0 means 2^30
}

// Read reads a KataGo model file. It finds out from the content whether the file is compressed with gzip, and
// whether the weights are binary or text. Only space may follow the model. Errors name the place in the file.
//
// Read allocates memory as weights arrive. The memory that it takes therefore depends on the weights in the
// file, not on the sizes that the file claims.
func Read(r io.Reader, limits Limits) (*Model, error) {
	if limits.MaxBytes <= 0 {
		limits.MaxBytes = 4 << 30
	}
	if limits.MaxParameters <= 0 {
		limits.MaxParameters = 1 << 30
	}
	hash := sha256.New()
	raw := bufio.NewReaderSize(io.TeeReader(r, hash), 1<<16)
	t := &tokens{left: limits.MaxParameters}
	body := io.Reader(raw)
	if magic, _ := raw.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		unpacked, err := gzip.NewReader(raw)
		if err != nil {
			t.broken(err, "its beginning")
			return nil, t.err
		}
		body = unpacked
	}
	before := newAhead(&bounded{r: body, left: limits.MaxBytes, limit: limits.MaxBytes})
	t.r = bufio.NewReaderSize(before, 1<<16)
	m := &Model{}
	m.code(t)
	t.end()
	before.close()
	if t.err != nil {
		return nil, t.err
	}
	m.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return m, nil
}

// ReadFile reads the model file at path; see [Read].
func ReadFile(path string, limits Limits) (*Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := Read(f, limits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// bounded is a reader that returns an error if r has more than limit bytes.
type bounded struct {
	r     io.Reader
	left  int64
	limit int64
}

// Read reads up to the limit, and returns an error if r has more bytes.
func (b *bounded) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1] // one byte beyond the limit shows that r has more
	}
	n, err := b.r.Read(p)
	if int64(n) > b.left {
		n = int(b.left)
		err = &sizeError{b.limit}
	}
	b.left -= int64(n)
	return n, err
}

// sizeError is the error of a bounded reader.
type sizeError struct{ limit int64 }

// Error returns a message with the limit.
func (e *sizeError) Error() string { return fmt.Sprintf("more than %d bytes", e.limit) }
