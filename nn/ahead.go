package nn

import "io"

// ahead reads from a reader in another goroutine, up to two blocks ahead. So decompression takes place while the
// weights before it are decoded. The caller must call close before it uses the reader itself.
type ahead struct {
	blocks chan block
	free   chan []byte
	last   block
	rest   []byte // unread part of the last block
}

// block is what was read, and the error that followed it.
type block struct {
	data []byte
	err  error
}

// aheadBytes is the size of a block.
const aheadBytes = 256 << 10

func newAhead(r io.Reader) *ahead {
	a := &ahead{blocks: make(chan block), free: make(chan []byte, 2)}
	for range cap(a.free) {
		a.free <- make([]byte, aheadBytes)
	}
	go func() {
		defer close(a.blocks)
		for buffer := range a.free {
			var b block
			n := 0
			for n < len(buffer) && b.err == nil {
				var more int
				more, b.err = r.Read(buffer[n:])
				n += more
			}
			b.data = buffer[:n]
			if a.blocks <- b; b.err != nil {
				return
			}
		}
	}()
	return a
}

// Read implements [io.Reader].
func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.last.err != nil {
			return 0, a.last.err
		}
		if a.last.data != nil {
			a.free <- a.last.data[:aheadBytes]
		}
		a.last = <-a.blocks
		a.rest = a.last.data
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// close ends the goroutine and waits for its end.
func (a *ahead) close() {
	close(a.free)
	for range a.blocks {
	}
}
