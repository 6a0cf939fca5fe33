package replay

import (
	"encoding/binary"
	"hash/crc32"
)

// MaxBlock is the largest payload of a block, packed or not, in bytes. What a
// reader makes of one takes up to twenty times that in the worst case, and twice in the usual.
const maxBlock = 4 << 20

// The limits at which a block is closed: small enough that a window of the [Reader]
// has many of them.
const (
	blockGames = 64
	blockBytes = 256 << 10
)

// The parts of a shard, see the documentation of the package.
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

// castagnoli is the table of the checksums.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// blockEntry is where a block is and what its header says.
type blockEntry struct {
	offset      int64
	stored, raw uint32 // length of the payload in the file and unpacked
	games, rows uint32
	sum         uint32 // checksum of the payload
}

// end is the offset behind the block.
func (b blockEntry) end() int64 { return b.offset + blockHeadLen + int64(b.stored) }

// numbers are the five of a block's header.
func (b blockEntry) header() [5]uint32 { return [5]uint32{b.stored, b.raw, b.games, b.rows, b.sum} }

func entryOf(offset int64, data []byte) blockEntry {
	n := func(i int) uint32 { return binary.LittleEndian.Uint32(data[4*i:]) }
	return blockEntry{offset: offset, stored: n(0), raw: n(1), games: n(2), rows: n(3), sum: n(4)}
}

// ShardInfo is what there is to know of a finished shard.
type ShardInfo struct {
	Name    string `json:"name"` // of the file in its folder
	Bytes   int64  `json:"bytes"`
	Games   int    `json:"games"`
	Samples int    `json:"samples"`
	// Sum is the checksum of the footer, which has those of all blocks.
	Sum string `json:"sum"`
}
