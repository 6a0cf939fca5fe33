package tournaments

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/server/games"
	"tengen/server/live"
	"tengen/server/wire"
	"tengen/tournament"
)

const (
	maxTournaments = 100
	ext            = ".json"
)

// Tournaments answers the requests about tournaments and keeps them in memory and on the disk.
type Tournaments struct {
	service *wire.Service
	games   *games.Games
	dir     string

	mu      sync.Mutex
	all     map[string]*tourney // by id; a tourney is replaced, not changed
	notices []string            // about files that could not be read
}

// Open reads the tournaments in the folder of the data, and makes games that a crash has left out.
func Open(service *wire.Service, g *games.Games, data string) (*Tournaments, error) {
	return open(service, g, data, os.ReadFile)
}

// open is like Open. It reads the files with the function readFile.
func open(service *wire.Service, g *games.Games, data string, readFile func(name string) ([]byte, error)) (*Tournaments, error) {
	ts := &Tournaments{service: service, games: g, dir: filepath.Join(data, "tournaments"), all: map[string]*tourney{}}
	if err := os.MkdirAll(ts.dir, 0o755); err != nil {
		return nil, fmt.Errorf("the folder for the tournaments: %w", err)
	}
	durable.Sweep(ts.dir)
	entries, err := os.ReadDir(ts.dir)
	if err != nil {
		return nil, fmt.Errorf("the folder for the tournaments: %w", err)
	}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ext)
		if !ok || !live.ValidID(id) || !e.Type().IsRegular() {
			continue
		}
		text, err := readFile(ts.path(id))
		if err != nil { // the disk or the rights of the file may be to blame, so the file stays in its place
			ts.notices = append(ts.notices, fmt.Sprintf("The tournament %s cannot be read now (%v): remove the cause, and start tengen again.", id, err))
			service.Log.Error("a tournament cannot be read", "tournament", id, "error", err)
			continue
		}
		t, err := read(text)
		if err != nil {
			ts.setAside(id, err)
			continue
		}
		ts.all[id] = t
		if err := ts.makeGames(id); err != nil {
			service.Log.Error("games of a tournament could not be made", "tournament", id, "error", err)
		}
	}
	return ts, nil
}

func (ts *Tournaments) path(id string) string { return filepath.Join(ts.dir, id+ext) }

// read makes a tournament from the content of its file.
func read(data []byte) (*tourney, error) {
	t := &tourney{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, err
	}
	return t, t.check()
}

// setAside renames a file that does not contain a tournament. The file stays on the disk, but Open does not read it any
// more.
func (ts *Tournaments) setAside(id string, why error) {
	ts.notices = append(ts.notices, fmt.Sprintf("The tournament %s cannot be read (%v) and was set aside.", id, why))
	ts.service.Log.Error("a tournament cannot be read and is set aside", "tournament", id, "as", id+ext+live.Unreadable, "error", why)
	if err := os.Rename(ts.path(id), ts.path(id)+live.Unreadable); err != nil {
		ts.service.Log.Error("setting a tournament aside", "tournament", id, "error", err)
	}
}

func missing(id string) error {
	return wire.Fail(http.StatusNotFound, "", "there is no tournament %.20q", id)
}

// save writes a tournament to the disk and then keeps it in memory. The caller holds the lock.
func (ts *Tournaments) save(id string, t *tourney) error {
	data, err := json.Marshal(t)
	if err == nil {
		err = durable.ReplacePrivate(ts.path(id), append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("the tournament could not be saved, so it has not changed: %w", err)
	}
	ts.all[id] = t
	return nil
}

// create stores a new tournament.
func (ts *Tournaments) create(t *tourney) (id string, err error) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if len(ts.all) >= maxTournaments {
		return "", wire.Fail(http.StatusTooManyRequests, "", "there are %d tournaments already, and no more can be kept: delete one first", len(ts.all))
	}
	id = live.NewID()
	return id, ts.save(id, t)
}

// remove deletes a tournament. Its games stay.
func (ts *Tournaments) remove(id string) error {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.all[id] == nil {
		return missing(id)
	}
	if err := os.Remove(ts.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	durable.SyncFolder(ts.dir)
	delete(ts.all, id)
	return nil
}

// draft returns a copy of a tournament with the present results of its games. The caller holds the lock.
func (ts *Tournaments) draft(id string) (*tourney, error) {
	if ts.all[id] == nil {
		return nil, missing(id)
	}
	next := ts.all[id].clone()
	ts.takeResults(next)
	return next, nil
}

// change calls a function that changes a tournament, and makes the games that the change needs. If games cannot be made
// now, the next look tries again.
func (ts *Tournaments) change(id string, f func(*tourney) error) error {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	next, err := ts.draft(id)
	if err != nil {
		return err
	}
	if err := f(next); err != nil {
		return err
	}
	next.plan()
	if err := ts.save(id, next); err != nil {
		return err
	}
	if err := ts.makeGames(id); err != nil {
		ts.service.Log.Error("games of a tournament could not be made", "tournament", id, "error", err)
	}
	return nil
}

// untouched reports whether no game of the last round has a move or a result.
func (ts *Tournaments) untouched(t *tourney) bool {
	for _, p := range t.last() {
		o, _ := ts.games.Outcome(p.Game)
		if o.Moves > 0 || p.Result != tournament.Open {
			return false
		}
	}
	return len(t.Rounds) > 0
}

// takeBack takes the last round back and deletes its games. If the server is killed in between, the round stays without
// its games and can be taken back again.
func (ts *Tournaments) takeBack(id string, number int) error {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	next, err := ts.draft(id)
	if err != nil {
		return err
	}
	round, untouched := next.last(), ts.untouched(next)
	if err := next.takeBack(number); err != nil {
		return err
	}
	if untouched {
		var ids []string
		for _, p := range round {
			ids = append(ids, p.Game)
		}
		if untouched, err = ts.games.RemoveUntouched(ids); err != nil {
			return err
		}
	}
	if !untouched {
		return conflict("round %d cannot be taken back, because a game of it has a move or a result", number)
	}
	return ts.save(id, next)
}

// look returns a tournament with the present results of its games. The caller must not change it. problem says why some
// of its games could not be made.
func (ts *Tournaments) look(id string) (t *tourney, problem error, err error) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.all[id] == nil {
		return nil, nil, missing(id)
	}
	problem = ts.makeGames(id)
	next := ts.all[id].clone()
	if ts.takeResults(next) {
		if err := ts.save(id, next); err != nil {
			ts.service.Log.Error("results of a tournament could not be saved", "tournament", id, "error", err)
			return next, problem, nil // the games still have the results
		}
	}
	return ts.all[id], problem, nil
}

// takeResults takes over the results of the games that are over, and reports whether there were any.
func (ts *Tournaments) takeResults(t *tourney) (changed bool) {
	for i, p := range t.last() {
		if p.Over() || !p.Made {
			continue
		}
		o, _ := ts.games.Outcome(p.Game)
		switch {
		case o.Winner == baduk.Black:
			p.Result = tournament.BlackWins
		case o.Winner == baduk.White:
			p.Result = tournament.WhiteWins
		case o.Drawn:
			p.Result = tournament.Draw
		default:
			continue // not over, deleted, or without a result
		}
		p.Text = o.Result
		t.last()[i] = p
		changed = true
	}
	return changed
}

// makeGames makes the games of the last round that were planned and are missing. The caller holds the lock, or has the
// only reference.
func (ts *Tournaments) makeGames(id string) error {
	next := ts.all[id].clone()
	var failed error
	made := false
	for i, p := range next.last() {
		if p.Game == "" || p.Made {
			continue
		}
		black, white := next.Players[p.Black], next.Players[p.White]
		err := ts.games.Begin(p.Game, games.Match{
			Terms: next.Terms, Black: games.Person{Name: black.Name, Key: black.Key}, White: games.Person{Name: white.Name, Key: white.Key},
			Invitation: games.KeyOf(next.Invitation), Round: games.Round{ID: id, Name: next.Name, Round: len(next.Rounds)}})
		if err != nil {
			failed = err
			break
		}
		next.last()[i].Made, made = true, true
	}
	if !made {
		return failed
	}
	return errors.Join(failed, ts.save(id, next))
}
