package durable

import (
	"hash"
	"hash/crc32"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the checksum by which a damaged file is recognised: CRC-32C.
func Checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// NewChecksum computes [Checksum] of data that comes in parts.
func NewChecksum() hash.Hash32 { return crc32.New(castagnoli) }
