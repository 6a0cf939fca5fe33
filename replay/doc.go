// Package replay stores the rows that nets are trained on. A row is a position of a game, with training targets. The
// games are on disk in files called shards, and a reader returns the rows of the games in shuffled order.
//
//   - Game is a game as it was played, with its [Sample]s, which are positions with the targets for a net. A sample
//     does not store input planes. The caller plays the game up to the sample's turn ([Game.At]) and makes the input
//     from that position. The same rows can therefore be used for nets with other inputs.
//   - [Import] makes a folder of shards from game records, and continues if it was interrupted. A
//     [Teacher] judges the positions.
//   - [OpenFolder] reads a folder: its [Manifest], and its games one by one.
//   - [Reader] draws rows from folders in a shuffled order. The order depends only on the seed. A new reader can
//     continue from any row of an earlier one ([State]).
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
// Every number is from Black's perspective, except that a policy is for the player to move.
//
// # Shards
//
// A shard is a file that never changes. Numbers are little-endian, and checksums are CRC-32C.
//
//	header   16 bytes: "TGreplay", version uint16 = 1, 0 uint16, checksum of the 12 bytes before it
//	blocks   each a header of 36 bytes and a payload:
//	         89 "TGblk" 0D 0A, codec uint8 (0 stored, 1 deflate), three bytes 0,
//	         length of the payload uint32, its uncompressed length uint32,
//	         games uint32, samples uint32, checksum of the payload uint32,
//	         checksum of the 32 bytes before it
//	footer   "TGfooter", blocks uint32, games uint64, samples uint64,
//	         for each block: offset uint64, then the five uint32 of its header;
//	         checksum of everything in the footer before it
//	trailer  offset of the footer uint64, "TGreplnd"
//
// Every byte is covered by a checksum or has only one valid value. If the footer is missing, the blocks are found by
// their headers. A payload is a sequence of games, see codec.go. It is at most 4 MiB long, compressed or not. That
// limit bounds how much memory a damaged or hostile file can make a reader allocate.
//
// The manifest in the same folder is JSON. Its last member, "sum", is a checksum in eight hexadecimal
// digits. It covers all bytes before the comma that precedes "sum". Manifests of version 1 had no
// checksum.
//
// Read next: game.go for what is stored, shard.go and codec.go for the file, manifest.go for the
// folder, import.go, judge.go and leaves.go for the import, reader.go for reading.
package replay
