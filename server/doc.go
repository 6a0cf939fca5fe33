// Package server plays games of Go with people in a browser: an HTTP interface
// in JSON, the state pushed by Server-Sent Events, games kept in append-only
// files. It serves the page of package web and never sees what a Player thinks
// with.
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
// # The interface
//
// Bodies and answers are JSON with keys in lowerCamelCase; vertices are as in
// GTP ("D4", "pass"), colours are "black" and "white".
//
//	GET    /api/config             the rulesets, the axes of rules, the kinds of
//	                               boards, the defaults of a new game, the formats
//	                               that games are written in besides SGF
//	GET    /api/games              the games, the latest first
//	POST   /api/games              a new game: board (in words, "torus 9x9", or
//	                               the content of a board file) or width and
//	                               height; rules (a name, JSON or a word), komi,
//	                               handicap, human (black, white, both, none),
//	                               timeMs, visits; what is left out has a default
//	POST   /api/board              board: the Sketch of one, or what is wrong
//	POST   /api/open               a new game from the SGF record in the body
//	GET    /api/games/ID           the State; notes are what was wrong or missing
//	                               in a record that was opened, recordResult is
//	                               the result it gives, until the game goes on
//	DELETE /api/games/ID           forgets the game
//	POST   /api/games/ID/play      number, vertex: a stone or "pass"
//	POST   /api/games/ID/pass      number
//	POST   /api/games/ID/undo      number: back to the person's own turn
//	POST   /api/games/ID/resign    number
//	POST   /api/games/ID/propose   number, color of who does it where two people play:
//	                               to end the game here; where the opponent agrees
//	                               by proposing it too, play stops
//	POST   /api/games/ID/decline   number, color: the game goes on
//	POST   /api/games/ID/dead      number, vertex: turns the chain dead or alive
//	POST   /api/games/ID/accept    number: the dead stones are as marked
//	POST   /api/games/ID/resume    number, color of who asks for it: play goes on
//	                               instead, where the rules say so in the clean-up
//	GET    /api/games/ID/position  ?after=N: the stones after N moves
//	GET    /api/games/ID/sgf       the record; one that was opened keeps its game
//	                               info, and its result until the game goes on
//	GET    /api/lab/troubles       positions that rulesets quarrel about, by steps
//	POST   /api/lab/compare        one position under many rulesets: game (and
//	                               after), trouble (and step), or board, black,
//	                               white, toPlay, prisoners; rules, dead, and in explain the
//	                               numbers of two whose difference is explained
//	GET    /api/games/ID/events    the State at once and at every change, as
//	                               Server-Sent Events named "state"; "gone" when
//	                               the game was deleted
//
//	GET    /api/records            the records, the latest first: files that were
//	                               opened or begun, with variations
//	POST   /api/records            ?name=FILE: a new record from the file in the body,
//	                               in any format that package kifu reads; the one
//	                               that is there already, where the same was opened
//	POST   /api/records/new        an empty one: as a new game, and black, white
//	POST   /api/games/ID/record    one of a game; as long as it has not changed, the
//	                               one that was made of it already
//	GET    /api/records/ID         ?game=K, from 0: the Record
//	DELETE /api/records/ID         forgets the record
//	GET    /api/records/ID/nodes/N ?version=V: the RecordPosition of a node
//	POST   /api/records/ID/edit    version, game, node, op and what the op needs: a
//	                               RecordChange; see the operations in recordedit.go
//	GET    /api/records/ID/sgf     ?encoding, canonical, replace: the file
//	GET    /api/records/ID/original  the file as it was opened
//	GET    /api/records/ID/picture ?game, node, format, theme, numbers, part, width,
//	                               figures, download: svg, png, gif, pdf or txt
//	POST   /api/records/ID/play    game, node, human, timeMs, visits: a new game from
//	                               there, against the engine
//	GET    /api/records/ID/review  ?game=K, level: the ReviewState, as far as it is known
//	GET    /api/records/ID/review/events  the same at once and at every change, as Server-Sent
//	                               Events named "review"; with search=1 the positions are
//	                               searched while a client listens. The operation review of
//	                               an edit writes it into the record
//	GET    /api/records/ID/review/diagram  game, of, move, line: a move and what follows, or
//	                               another line in its place
//	GET    /api/records/ID/review/report  the report, as a page to keep
//	GET    /api/library            the LibraryState
//	POST   /api/library/import     paths on this machine, or a form with files; in
//	                               the background
//	POST   /api/library/stop       ends that
//	POST   /api/library/search     pattern, size, filters, sort, offset, limit
//	POST   /api/library/games/N/open  a new record of a game of the library
//	POST   /api/analysis           queries of KataGo's analysis protocol, a line each; the answers
//	                               as lines when they are there
//	GET    /api/analysis           the same over a WebSocket, a message each way a line
//	GET    /api/gtp                a GTP session over a WebSocket, see getGTP
//	GET    /api/training           the RunList: runs of training below Options.Runs
//	GET    /api/training/events    ?run=NAME, again for more: the Curve of each at once
//	                               and what has changed of it as its file grows, as
//	                               Server-Sent Events named "curve"
//
// The number is that of the next move as the client believes it to be. When it
// is another, the answer is 409 and nothing happens: so a double click or a
// stale tab cannot play twice.
//
// An error is {"error": sentence, "field": name of the offending field}, with
// status 400 for what cannot be understood, 403 for a foreign page or host name,
// 404 for no such game, 409 for a request that does not fit the state, 413 for a
// body that is too large, 422 for a move that the rules forbid, 429 when there
// are too many games or GTP sessions, 500 when the disk refuses, 503 when too many pages follow
// games, the server is closing, or other files and records are being read for so long that this
// one did not get its turn. In the last case "retry", and Retry-After, say after how many seconds
// to try again.
//
// A State leaves out the board's graph where the client has it already. The
// infinite board grows after a move near its rim; then the graph comes again, and
// points keep their numbers.
//
// Every edit of a record is written before it is answered. It carries the version of
// the record that the client has seen; when that is another by now, the answer is
// 409 and nothing happens. A comment or a name comes with what it was when the
// person began to write, in was. Then another version alone is no reason to refuse,
// and the answer says to reload; another text at that node is one: field "was".
// Nodes have numbers, unique in the record, that hold as
// long as the record is in memory, undo and redo included; when it is read again it
// gets new ones, and a later version.
//
// # The files
//
// DATA/lock keeps a second server out of DATA, and DATA/address, which tengen web writes, says
// where the first one is. DATA/games/ID.jsonl is one game: a
// line of set-up, then a line for each event, written and synced before the
// request is answered. The set-up carries the rules in full and the board's own
// text, so that a game stays what it was. A last line without its end was torn by a crash; it does
// not count, and the next one takes its place. Blank lines say nothing. From the first
// line on that makes no sense, the rest is moved to ID.jsonl.rest when a client
// opens the game, which goes on from the lines before and says so. A file whose
// first line makes no sense, or of more than 16 MiB, is renamed to
// ID.jsonl.unreadable and the others still load; what is no ordinary file is no
// game. Files are read when somebody asks for the game, so that thousands of them
// cost nothing at the start.
//
// DATA/records/ID.sgf is a record as it stands, replaced as a whole by each edit;
// ID.original is the file that was opened, to the byte; ID.json is its name and
// what was found on opening it. An ID.sgf in which nothing can be read is renamed
// to ID.sgf.unreadable, and the record is as it was opened; when a part can be
// read, the record is that part, and ID.sgf.unreadable a copy of all. ID.sgf.temp
// was torn by a crash and says nothing. DATA/reviews/ID.journal is what was searched
// for the reviews of a record, and goes with it. DATA/library.db is the library, a file of
// package store. DATA/uploads holds what was sent to it while that is imported.
//
// Read next: record.go, what a game is; table.go, how it is played; board.go and
// rules.go, what it may be played on and by; recorddoc.go, a record that is edited;
// trainingcurve.go, what is drawn of a run of training; reviewlive.go, a review while it is made.
package server
