// Package store implements a library of game records in one SQLite file. The file has
// the records, their game information, and an index of positions. With the index, a
// search for a pattern among tens of thousands of games is fast enough for interactive
// use.
//
//   - [Open] opens or creates a library; [Library.Close] closes it.
//   - [Walk] finds records in folders and archives; [Library.Import] adds them.
//   - [Library.Search] finds games by their information, by a [Pattern], or by
//     both, and counts the continuations.
//   - [Library.Game] returns a game, [Library.Stats] counts the content, and
//     [Library.Check] verifies the file.
//
// This program searches a library for a pattern:
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
// Only the main line of a record is indexed. Position n is the position after n
// turns, passes included; position 0 is the set-up. An illegal move is made
// as SGF prescribes. Its stone is placed even on an occupied point, where it
// replaces the old stone. The move captures opposing chains without liberties, and
// then its own chain if that chain has no liberties.
//
// A pattern is a rectangle of points. For each point it requires black, white, empty,
// or nothing. The [Edges] of the pattern are the sides that must lie on the edge of
// the board:
//
//   - Two adjacent edges make a corner pattern.
//   - One edge makes a side pattern, which slides along that side.
//   - Without edges the pattern may lie anywhere on the board.
//   - Four edges make the whole board.
//
// A variant of a pattern is the pattern under one of the 8 symmetries (4 on a board that
// is not square), with the colours kept or exchanged. The placements of a variant are the
// places on the board where it fits with its edges. Variants that require the same
// colours at the same points are the same variant. Such a variant is reported by the
// first of its descriptions: kept colours come before exchanged colours, then the number
// of the symmetry decides. A symmetric pattern is therefore counted only once. A side
// pattern in a corner, where it touches two sides, is also counted only once.
//
// A hit consists of a game, a variant and a placement for which some position of the
// game shows the pattern. The move number of the hit is the number of the first such
// position. If the game shows the pattern again at the same place, that is the same
// hit. If it shows the pattern elsewhere, or in another variant, that is another hit.
//
// # How a hit continues
//
// Continuations follow the rules of Kombilo and q5Go. The continuation of a hit is the
// first move on the rectangle after the hit. The rectangle may change before such a
// move, for example because a move outside captures stones in it. In that case the hit
// has no continuation. A continuation on the very next turn is direct. If the next turn
// is elsewhere, the hit counts as a tenuki, with or without a later continuation. A
// pass is a move elsewhere. A hit at the last position of a game counts as ended. So
// Hits = direct continuations + Tenuki + Ended.
//
// Points and colours of continuations are those of the pattern, not those of the variant. If a symmetry maps the
// pattern to itself, some of its points are equivalent. A continuation is counted at the first of the equivalent
// points. An empty corner, for example, maps to itself when the colours are exchanged. For such patterns continuations
// keep the colours of the games. Wins and losses are counted for the player who makes the continuing move. Games
// without a winner or without a known result count as neither.
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
// # Games that are indexed only in part
//
// The index of a game ends before stones that are set up after the first move, and
// before a move that is not a point of the board. The import reports such games, too.
//
// # Several programs at the same time
//
// The file is in SQLite's WAL mode, so other programs can read while one program
// writes. An import writes games in batches, and the index of a batch together with its
// games. Between two batches another import can write. A program that is killed loses
// at most its last batch. To continue, import the same folder again.
//
// # Limits
//
//   - Text is compared in folded form (see fold.go). Case, width and accents make
//     no difference, but traditional and simplified characters do.
//   - Two games are the same if they have the same moves on the same board from the
//     same set-up, even with different players. Games without moves also need the same
//     game information. Games whose index ends early need the same whole record.
//   - [Options.CacheBytes] limits the cache of the index. Segments that do not fit into
//     the cache are read from the file for each search.
//   - The file must not be on a network file system.
//
// Read next: trace.go for the index, match.go for the search in one game,
// import.go for the import, docs/adr/0012-store.md for the reasons.
package store
