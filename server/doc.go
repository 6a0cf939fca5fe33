// Package server serves the page of package web and the interface that the page uses: an HTTP interface in JSON,
// whose changes are pushed by Server-Sent Events. It consists of routes and guards; the work is done in the rooms
// below it.
//
//	s, err := server.New(server.Options{Data: dir, NewPlayer: newEngine})
//	if err != nil {
//		return err
//	}
//	ln, notice, err := server.Listen("127.0.0.1:8017")
//	if err != nil {
//		return err
//	}
//	fmt.Fprintln(os.Stderr, notice)
//	return s.Serve(ctx, ln) // until ctx ends; closes s
//
// docs/openapi.yaml describes the interface. The server answers it at /api.
//
// # The rooms
//
//   - [tengen/server/wire]: what all requests share. A new kind of answer belongs there.
//   - [tengen/server/live]: the store of things that are files and objects in memory, and the broadcaster of changes.
//   - [tengen/server/boards]: how requests name boards and rules, and how answers show them.
//   - [tengen/server/games]: games that are played.
//   - [tengen/server/records]: records that are edited.
//   - [tengen/server/reviews], [tengen/server/library], [tengen/server/training], [tengen/server/lab],
//     [tengen/server/protocols]: the other parts of the page, and the engine for other programs.
//
// A new route goes into the Routes of its room and into docs/openapi.yaml. A request that needs both games and
// records is in crossings.go.
//
// # The files
//
// DATA/lock keeps a second server out of DATA. DATA/address, which tengen web writes, says where the first server is.
//
// DATA/games/ID.jsonl is one game: a line of set-up, then a line for each event, written and synced before the
// request is answered. The set-up has the rules in full and the board's own text, so a game stays what it was. A last
// line without its end was cut off by a crash: it does not count, and the next line replaces it. Blank lines have no
// meaning. When a client opens a game with a line that cannot be read, that line and all after it are moved to
// ID.jsonl.rest; the game goes on from the lines before, and says so. A file is renamed to ID.jsonl.unreadable when
// its first line cannot be read or when it has more than 16 MiB; the other games still load. Only regular files are
// games. A file is read when a client asks for the game, so thousands of them cost nothing at the start.
//
// DATA/records/ID.sgf is a record as it stands. Each edit replaces the whole file. ID.original is the file that was
// opened, byte for byte. ID.json has its name and what was found when it was opened. An ID.sgf of which nothing can
// be read is renamed to ID.sgf.unreadable, and the record is again as it was opened. When a part can be read, the
// record is that part, and ID.sgf.unreadable is a copy of the whole. ID.sgf.temp is left by a crash and has no
// meaning.
//
// DATA/reviews/ID.journal is what was searched for the reviews of a record; it is deleted with the record.
// DATA/library.db is the library, a file of package store. DATA/uploads holds files that were sent to the library
// while they are imported.
package server
