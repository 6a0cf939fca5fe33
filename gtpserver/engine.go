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

// Player decides on moves. It gets its own copy of the game, to read or to play on.
type Player interface {
	// Genmove returns the move to play for c, which need not be the player to move.
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error)
	// Dead returns the stones that are dead in the position as it stands.
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
}

// Ponderer is a player that can think on the opponent's time.
type Ponderer interface {
	// Ponder begins to think about g and returns at once. It ends with the next call of the player, or with
	// ctx.
	Ponder(ctx context.Context, g *baduk.Game) error
	// StopPondering ends pondering and waits until it has ended.
	StopPondering()
}

// analyzer is a player that reports on all moves.
type analyzer interface {
	// Analyze searches until ctx ends or a limit of the analysis is reached.
	Analyze(ctx context.Context, g *baduk.Game, a engine.Analysis) (mcts.Result, error)
	// GenmoveAnalyze is [Player].Genmove with reports.
	GenmoveAnalyze(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit, a engine.Analysis) (engine.Decision, mcts.Result, error)
	// Forget forgets all results.
	Forget()
}

// Model is a net that the player uses.
type Model struct {
	Name     string // the name of its file
	Internal string // the name in the file
	Version  int
	Imitates bool // whether it was trained on human games and needs a profile of the players to imitate
}

// Judge returns a net's judgement of a position without a search, seen in a symmetry. optimism, 0..1, is the
// weight of its optimistic policy. profile, such as "rank_5k", says whom it imitates.
type Judge func(g *baduk.Game, s neteval.Symmetry, optimism float64, profile string) (neteval.Judgement, error)

// Human is a net with human priors.
type Human struct {
	Model
	Judge Judge
}

// Config says what an [Engine] consists of. Player and Name are required; the zero value of every other field
// is a usable default.
type Config struct {
	Name, Version string // for the client
	Player        Player
	// Judge is for kata-raw-nn. It is nil if the player has no net; then the command is unknown.
	Judge Judge
	// Models are the nets of the player, for kata-get-models.
	Models []Model
	// Human is the net with human priors, nil for none.
	Human *Human
	// Benchmark measures the player on positions of a board with a number of visits and returns the result in
	// one line. Nil is for players without kata-benchmark.
	Benchmark func(ctx context.Context, g *baduk.Graph, visits int) (string, error)
	// Limit bounds the search for every move, besides the client's clock, which is passed to the player in
	// it. It is the initial value of those limits that Settings bound too.
	Limit engine.Limit
	// Settings are the settings that kata-set-param changes. Nil means KataGo's own, bounded by Limit. They
	// include pondering and the form of analysis.
	Settings *katago.Settings
	// Tune is called with the settings before the first move and whenever they have changed. analysis is true
	// before an analysis whose settings differ from those for moves. Nil is for players whose search cannot
	// be changed.
	Tune func(s katago.Settings, analysis bool) error
	// Rules are the initial rules. The zero value means [baduk.Chinese].
	Rules baduk.Rules
	// Board is the initial board if it is not a rectangle. The caller sets the rules and the komi that the
	// board suggests.
	Board *topology.Board
	// Width and Height are the initial board if Board is nil; 0 means 19.
	Width, Height int
	// Letters says how the client names columns.
	Letters Letters
	// Strict refuses moves that the rules forbid, on every board, with the reason; see the command
	// tengen-strict.
	Strict bool
	// Seed is for drawing moves at random, if the settings ask for it.
	Seed uint64
	// Log gets a line after every move of the player, and the reasons that GTP's fixed failure texts do not
	// give. Nil logs nothing.
	Log *slog.Logger
	// Chat, if not nil, gets a line about every move for the chat of a game, which gtp2ogs reads on stderr.
	Chat io.Writer
	// Now returns the time, for the client's clock. Nil means time.Now.
	Now func() time.Time
}

// MaxSide is the largest side of a board that GTP can name.
const MaxSide = 25

// Engine is a game that a client plays through GTP commands. Its commands are
// served one at a time.
type Engine struct {
	cfg   Config
	board topology.Board // clear_board begins on it
	game  *baduk.Game
	// past are the games before this one that were ended by moves out of turn, see restarted.
	past    []ended
	clocks  clocks
	letters Letters
	strict  bool
	// settings are the values of kata-set-param. tuned tells whether the player last got those for an
	// analysis. rank is the level if that is a rank; otherwise level is its text.
	settings katago.Settings
	tuned    bool
	rank     engine.Rank
	level    string // empty again once a limit is set by its own name
	// last is the last move that the player made, for gomill-explain_last_move.
	last *engine.Decision
	rng  *rand.Rand // draws moves
	// stopPonderTimer releases the timer that bounds pondering; nil without one.
	stopPonderTimer context.CancelFunc
	// resigned is the player who resigned in answer to the last genmove, for the record. The game itself
	// continues: a client may take back or play on.
	resigned baduk.Color
	// warned has the settings without effect that the log already names. warnedLargeBoard is set once the log
	// says that the board is larger than nets are made for.
	warned           map[string]bool
	warnedLargeBoard bool
	// cleanup is the length of the game, plus 1, at which a command asked for a clean-up; 0 if none did.
	cleanup int
}

// New makes an engine with an empty board.
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

// start begins another game with new clocks.
func (e *Engine) start(g *baduk.Game) {
	e.stopPondering()
	e.game, e.past, e.resigned, e.cleanup, e.last = g, nil, baduk.Empty, 0, nil
	e.clocks.restart()
	e.grow()
	if neteval.LargerThanTrained(g.Graph()) && e.cfg.Judge != nil && !e.warnedLargeBoard {
		e.warnedLargeBoard = true
		e.cfg.Log.Warn("nets are made for boards up to 19x19: on larger ones they play and judge less reliably", "board", g.Graph().String())
	}
}

// Failure texts without arguments, as in KataGo.
var (
	errSyntax   error = gtp.Failf("syntax error")
	errSize     error = gtp.Failf("unacceptable size")
	errIllegal  error = gtp.Failf("illegal move")
	errUndo     error = gtp.Failf("cannot undo")
	errScore    error = gtp.Failf("cannot score")
	errNotEmpty error = gtp.Failf("Board is not empty")
	errHandicap error = gtp.Failf("Handicap placement is invalid")
)

// errReplay is KataGo's failure text for rules under which an earlier move is illegal.
var errReplay error = gtp.Failf("Could not make the rules change, some earlier moves in the game would now become illegal.")

// refuse returns a fixed failure text and logs the reason.
func (e *Engine) refuse(text, reason error) error {
	e.cfg.Log.Info(text.Error(), "because", reason)
	return text
}

// thenPonder makes the player ponder after the answer.
func (e *Engine) thenPonder(h gtp.Handler) gtp.Handler {
	return func(ctx context.Context, args []string) (string, error) {
		answer, err := h(ctx, args)
		if err == nil {
			e.ponder(ctx)
		}
		return answer, err
	}
}

// ponder makes the player think on the opponent's time, if the settings allow it.
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
	ctx = context.WithoutCancel(ctx) // pondering outlives the command
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
