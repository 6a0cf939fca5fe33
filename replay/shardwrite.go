package replay

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tengen/baduk"
	"tengen/internal/durable"
)

// A shardWriter writes one shard. When close returns without an error, the file is complete and on the disk. It does
// not have its final name before that.
type shardWriter struct {
	path   string
	file   *os.File
	pack   *flate.Writer
	packed bytes.Buffer
	raw    []byte // games of the block in progress
	now    blockEntry
	boards map[*baduk.Graph]bool // boards of the games in raw
	blocks []blockEntry
	offset int64
	info   ShardInfo
	err    error // the first error; after it the writer does not write any more
}

// createShard begins a shard.
func createShard(path string) (*shardWriter, error) {
	file, err := os.Create(path + durable.Partial)
	if err != nil {
		return nil, err
	}
	w := newShardWriter(path, file)
	head := append([]byte(shardMagic), shardVersion, 0, 0, 0)
	w.writeBytes(binary.LittleEndian.AppendUint32(head, durable.Checksum(head)))
	return w, w.err
}

// newShardWriter returns a writer for a file whose end is known to the caller.
func newShardWriter(path string, file *os.File) *shardWriter {
	w := &shardWriter{path: path, file: file, info: ShardInfo{Name: filepath.Base(path)}}
	var err error
	if w.pack, err = flate.NewWriter(&w.packed, flate.DefaultCompression); err != nil {
		panic(err) // the level is a constant
	}
	return w
}

// writeBytes appends bytes to the file.
func (w *shardWriter) writeBytes(data []byte) {
	if w.err != nil {
		return
	}
	n, err := w.file.Write(data)
	w.offset += int64(n)
	w.err = err
}

// writeGame appends a game. If the game cannot be stored, writeGame returns an error that wraps errGame, and does not
// change the shard. Any other error comes from the disk, and all later calls return it.
func (w *shardWriter) writeGame(g *Game) error {
	if w.err != nil {
		return w.err
	}
	if err := g.check(); err != nil {
		return err
	}
	one, err := appendGame(nil, g)
	if err != nil {
		return fmt.Errorf("%w: %w", errGame, err)
	}
	if len(one) > maxBlock {
		return fmt.Errorf("%w: it takes %d bytes, and the limit is %d", errGame, len(one), maxBlock)
	}
	if len(w.raw)+len(one) > blockBytes || w.now.games == blockGames || len(w.boards) == maxBoards {
		w.flush()
	}
	if w.boards == nil {
		w.boards = map[*baduk.Graph]bool{}
	}
	w.boards[g.Graph] = true
	w.raw = append(w.raw, one...)
	w.now.games++
	w.now.rows += uint32(len(g.Samples))
	w.info.Games++
	w.info.Samples += len(g.Samples)
	return w.err
}

// games returns the number of games so far.
func (w *shardWriter) games() int { return w.info.Games }

// flush writes the block in progress.
func (w *shardWriter) flush() {
	if w.now.games == 0 || w.err != nil {
		return
	}
	w.packed.Reset()
	w.pack.Reset(&w.packed)
	_, err := w.pack.Write(w.raw)
	if err = errors.Join(err, w.pack.Close()); err != nil {
		panic(err) // writes to a buffer do not fail
	}
	codec, payload := byte(codecDeflate), w.packed.Bytes()
	if len(payload) >= len(w.raw) {
		codec, payload = codecStored, w.raw
	}
	w.now.offset, w.now.stored, w.now.raw, w.now.sum = w.offset, uint32(len(payload)), uint32(len(w.raw)), durable.Checksum(payload)
	head := append([]byte(blockMagic), codec, 0, 0, 0)
	for _, n := range w.now.header() {
		head = binary.LittleEndian.AppendUint32(head, n)
	}
	w.writeBytes(binary.LittleEndian.AppendUint32(head, durable.Checksum(head)))
	w.writeBytes(payload)
	w.blocks = append(w.blocks, w.now)
	w.now, w.raw = blockEntry{}, w.raw[:0]
	clear(w.boards)
}

// close finishes the shard. If this call or an earlier one failed, the shard is not finished, and the caller has to
// call abort or leave.
func (w *shardWriter) close() (ShardInfo, error) {
	w.flush()
	foot := binary.LittleEndian.AppendUint32([]byte(footerMagic), uint32(len(w.blocks)))
	foot = binary.LittleEndian.AppendUint64(foot, uint64(w.info.Games))
	foot = binary.LittleEndian.AppendUint64(foot, uint64(w.info.Samples))
	for _, b := range w.blocks {
		foot = binary.LittleEndian.AppendUint64(foot, uint64(b.offset))
		for _, n := range b.header() {
			foot = binary.LittleEndian.AppendUint32(foot, n)
		}
	}
	sum := durable.Checksum(foot)
	at := w.offset
	foot = binary.LittleEndian.AppendUint32(foot, sum)
	foot = binary.LittleEndian.AppendUint64(foot, uint64(at))
	w.writeBytes(append(foot, trailerMagic...))
	if w.err == nil {
		w.err = w.file.Sync()
	}
	if w.err == nil {
		w.err = w.file.Close()
	}
	if w.err == nil {
		w.err = os.Rename(w.path+durable.Partial, w.path)
	}
	if w.err != nil {
		return ShardInfo{}, w.err
	}
	w.err = errClosed
	durable.SyncFolder(filepath.Dir(w.path))
	w.info.Bytes, w.info.Sum = w.offset, fmt.Sprintf("%08x", sum)
	return w.info, nil
}

// errClosed is the error of a writer that is used after close or abort.
var errClosed = errors.New("the shard is finished")

// abort removes the file, unless the shard is finished.
func (w *shardWriter) abort() {
	if errors.Is(w.err, errClosed) {
		return
	}
	_ = w.file.Close()
	_ = os.Remove(w.path + durable.Partial)
	w.err = errClosed
}

// leave closes the file without finishing the shard; see continueShard.
func (w *shardWriter) leave() error {
	w.flush()
	err := errors.Join(w.err, w.file.Close())
	w.err = errClosed
	return err
}
