package training

import (
	"cmp"
	"errors"
	"io/fs"
	"math"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"sync"
	"time"

	"tengen/learn"
	"tengen/server/wire"
	"tengen/stat"
)

// learnSummary is a run of tengen learn in the list of all runs.
type learnSummary struct {
	Name        string    `json:"name"` // as in [runSummary]
	Changed     time.Time `json:"changed"`
	Boards      []string  `json:"boards"`
	Generations int       `json:"generations"` // generations that are finished, without the first net
	Seconds     float64   `json:"seconds"`
	Elo         figure    `json:"elo"` // Elo of the net that plays
	Running     bool      `json:"running"`
	Paused      bool      `json:"paused"`
	Error       string    `json:"error,omitempty"` // why the state cannot be read
}

// learnNews tells a page the state of a run of tengen learn.
type learnNews struct {
	learnSummary
	Gone            bool            `json:"gone"`    // the file of the state does not exist
	Waiting         bool            `json:"waiting"` // the process waits, because the run is paused
	Sittings        int             `json:"sittings"`
	Limit           float64         `json:"limit"`           // seconds of learning after which the run ends; 0 means no end
	MostGenerations int             `json:"mostGenerations"` // generations after which the run ends; 0 means no end
	Complete        bool            `json:"complete"`        // all nets of the recipe are made
	Best            int             `json:"best"`            // generation whose net plays
	Now             *learn.Progress `json:"now"`             // the stage under way, or null
	Rules           string          `json:"rules"`
	Komi            float64         `json:"komi"`
	Recipe          string          `json:"recipe"`
	Architecture    string          `json:"architecture"`
	From            string          `json:"from"`
	Positions       int             `json:"positions"` // number of fixed positions
	List            []generation    `json:"list"`      // generations in order; the last may be in progress
}

// generation is a generation of a run, without the thoughts of its net.
type generation struct {
	Number      int                     `json:"number"`
	Kind        learn.Kind              `json:"kind,omitempty"`
	Stage       learn.Stage             `json:"stage"`
	At          float64                 `json:"at"` // seconds of the whole run when the generation ended
	Seconds     map[learn.Stage]float64 `json:"seconds"`
	Player      int                     `json:"player"`
	Games       int                     `json:"games"`
	Rows        int                     `json:"rows"`
	Turns       int                     `json:"turns"`
	Black       float64                 `json:"black"` // games that Black won, draws counted as half
	Searches    int                     `json:"searches"`
	Evaluations int64                   `json:"evaluations"`
	Steps       int                     `json:"steps"`
	Window      int                     `json:"window"`
	Policy      figure                  `json:"policy"` // loss
	Value       figure                  `json:"value"`  // loss
	Opponent    int                     `json:"opponent"`
	Points      float64                 `json:"points"` // points of the new net in its match
	Match       int                     `json:"match"`  // games of the match
	Passed      bool                    `json:"passed"`
	// Elo has the 95 % interval Low to High. All three are missing if the match has not begun.
	Elo  figure `json:"elo"`
	Low  figure `json:"low"`
	High figure `json:"high"`
}

// learnRun is a run of tengen learn, as its file was when it was last read.
type learnRun struct {
	name string
	used time.Time // protected by Training.mu

	mu       sync.Mutex
	version  int // grows with every change
	state    *learn.State
	ratings  []stat.Rating
	err      error // why the state cannot be read
	gone     bool
	paused   bool
	size     int64
	modified time.Time
}

// findLearn returns the path of the folder of a run on the disk. It fails if the folder has no run of tengen learn. The
// root refuses names and links that lead out of the folder of all runs.
func (t *Training) findLearn(root *os.Root, name string) (dir string, info fs.FileInfo, err error) {
	if !fs.ValidPath(name) {
		return "", nil, wire.Misuse(http.StatusBadRequest, "run", "%q is not a name of a run", name)
	}
	info, err = root.Stat(path.Join(name, learn.StateFile))
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return "", nil, wire.Fail(http.StatusNotFound, "run", "%q is not a run of tengen learn: it has no %s", name, learn.StateFile)
	}
	return filepath.Join(t.dir, filepath.FromSlash(name)), info, nil
}

// learned returns what is known of a run. All clients share it, so a second page does not read the file again.
func (t *Training) learned(name string) *learnRun {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	for other, r := range t.learning {
		if other != name && now.Sub(r.used) > t.idle {
			delete(t.learning, other)
		}
	}
	r := t.learning[name]
	if r == nil {
		r = &learnRun{name: name}
		t.learning[name] = r
	}
	r.used = now
	return r
}

// lookLearn reads the state of a run again if its file has changed.
func (t *Training) lookLearn(root *os.Root, name string) *learnRun {
	r := t.learned(name)
	r.mu.Lock()
	defer r.mu.Unlock()
	dir, info, err := t.findLearn(root, name)
	if gone := err != nil; gone != r.gone {
		r.gone = gone
		r.version++
	}
	if r.gone {
		return r
	}
	_, err = root.Lstat(path.Join(name, learn.PauseFile))
	if paused := err == nil; paused != r.paused {
		r.paused = paused
		r.version++
	}
	if r.version > 0 && info.Size() == r.size && info.ModTime().Equal(r.modified) && (r.state != nil || r.err != nil) {
		return r
	}
	r.size, r.modified = info.Size(), info.ModTime()
	r.version++
	state, err := learn.Read(dir)
	if r.err = err; err != nil {
		return r // the last state that could be read stays
	}
	r.state = state
	r.ratings = state.Ratings()
	return r
}

// summary returns the summary of the run. The caller holds r.mu.
func (r *learnRun) summary(t *Training) learnSummary {
	s := learnSummary{Name: r.name, Changed: r.modified, Boards: []string{}, Elo: noFigure, Paused: r.paused}
	if r.err != nil {
		s.Error = wire.Shorten(r.err.Error())
	}
	if r.state == nil {
		return s
	}
	for _, text := range r.state.Settings.Boards {
		s.Boards = append(s.Boards, t.boardName(text))
	}
	s.Generations = r.state.Made()
	s.Seconds, s.Running = r.state.Seconds, r.state.Running
	best := r.state.Best()
	for i := min(best, len(r.ratings)-1); i >= min(best, 1) && math.IsNaN(float64(s.Elo)); i-- {
		s.Elo = figure(r.ratings[i].Elo) // the last one that is known
	}
	return s
}

// boardName returns a short name of a board, which may be the content of a board file.
func (t *Training) boardName(text string) string {
	if g, err := t.boards.Graph(text, 0, 0); err == nil {
		return g.String()
	}
	return wire.Shorten(text)
}

// news returns the whole state of the run for a page.
func (r *learnRun) news(t *Training) *learnNews {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := &learnNews{learnSummary: r.summary(t), Gone: r.gone, List: []generation{}}
	s := r.state
	if s == nil {
		return n
	}
	n.Waiting, n.Sittings, n.Limit, n.MostGenerations, n.Best, n.Now = s.Waiting, s.Sittings, s.Limit, s.MostGenerations, s.Best(), s.Now
	n.Complete, n.Recipe = s.Complete(), s.Settings.Recipe
	n.Rules, n.Komi, n.Architecture, n.From, n.Positions = s.Settings.Rules, s.Settings.Komi, s.Settings.Architecture, s.Settings.From, len(s.Positions)
	for i := range s.Generations {
		g := &s.Generations[i]
		one := generation{Number: g.Number, Kind: s.Settings.Kind(g.Number), Stage: g.Stage, At: g.At, Seconds: g.Seconds, Player: g.Player, Games: g.Games, Rows: g.Rows, Turns: g.Turns, Black: g.Black,
			Searches: g.Searches, Evaluations: g.Evaluations, Steps: g.Steps, Window: g.Window, Policy: noFigure, Value: noFigure, Opponent: g.Opponent, Passed: g.Passed,
			Elo: noFigure, Low: noFigure, High: noFigure}
		one.Points, one.Match = g.Points()
		if g.Losses != nil {
			one.Policy = figure(g.Losses.Policy)
			if one.Kind != learn.SLPolicy { // it does not learn values
				one.Value = figure(g.Losses.Value)
			}
		}
		if i < len(r.ratings) {
			p := &r.ratings[i]
			one.Elo, one.Low, one.High = figure(p.Elo), figure(p.Low), figure(p.High)
		}
		n.List = append(n.List, one)
	}
	return n
}

// stateOf returns the state of a run and its folder on the disk, or an error for the client.
func (t *Training) stateOf(name string) (*learn.State, string, error) {
	root, err := t.open()
	if err != nil {
		return nil, "", err
	}
	defer root.Close()
	dir, _, err := t.findLearn(root, name)
	if err != nil {
		return nil, "", err
	}
	r := t.lookLearn(root, name)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == nil {
		return nil, "", wire.FailWith(http.StatusUnprocessableEntity, "run", cmp.Or(r.err, errVanished))
	}
	return r.state, dir, nil
}

var errVanished = errors.New("the run has just vanished")
