package gtpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/gtp"
	"tengen/neteval"
	"tengen/topology"
)

// Player decides. It is given a game of its own to read or to play on.
type Player interface {
	// Genmove is what to play for c, which need not be the player to move.
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error)
	// Dead is which stones are dead in the position as it stands.
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
}

// Ponderer is a player that can think while the opponent does.
type Ponderer interface {
	// Ponder begins to think about g and returns at once. Whatever the player is
	// asked next ends it, and so does the end of ctx.
	Ponder(ctx context.Context, g *baduk.Game) error
	// StopPondering ends it and waits until it has.
	StopPondering()
}

// Config is what an [Engine] is made of. Player and Name are needed; the zero
// value of every other field is a sensible default.
type Config struct {
	Name, Version string // for the client
	Player        Player
	// Judge is what a net says of a position by itself, seen in a symmetry, for
	// kata-raw-nn; optimism, 0..1, is how much of its optimistic policy counts. Nil
	// is for players without a net, who do not know the command.
	Judge func(g *baduk.Game, s neteval.Symmetry, optimism float64) (neteval.Judgement, error)
	// Limit bounds the thinking about every move, beside the client's clock, which the
	// player is handed in it.
	Limit engine.Limit
	// Ponder lets a player who is a [Ponderer] think on the opponent's time, until
	// the client says otherwise (kata-set-param ponderingEnabled).
	Ponder bool
	// Rules are those to begin with. The zero value means [baduk.Chinese].
	Rules baduk.Rules
	// Board is the board to begin with, if it is no rectangle. What it suggests
	// as rules and komi is left to the caller.
	Board *topology.Board
	// Width and Height are the board to begin with if Board is nil; 0 means 19.
	Width, Height int
	// Letters says how the client names columns.
	Letters Letters
	// Log gets a line after every move that the player makes, and the reasons
	// that GTP's fixed failure texts do not tell. Nil logs nothing.
	Log *slog.Logger
	// Now is what time it is, for the client's clock. Nil means time.Now.
	Now func() time.Time
}

// MaxSide is the largest side of a board that GTP can name.
const MaxSide = 25

// Engine is a game that a client plays through GTP commands. Its commands are
// served one at a time.
type Engine struct {
	cfg     Config
	board   topology.Board // that clear_board begins on
	game    *baduk.Game
	clocks  clocks
	letters Letters
	// resigned is who gave up in answer to the last genmove, for the record. The
	// game itself goes on: a client may take back or play on.
	resigned baduk.Color
	// cleanup is the length of the game, plus 1, at which a clean-up was asked for by
	// a command that means it; 0 if it never was.
	cleanup int
}

// New is an engine with an empty board.
func New(cfg Config) (*Engine, error) {
	if cfg.Player == nil || cfg.Name == "" {
		return nil, errors.New("gtpserver: a player and a name are needed")
	}
	if cfg.Width == 0 {
		cfg.Width = 19
	}
	if cfg.Height == 0 {
		cfg.Height = cfg.Width
	}
	if cfg.Width < 1 || cfg.Height < 1 || cfg.Width > MaxSide || cfg.Height > MaxSide {
		return nil, fmt.Errorf("a %dx%d board cannot be played over GTP: sides are 1 to %d", cfg.Width, cfg.Height, MaxSide)
	}
	if cfg.Rules == (baduk.Rules{}) {
		cfg.Rules = baduk.Chinese()
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	e := &Engine{cfg: cfg, letters: cfg.Letters}
	if cfg.Board != nil {
		e.board = *cfg.Board
	} else {
		e.board.Graph = baduk.MustRectangle(cfg.Width, cfg.Height)
	}
	g, err := begin(&e.board, cfg.Rules)
	if err != nil {
		return nil, err
	}
	e.start(g)
	return e, nil
}

// start begins another game, with the clocks of a new game.
func (e *Engine) start(g *baduk.Game) {
	e.stopPondering()
	e.game, e.resigned, e.cleanup = g, baduk.Empty, 0
	e.clocks.restart()
	e.grow()
}

// The failure texts that GTP 2 fixes.
var (
	errSyntax      error = gtp.Failf("syntax error")
	errSize        error = gtp.Failf("unacceptable size")
	errIllegal     error = gtp.Failf("illegal move")
	errUndo        error = gtp.Failf("cannot undo")
	errScore       error = gtp.Failf("cannot score")
	errLoad        error = gtp.Failf("cannot load file")
	errNotEmpty    error = gtp.Failf("board not empty")
	errStones      error = gtp.Failf("invalid number of stones")
	errBadVertices error = gtp.Failf("bad vertex list")
)

// errReplay is KataGo's text for rules that the moves so far do not fit.
var errReplay error = gtp.Failf("Could not make the rules change, some earlier moves in the game would now become illegal.")

// refuse is the fixed failure text; the reason goes to the log.
func (e *Engine) refuse(text, reason error) error {
	e.cfg.Log.Info(text.Error(), "because", reason)
	return text
}

// Server serves the engine's commands. One connection at a time may be served.
func (e *Engine) Server() *gtp.Server {
	handlers := map[string]gtp.Handler{
		"boardsize":             e.boardsize,
		"rectangular_boardsize": e.boardsize,
		"clear_board":           e.clearBoard,
		"komi":                  e.komi,
		"get_komi":              e.getKomi,
		"kata-get-rules":        e.getRules,
		"kata-set-rules":        e.setRules,
		"kata-set-rule":         e.setRule,
		"kgs-rules":             e.kgsRules,
		"tengen-board":          e.setBoard,
		"tengen-rules":          e.listRules,
		"tengen-letters":        e.setLetters,

		"play":                e.play,
		"genmove":             e.thenPonder(e.genmove),
		"reg_genmove":         e.regGenmove,
		"kgs-genmove_cleanup": e.genmoveCleanup,
		"undo":                e.undo,
		"gg-undo":             e.undo,

		"fixed_handicap":      e.fixedHandicap,
		"place_free_handicap": e.placeFreeHandicap,
		"set_free_handicap":   e.setFreeHandicap,
		"set_position":        e.setPosition,

		"time_settings":           e.timeSettings,
		"kgs-time_settings":       e.kgsTimeSettings,
		"kata-time_settings":      e.kgsTimeSettings,
		"kata-list_time_settings": e.listTimeSettings,
		"time_left":               e.timeLeft,

		"final_score":       e.finalScore,
		"final_status_list": e.finalStatusList,
		"showboard":         e.showboard,
		"loadsgf":           e.loadSGF,
		"printsgf":          e.printSGF,
		"kata-get-param":    e.getParam,
		"kata-set-param":    e.setParam,
		"kata-list-params":  e.listParams,
		"cputime":           e.cpuTime,
		"gomill-cpu_time":   e.cpuTime,
	}
	if e.cfg.Judge != nil {
		handlers["kata-raw-nn"] = e.rawNN
	}
	return &gtp.Server{Name: e.cfg.Name, Version: e.cfg.Version, Log: e.cfg.Log, Handlers: handlers}
}

// thenPonder lets the player go on thinking once it has answered.
func (e *Engine) thenPonder(h gtp.Handler) gtp.Handler {
	return func(ctx context.Context, args []string) (string, error) {
		answer, err := h(ctx, args)
		p, can := e.cfg.Player.(Ponderer)
		if err == nil && can && e.cfg.Ponder && e.resigned == baduk.Empty && !e.game.Over() {
			if err := p.Ponder(ctx, e.game.Clone()); err != nil {
				e.cfg.Log.Warn("no pondering", "because", err)
			}
		}
		return answer, err
	}
}

func (e *Engine) stopPondering() {
	if p, can := e.cfg.Player.(Ponderer); can {
		p.StopPondering()
	}
}
