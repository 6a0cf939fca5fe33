package gtpserver

import (
	"context"
	"slices"
	"strings"

	"tengen/gtp"
	"tengen/katago"
)

// need is a part of the configuration that a command requires.
type need uint8

const (
	nothing need = iota
	analyst      // a player that implements analyzer
	net          // Config.Judge
	bench        // Config.Benchmark
	ownName      // Config.Name is not KataGo's name: KataGo does not have the command
)

// command is one command. args has the arguments in the notation of docs/gtp.md: words in capitals stand for values,
// and brackets enclose optional arguments. help says what the command answers or does, in Markdown.
type command struct {
	name, args, help string
	need             need
	handler          gtp.Handler
	// stream answers line by line. The next line of input interrupts a stream, except if patient is set. It does
	// not interrupt a handler, except if hasty is set.
	stream         gtp.Stream
	patient, hasty bool
	// hidden commands are executed, but list_commands and known_command do not know them.
	hidden bool
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
			{name: "protocol_version", help: "The version of the protocol: 2."},
			{name: "name", help: "The program's name."},
			{name: "version", help: "The program's version."},
			{name: "known_command", args: "COMMAND", help: "`true` if `list_commands` lists the command, otherwise `false`.", handler: e.knownCommand},
			{name: "list_commands", help: "The names of the commands, one per line.", handler: e.listCommands},
			{name: "quit", help: "Ends the program."},
			{name: "stop", help: "Ends pondering. Like any line of input, it also ends an analysis.", handler: e.stop},
			{name: "gomill-describe_engine", help: "The program, its net and its limits, on several lines.", handler: e.describe},
			{name: "cputime", help: "The processor time that the program has used, in seconds.", handler: e.cpuTime},
			{name: "gomill-cpu_time", help: "Same as `cputime`.", handler: e.cpuTime},
			{name: "lz-memory_report", help: "The memory that the program uses.", handler: e.memoryReport},
		}},
		{"The board and the rules", []command{
			{name: "boardsize", args: "N", help: "Starts a new game on a board of N lines. `W H` or `W:H` instead of N makes a rectangle. Sides are 1 to 25 lines.", handler: e.boardsize},
			{name: "rectangular_boardsize", args: "W H", help: "Same as `boardsize`.", handler: e.boardsize},
			{name: "clear_board", help: "Starts a new game on the same board.", handler: e.clearBoard},
			{name: "set_position", args: "[COLOR VERTEX ...]", help: "Starts a new game from these stones, Black to move. It fails without any change if stones overlap or have no liberty.", handler: e.setPosition},
			{name: "komi", args: "K", help: "Sets the komi to a multiple of 0.5 from -400 to 400.", handler: e.komi},
			{name: "get_komi", help: "The komi.", handler: e.getKomi},
			{name: "kata-get-rules", help: "The rules as KataGo's JSON object, without the komi.", handler: e.getRules},
			{name: "kata-set-rules", args: "RULES", help: "Changes the rules. RULES is the name of a ruleset, or a JSON object with differences from the Tromp-Taylor rules. The komi does not change.", handler: e.setRules},
			{name: "kata-set-rule", args: "KEY VALUE", help: "Changes one part of the rules.", handler: e.setRule},
			{name: "kgs-rules", args: "NAME", help: "Changes the rules to `chinese`, `aga`, `new_zealand` or `japanese`.", handler: e.kgsRules},
			{name: "tengen-rules", help: "All rulesets that have a name, one per line.", handler: e.listRules},
			{name: "tengen-board", args: "[BOARD]", help: "Starts a new game on a board of any shape: a board file, or a short text such as `torus 9x9`. Without an argument it answers the current board.", handler: e.setBoard},
			{name: "tengen-letters", args: "[gtp|with-i]", help: "Sets the letters of the columns: `gtp` leaves out the letter I. Without an argument it answers the current setting.", handler: e.setLetters},
			{name: "tengen-prisoners", args: "[B W]", help: "Sets how many stones Black and White had captured before the first move of the game. Without arguments it answers how many they have captured so far.", handler: e.setPrisoners},
			{name: "tengen-strict", args: "[on|off]", help: "Sets whether `play`, `genmove` and `loadsgf` refuse every move that the current rules forbid, and say why. Without an argument it answers the current setting.", handler: e.setStrict},
			{name: "fixed_handicap", args: "N", help: "Starts a new game with N handicap stones on the usual points, and answers the points.", handler: e.fixedHandicap},
			{name: "place_free_handicap", args: "N", help: "Starts a new game with N handicap stones on points that the program chooses, and answers the points. It places at most 30 stones, and at most a quarter of the board.", handler: e.placeFreeHandicap},
			{name: "set_free_handicap", args: "VERTEX ...", help: "Starts a new game with handicap stones on these points.", handler: e.setFreeHandicap},
			{name: "loadsgf", args: "FILE [N]", help: "Loads a record. With N it loads only the moves before move N.", handler: e.loadSGF},
			{name: "printsgf", args: "[FILE]", help: "The game as a record. With a file name it writes the record to the file.", handler: e.printSGF},
			{name: "gomill-savesgf", args: "FILE [KEY=VALUE ...]", help: "Writes the record to a file, with these properties in its root.", handler: e.saveSGF},
			{name: "tengen-save_search", args: "FILE", help: "Writes everything that the search knows about the position to a file, so that the search can continue later.", handler: e.saveSearch},
			{name: "tengen-load_search", args: "FILE", help: "Continues a saved search. The game (see `loadsgf`), the net and the settings must be the same.", handler: e.loadSearch},
			{name: "showboard", help: "The board, the player to move, the rules and the captured stones.", handler: e.showboard},
		}},
		{"Moves", []command{
			{name: "play", args: "COLOR VERTEX", help: "Plays a move of either colour. [Moves that the rules forbid](#moves-that-the-rules-forbid) says which moves are refused.", handler: e.thenPonder(e.play)},
			{name: "undo", help: "Takes back one move.", handler: e.undo},
			{name: "gg-undo", args: "[N]", help: "Takes back N moves. If the game has fewer moves, it takes back none.", handler: e.undo},
			{name: "genmove", args: "COLOR", help: "Plays a move and answers it: a vertex, `pass` or `resign`.", handler: e.thenPonder(e.genmove("genmove"))},
			{name: "reg_genmove", args: "COLOR", help: "Answers a move without playing it. The clock is not used. This is for regression tests.", handler: e.regGenmove},
			{name: "genmove_debug", args: "COLOR", help: "Same as `genmove`. The log has the details.", handler: e.thenPonder(e.genmove("genmove_debug"))},
			{name: "kata-search", args: "COLOR", help: "Same as `genmove`, but the move is not played.", handler: e.search("kata-search")},
			{name: "kata-search_debug", args: "COLOR", help: "Same as `kata-search`.", handler: e.search("kata-search_debug")},
			{name: "kata-search_cancellable", args: "COLOR", help: "Same as `kata-search`. The next line of input ends the search, and the answer is then `cancelled`.", handler: e.searchCancellable, hasty: true},
			{name: "kgs-genmove_cleanup", args: "COLOR", help: "Same as `genmove`, after two passes: the program does not pass before all dead stones are captured.", handler: e.genmoveCleanup},
			{name: "gomill-genmove_ex", args: "COLOR [cleanup]", help: "Same as `genmove`. With `cleanup` it is the same as `kgs-genmove_cleanup`.", handler: e.genmoveEx},
			{name: "gomill-explain_last_move", help: "Why the program played its last move.", handler: e.explain},
			{name: "final_score", help: "The score; `0` for a draw. It is exact if the game is over and the rules decide it without an agreement about dead stones. Otherwise the program removes the stones that it considers dead. If the game is not finished, the answer is an estimate.", handler: e.finalScore},
			{name: "final_status_list", args: "alive|seki|dead", help: "The stones with this status. Stones are in seki if reading proves it. Other living stones without two eyes are in seki near the end of the game, when few points are undecided. Earlier in the game they are alive.", handler: e.finalStatusList},
			{name: "kgs-chat", args: "game|private NAME TEXT", help: "Answers that the program does not chat.", handler: e.chat},
			{name: "kgs-game_over", help: "Ends pondering.", handler: e.gameOver},
		}},
		{"Time", []command{
			{name: "time_settings", args: "MAIN OVERTIME STONES", help: "Sets absolute or Canadian time, in seconds. Overtime without stones means no limit.", handler: e.timeSettings},
			{name: "kgs-time_settings", args: "none|absolute M|byoyomi M P N|canadian M P S", help: "Sets one of KGS's time controls. M is the main time, P the time of a period in seconds, N the number of periods, S the stones of a period.", handler: e.kgsTimeSettings},
			{name: "kata-time_settings", args: "...|fischer M I|fischer-capped M I LIMIT MOVE", help: "Sets a time control of `kgs-time_settings`, or Fischer time: I is the increment, LIMIT the most time on the clock, MOVE the longest time for a move. -1 means no limit.", handler: e.kataTimeSettings},
			{name: "kata-list_time_settings", help: "The names of the time controls.", handler: e.listTimeSettings},
			{name: "time_left", args: "COLOR TIME STONES", help: "Sets the time that is left on a clock. In byo-yomi, STONES is the number of periods. Without a time control, TIME is the time for the rest of the game.", handler: e.timeLeft},
			{name: "kata-debug-print-tc", help: "Both clocks as the client set them, and how KataGo would divide their time.", handler: e.printTime},
		}},
		{"Analysis", e.analysisCommands()},
		{"Settings", []command{
			{name: "kata-list-params", help: "The names of all settings.", handler: e.listParams},
			{name: "kata-get-param", args: "NAME", help: "The value of a setting.", handler: e.getParam},
			{name: "kata-get-params", help: "All settings as a JSON object.", handler: e.getParams},
			{name: "kata-set-param", args: "NAME [VALUE]", help: "Changes a setting. Without a value it restores the initial value. KataGo does not have the setting `level`. Its values are a rank, `full`, `visits=N` and `time=S`.", handler: e.setParam},
			{name: "kata-set-params", args: "JSON", help: "Changes several settings, or none if one of them is refused. A `level` is set before the limits in the same object.", handler: e.setParams},
			{name: "lz-setoption", args: "[name NAME value VALUE]", need: ownName, help: "Sets one of Leela Zero's options; without arguments it lists them. `Visits` and `Playouts` are limits per move; 0 means no limit. `Lagbuffer` is in hundredths of a second. `Resign Percentage` is the winning chance below which the program resigns; 0 means never, -1 the initial value.", handler: e.setOption},
			{name: "kata-get-models", help: "The nets as a JSON list.", handler: e.getModels},
			{name: "clear_cache", help: "Forgets all search results. The next searches have other random numbers.", handler: e.clearCache},
		}},
	}
}

// analysisCommands are the commands that report a judgement of the player or of the net. The hidden ones are those that
// KataGo hides. Sabaki prefers them to the other forms if they are listed, and its version 0.60 misreads their winning
// chances.
func (e *Engine) analysisCommands() []command {
	const options = "[COLOR] [INTERVAL] [KEY VALUE ...]"
	return []command{
		{name: "kata-analyze", args: options, need: analyst, stream: e.analyze(styleKata),
			help: "Searches until the next line of input, even an empty one, and reports the results every INTERVAL hundredths of a second. Keys: `interval`, `minmoves`, `maxmoves`, `avoid` and `allow` (with COLOR VERTEX,... DEPTH), `rootInfo`, `ownership`, `ownershipStdev`, `movesOwnership`, `movesOwnershipStdev`, `pvVisits`, `pvEdgeVisits`, `noResultValue`. A move that this search did not try again has no `movesOwnership`."},
		{name: "lz-analyze", args: options, need: analyst, stream: e.analyze(styleLeela), help: "Same as `kata-analyze` in Leela Zero's form: winning chances are in hundredths of a per cent. Keys: `interval`, `minmoves`, `maxmoves`, `avoid`, `allow`."},
		{name: "analyze", args: options, need: analyst, hidden: true, stream: e.analyze(styleSabaki), help: "Same as `kata-analyze`, with the keys of `lz-analyze`. Every number except counts has a decimal point."},
		{name: "kata-genmove_analyze", args: options, need: analyst, patient: true, stream: e.genmoveAnalyze(styleKata, true, false), help: "Same as `genmove`, with reports during the search. The last line is `play VERTEX`. Keys as for `kata-analyze`."},
		{name: "lz-genmove_analyze", args: options, need: analyst, patient: true, stream: e.genmoveAnalyze(styleLeela, true, false), help: "Same as `kata-genmove_analyze`, in the form of `lz-analyze`."},
		{name: "genmove_analyze", args: options, need: analyst, hidden: true, patient: true, stream: e.genmoveAnalyze(styleSabaki, true, false), help: "Same as `kata-genmove_analyze`, in the form of `analyze`."},
		{name: "kata-search_analyze", args: options, need: analyst, patient: true, stream: e.genmoveAnalyze(styleKata, false, false), help: "Same as `kata-genmove_analyze`, but the move is not played."},
		{name: "kata-search_analyze_cancellable", args: options, need: analyst, stream: e.genmoveAnalyze(styleKata, false, true), help: "Same as `kata-search_analyze`. The next line of input ends the search, and the last line is then `play cancelled`."},
		{name: "kata-raw-nn", args: "[COLOR] SYMMETRY|all [OPTIMISM]", need: net, handler: e.rawNN, help: "Everything that the net outputs for the position."},
		{name: "kata-raw-human-nn", args: "[COLOR] SYMMETRY|all", handler: e.rawHumanNN, help: "Everything that the net of `-human-model` outputs for the position. `humanSLProfile` chooses the players that the net imitates."},
		{name: "heatmap", need: net, handler: e.heatmap, help: "The net's prior for every point, without a search, in thousandths."},
		{name: "debug_moves", args: "[VERTEX ...]", need: analyst, handler: e.debugMoves, help: "The board after these moves, and the result of a short search there."},
		{name: "kata-benchmark", args: "VISITS", need: bench, handler: e.benchmark, help: "Searches ten positions with VISITS visits each, and answers the speed."},
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
	case ownName:
		return e.cfg.Name != katago.Name
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

// listed returns the names of the commands that are not hidden.
func (e *Engine) listed() []string {
	var names []string
	for _, c := range e.commands() {
		if !c.hidden {
			names = append(names, c.name)
		}
	}
	return names
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
	if slices.Contains(e.listed(), args[0]) {
		return "true", nil
	}
	return "false", nil
}

func (e *Engine) listCommands(context.Context, []string) (string, error) {
	return strings.Join(e.listed(), "\n"), nil
}

// got returns the arguments of a command as text. Failures quote this text.
func got(args []string) string { return clip(strings.Join(args, " ")) }
