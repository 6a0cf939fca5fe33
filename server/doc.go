// Package server serves the page of package web and the interface that the page uses: an HTTP interface in JSON, which
// pushes changes as Server-Sent Events. The package itself only has the routes and the checks that apply to all
// requests. Packages below it answer the requests.
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
// docs/openapi.yaml describes the interface. A running server sends this file at /api.
//
// # The packages
//
//   - [tengen/server/wire]: the code that all requests share. A new kind of answer belongs there.
//   - [tengen/server/access]: the links and their roles, and the limits of each client.
//   - [tengen/server/live]: the store for games and records, which loads their files on demand, and the broadcaster of
//     changes.
//   - [tengen/server/boards]: how requests name boards and rules, and how answers describe them.
//   - [tengen/server/games]: games in progress and finished games.
//   - [tengen/server/records]: game records that users open and edit.
//   - [tengen/server/reviews]: reviews of the games of records.
//   - [tengen/server/library]: the library and its search.
//   - [tengen/server/lessons]: the course for newcomers, and problems.
//   - [tengen/server/training]: the curves of training runs.
//   - [tengen/server/lab]: the rules laboratory.
//   - [tengen/server/tournaments]: tournaments, and what goes on in the club.
//   - [tengen/server/protocols]: the protocols for other programs that use the engine.
//
// A new route goes into the method Routes of the package that owns its subject, and into docs/openapi.yaml. It is for
// the owner only, unless it says that a smaller role may use it. Requests that need both games and records are in
// crossings.go.
//
// # The files
//
// DATA is the folder in Options.Data. The lock on DATA/lock prevents a second server from using the folder. The command
// tengen web writes the address of the running server to DATA/address. DATA/keys.json has the keys of the links, by
// their roles. Other users of the machine cannot read these two files.
//
// DATA/games/ID.jsonl is one game: a line with the set-up, then a line for each event. The server answers the request
// for an event only after its line is safely on the disk. The set-up contains the complete rules and the text of the
// board, so a later version of tengen reads the same game. A last line without a newline was cut off by a crash: it is
// ignored, and the next event overwrites it. Blank lines have no meaning. When a client opens a game and a line of its
// file cannot be read, that line and all later lines are moved to ID.jsonl.rest. The game continues from the lines
// before it, and the page shows a message. A file is renamed to ID.jsonl.unreadable when its first line cannot be read
// or when it has more than 16 MiB; the other games still load. Only regular files are games. A file is read when a
// client asks for the game, so thousands of games do not slow down the start.
//
// DATA/games/ID.clock has the time that the player to move has used in the current turn. It is written twice a second
// while a clock runs, so that the clock is right after a crash. The set-up of a game between two people, and the event
// that the guest has come, have the hashes of the secrets by which the players hold their seats.
//
// DATA/tournaments/ID.json is one tournament, which is replaced as a whole. A file that cannot be read is renamed to
// ID.json.unreadable.
//
// DATA/records/ID.sgf is the current content of a record. Each edit replaces the whole file. ID.original is the file
// that the user opened, byte for byte. ID.json has the name of that file and the problems that were found in it. If no
// game in ID.sgf can be read, ID.sgf is renamed to ID.sgf.unreadable, and the record is made again from ID.original. If
// a part of ID.sgf can be read, this part becomes the record, and ID.sgf.unreadable is a copy of the whole file. A
// crash may leave ID.sgf.temp behind, which has no meaning.
//
// DATA/reviews/ID.journal has the searches that were made for the reviews of a record. The journal is deleted with the
// record. DATA/lessons.json has what the user has solved and missed in the course and in problems; each answer replaces
// the whole file before it is acknowledged. DATA/library.db is the library, a file of package store. DATA/uploads holds
// files that were sent to the library until they are imported.
package server
