package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tengen/internal/durable"
	"tengen/kifu"
)

// The files of a match in its folder, beside game-0001.sgf and so on.
const (
	planFile    = "plan.json"     // the Plan, written before the first game
	resultsFile = "results.jsonl" // a GameResult a line, appended as games finish
	summaryFile = "summary.json"  // the Summary, now and then and at the end
	pageFile    = "match.html"    // the same for people
	lockFile    = ".lock"         // held while a process writes
)

// folder is where a match is kept; nowhere if dir is empty.
type folder struct {
	dir     string
	lock    *os.File
	results *os.File
	plan    Plan
	done    []GameResult  // of earlier runs
	seconds float64       // of earlier runs
	shown   time.Time     // when summary and page were written last
	cost    time.Duration // of that
	warned  bool
	log     *slog.Logger
}

// openFolder makes the folder, or finds the match of that plan in it. It sets the
// seed, in options and schedule, if that was left open.
func openFolder(o *Options, s *schedule) (*folder, error) {
	f := &folder{dir: o.OutDir, log: o.Log}
	if f.dir == "" {
		f.begin(o, s)
		return f, nil
	}
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return nil, &OptionsError{fmt.Errorf("the folder for the games: %w", err)}
	}
	durable.SyncFolder(filepath.Dir(f.dir))
	var err error
	f.lock, err = durable.Lock(filepath.Join(f.dir, lockFile))
	if errors.Is(err, durable.ErrHeld) {
		err = errors.New("another process plays this match")
	}
	if err != nil {
		return nil, fmt.Errorf("%s is in use: %w", f.dir, err)
	}
	if err = f.open(o, s); err != nil {
		f.lock.Close()
		return nil, err
	}
	return f, nil
}

// begin makes the plan of a match that is not there yet.
func (f *folder) begin(o *Options, s *schedule) {
	if o.Seed == 0 {
		o.Seed = freshSeed()
	}
	s.seed = o.Seed
	f.plan = newPlan(o, s)
}

func (f *folder) open(o *Options, s *schedule) error {
	path := filepath.Join(f.dir, resultsFile)
	plan, err := ReadPlan(f.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if name := f.written(); name != "" {
			return &OptionsError{fmt.Errorf("%s has a file %s that would be written over, and no plan of a match to continue; choose another folder", f.dir, name)}
		}
		f.begin(o, s)
		if err := writeJSON(filepath.Join(f.dir, planFile), f.plan); err != nil {
			return fmt.Errorf("the plan: %w", err)
		}
	case err != nil:
		return err
	default:
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && f.written() != "" {
			return fmt.Errorf("%s has %s, and its results are gone: %s is missing; put it back, or choose another folder", f.dir, f.written(), resultsFile)
		}
		if o.Seed == 0 {
			o.Seed = plan.Seed
		}
		s.seed = o.Seed
		if d := plan.differences(newPlan(o, s)); d != nil {
			return &DifferentPlan{f.dir, d}
		}
		f.plan = plan
	}
	var whole, torn int
	if f.done, whole, torn, err = readResults(f.dir, o, s); err != nil {
		return err
	}
	if torn > 0 {
		o.Log.Warn("the last line of the results was not finished: its game is played again", "file", path, "bytes", torn)
		if err := os.Truncate(path, int64(whole)); err != nil {
			return fmt.Errorf("the results: %w", err)
		}
	}
	if f.seconds = readSeconds(f.dir); len(f.done) > 0 {
		o.Log.Info("the match is continued", "games", len(f.done), "of", s.total())
	}
	f.results, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return fmt.Errorf("the results: %w", err)
	}
	durable.SyncFolder(f.dir)
	return nil
}

// written is the name of a file in the folder that a match would write over, or "".
func (f *folder) written() string {
	for _, pattern := range []string{resultsFile, summaryFile, pageFile, "game-*.sgf"} {
		if found, err := filepath.Glob(filepath.Join(escaped(f.dir), pattern)); err == nil && len(found) > 0 {
			return filepath.Base(found[0])
		}
	}
	return ""
}

// escaped is a folder as a pattern that matches it alone.
func escaped(dir string) string {
	if filepath.Separator == '\\' {
		return dir // where nothing can be escaped
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// A DifferentPlan is the error where a folder has another match than the one that is
// to be played.
type DifferentPlan struct {
	Dir         string
	Differences []string // a line each
}

func (d *DifferentPlan) Error() string {
	return fmt.Sprintf("%s holds another match, which differs in\n  %s\nchoose another folder, or ask for the same match to continue it", d.Dir, strings.Join(d.Differences, "\n  "))
}

// readResults reads the results in a folder, if there are any: how many bytes of their
// file are whole lines, and how many come after these.
func readResults(dir string, o *Options, s *schedule) (games []GameResult, whole, torn int, err error) {
	path := filepath.Join(dir, resultsFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, 0, nil
	}
	if err != nil {
		return nil, 0, 0, fmt.Errorf("the results: %w", err)
	}
	if games, whole, err = decodeResults(data); err == nil {
		err = checkResults(games, o, s)
	}
	if err != nil {
		return nil, 0, 0, fmt.Errorf("%s: %w", path, err)
	}
	return games, whole, len(data) - whole, nil
}

// readSeconds is how long the match in a folder took until its summary was written.
func readSeconds(dir string) float64 {
	var before Summary
	data, err := os.ReadFile(filepath.Join(dir, summaryFile))
	if err != nil || json.Unmarshal(data, &before) != nil || !(before.Seconds >= 0 && before.Seconds < 1e9) {
		return 0 // it is told, and decides nothing
	}
	return before.Seconds
}

// game keeps a finished game: first its record, then its line, so that every
// line has its record. The line is on the disk when it returns, so not even a power
// failure takes it; the record follows when the system finds time.
func (f *folder) game(g *GameResult, rec *kifu.Record) error {
	if f.dir == "" {
		return nil
	}
	g.SGF = fmt.Sprintf("game-%04d.sgf", g.Game)
	var b bytes.Buffer
	err := rec.Write(&b)
	if err == nil {
		err = durable.Replace(filepath.Join(f.dir, g.SGF), b.Bytes(), false)
	}
	if err != nil {
		return fmt.Errorf("the record of game %d: %w", g.Game, err)
	}
	line, err := encodeLine(g)
	if err == nil {
		err = f.append(line)
	}
	if err != nil {
		return fmt.Errorf("the result of game %d: %w", g.Game, err)
	}
	return nil
}

// append adds a line to the results, or nothing: another game that ends would make
// one line of half a line and its own.
func (f *folder) append(line []byte) error {
	before, err := f.results.Stat()
	if err != nil {
		return err
	}
	if _, err = f.results.Write(line); err == nil {
		err = f.results.Sync()
	}
	if err != nil {
		err = joinErrors(err, f.results.Truncate(before.Size()))
	}
	return err
}

// show writes summary and page, but not so often that it takes much of the time.
// What fails here is told once, and fails at the end if it still does.
func (f *folder) show(s *results, sum Summary) {
	start := time.Now()
	if f.dir == "" || start.Sub(f.shown) < max(time.Second, 50*f.cost) {
		return
	}
	if err := f.write(s, sum, true); err != nil && !f.warned {
		f.warned = true
		f.log.Warn("the summary cannot be written", "error", err)
	}
	f.shown = time.Now()
	f.cost = f.shown.Sub(start)
}

// write writes summary and page; running says that there is more to come.
func (f *folder) write(s *results, sum Summary, running bool) error {
	err := writeJSON(filepath.Join(f.dir, summaryFile), sum)
	if err == nil {
		var b bytes.Buffer
		if err = writePage(&b, f.plan, sum, s.games, running); err == nil {
			err = durable.Replace(filepath.Join(f.dir, pageFile), b.Bytes(), true)
		}
	}
	return err
}

// finish ends the run: results are put into the order of the games, and everything
// else is written for the last time.
func (f *folder) finish(s *results, sum Summary) error {
	if f.dir == "" {
		return nil
	}
	err := joinErrors(f.write(s, sum, false), f.results.Close()) // not every system replaces an open file
	if !sorted(s.games) {
		games := slices.Clone(s.games)
		slices.SortFunc(games, func(a, b GameResult) int { return a.Game - b.Game })
		var all bytes.Buffer
		for _, g := range games {
			line, e := encodeLine(&g)
			err = joinErrors(err, e)
			all.Write(line)
		}
		if err == nil {
			err = durable.Replace(filepath.Join(f.dir, resultsFile), all.Bytes(), true)
		}
	}
	return joinErrors(err, f.lock.Close())
}

func writeJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return durable.Replace(path, append(text, '\n'), true)
}
