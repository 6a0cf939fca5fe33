// Package store is a library of game records in one SQLite file: the records
// themselves, what they say about their games, and an index of positions, so that
// a pattern is found among tens of thousands of games while a person waits.
//
//   - [Open] opens a library or makes one; [Library.Close] closes it.
//   - [Walk] finds records in folders and archives, [Library.Import] takes them in.
//   - [Library.Search] finds games by what is known of them, by a [Pattern], or by
//     both, and counts how they went on.
//   - [Library.Game], [Library.Remove], [Library.Stats], [Library.Check] are the rest.
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
// turns made, passes included: position 0 is the set-up. A move that is illegal
// counts as SGF has it: the stone is put where it is said to be, in place of one
// that stands there, takes opposing chains without liberties, and then its own if
// that has none.
//
// A pattern is a rectangle of points that are each wanted black, white, empty or
// anyhow, with the [Edges] of it that lie on the edge of the board: two that meet
// make a corner, one a side along which the rectangle slides, none lets it lie
// anywhere on the board, four make it the whole board. A variant of it is one of
// the 8 symmetries (4 on a board that is not square), with the colours as they are
// or exchanged; its placements are where it fits on the board with its edges.
// Variants that want the same at the same points are one, that which comes first:
// colours as they are before exchanged, then by the number of the symmetry. So a
// symmetric pattern is not counted twice, nor one that has slid along a side into
// the corner and lies on the other side there as well.
//
// A hit is a game, a variant and a placement of it such that some position of the
// game shows it; its move number is the first such position. A game that shows the
// pattern again later at the same place is one hit still; one that shows it
// elsewhere, or in another variant, is another.
//
// # How a hit goes on
//
// As Kombilo and q5Go have it, a hit is followed by the first move on the
// rectangle after it, provided that the rectangle has not changed by then, as it
// does when a move from outside takes stones in it. If that is the very next
// turn, it is played directly; otherwise later, and the hit counts among the
// tenukis, whatever is played in the end. A pass is a move elsewhere. Hits at the
// last position of a game are ended.
// So Hits = direct continuations + Tenuki + Ended.
//
// Points and colours of continuations are the pattern's own: the variant is undone.
// A pattern that a symmetry carries into itself has points that are the same
// point; they are counted at the first of them. A pattern that only an exchange of
// colours carries into itself, such as an empty corner, keeps the colours of the
// games. Wins and losses are those of the player who continues; games that nobody
// won, or without a known result, are in neither.
//
// # Other boards
//
// Games on any board are taken in and found by what is known of them. On boards
// that are no rectangle a pattern is a position of the whole board
// ([WholePosition]), and its variants are the symmetries that the board lists.
// Games of more than 16,382 turns, on boards of more than 4,000 points or from a
// set-up that cannot stand are kept but not indexed, and reported so.
//
// # Several programs at once
//
// The file is in SQLite's WAL mode: others read while one writes. An import
// writes in batches, each together with its index; between two of them another
// importer gets its turn. A program that is killed loses its last batch at most,
// and importing the same folder again goes on where it was.
//
// Caveats: text is compared by folding it (see fold.go), so case, width and
// accents make no difference, but traditional and simplified characters do. Two
// games are the same if they have the same moves on the same board from the same
// set-up, whoever played them. The cache of the index is bounded by
// [Options.CacheBytes]; beyond that, what does not fit is read again for each
// search. Not for network file systems.
//
// Read next: trace.go for the index, match.go for the search in one game,
// import.go for how games come in, docs/adr/0012-store.md for why.
package store
