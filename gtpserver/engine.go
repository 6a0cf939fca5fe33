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

// Player decides on moves. It gets its own copy of the game, which it may change.
type Player interface {
	// Genmove returns the move to play for c, which need not be the player to move.
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error)
	// Dead returns the stones that are dead in the current position.
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
}

// Ponderer is a player that can think on the opponent's time.
type Ponderer interface {
	// Ponder begins to think about g and returns at once. Pondering ends with the next call of a method of the
	// player, or when ctx ends.
	Ponder(ctx context.Context, g *baduk.Game) error
	// StopPondering ends pondering and waits until it has ended.
	StopPondering()
}

// analyzer is a player that can report its judgement of all moves.
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

// Judge returns a net's judgement of a position without a search. The net sees the position transformed by the
// symmetry s. The parameter optimism, 0..1, is the weight of the net's optimistic policy. The parameter profile, such
// as "rank_5k", chooses the players that the net imitates.
type Judge func(g *baduk.Game, s neteval.Symmetry, optimism float64, profile string) (neteval.Judgement, error)

// Human is a net with human priors.
type Human struct {
	Model
	Judge Judge
}

// Config has the parts and the settings of an [Engine]. Player and Name are required. The zero value of every other
// field is a usable default.
type Config struct {
	// Name and Version are the name and the version that the client sees. Under the name KataGo, lz-setoption is
	// unknown, because KataGo does not have it.
	Name, Version string
	Player        Player
	// Judge answers kata-raw-nn and heatmap. It is nil if the player has no net. In that case the commands are unknown.
	Judge Judge
	// RootJudge judges the positions of analyses. It may be faster and less accurate than Judge. Nil means Judge.
	RootJudge Judge
	// Models are the nets of the player, for kata-get-models.
	Models []Model
	// Human is the net with human priors. It is nil if the player has no such net.
	Human *Human
	// Benchmark searches positions of a board with the given visits, and returns the speed as one line. If it
	// is nil, kata-benchmark is unknown.
	Benchmark func(ctx context.Context, g *baduk.Graph, visits int) (string, error)
	// Limit bounds the search for every move, in addition to the client's clock. Some of these limits are also
	// settings. Limit is their initial value if Settings do not set them.
	Limit engine.Limit
	// Settings are the settings that kata-set-param changes, including pondering and the form of analysis. Nil
	// means KataGo's defaults, bounded by Limit.
	Settings *katago.Settings
	// Tune is called with the settings before the first move and whenever they have changed. analysis is true before
	// an analysis if the settings for analysis differ from those for moves. Tune is nil for players whose search
	// cannot be changed.
	Tune func(s katago.Settings, analysis bool) error
	// Rules are the initial rules. The zero value means [baduk.Chinese].
	Rules baduk.Rules
	// Board is the initial board if it is not a rectangle. The caller sets the rules and the komi that the
	// board suggests.
	Board *topology.Board
	// Width and Height are the size of the initial board if Board is nil; 0 means 19.
	Width, Height int
	// Letters says how the client names columns.
	Letters Letters
	// Strict makes the engine refuse, on every board, moves that the rules forbid. The answer gives the reason.
	// See the command tengen-strict.
	Strict bool
	// Seed is the random seed for drawing moves, if the settings ask for random moves.
	Seed uint64
	// Log gets a line after every move of the player. It also gets the reasons of failures whose text is fixed by
	// GTP. Nil logs nothing.
	Log *slog.Logger
	// Chat, if not nil, gets a line about every move for the chat of the game. gtp2ogs reads these lines on
	// stderr.
	Chat io.Writer
	// Now returns the time, for the client's clock. Nil means time.Now.
	Now func() time.Time
}

// MaxSide is the largest side of a board that GTP can name.
const MaxSide = 25

// Engine executes the GTP commands of a client, one at a time, and holds the client's game.
type Engine struct {
	cfg   Config
	board topology.Board // the board on which clear_board begins a game
	game  *baduk.Game
	// past has the games that were ended by moves out of turn since the client last began a game; see restarted.
	past    []ended
	clocks  clocks
	letters Letters
	strict  bool
	// settings are the values of kata-set-param. tuned is true if the player last got the settings for an analysis.
	// If the level is a rank, it is stored in the field named rank. Otherwise the text of the level is stored in the
	// field named level.
	settings katago.Settings
	tuned    bool
	rank     engine.Rank
	level    string // becomes empty when the client sets a single limit, such as maxVisits
	// last is the last move that the player made, for gomill-explain_last_move.
	last *engine.Decision
	rng  *rand.Rand // source of randomness for drawing moves
	// stopPonderTimer releases the timer that bounds pondering. It is nil without a timer.
	stopPonderTimer context.CancelFunc
	// resigned is the player who resigned in answer to the last genmove, for the record. The game itself does
	// not end: a client may take back moves or continue.
	resigned baduk.Color
	// warned has the settings for which a warning was already logged. warnedLargeBoard is set after the warning that
	// the board is larger than those that nets are made for.
	warned           map[string]bool
	warnedLargeBoard bool
	// cleanup is 0 if no command has asked for a clean-up. Otherwise it is 1 more than the length of the game at the
	// time of the command.
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
	if cfg.RootJudge == nil {
		cfg.RootJudge = cfg.Judge
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

// start begins a game with new clocks. Its komi is that of the setting ignoreGTPAndForceKomi, if that is set.
func (e *Engine) start(g *baduk.Game) {
	e.stopPondering()
	if forced := e.settings.ForcedKomi; forced != nil {
		r := g.Rules()
		r.Komi = baduk.Komi(*forced * 2)
		g.SetRules(r)
	}
	e.game, e.past, e.resigned, e.cleanup, e.last = g, nil, baduk.Empty, 0, nil
	e.clocks.restart()
	e.grow()
	if neteval.LargerThanTrained(g.Graph()) && e.cfg.Judge != nil && !e.warnedLargeBoard {
		e.warnedLargeBoard = true
		e.cfg.Log.Warn("nets are made for boards up to 19x19: on larger boards they are less reliable", "board", g.Graph().String())
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

// ponder makes the player think about the current position until the next command that needs the player, if the
// settings allow it. Otherwise ponder only ends earlier pondering.
func (e *Engine) ponder(ctx context.Context) {
	e.stopPondering()
	p, can := e.cfg.Player.(Ponderer)
	if !can || !e.settings.Ponder || e.resigned != baduk.Empty || e.game.Over() {
		return
	}
	if e.rank != 0 {
		const idle = "ponderingEnabled and a rank"
		if !e.warned[idle] {
			e.warned[idle] = true
			e.cfg.Log.Warn("a player with a rank does not ponder: it searches only in its own turn", "level", e.rank.String())
		}
		return
	}
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
