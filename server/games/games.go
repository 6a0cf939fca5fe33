package games

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/server/boards"
	"tengen/server/live"
	"tengen/server/wire"
)

// Player is the opponent of the person. A Player belongs to one game, and its methods are never called at the same
// time. A Player that is also an io.Closer is closed when its game leaves memory. A Player that panics is not called
// again: its game gets a new one.
type Player interface {
	// Genmove chooses a move of c in g, which is the Player's own copy.
	Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit) (engine.Decision, error)
	// Dead returns the dead stones of a position in which both players have passed.
	Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error)
}

// Options configure Games.
type Options struct {
	Folder      *os.Root               // folder of the files; Games.Close closes it
	NewPlayer   func() (Player, error) // makes the Player of a game with the engine
	Time        time.Duration          // thinking time for a move unless the game says otherwise
	Pace        time.Duration          // usual time of a move of a Player with a rank against a person; 0 is no pause
	MaxGames    int                    // the most games on the disk
	MaxThinking int                    // the most Players that think at the same time
	Open        int64                  // the most bytes of memory for games that are not in use; 0 means no limit
}

// Games answers the requests about games, and keeps the games in memory and on the disk.
type Games struct {
	service *wire.Service
	boards  *boards.Boards
	opt     Options
	files   journal
	store   *live.Store[Summary, *liveGame]
	slots   chan struct{} // a token for each Player that is thinking

	sleepers sleepers
}

// New opens the games in the folder of the options.
func New(service *wire.Service, b *boards.Boards, opt Options) *Games {
	g := &Games{service: service, boards: b, opt: opt, files: journal{opt.Folder, b, service.Log}, slots: make(chan struct{}, opt.MaxThinking),
		sleepers: sleepers{all: map[string]*sleeper{}}}
	g.store = live.NewStore(live.Options{Kind: "game", Root: opt.Folder, Ext: journalExt, Most: opt.MaxGames, Share: opt.Open}, files{g})
	return g
}

// Thinking reports whether any Player is thinking.
func (g *Games) Thinking() bool { return len(g.slots) > 0 }

// Sweep removes from memory the games that were last used before the given time.
func (g *Games) Sweep(since time.Time) { g.store.Sweep(since) }

// CloseAll removes all games from memory. Their files stay.
func (g *Games) CloseAll() {
	g.endSleep()
	g.store.CloseAll()
}

// Close closes the folder. The caller calls CloseAll first.
func (g *Games) Close() error { return g.opt.Folder.Close() }

// Summary describes a game in the list of games.
type Summary struct {
	ID        string       `json:"id"`
	Changed   time.Time    `json:"changed"`
	Finished  time.Time    `json:"finished,omitzero"` // when the game ended
	Board     string       `json:"board"`             // "9×9", "torus 9x9"
	Rules     string       `json:"rules"`             // title
	Human     string       `json:"human"`
	Own       string       `json:"own,omitempty"` // black or white: the colour of the owner of the server, if that is known
	BlackName string       `json:"blackName,omitempty"`
	WhiteName string       `json:"whiteName,omitempty"`
	Seats     bool         `json:"seats"` // the game is between two people with seats
	Moves     int          `json:"moves"`
	Over      bool         `json:"over"`
	Result    string       `json:"result"`
	Rank      engine.Rank  `json:"rank"`
	Thumb     boards.Thumb `json:"thumb"`
}

func newSummary(id string, gm *game) Summary {
	black, white := gm.names()
	return Summary{
		ID: id, Changed: gm.changed, Finished: gm.finished, Board: boards.Title(gm.core.Graph()), Rules: gm.setup.Title,
		Human: gm.setup.Human, Own: gm.own(), BlackName: black, WhiteName: white, Seats: gm.seated(),
		Moves: gm.core.Len(), Over: gm.phase == phaseOver, Result: gm.result(),
		Rank: gm.setup.Rank, Thumb: boards.NewThumb(gm.core),
	}
}

// create stores a new game and returns its state for the client with a secret.
func (g *Games) create(start setup, events []event, by secret) (*State, error) {
	gm, err := newGame(start, g.boards)
	if err != nil {
		return nil, err
	}
	for _, e := range events {
		if err := gm.apply(e); err != nil {
			return nil, err
		}
	}
	id, err := g.store.Create(func(id string) error { return g.files.create(id, start, events) })
	if err != nil {
		return nil, err
	}
	return g.state(id, by)
}

func (g *Games) state(id string, by secret) (*State, error) {
	l, release, err := g.store.Acquire(id)
	if err != nil {
		return nil, err
	}
	defer release()
	return l.state(nil, by)
}

// with calls f on the game with the given id while it holds the game's lock.
func (g *Games) with(id string, f func(*liveGame) error) error {
	l, release, err := g.store.Acquire(id)
	if err != nil {
		return err
	}
	defer release()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed != nil {
		return l.closed
	}
	return f(l)
}

// files implements [live.Files] with the files of the games.
type files struct{ games *Games }

// Load reads a game. If it is the engine's turn, the engine starts.
func (f files) Load(id string) (*liveGame, int64, error) {
	gm, size, message, err := f.load(id, true)
	if err != nil {
		return nil, 0, err
	}
	before := f.games.sleepers.wake(id)
	if before != nil && before.events == gm.events {
		gm.used = before.elapsed()
	} else if used := f.games.files.readUsed(id); gm.running() != baduk.Empty && used.Events == gm.events {
		gm.used = max(gm.used, time.Duration(used.Ms)*time.Millisecond)
	}
	return newLiveGame(f.games, id, gm, size, message, before), gm.cost(), nil
}

// Summary reads a game and changes nothing.
func (f files) Summary(id string, _ fs.FileInfo) (Summary, bool) {
	gm, _, _, err := f.load(id, false)
	if err != nil {
		return Summary{}, false
	}
	return newSummary(id, gm), true
}

// Remove deletes the files of a game.
func (f files) Remove(id string) error { return f.games.files.remove(id) }

// load reads a game from its file. If nothing in the file can be read, the file is set aside. If only the first lines
// can be read, the game consists of them. If repair is true, load also moves the other lines to a separate file and
// returns a message about this.
func (f files) load(id string, repair bool) (gm *game, size int64, message string, err error) {
	g := f.games
	gm, size, rest, err := g.files.read(id)
	var unreadable *unreadableError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, live.ErrNotRegular):
		return nil, 0, "", g.store.Missing(id)
	case errors.As(err, &unreadable) && gm == nil:
		g.files.setAside(id, err)
		message = fmt.Sprintf("The game %s cannot be read (%v) and was set aside.", id, err)
		g.store.Notice(message)
		return nil, 0, "", wire.Fail(http.StatusNotFound, "", "%s", message)
	case errors.As(err, &unreadable) && repair:
		message = fmt.Sprintf("The file of the game %s cannot be read from line %d on (%v). That part was moved to %s; the game continues after %d moves.",
			id, unreadable.Line, unreadable.Err, id+journalExt+restExt, gm.core.Len())
		g.service.Log.Error("a part of a game cannot be read and is set aside", "game", id, "as", id+journalExt+restExt, "bytes", len(rest), "error", err)
		if err := g.files.keepRest(id, size, rest); err != nil {
			return nil, 0, "", fmt.Errorf("the file of the game %s cannot be read from line %d on, and repairing it failed: %w", id, unreadable.Line, err)
		}
		g.store.Notice(message)
	case errors.As(err, &unreadable): // the game consists of the lines before the unreadable one
	case err != nil:
		return nil, 0, "", err
	}
	return gm, size, message, nil
}
