package gtpserver

import (
	"context"
	"slices"
	"strings"

	"tengen/gtp"
)

// need is what a command requires of the configuration.
type need uint8

const (
	nothing need = iota
	analyst      // a player that is an analyzer
	net          // a Config.Judge
	bench        // a Config.Benchmark
)

// command is one command. Its arguments are written as in docs/gtp.md, which is made from the table: CAPITALS
// stand for values, brackets for optional arguments.
type command struct {
	name, args, help string
	need             need
	handler          gtp.Handler
	// stream answers line by line. The next line of input interrupts it unless it is patient. A hasty handler
	// is interrupted too.
	stream         gtp.Stream
	patient, hasty bool
}

// section is a part of the table of commands.
type section struct {
	title    string
	commands []command
}

// sections are all commands, in the order of the documentation.
func (e *Engine) sections() []section {
	return []section{
		{"The program", []command{
			{name: "protocol_version", help: "2."},
			{name: "name", help: "The name of the program."},
			{name: "version", help: "Its version."},
			{name: "known_command", args: "COMMAND", help: "`true` or `false`.", handler: e.knownCommand},
			{name: "list_commands", help: "All commands, one a line.", handler: e.listCommands},
			{name: "quit", help: "Nothing; the program ends."},
			{name: "stop", help: "Nothing. As any line of input does, it ends an analysis; it ends pondering too.", handler: e.stop},
			{name: "gomill-describe_engine", help: "A few lines about the program, its net and its limits.", handler: e.describe},
			{name: "cputime", help: "Seconds of the processor that the program has used.", handler: e.cpuTime},
			{name: "gomill-cpu_time", help: "The same.", handler: e.cpuTime},
			{name: "lz-memory_report", help: "How much memory the program uses.", handler: e.memoryReport},
		}},
		{"The board and the rules", []command{
			{name: "boardsize", args: "N", help: "Begins again on another board; `W H` and `W:H` make rectangles. Sides are 1 to 25.", handler: e.boardsize},
			{name: "rectangular_boardsize", args: "W H", help: "The same.", handler: e.boardsize},
			{name: "clear_board", help: "Begins again.", handler: e.clearBoard},
			{name: "set_position", args: "[COLOR VERTEX ...]", help: "Begins from stones, Black to move. Stones that overlap or have no liberty fail, and nothing changes.", handler: e.setPosition},
			{name: "komi", args: "K", help: "Sets the komi: multiples of 0.5 from -400 to 400.", handler: e.komi},
			{name: "get_komi", help: "The komi.", handler: e.getKomi},
			{name: "kata-get-rules", help: "The rules as KataGo's JSON object, without the komi.", handler: e.getRules},
			{name: "kata-set-rules", args: "RULES", help: "Plays by other rules: a name, or a JSON object over Tromp-Taylor. The komi stays.", handler: e.setRules},
			{name: "kata-set-rule", args: "KEY VALUE", help: "Changes one part of the rules.", handler: e.setRule},
			{name: "kgs-rules", args: "NAME", help: "`chinese`, `aga`, `new_zealand` or `japanese`.", handler: e.kgsRules},
			{name: "tengen-rules", help: "The rulesets that have a name, one a line.", handler: e.listRules},
			{name: "tengen-board", args: "[BOARD]", help: "Begins on a board of any shape: a board file, or a short text such as `torus 9x9`; without an argument, tells the board.", handler: e.setBoard},
			{name: "tengen-letters", args: "[gtp|with-i]", help: "How columns are named.", handler: e.setLetters},
			{name: "tengen-prisoners", args: "[B W]", help: "How many stones Black and White had taken before the position that the game begins from; without arguments, tells how many they have taken by now.", handler: e.setPrisoners},
			{name: "tengen-strict", args: "[on|off]", help: "Whether `play`, `genmove` and `loadsgf` refuse every move that the rules in force forbid, and say why; without an argument, tells.", handler: e.setStrict},
			{name: "fixed_handicap", args: "N", help: "Begins with N stones on the usual points, and answers them.", handler: e.fixedHandicap},
			{name: "place_free_handicap", args: "N", help: "Begins with N stones where the program likes, a quarter of the board and 30 at most, and answers them.", handler: e.placeFreeHandicap},
			{name: "set_free_handicap", args: "VERTEX ...", help: "Begins with handicap stones.", handler: e.setFreeHandicap},
			{name: "loadsgf", args: "FILE [N]", help: "Begins with a record, up to before move N.", handler: e.loadSGF},
			{name: "printsgf", args: "[FILE]", help: "The game as a record, or writes it to a file.", handler: e.printSGF},
			{name: "gomill-savesgf", args: "FILE [KEY=VALUE ...]", help: "Writes the record to a file, with such properties in its root.", handler: e.saveSGF},
			{name: "tengen-save_search", args: "FILE", help: "Writes all that the search knows of the position to a file, to go on with it another day.", handler: e.saveSearch},
			{name: "tengen-load_search", args: "FILE", help: "Goes on with a search that was saved: of the same game (see `loadsgf`), by the same net and settings.", handler: e.loadSearch},
			{name: "showboard", help: "The board, the player to move, the rules and the stones lost.", handler: e.showboard},
		}},
		{"Moves", []command{
			{name: "play", args: "COLOR VERTEX", help: "Plays a move of either colour, see above for those that the rules forbid.", handler: e.play},
			{name: "undo", help: "Takes back a move.", handler: e.undo},
			{name: "gg-undo", args: "[N]", help: "Takes back N moves, all or none.", handler: e.undo},
			{name: "genmove", args: "COLOR", help: "Plays a move and answers it: a vertex, `pass` or `resign`.", handler: e.thenPonder(e.genmove("genmove"))},
			{name: "reg_genmove", args: "COLOR", help: "Answers a move, for tests, without the clock, and plays nothing.", handler: e.regGenmove},
			{name: "genmove_debug", args: "COLOR", help: "`genmove`, which logs what was thought.", handler: e.thenPonder(e.genmove("genmove_debug"))},
			{name: "kata-search", args: "COLOR", help: "`genmove` that plays nothing.", handler: e.search("kata-search")},
			{name: "kata-search_debug", args: "COLOR", help: "The same.", handler: e.search("kata-search_debug")},
			{name: "kata-search_cancellable", args: "COLOR", help: "`kata-search` that the next line of input ends: then it answers `cancelled`.", handler: e.searchCancellable, hasty: true},
			{name: "kgs-genmove_cleanup", args: "COLOR", help: "`genmove` after two passes that does not pass before all dead stones are off.", handler: e.genmoveCleanup},
			{name: "gomill-genmove_ex", args: "COLOR [cleanup]", help: "`genmove`, or `kgs-genmove_cleanup`.", handler: e.genmoveEx},
			{name: "gomill-explain_last_move", help: "Why the last move of the program was made.", handler: e.explain},
			{name: "final_score", help: "The score, `0` for a draw: exact where the game is over and the rules judge for themselves; elsewhere without the dead stones, or an estimate where something is left to play for.", handler: e.finalScore},
			{name: "final_status_list", args: "alive|seki|dead", help: "Stones with that status. Stones are in seki if reading proves it. Other living stones without two eyes are in seki once little is left to play for, and alive before.", handler: e.finalStatusList},
			{name: "kgs-chat", args: "game|private NAME TEXT", help: "A word of regret.", handler: e.chat},
			{name: "kgs-game_over", help: "Nothing.", handler: e.gameOver},
		}},
		{"Time", []command{
			{name: "time_settings", args: "MAIN OVERTIME STONES", help: "Absolute or Canadian time, in seconds; no limit for an overtime without stones.", handler: e.timeSettings},
			{name: "kgs-time_settings", args: "none|absolute M|byoyomi M P N|canadian M P S", help: "More kinds of time.", handler: e.kgsTimeSettings},
			{name: "kata-time_settings", args: "...|fischer M I|fischer-capped M I LIMIT MOVE", help: "And more: caps are of the time on the clock and of the time for a move, -1 for none.", handler: e.kataTimeSettings},
			{name: "kata-list_time_settings", help: "The words for them.", handler: e.listTimeSettings},
			{name: "time_left", args: "COLOR TIME STONES", help: "Corrects a clock. In byo-yomi the stones are periods.", handler: e.timeLeft},
			{name: "kata-debug-print-tc", help: "Both clocks as the client told them, and how KataGo would divide them.", handler: e.printTime},
		}},
		{"Analysis", e.analysisCommands()},
		{"Settings", []command{
			{name: "kata-list-params", help: "The names of all settings.", handler: e.listParams},
			{name: "kata-get-param", args: "NAME", help: "The value of one.", handler: e.getParam},
			{name: "kata-get-params", help: "All as a JSON object.", handler: e.getParams},
			{name: "kata-set-param", args: "NAME [VALUE]", help: "Sets one; without a value it takes back what was set. `level` is one of ours: a rank, `full`, `visits=N` or `time=S`.", handler: e.setParam},
			{name: "kata-set-params", args: "JSON", help: "Sets several, all or none; a `level` comes before the limits beside it.", handler: e.setParams},
			{name: "lz-setoption", args: "[name NAME value VALUE]", help: "Sets one of Leela Zero's options, or lists them. `Visits` and `Playouts` are a move's, 0 for no limit; `Lagbuffer` is in hundredths of a second; `Resign Percentage` is the chance to win below which it resigns, 0 never, -1 as it was started.", handler: e.setOption},
			{name: "kata-get-models", help: "The nets as a JSON list.", handler: e.getModels},
			{name: "clear_cache", help: "Forgets what was found.", handler: e.clearCache},
		}},
	}
}

// analysisCommands are the commands that report the player's or the net's judgement.
func (e *Engine) analysisCommands() []command {
	const options = "[COLOR] [INTERVAL] [KEY VALUE ...]"
	return []command{
		{name: "kata-analyze", args: options, need: analyst, stream: e.analyze(styleKata),
			help: "Searches until the next line of input, even an empty one, and tells what it knows every INTERVAL hundredths of a second. Keys: `interval`, `minmoves`, `maxmoves`, `avoid` and `allow` (with COLOR VERTEX,... DEPTH), `rootInfo`, `ownership`, `ownershipStdev`, `movesOwnership`, `movesOwnershipStdev`, `pvVisits`, `pvEdgeVisits`, `noResultValue`."},
		{name: "lz-analyze", args: options, need: analyst, stream: e.analyze(styleLeela), help: "The same in the form of Leela Zero: chances to win in hundredths of a per cent. Keys: `interval`, `minmoves`, `maxmoves`, `avoid`, `allow`."},
		{name: "analyze", args: options, need: analyst, stream: e.analyze(styleSabaki), help: "`kata-analyze` with the keys of `lz-analyze`; every number that can have a decimal point has one."},
		{name: "kata-genmove_analyze", args: options, need: analyst, patient: true, stream: e.genmoveAnalyze(styleKata, true), help: "`genmove` that tells what it knows meanwhile, and at last `play VERTEX`. Keys as for `kata-analyze`."},
		{name: "lz-genmove_analyze", args: options, need: analyst, patient: true, stream: e.genmoveAnalyze(styleLeela, true), help: "The same in the form of `lz-analyze`."},
		{name: "genmove_analyze", args: options, need: analyst, patient: true, stream: e.genmoveAnalyze(styleSabaki, true), help: "The same in the form of `analyze`."},
		{name: "kata-search_analyze", args: options, need: analyst, patient: true, stream: e.genmoveAnalyze(styleKata, false), help: "`kata-genmove_analyze` that plays nothing."},
		{name: "kata-search_analyze_cancellable", args: options, need: analyst, stream: e.genmoveAnalyze(styleKata, false), help: "The same, ended by the next line of input with `play cancelled`."},
		{name: "kata-raw-nn", args: "[COLOR] SYMMETRY|all [OPTIMISM]", need: net, handler: e.rawNN, help: "All that the net says of the position."},
		{name: "kata-raw-human-nn", args: "[COLOR] SYMMETRY|all", handler: e.rawHumanNN, help: "All that the net of `-human-model` says of the position, of players as `humanSLProfile` names them."},
		{name: "heatmap", need: net, handler: e.heatmap, help: "What the net thinks of every point before any search, in thousandths."},
		{name: "debug_moves", args: "[VERTEX ...]", need: analyst, handler: e.debugMoves, help: "The board after those moves, and what a short search thinks of the moves there."},
		{name: "kata-benchmark", args: "VISITS", need: bench, handler: e.benchmark, help: "Searches ten positions, and tells how fast."},
	}
}

// has reports whether a requirement is met.
func (e *Engine) has(n need) bool {
	switch n {
	case analyst:
		_, can := e.cfg.Player.(analyzer)
		return can
	case net:
		return e.cfg.Judge != nil
	case bench:
		return e.cfg.Benchmark != nil
	}
	return true
}

// commands are the commands whose requirements are met.
func (e *Engine) commands() []command {
	var list []command
	for _, s := range e.sections() {
		for _, c := range s.commands {
			if e.has(c.need) {
				list = append(list, c)
			}
		}
	}
	return list
}

// Server serves the engine's commands. One connection at a time may be served.
func (e *Engine) Server() *gtp.Server {
	s := &gtp.Server{Name: e.cfg.Name, Version: e.cfg.Version, Log: e.cfg.Log,
		Handlers: map[string]gtp.Handler{}, Streams: map[string]gtp.Stream{}, Patient: map[string]bool{}, Hasty: map[string]bool{}}
	for _, c := range e.commands() {
		switch {
		case c.handler != nil:
			s.Handlers[c.name] = c.handler
		case c.stream != nil:
			s.Streams[c.name] = c.stream
		}
		s.Patient[c.name], s.Hasty[c.name] = c.patient, c.hasty
	}
	return s
}

func (e *Engine) knownCommand(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", gtp.Failf("Expected single argument for known_command but got '%s'", got(args))
	}
	if slices.ContainsFunc(e.commands(), func(c command) bool { return c.name == args[0] }) {
		return "true", nil
	}
	return "false", nil
}

func (e *Engine) listCommands(context.Context, []string) (string, error) {
	var names []string
	for _, c := range e.commands() {
		names = append(names, c.name)
	}
	return strings.Join(names, "\n"), nil
}

// got is the arguments as a failure quotes them.
func got(args []string) string { return clip(strings.Join(args, " ")) }
