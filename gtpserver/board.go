package gtpserver

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
	"tengen/topology"
)

// OpenBoard opens a board that a user or a client names. The text is the path of a board file, or the content of a
// board file, which begins with a brace, or a short text such as "torus 9x9" that [topology.Parse] reads.
func OpenBoard(text string) (*topology.Board, error) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "{") {
		return topology.Read("the board", []byte(text))
	}
	info, missing := os.Stat(text)
	if missing != nil || !info.Mode().IsRegular() {
		board, err := topology.Parse(text)
		switch {
		case err == nil:
			return board, nil
		case missing == nil: // a pipe or a device may never end
			return nil, fmt.Errorf("%q is not a regular file", text)
		case looksLikePath(text):
			return nil, fmt.Errorf("the file %q does not exist", text)
		}
		return nil, err
	}
	f, err := os.Open(text)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err != nil {
		return nil, err
	}
	return topology.Read(text, data)
}

func looksLikePath(text string) bool {
	return strings.ContainsAny(text, `/\`) || strings.HasSuffix(strings.ToLower(text), ".json")
}

// begin begins a game on a board, if the rules can be played there.
func begin(board *topology.Board, rules baduk.Rules) (*baduk.Game, error) {
	setup := board.Setup
	setup.FreeHandicap = true
	return baduk.NewGameFrom(board.Graph, rules, setup)
}

// suggested returns the given rules with the changes that a board suggests. A board can suggest rules, a komi, both
// or neither.
func suggested(board *topology.Board, rules baduk.Rules) (baduk.Rules, error) {
	if board.Rules != "" {
		r, err := baduk.ParseRules(board.Rules)
		if err != nil {
			return rules, err
		}
		rules = r
	}
	if board.Komi != nil {
		rules.Komi = *board.Komi
	}
	return rules, nil
}

// setBoard begins a game on the board of a file or a short text, with the rules and the komi that the board
// suggests. Without an argument it answers the current board.
func (e *Engine) setBoard(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return e.boardName(), nil
	}
	board, err := OpenBoard(strings.Join(args, " "))
	if err != nil {
		return "", gtp.Failf("%s", oneLine(err))
	}
	rules, err := suggested(board, e.game.Rules())
	if err == nil {
		err = rules.CheckOn(board.Graph)
	}
	if err != nil {
		return "", gtp.Failf("%s", oneLine(err))
	}
	g, err := begin(board, rules)
	if err != nil {
		return "", gtp.Failf("%s", oneLine(err))
	}
	e.board = *board
	e.start(g)
	return e.boardName(), nil
}

func (e *Engine) boardName() string {
	g := e.game.Graph()
	n := g.Len()
	if g.Beyond() != baduk.NoPoint {
		n--
	}
	return fmt.Sprintf("%v, %d points", g, n)
}

// grow gives the infinite board a larger window if the game needs one. If the window cannot grow, the game continues
// in the old one.
func (e *Engine) grow() {
	g, grown, err := topology.Grow(e.game)
	if err != nil {
		e.cfg.Log.Warn("the window of the board does not grow", "because", err)
	}
	if grown {
		e.game = g
		e.cfg.Log.Info("the window of the board has grown", "board", g.Graph().String())
	}
}

// changeRules replays the game under other rules, as KataGo does, so that passes and phases follow the new
// rules. It changes nothing if a move cannot be replayed.
func (e *Engine) changeRules(r baduk.Rules) error {
	e.stopPondering()
	old := e.game.Rules()
	old.Komi = r.Komi
	if old == r {
		e.game.SetRules(r)
		return nil
	}
	return e.replay(e.origin(), r)
}

// replay plays all moves again from another beginning or under other rules. If this is impossible, nothing changes.
func (e *Engine) replay(origin baduk.Setup, r baduk.Rules) error {
	moves, game, past, resigned := e.moves(), e.game, e.past, e.resigned
	first, err := baduk.NewGameFrom(game.Graph(), r, origin)
	if err != nil {
		return err
	}
	e.game, e.past = first, nil
	for _, m := range moves {
		if err := e.makeMove(m); err != nil {
			e.game, e.past, e.resigned = game, past, resigned
			return errReplay
		}
	}
	e.resigned = resigned
	return nil
}
