package gtpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/gtp"
	"tengen/katago"
	"tengen/mcts"
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

// analyzer is a player that tells what it thinks of all moves.
type analyzer interface {
	// Analyze searches until ctx ends or a limit of the analysis is met.
	Analyze(ctx context.Context, g *baduk.Game, a engine.Analysis) (mcts.Result, error)
	// GenmoveAnalyze is [Player].Genmove that reports meanwhile.
	GenmoveAnalyze(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit, a engine.Analysis) (engine.Decision, mcts.Result, error)
	// Forget forgets what was found.
	Forget()
}

// Model is a net that the player plays by.
type Model struct {
	Name     string // its file
	Internal string // what it calls itself
	Version  int
	Imitates bool // whether it was trained on games of people, and has to be told whom to imitate
}

// Judge is what a net says of a position by itself, seen in a symmetry; optimism, 0..1, is
// how much of its optimistic policy counts, and a profile such as "rank_5k" whom it imitates.
type Judge func(g *baduk.Game, s neteval.Symmetry, optimism float64, profile string) (neteval.Judgement, error)

// Human is a net that the player asks what people would play.
type Human struct {
	Model
	Judge Judge
}

// Config is what an [Engine] is made of. Player and Name are needed; the zero
// value of every other field is a sensible default.
type Config struct {
	Name, Version string // for the client
	Player        Player
	// Judge is for kata-raw-nn. Nil is for players without a net, who do not know the
	// command.
	Judge Judge
	// Models are the nets of the player, for kata-get-models.
	Models []Model
	// Human is the net that the player asks what people would play, nil for none.
	Human *Human
	// Benchmark measures the player on positions of a board with a number of visits, and tells
	// it in a line; nil is for players who do not know kata-benchmark.
	Benchmark func(ctx context.Context, g *baduk.Graph, visits int) (string, error)
	// Limit bounds the thinking about every move, beside the client's clock, which the
	// player is handed in it. What Settings bound too counts from there.
	Limit engine.Limit
	// Settings are those that kata-set-param changes; nil is KataGo's own, bounded by
	// Limit. Pondering and how analysis is reported are among them.
	Settings *katago.Settings
	// Tune is told the settings whenever they have changed, and before the first move. For
	// an analysis it is told so, where settings make that differ. Nil is for players whose
	// search cannot be changed.
	Tune func(s katago.Settings, analysis bool) error
	// Rules are those to begin with. The zero value means [baduk.Chinese].
	Rules baduk.Rules
	// Board is the board to begin with, if it is not a rectangle. What it suggests
	// as rules and komi is left to the caller.
	Board *topology.Board
	// Width and Height are the board to begin with if Board is nil; 0 means 19.
	Width, Height int
	// Letters says how the client names columns.
	Letters Letters
	// Strict refuses moves that the rules forbid on every board, with the reason; see the
	// command tengen-strict.
	Strict bool
	// Seed feeds the lots that the settings may have drawn among moves.
	Seed uint64
	// Log gets a line after every move that the player makes, and the reasons
	// that GTP's fixed failure texts do not tell. Nil logs nothing.
	Log *slog.Logger
	// Chat, if it is not nil, gets a line about every move for the chat of a game, as
	// gtp2ogs reads them on stderr.
	Chat io.Writer
	// Now is what time it is, for the client's clock. Nil means time.Now.
	Now func() time.Time
}

// MaxSide is the largest side of a board that GTP can name.
const MaxSide = 25

// Engine is a game that a client plays through GTP commands. Its commands are
// served one at a time.
type Engine struct {
	cfg   Config
	board topology.Board // that clear_board begins on
	game  *baduk.Game
	// past are the games before this one that moves out of turn ended, see begunAnew.
	past    []ended
	clocks  clocks
	letters Letters
	strict  bool
	// settings are what kata-set-param has set, tuned what the player was last told, and
	// rank what kata-set-param level has set, or level if that is not a rank.
	settings katago.Settings
	tuned    bool // for an analysis
	rank     engine.Rank
	level    string // empty again once a limit is set by its own name
	// last is the last move that the player made, for gomill-explain_last_move.
	last *engine.Decision
	rng  *rand.Rand // draws moves, see katago.Draw
	// stopPonderTimer ends the time that pondering may take.
	stopPonderTimer context.CancelFunc
	// resigned is who gave up in answer to the last genmove, for the record. The
	// game itself goes on: a client may take back or play on.
	resigned baduk.Color
	// told are the settings without effect that the log was told of, and beyond that the net
	// plays on a larger board than nets are made for.
	warned           map[string]bool
	warnedLargeBoard bool
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
	e := &Engine{cfg: cfg, letters: cfg.Letters, strict: cfg.Strict, rank: cfg.Limit.Rank, rng: rand.New(rand.NewPCG(cfg.Seed, 0)), warned: map[string]bool{}}
	e.clocks.set(clock.Settings{}, caps{}, katago.NoTimeControl())
	if err := e.begin(); err != nil {
		return nil, err
	}
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
	e.game, e.past, e.resigned, e.cleanup, e.last = g, nil, baduk.Empty, 0, nil
	e.clocks.restart()
	e.grow()
	if neteval.Beyond(g.Graph()) && e.cfg.Judge != nil && !e.warnedLargeBoard {
		e.warnedLargeBoard = true
		e.cfg.Log.Warn("nets are made for boards up to 19x19: on larger ones they play and judge less reliably", "board", g.Graph().String())
	}
}

// Failure texts that do not depend on anything, as KataGo has them.
var (
	errSyntax   error = gtp.Failf("syntax error")
	errSize     error = gtp.Failf("unacceptable size")
	errIllegal  error = gtp.Failf("illegal move")
	errUndo     error = gtp.Failf("cannot undo")
	errScore    error = gtp.Failf("cannot score")
	errNotEmpty error = gtp.Failf("Board is not empty")
	errHandicap error = gtp.Failf("Handicap placement is invalid")
)

// errReplay is KataGo's text for rules that the moves so far do not fit.
var errReplay error = gtp.Failf("Could not make the rules change, some earlier moves in the game would now become illegal.")

// refuse is the fixed failure text; the reason goes to the log.
func (e *Engine) refuse(text, reason error) error {
	e.cfg.Log.Info(text.Error(), "because", reason)
	return text
}

// thenPonder lets the player go on thinking once it has answered.
func (e *Engine) thenPonder(h gtp.Handler) gtp.Handler {
	return func(ctx context.Context, args []string) (string, error) {
		answer, err := h(ctx, args)
		if err == nil {
			e.ponder(ctx)
		}
		return answer, err
	}
}

// ponder lets the player think on the opponent's time, if it may.
func (e *Engine) ponder(ctx context.Context) {
	p, can := e.cfg.Player.(Ponderer)
	if !can || !e.settings.Ponder || e.resigned != baduk.Empty || e.game.Over() {
		return
	}
	if e.rank != 0 {
		const idle = "ponderingEnabled and a rank"
		if !e.warned[idle] {
			e.warned[idle] = true
			e.cfg.Log.Warn("a rank does not ponder: it plays by what it finds in its own turn", "level", e.rank.String())
		}
		return
	}
	e.stopPondering()
	ctx = context.WithoutCancel(ctx) // it outlives the command
	if most := e.settings.PonderTime; most < katago.NoTime {
		ctx, e.stopPonderTimer = context.WithTimeout(ctx, most)
	}
	if err := p.Ponder(ctx, e.game.Clone()); err != nil {
		e.cfg.Log.Warn("no pondering", "because", err)
	}
}

func (e *Engine) stopPondering() {
	if p, can := e.cfg.Player.(Ponderer); can {
		p.StopPondering()
	}
	if e.stopPonderTimer != nil {
		e.stopPonderTimer()
		e.stopPonderTimer = nil
	}
}

func (e *Engine) stop(context.Context, []string) (string, error) {
	e.stopPondering()
	return "", nil
}
