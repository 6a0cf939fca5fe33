// Package replay keeps what nets are trained on: games with positions of them
// that are worth learning from, on disk in shards, and reads them back shuffled.
//
//   - Game is a game as it was played with its [Sample]s: positions and what is
//     to be learnt there. A sample holds sources, not planes: its reader plays
//     the game up to the turn ([Game.At]) and makes the input of it, so that the
//     same rows serve every generation of nets.
//   - [Import] makes a folder of shards of game records, and goes on where it was
//     interrupted. A [Teacher] judges the positions.
//   - [OpenFolder] reads a folder: its [Manifest], and its games one by one.
//   - [Reader] draws rows from folders in a shuffled order that is the same for the same
//     seed, and that can be left and resumed exactly ([State]).
//
// Reading in a few lines:
//
//	r, err := replay.NewReader(replay.ReaderOptions{Dirs: []string{"rows"}, Seed: 1})
//	if err != nil {
//		return err
//	}
//	for {
//		row, err := r.Next() // io.EOF after the last epoch
//		if err != nil {
//			return err
//		}
//		game, sample := row.Turned()
//		position, err := game.At(sample.Turn)
//		...
//	}
//
// Every number is Black's; a policy is that of the player to move.
//
// # Shards
//
// A shard is a file that never changes. Numbers are little-endian, checksums
// CRC-32C.
//
//	header   16 bytes: "TGreplay", version uint16 = 1, 0 uint16, checksum of the 12 bytes before it
//	blocks   each a header of 36 bytes and a payload:
//	         89 "TGblk" 0D 0A, codec uint8 (0 as it is, 1 deflate), three bytes 0,
//	         length of the payload uint32, its length unpacked uint32,
//	         games uint32, samples uint32, checksum of the payload uint32,
//	         checksum of the 32 bytes before it
//	footer   "TGfooter", blocks uint32, games uint64, samples uint64,
//	         for each block: offset uint64, then the five uint32 of its header;
//	         checksum of all of it
//	trailer  offset of the footer uint64, "TGreplnd"
//
// So every byte is under a checksum or has one possible value. Where the footer is gone the blocks are found
// by their headers. A payload is games one after the other, see codec.go. It is at most [MaxBlock] long, packed
// or not, which bounds what a damaged or hostile file makes a reader allocate.
//
// The manifest beside them is JSON. Its last member, "sum", is the checksum of all bytes before the comma that
// it follows, in eight hexadecimal digits; manifests of version 1 had none.
//
// Read next: game.go for what is kept, shard.go and codec.go for the file, manifest.go for the
// folder, import.go, judge.go and leaves.go for how games come in, reader.go for how rows come out.
package replay
