// Package store is a library of game records in one SQLite file: the records
// themselves, their game information, and an index of positions. With the index a
// pattern is found among tens of thousands of games in an interactive time.
//
//   - [Open] opens or creates a library; [Library.Close] closes it.
//   - [Walk] finds records in folders and archives; [Library.Import] adds them.
//   - [Library.Search] finds games by their information, by a [Pattern], or by
//     both, and counts the continuations.
//   - [Library.Game] returns a game, [Library.Remove] deletes games, [Library.Stats]
//     counts the content, and [Library.Check] verifies the file.
//
// A search in ten lines:
//
//	lib, err := store.Open("games.tengen", store.Options{})
//	if err != nil {
//		return err
//	}
//	defer lib.Close()
//	corner, err := store.ParsePattern(".......\n.......\n.......\n...X...\n.......\n.......\n.......", store.Left|store.Top)
//	answer, err := lib.Search(ctx, store.Query{Player: "道策", Pattern: &corner})
//	for _, c := range answer.Continuations {
//		fmt.Println(c.Point, c.Color, c.Count, c.Wins, c.Losses)
//	}
//
// # What a match is
//
// Only the main line of a record is indexed. Its positions are numbered by the
// turns made, passes included: position 0 is the set-up. An illegal move is made
// as SGF prescribes. The stone is placed even on an occupied point, where it
// replaces the stone. It captures opposing chains without liberties, and then its
// own chain if that has none.
//
// A pattern is a rectangle of points. Each point must be black, white or empty,
// or may be anything. The pattern's [Edges] are the sides that must lie on the
// edge of the board:
//
//   - Two adjacent edges make a corner pattern.
//   - One edge makes a side pattern, which slides along that side.
//   - Without edges the pattern may lie anywhere on the board.
//   - Four edges make the whole board.
//
// A variant of a pattern is one of the 8 symmetries (4 on a board that is not
// square), with the colours kept or exchanged. Its placements are the places on
// the board where it fits with its edges. Variants that require the same colours
// at the same points are one variant. It counts as the first of them: kept
// colours before exchanged ones, then by the number of the symmetry. So a
// symmetric pattern is not counted twice. Nor is a side pattern that has slid into
// a corner, where it also touches the other side.
//
// A hit is a game, a variant and a placement such that some position of the game
// shows the pattern. Its move number is the first such position. A game that shows
// the pattern again at the same place still has one hit. A game that also shows
// it elsewhere, or in another variant, has another hit.
//
// # How a hit continues
//
// The rules are those of Kombilo and q5Go. The continuation of a hit is the first
// move on the rectangle after it, unless the rectangle changes before, as when a
// move outside captures stones in it. If that move is the very next turn, the
// continuation is direct. Otherwise it is a later one, and the hit counts as a
// tenuki whether or not a continuation follows. A pass is a move elsewhere. Hits at
// the last position of a game are ended.
// So Hits = direct continuations + Tenuki + Ended.
//
// Points and colours of continuations are those of the pattern: the variant is
// undone. If a symmetry maps the pattern to itself, it maps points to equivalent
// points; a continuation is counted at the first of these. A pattern that maps to
// itself only when the colours are exchanged, such as an empty corner, keeps the
// colours of the games. Wins and losses are those of the player who makes the
// continuing move. Games without a winner or without a known result count as
// neither.
//
// # Other boards
//
// Games on any board can be imported and found by their information. On boards
// that are not rectangles a pattern is a position of the whole board
// ([WholePosition]), and its variants are the symmetries that the board lists.
// Some games are kept but not indexed, and the import reports them: games of more
// than 16,382 turns, on boards of more than 4,000 points, or with an impossible
// set-up.
//
// # Several programs at the same time
//
// The file is in SQLite's WAL mode: other programs can read while one writes. An
// import writes in batches, each together with its index. Between two batches
// another importer can write. A program that is killed loses at most its last
// batch, and importing the same folder again continues where it stopped.
//
// # Limits
//
//   - Text is compared in folded form (see fold.go). Case, width and accents make
//     no difference, but traditional and simplified characters do.
//   - Two games are the same if they have the same moves on the same board from the
//     same set-up, even with different players.
//   - The cache of the index is bounded by [Options.CacheBytes]. Segments beyond
//     that are read from the file for each search.
//   - The file must not be on a network file system.
//
// Read next: trace.go for the index, match.go for the search in one game,
// import.go for the import, docs/adr/0012-store.md for the reasons.
package store
