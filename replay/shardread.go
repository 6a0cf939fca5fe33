package replay

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"tengen/internal/durable"
)

// Damage is a part of a shard that cannot be read. The rest of the shard can be read.
type Damage struct {
	File   string `json:"file"`
	Block  int    `json:"block"`  // number of the block, from 0; -1 outside of the blocks
	Offset int64  `json:"offset"` // offset in the file
	Wrong  string `json:"wrong"`
}

// Error returns the place and the message.
func (d *Damage) Error() string {
	if d.Block < 0 {
		return fmt.Sprintf("%s, byte %d: %s", d.File, d.Offset, d.Wrong)
	}
	return fmt.Sprintf("%s, block %d at byte %d: %s", d.File, d.Block, d.Offset, d.Wrong)
}

// errNotShard is wrapped by the error for a file that has no part of a shard.
var errNotShard = errors.New("not a shard of training rows")

// A shard reads one file, which may be damaged or hostile.
type shard struct {
	name   string
	r      io.ReaderAt
	blocks []blockEntry
	// damage lists a damaged footer and damaged headers, found when the shard was opened. Blocks are
	// checked when they are read.
	damage []*Damage
	sum    uint32 // checksum of the footer; 0 if the footer is missing
	packed []byte
	raw    []byte
	unpack io.Reader // a flate reader
}

// openShard checks the header and the footer. If the footer is damaged, it searches the file for blocks. It fails if
// the file cannot be read. The error wraps [errNotShard] if the file has no header, no footer and no block. openShard
// needs memory for one block and for a list of the blocks, which is smaller than the file.
func openShard(name string, r io.ReaderAt, size int64) (*shard, error) {
	s := &shard{name: name, r: r}
	head := make([]byte, headerLen)
	n, err := readAt(r, head, 0)
	if err != nil {
		return nil, err
	}
	if head = head[:n]; string(head[:min(n, 8)]) == shardMagic && n == headerLen {
		version := binary.LittleEndian.Uint16(head[8:])
		if sound := durable.Checksum(head[:12]) == binary.LittleEndian.Uint32(head[12:]); sound && (version != shardVersion || head[10] != 0 || head[11] != 0) {
			return nil, fmt.Errorf("%s is a shard of version %d, but this program reads only version %d: use a newer version of tengen", name, version, shardVersion)
		} else if !sound {
			s.damaged(-1, 0, "the header is damaged")
		}
	} else {
		s.damaged(-1, 0, "the header is damaged")
	}
	wrong, err := s.readFooter(size)
	if err != nil {
		return nil, err
	}
	if wrong == "" {
		return s, nil
	}
	s.damaged(-1, size, "the footer is damaged ("+wrong+"): blocks after this may be lost")
	headless := len(s.damage) == 2
	if err := s.scan(size); err != nil {
		return nil, err
	}
	if headless && len(s.blocks) == 0 {
		return nil, fmt.Errorf("%s: %w", name, errNotShard)
	}
	return s, nil
}

// readAt reads into b until b is full or the file ends.
func readAt(r io.ReaderAt, b []byte, offset int64) (int, error) {
	n, err := r.ReadAt(b, offset)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

func (s *shard) damaged(block int, offset int64, wrong string) *Damage {
	d := &Damage{s.name, block, offset, wrong}
	s.damage = append(s.damage, d)
	return d
}

// readFooter reads the list of the blocks, or returns what is wrong with it.
func (s *shard) readFooter(size int64) (wrong string, err error) {
	if size < headerLen+footerHeadLen+4+trailerLen {
		return "it is too short", nil
	}
	trailer := make([]byte, trailerLen)
	if n, err := readAt(s.r, trailer, size-trailerLen); err != nil || n < trailerLen {
		return "it ends too early", err
	}
	if string(trailer[8:]) != trailerMagic {
		return "it ends too early", nil
	}
	at := binary.LittleEndian.Uint64(trailer)
	length := size - trailerLen - int64(at)
	if at < headerLen || at > uint64(size) || length < footerHeadLen+4 || (length-footerHeadLen-4)%footerRowLen != 0 || length > math.MaxInt32 {
		return "it has an impossible offset", nil
	}
	foot := make([]byte, length)
	if n, err := readAt(s.r, foot, int64(at)); err != nil || n < len(foot) {
		return "it ends too early", err
	}
	sum := binary.LittleEndian.Uint32(foot[length-4:])
	foot = foot[:length-4]
	rows := foot[footerHeadLen:]
	if string(foot[:8]) != footerMagic || durable.Checksum(foot) != sum || int64(binary.LittleEndian.Uint32(foot[8:]))*footerRowLen != int64(len(rows)) {
		return "its checksum is wrong", nil
	}
	blocks := make([]blockEntry, 0, len(rows)/footerRowLen)
	end := int64(headerLen)
	for ; len(rows) > 0; rows = rows[footerRowLen:] {
		b := entryOf(int64(binary.LittleEndian.Uint64(rows)), rows[8:])
		if b.offset != end || b.stored > maxBlock || b.raw > maxBlock {
			return "its blocks are not contiguous", nil
		}
		end = b.end()
		blocks = append(blocks, b)
	}
	if end != int64(at) {
		return "its blocks are not contiguous", nil
	}
	s.blocks, s.sum = blocks, sum
	return "", nil
}

// readHead reads the header of a block.
func (s *shard) readHead(offset int64) (b blockEntry, codec byte, ok bool, err error) {
	var head [blockHeadLen]byte
	n, err := readAt(s.r, head[:], offset)
	if err != nil || n < blockHeadLen {
		return b, 0, false, err
	}
	b, codec, ok = parseHead(head[:], offset)
	return b, codec, ok, nil
}

func parseHead(head []byte, offset int64) (b blockEntry, codec byte, ok bool) {
	if string(head[:8]) != blockMagic || durable.Checksum(head[:32]) != binary.LittleEndian.Uint32(head[32:]) {
		return b, 0, false
	}
	b = entryOf(offset, head[12:])
	return b, head[8], b.stored <= maxBlock && b.raw <= maxBlock
}

// scan finds the blocks of a file without a valid footer.
func (s *shard) scan(size int64) error {
	const window = 1 << 16
	buffer := make([]byte, window+blockHeadLen)
	lost := int64(-1) // offset at which the unreadable part begins, or -1
	for at := int64(headerLen); at+blockHeadLen <= size; {
		b, _, ok, err := s.readHead(at)
		if err != nil {
			return err
		}
		if ok {
			if lost = -1; b.end() > size {
				s.damaged(len(s.blocks), at, "the file ends within it")
				return nil
			}
			s.blocks = append(s.blocks, b)
			at = b.end()
			continue
		}
		n, err := readAt(s.r, buffer, at)
		if err != nil {
			return err
		}
		if lost < 0 {
			if lost = at; !bytes.HasPrefix(buffer[:n], []byte(footerMagic)) {
				s.damaged(len(s.blocks), at, "these bytes are not a block")
			}
		}
		next := bytes.Index(buffer[1:n], []byte(blockMagic))
		switch {
		case next >= 0:
			at += 1 + int64(next)
		case n < len(buffer):
			return nil
		default:
			at += window
		}
	}
	return nil
}

// samples returns the number of samples in all blocks, according to their headers.
func (s *shard) samples() (n int) {
	for _, b := range s.blocks {
		n += int(b.rows)
	}
	return n
}

// block reads the games of a block. If the block is damaged, it returns a [*Damage] and no games.
func (s *shard) block(i int, boards *boardCache) ([]*Game, error) {
	b := s.blocks[i]
	wrong := func(format string, args ...any) ([]*Game, error) {
		return nil, &Damage{s.name, i, b.offset, fmt.Sprintf(format, args...)}
	}
	head, codec, ok, err := s.readHead(b.offset)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	if !ok || head != b {
		return wrong("its header is damaged")
	}
	s.packed = grow(s.packed, int(b.stored))
	n, err := readAt(s.r, s.packed, b.offset+blockHeadLen)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", s.name, err)
	case n < len(s.packed):
		return wrong("the file ends within it")
	case durable.Checksum(s.packed) != b.sum:
		return wrong("its checksum is wrong")
	}
	raw := s.packed
	switch codec {
	case codecStored:
	case codecDeflate:
		if raw, err = s.inflate(int(b.raw)); err != nil {
			return wrong("it cannot be decompressed: %v", err)
		}
	default:
		return wrong("its compression (%d) is unknown to this program", codec)
	}
	games, err := decodeGames(raw, boards)
	if err != nil {
		return wrong("its game %d: %v", len(games), err)
	}
	rows := 0
	for _, g := range games {
		rows += len(g.Samples)
	}
	if len(games) != int(b.games) || rows != int(b.rows) || len(raw) != int(b.raw) {
		return wrong("its header says %d games with %d samples, but it has %d games with %d samples", b.games, b.rows, len(games), rows)
	}
	return games, nil
}

// row returns the row with the given number in the shard, counted from 0. The number of rows in a gap between blocks is
// unknown, so the rows after a gap do not have a known number.
func (s *shard) row(n int, boards *boardCache) (Row, error) {
	end := int64(headerLen)
	for i, b := range s.blocks {
		if b.offset != end {
			break
		}
		end = b.end()
		if n >= int(b.rows) {
			n -= int(b.rows)
			continue
		}
		games, err := s.block(i, boards)
		if err != nil {
			return Row{}, err
		}
		for _, g := range games {
			if n < len(g.Samples) {
				row := Row{Game: g, Index: n}
				row.unfold()
				return row, nil
			}
			n -= len(g.Samples)
		}
	}
	if len(s.damage) > 0 {
		return Row{}, s.damage[len(s.damage)-1]
	}
	return Row{}, &Damage{s.name, -1, end, "it has fewer rows than the manifest says"}
}

// grow returns a slice of n bytes. It uses the memory of b if that is large enough.
func grow(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}

// inflate decompresses the payload in s.packed. It fails if the result does not have exactly the given length in bytes.
func (s *shard) inflate(length int) ([]byte, error) {
	if s.unpack == nil {
		s.unpack = flate.NewReader(bytes.NewReader(s.packed))
	} else if err := s.unpack.(flate.Resetter).Reset(bytes.NewReader(s.packed), nil); err != nil {
		return nil, err
	}
	s.raw = grow(s.raw, length)
	if _, err := io.ReadFull(s.unpack, s.raw); err != nil {
		return nil, err
	}
	var more [1]byte
	if n, err := s.unpack.Read(more[:]); n != 0 || !errors.Is(err, io.EOF) {
		return nil, errors.New("it is longer than its header says")
	}
	return s.raw, nil
}

// decodeGames reads the games of a block. If it fails, it returns the error and the games before the error.
func decodeGames(raw []byte, boards *boardCache) ([]*Game, error) {
	d := &decoder{data: raw, boards: boards}
	var games []*Game
	for len(d.data) > 0 {
		g, err := d.game()
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
	return games, nil
}
