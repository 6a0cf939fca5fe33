package store

import (
	"encoding/binary"
	"errors"
	"iter"

	"tengen/baduk"
)

// A segment has the traces of up to segmentGames games on one board, one entry after
// another in one blob. The whole index is therefore read in a few rows. Search works
// directly on these bytes. This is the layout of an entry (offset, size, content); its
// numbers are little-endian:
//
//	0   4  length of the entry
//	4   8  id of the game
//	12  4  earliest day on which the game may have been played, as a [Date]; 0 if unknown
//	16  1  winner: 0 none or unknown, 1 Black, 2 White
//	17  1  1 if stones were set up, else 0
//	18  2  turns
//	20  2  number of events
//	22     the points that were ever black, one bit each, padded to a multiple of 8 bytes
//	       the points that were ever white, likewise
//	       points, 2 bytes each
//	       events, 4 bytes each
const (
	segmentGames = 1024
	entryHead    = 22
)

// entry is the index of one game within a segment.
type entry []byte

func (e entry) id() int64           { return int64(binary.LittleEndian.Uint64(e[4:])) }
func (e entry) date() Date          { return Date(binary.LittleEndian.Uint32(e[12:])) }
func (e entry) winner() baduk.Color { return baduk.Color(e[16]) }
func (e entry) turns() int          { return int(binary.LittleEndian.Uint16(e[18:])) }

func (e entry) setUp() bool { return e[17] != 0 }

// setWords returns the number of 64-bit words that a set of n points takes.
func setWords(n int) int { return (n + 63) / 64 }

// ever returns the set of points that were ever of colour c. The board has n points.
func (e entry) ever(n int, c baduk.Color) []byte {
	size := 8 * setWords(n)
	return e[entryHead+size*int(c-1):][:size]
}

// points returns the words of the points of a game. The board has n points.
func (e entry) points(n int) []byte { return e[entryHead+16*setWords(n):][:2*n] }

// events returns the events of a game. The board has n points.
func (e entry) events(n int) []byte { return e[entryHead+16*setWords(n)+2*n:] }

// entrySize returns the length of an entry in bytes.
func entrySize(points, events int) int {
	return entryHead + 16*setWords(points) + 2*points + 4*events
}

// appendEntry adds a game to a segment.
func appendEntry(dst []byte, id int64, g *prepared) []byte {
	t := &g.trace
	dst = binary.LittleEndian.AppendUint32(dst, uint32(entrySize(len(t.points), len(t.events))))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(id))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(g.since))
	dst = append(dst, byte(g.result.winner), t.setUp)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(t.turns))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(t.events)))
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		for _, w := range t.ever(c) {
			dst = binary.LittleEndian.AppendUint64(dst, w)
		}
	}
	for _, w := range t.points {
		dst = binary.LittleEndian.AppendUint16(dst, w)
	}
	for _, v := range t.events {
		dst = binary.LittleEndian.AppendUint32(dst, v)
	}
	return dst
}

var errSegment = errors.New("a segment of the index has invalid content")

// checkSegment checks the lengths of the entries, so that a search cannot read beyond them.
func checkSegment(data []byte, points, games int) error {
	count := 0
	for rest := data; len(rest) > 0; count++ {
		if len(rest) < entrySize(points, 0) {
			return errSegment
		}
		size, events := binary.LittleEndian.Uint32(rest), binary.LittleEndian.Uint16(rest[20:])
		if int(size) != entrySize(points, int(events)) || int(size) > len(rest) {
			return errSegment
		}
		rest = rest[size:]
	}
	if count != games {
		return errSegment
	}
	return nil
}

// entries yields the entries of a segment that checkSegment has accepted.
func entries(data []byte) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for len(data) > 0 {
			size := binary.LittleEndian.Uint32(data)
			if !yield(entry(data[:size])) {
				return
			}
			data = data[size:]
		}
	}
}
