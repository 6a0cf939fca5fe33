package replay

import (
	"encoding/binary"
)

// maxBlock is the largest length of the payload of a block in bytes, both compressed and uncompressed. In memory, the
// games of a block usually take about twice as much. In the worst case they take twenty times as much.
const maxBlock = 4 << 20

// A block is closed when it reaches one of these limits. The limits are small, so that a window of the [Reader] has
// many blocks.
const (
	blockGames = 64
	blockBytes = 256 << 10
)

// The parts of a shard; see the documentation of the package.
const (
	shardMagic    = "TGreplay"
	blockMagic    = "\x89TGblk\r\n"
	footerMagic   = "TGfooter"
	trailerMagic  = "TGreplnd"
	shardVersion  = 1
	headerLen     = 16
	blockHeadLen  = 36
	footerHeadLen = 28
	footerRowLen  = 28
	trailerLen    = 16
)

// The codecs of a block.
const (
	codecStored = iota
	codecDeflate
)

// blockEntry has the offset of a block and the contents of its header.
type blockEntry struct {
	offset      int64
	stored, raw uint32 // length of the payload in the file, and its uncompressed length
	games, rows uint32
	sum         uint32 // checksum of the payload
}

// end returns the offset of the first byte after the block.
func (b blockEntry) end() int64 { return b.offset + blockHeadLen + int64(b.stored) }

// header returns the five numbers of the block's header.
func (b blockEntry) header() [5]uint32 { return [5]uint32{b.stored, b.raw, b.games, b.rows, b.sum} }

func entryOf(offset int64, data []byte) blockEntry {
	n := func(i int) uint32 { return binary.LittleEndian.Uint32(data[4*i:]) }
	return blockEntry{offset: offset, stored: n(0), raw: n(1), games: n(2), rows: n(3), sum: n(4)}
}

// ShardInfo describes a finished shard.
type ShardInfo struct {
	Name    string `json:"name"` // name of the file in the folder
	Bytes   int64  `json:"bytes"`
	Games   int    `json:"games"`
	Samples int    `json:"samples"`
	// Sum is the checksum of the footer, which covers the checksums of all blocks.
	Sum string `json:"sum"`
}
