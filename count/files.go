package count

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tengen/internal/durable"
)

// The files of a layer: one for each part and each machine that writes to the part. A file is a list of chunks. The
// first four bytes of a chunk are the number of its words, the next four are the checksum (CRC-32C) of these words. The
// words are records. A word has 8 bytes. All numbers are little-endian. Files only grow, so that a size is enough to
// return to an earlier state of a file.

// chunkHead is the number of bytes of a chunk before its records.
const chunkHead = 8

// fileName is the name of a file: the numbers of the first modulus of the pass, of the step, the part and the machine.
const fileName = "modulus%d-step%d-part%d-machine%d.states"

// file returns the path of the file of a part that a machine writes.
func (p *pass) file(l *layer, part, machine int) string {
	return filepath.Join(p.dir, fmt.Sprintf(fileName, p.first+1, l.step, part, machine+1))
}

// read passes all records in the files of a part to use, a block at a time.
func (p *pass) read(l *layer, i int, use func([]uint64)) error {
	for machine, size := range l.parts[i].bytes {
		if size == 0 {
			continue
		}
		if err := p.readFile(p.file(l, i, machine), size, use); err != nil {
			return err
		}
	}
	return nil
}

// readFile passes the records in the first bytes of a file to use, a chunk at a time.
func (p *pass) readFile(path string, size int64, use func([]uint64)) error {
	f, err := os.Open(path)
	if err != nil {
		return damaged(err)
	}
	defer f.Close()
	b := p.buffer()
	defer p.buffers.Put(b)
	for size > 0 {
		words, err := b.readChunk(f)
		if size -= chunkHead + 8*int64(len(words)); err == nil && size < 0 {
			err = errors.New("a chunk has a wrong size")
		}
		if err != nil {
			return damaged(fmt.Errorf("%s: %w", path, err))
		}
		use(words)
	}
	return nil
}

// buffer has room for a chunk, and for its words as numbers.
type buffer struct {
	bytes []byte
	words []uint64
}

// readChunk returns the words of the next chunk. They are valid until the next call.
func (b *buffer) readChunk(r io.Reader) ([]uint64, error) {
	if _, err := io.ReadFull(r, b.bytes[:chunkHead]); err != nil {
		return nil, err
	}
	n, sum := binary.LittleEndian.Uint32(b.bytes), binary.LittleEndian.Uint32(b.bytes[4:])
	if n == 0 || int64(n) > int64(len(b.words)) { // a file of zeros would have empty chunks with the right checksum
		return nil, errors.New("a chunk has a wrong size")
	}
	data := b.bytes[chunkHead : chunkHead+8*n]
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, err
	}
	if durable.Checksum(data) != sum {
		return nil, errors.New("a checksum is wrong")
	}
	words := b.words[:n]
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return words, nil
}

// buffer returns a buffer, which the caller puts back. A new one for each file would be too much work for the garbage
// collector, which would let the memory grow meanwhile.
func (p *pass) buffer() *buffer {
	if b, ok := p.buffers.Get().(*buffer); ok {
		return b
	}
	const words = 1 << 17
	return &buffer{make([]byte, chunkHead+8*words), make([]uint64, words)}
}

// damaged returns the error about a folder that does not have the files of its checkpoint.
func damaged(err error) error {
	return fmt.Errorf("the checkpoint is damaged: %w; to begin again, remove the folder", err)
}

// write moves the records of a part from memory into the file of this machine. Records of the same state become one.
func (p *pass) write(l *layer, i int, t *table) error {
	blocks, n := l.parts[i].take(), 0
	for _, b := range blocks {
		n += len(b)
	}
	if n == 0 {
		return nil
	}
	t.moduli = p.moduliAt(l.step)
	t.reset(n/p.record(l.step), l.bits)
	for _, b := range blocks {
		t.add(b)
	}
	p.pool.put(blocks...)
	part := &l.parts[i]
	part.mu.Lock()
	defer part.mu.Unlock()
	flags := os.O_WRONLY | os.O_CREATE
	if part.bytes[p.machine] == 0 {
		flags |= os.O_TRUNC // of a run that was killed
	}
	f, err := os.OpenFile(p.file(l, i, p.machine), flags, 0o666)
	if err != nil {
		return p.full(err)
	}
	if _, err = f.Seek(part.bytes[p.machine], io.SeekStart); err == nil {
		err = p.appendTable(f, t, part, p.record(l.step))
	}
	part.synced = false
	return p.full(errors.Join(err, f.Close()))
}

// appendTable appends the records of a table to the file of a part. The parameter record is the number of words of a
// record.
func (p *pass) appendTable(f *os.File, t *table, part *part, record int) error {
	b := p.buffer()
	defer p.buffers.Put(b)
	out := b.bytes[:chunkHead]
	var size int64
	write := func() error {
		binary.LittleEndian.PutUint32(out, uint32(len(out)/8-1))
		binary.LittleEndian.PutUint32(out[4:], durable.Checksum(out[chunkHead:]))
		n, err := f.Write(out)
		size += int64(n)
		out = out[:chunkHead]
		return err
	}
	for slots := t.slots; len(slots) > 0; slots = slots[record:] {
		if slots[0] == 0 {
			continue
		}
		if len(out)+8*record > cap(out) {
			if err := write(); err != nil {
				return err
			}
		}
		for _, x := range slots[:record] {
			out = binary.LittleEndian.AppendUint64(out, x)
		}
	}
	if err := write(); err != nil {
		return err
	}
	part.bytes[p.machine] += size
	p.written.Add(size)
	return nil
}

// sync writes the file of a part to the disk.
func (p *pass) sync(l *layer, i int) error {
	if l.parts[i].synced {
		return nil
	}
	f, err := os.OpenFile(p.file(l, i, p.machine), os.O_WRONLY, 0)
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	l.parts[i].synced = err == nil
	return p.full(err)
}

// tidy returns the files that this machine has written to their state at the checkpoint. It cuts them to their sizes
// then, and removes those that were made later.
func (p *pass) tidy() error {
	keep := map[string]bool{}
	for _, l := range []*layer{p.layer, p.next} {
		if l == nil {
			continue
		}
		for i := range l.parts {
			size := l.parts[i].bytes[p.machine]
			if size == 0 || l == p.layer && (i < p.at || i%p.machines != p.machine) {
				continue // no file, or another machine may have removed it already
			}
			path := p.file(l, i, p.machine)
			keep[path] = true
			if info, err := os.Stat(path); err != nil || info.Size() < size {
				return damaged(fmt.Errorf("%s does not have all its records", path))
			}
			if err := os.Truncate(path, size); err != nil {
				return err
			}
		}
	}
	step := 0
	if p.layer != nil {
		step = p.layer.step
	}
	return p.clean(p.first, step, keep)
}

// clean removes files that a pass, which begins with modulus number first, no longer needs from the given step on.
// These are the earlier files of this machine's parts, and of the later ones those that this machine wrote and that are
// not to be kept. Other machines may already be writing later ones.
func (c *counting) clean(first, step int, keep map[string]bool) error {
	if c.dir == "" {
		return nil
	}
	files, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	for _, f := range files {
		var modulus, at, part, machine int
		if n, _ := fmt.Sscanf(f.Name(), fileName, &modulus, &at, &part, &machine); n < 4 || part%c.machines != c.machine {
			continue
		}
		path := filepath.Join(c.dir, f.Name())
		old := modulus-1 < first || modulus-1 == first && at < step
		if old || machine-1 == c.machine && !keep[path] {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}
