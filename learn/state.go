package learn

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tengen/internal/durable"
	"tengen/stat"
	"tengen/train"
)

// StateFile is the name of the file with the state of a run.
const StateFile = "learn.json"

// stateVersion is the version of the file.
const stateVersion = 1

// State is what is known about a run.
type State struct {
	Version  int      `json:"version"`
	Settings Settings `json:"settings"`
	// Seconds is the time for which the run has learned, in all its sittings.
	Seconds float64 `json:"seconds"`
	// Sittings counts how often the run was started.
	Sittings int `json:"sittings"`
	// Running says that a process learns. It is also set after a process was killed. Waiting says that this process
	// waits, because the run is paused.
	Running bool `json:"running"`
	Waiting bool `json:"waiting"`
	// Now is the progress of the stage under way, at the last write of this file; nil between two stages.
	Now *Progress `json:"now,omitempty"`
	// Limit is the time, in seconds, after which this sitting ends the run. MostGenerations is the number of generations
	// after which it ends. 0 means no end.
	Limit           float64 `json:"limit,omitempty"`
	MostGenerations int     `json:"mostGenerations,omitempty"`
	// Positions are the fixed positions about which all nets are asked.
	Positions []Position `json:"positions,omitempty"`
	// Generations are in order. The first is the net with which the run began. The last may be in progress.
	Generations []Generation `json:"generations"`
}

// Generation is a net, the games that it learned from, and the match that it played.
type Generation struct {
	Number int   `json:"number"`
	Stage  Stage `json:"stage"` // what comes next
	Games  int   `json:"games"` // games of this generation, played by net Player
	Player int   `json:"player"`
	Rows   int   `json:"rows"`
	// Turns, Searches and Evaluations are sums over the games.
	Turns       int   `json:"turns"`
	Searches    int   `json:"searches"`
	Evaluations int64 `json:"evaluations"`
	// Black is the number of games that Black won, draws counted as half.
	Black float64 `json:"black"`
	// Seconds are the seconds that each stage took. At is the time of the whole run, in seconds, when the generation
	// ended.
	Seconds map[Stage]float64 `json:"seconds"`
	At      float64           `json:"at"`

	SHA256 string         `json:"sha256,omitempty"` // hash of the file of the net
	Steps  int            `json:"steps,omitempty"`  // steps of training
	Window int            `json:"window,omitempty"` // rows in the window
	Losses *train.Metrics `json:"losses,omitempty"` // averages over the last steps of training

	// Opponent is the generation whose net this one played. Pairs are the numbers of pairs of games in which the new net
	// had 0, 1/2, 1, 3/2 and 2 points.
	Opponent int    `json:"opponent"`
	Pairs    [5]int `json:"pairs"`
	Passed   bool   `json:"passed"`

	// Errors are the errors of a value net of recipe [AlphaGo].
	Errors *ValueErrors `json:"errors,omitempty"`

	Thoughts []Thought `json:"thoughts,omitempty"`
}

// Thought is what a net thinks of a position without a search.
type Thought struct {
	// Position is the number of one of [State.Positions], counted from 1. It is 0 for the empty board.
	Position int       `json:"position,omitempty"`
	Win      float64   `json:"win"`    // probability that Black wins
	Lead     float64   `json:"lead"`   // Black's lead in points
	Policy   []float32 `json:"policy"` // by point, and the pass at the end; for the player to move
}

// Stage is a part of the work for a generation.
type Stage string

// The stages, in their order.
const (
	Playing  Stage = "play"
	Training Stage = "train"
	Matching Stage = "match"
	Finished Stage = "finished"
)

// Points returns the points of the new net in its match, and the number of games.
func (g *Generation) Points() (points float64, games int) {
	for halves, n := range g.Pairs {
		points += float64(halves*n) / 2
		games += 2 * n
	}
	return points, games
}

// rows is the number of rows of all generations.
func (s *State) rows() (n int) {
	for i := range s.Generations {
		n += s.Generations[i].Rows
	}
	return n
}

// Best returns the number of the generation whose net plays: the last one that passed its match.
func (s *State) Best() int {
	for i := range slices.Backward(s.Generations) {
		if s.Generations[i].Passed {
			return i
		}
	}
	return 0
}

// measured returns the last generation before the present one that has played a match, or 0.
func (s *State) measured() int {
	for i := len(s.Generations) - 2; i > 0; i-- {
		if _, games := s.Generations[i].Points(); games > 0 {
			return i
		}
	}
	return 0
}

// Made returns the number of finished generations.
func (s *State) Made() int {
	if s.last().Stage != Finished {
		return len(s.Generations) - 2
	}
	return len(s.Generations) - 1
}

// last returns the last generation.
func (s *State) last() *Generation { return &s.Generations[len(s.Generations)-1] }

// Ratings returns the Elo of the generations up to the last one that has games of a match, with 95 % intervals. The net
// with which the run began has 0. Each net with a match has played one earlier net with a rating, so its Elo is that of
// the other plus the difference in their match. The difference is computed as if the two had drawn one more game, which
// keeps it finite. The variances of the matches on the way to the first net add up, so the intervals grow. The numbers
// of a generation without a match are NaN.
func (s *State) Ratings() []stat.Rating {
	list, variances, rated := []stat.Rating{{Known: true}}, []float64{0}, 1
	for i := range s.Generations[1:] {
		g := &s.Generations[i+1]
		points, n := g.Points()
		elo, variance := math.NaN(), math.NaN()
		if n > 0 {
			games := float64(n) + 1
			rate := (points + 0.5) / games
			perRate := 400 / math.Ln10 / (rate * (1 - rate)) // derivative of Elo by the rate
			elo = list[g.Opponent].Elo + stat.Elo(rate)
			variance = variances[g.Opponent] + perRate*perRate*rate*(1-rate)/games
			rated = i + 2
		}
		list = append(list, stat.Rating{Elo: elo, Low: elo - 1.96*math.Sqrt(variance), High: elo + 1.96*math.Sqrt(variance)})
		variances = append(variances, variance)
	}
	return list[:rated]
}

// ErrNoRun is wrapped by the errors for a folder without a run.
var ErrNoRun = errors.New("no run of tengen learn")

// Read reads the state of the run in a folder.
func Read(dir string) (*State, error) {
	path := filepath.Join(dir, StateFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has %w", dir, ErrNoRun)
	}
	if err != nil {
		return nil, err
	}
	s := &State{}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w): restore it from a copy, or begin a run in another folder with the net %s",
			path, err, filepath.Join(dir, bestFile))
	}
	if s.Version != stateVersion {
		return nil, fmt.Errorf("%s has version %d, and this program reads version %d: use the program that began the run", path, s.Version, stateVersion)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return s, nil
}

// check reports numbers that contradict each other.
func (s *State) check() error {
	if len(s.Generations) == 0 {
		return errors.New("it has no net")
	}
	for i := range s.Generations {
		g := &s.Generations[i]
		earlier := max(1, i)        // the first generation has no earlier one
		stages := []Stage{Finished} // of all but the last generation
		if i > 0 && i == len(s.Generations)-1 {
			stages = []Stage{Playing, Training, Matching, Finished}
		}
		if g.Number != i || g.Player < 0 || g.Player >= earlier || g.Opponent < 0 || g.Opponent >= earlier || g.Rows < 0 || g.Games < 0 || slices.Min(g.Pairs[:]) < 0 || !slices.Contains(stages, g.Stage) {
			return fmt.Errorf("generation %d has impossible numbers", i)
		}
		if g.Seconds == nil {
			g.Seconds = map[Stage]float64{}
		}
	}
	for i := range s.Positions {
		if p := &s.Positions[i]; p.Board < 0 || p.Board >= len(s.Settings.Boards) {
			return fmt.Errorf("position %d is on board %d, of %d", i+1, p.Board, len(s.Settings.Boards))
		}
	}
	return s.Settings.Validate()
}

// write replaces the state in a folder.
func (s *State) write(dir string) error {
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	return durable.Replace(filepath.Join(dir, StateFile), append(data, '\n'), true)
}

// Duration is the time for which the run has learned.
func (s *State) Duration() time.Duration { return time.Duration(s.Seconds * float64(time.Second)) }
