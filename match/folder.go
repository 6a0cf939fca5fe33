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

// The files of a match in its folder, in addition to game-0001.sgf and so on.
const (
	planFile    = "plan.json"     // the Plan, written before the first game
	resultsFile = "results.jsonl" // one GameResult per line, appended as games finish
	summaryFile = "summary.json"  // the Summary, rewritten during the match and at the end
	pageFile    = "match.html"    // the Summary and the results as a page
	lockFile    = ".lock"         // locked while a process writes
)

// folder stores a match on disk. If dir is empty, it stores nothing.
type folder struct {
	dir     string
	lock    *os.File
	results *os.File
	plan    Plan
	done    []GameResult  // results of earlier runs
	seconds float64       // wall-clock seconds of earlier runs
	shown   time.Time     // when summary and page were last written
	cost    time.Duration // how long it last took to write summary and page
	warned  bool          // a failure to write summary or page was already logged
	log     *slog.Logger
}

// openFolder creates the folder. If the folder already holds a match with the same plan, openFolder continues that
// match. If the options have no seed, openFolder sets the seed of the match in the options and the schedule.
func openFolder(o *Options, s *schedule) (*folder, error) {
	f := &folder{dir: o.OutDir, log: o.Log}
	if f.dir == "" {
		f.begin(o, s)
		return f, nil
	}
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return nil, &OptionsError{fmt.Errorf("the folder for the games cannot be created: %w", err)}
	}
	durable.SyncFolder(filepath.Dir(f.dir))
	var err error
	f.lock, err = durable.Lock(filepath.Join(f.dir, lockFile))
	if errors.Is(err, durable.ErrHeld) {
		err = errors.New("another process is playing this match")
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

// begin makes the plan of a new match.
func (f *folder) begin(o *Options, s *schedule) {
	if o.Seed == 0 {
		o.Seed = freshSeed()
	}
	s.seed = o.Seed
	f.plan = newPlan(o, s)
}

func (f *folder) open(o *Options, s *schedule) error {
	path := filepath.Join(f.dir, resultsFile)
	plan, err := readPlan(f.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if name := f.written(); name != "" {
			return &OptionsError{fmt.Errorf("%s contains %s, which the match would overwrite, and has no plan of a match to continue; choose another folder", f.dir, name)}
		}
		f.begin(o, s)
		if err := writeJSON(filepath.Join(f.dir, planFile), f.plan); err != nil {
			return fmt.Errorf("the plan cannot be written: %w", err)
		}
	case err != nil:
		return err
	default:
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && f.written() != "" {
			return fmt.Errorf("%s contains %s, but %s with the results is missing; restore it, or choose another folder", f.dir, f.written(), resultsFile)
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
		o.Log.Warn("the last line of the results is incomplete: its game is played again", "file", path, "bytes", torn)
		if err := os.Truncate(path, int64(whole)); err != nil {
			return fmt.Errorf("the results cannot be repaired: %w", err)
		}
	}
	if f.seconds = readSeconds(f.dir); len(f.done) > 0 {
		o.Log.Info("the match is continued", "games", len(f.done), "of", s.total())
	}
	f.results, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return fmt.Errorf("the results cannot be opened: %w", err)
	}
	durable.SyncFolder(f.dir)
	return nil
}

// written returns the name of a file in the folder that a match would overwrite, or "".
func (f *folder) written() string {
	for _, pattern := range []string{resultsFile, summaryFile, pageFile, "game-*.sgf"} {
		if found, err := filepath.Glob(filepath.Join(escaped(f.dir), pattern)); err == nil && len(found) > 0 {
			return filepath.Base(found[0])
		}
	}
	return ""
}

// escaped returns a glob pattern that matches only the folder.
func escaped(dir string) string {
	if filepath.Separator == '\\' {
		return dir // filepath.Glob has no escapes on Windows
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

// A DifferentPlan is the error of a folder that holds a match with another plan.
type DifferentPlan struct {
	Dir         string
	Differences []string // one line for each
}

func (d *DifferentPlan) Error() string {
	return fmt.Sprintf("%s holds another match, which differs in\n  %s\nchoose another folder, or continue the match in this folder with its own options", d.Dir, strings.Join(d.Differences, "\n  "))
}

// readResults reads the results in a folder. A missing file has no results. The result named whole is
// the number of bytes in complete lines. The result named torn is the number of bytes after the last complete line.
func readResults(dir string, o *Options, s *schedule) (games []GameResult, whole, torn int, err error) {
	path := filepath.Join(dir, resultsFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, 0, nil
	}
	if err != nil {
		return nil, 0, 0, fmt.Errorf("the results cannot be read: %w", err)
	}
	if games, whole, err = decodeResults(data); err == nil {
		err = checkResults(games, o, s)
	}
	if err != nil {
		return nil, 0, 0, fmt.Errorf("%s: %w", path, err)
	}
	return games, whole, len(data) - whole, nil
}

// readSeconds returns the wall-clock seconds that the match in a folder took up to its last summary. It returns 0 if
// the summary cannot be read.
func readSeconds(dir string) float64 {
	var before Summary
	data, err := os.ReadFile(filepath.Join(dir, summaryFile))
	if err != nil || json.Unmarshal(data, &before) != nil || !(before.Seconds >= 0 && before.Seconds < 1e9) {
		return 0 // the time is only reported, so an error does not matter
	}
	return before.Seconds
}

// game stores a finished game. It writes the record before the line of the results, so every line has its record. When
// game returns, the line is on the disk and survives a power failure. The record may still be in the cache of the
// operating system.
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
		return fmt.Errorf("the record of game %d cannot be written: %w", g.Game, err)
	}
	line, err := encodeLine(g)
	if err == nil {
		err = f.append(line)
	}
	if err != nil {
		return fmt.Errorf("the result of game %d cannot be written: %w", g.Game, err)
	}
	return nil
}

// append adds a line to the results. If it fails, it removes the part of the line that was written, because the result
// of the next game must begin on a new line.
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

// show writes the summary and the page, unless it has just done so. It writes at most once a second, and spends at most
// 2 % of the time on writing. It logs the first failure. At the end of the run, finish writes again and returns the
// error.
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

// write writes the summary and the page. running says that the match is still in progress.
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

// finish ends the run. It sorts the results by the numbers of the games, and writes the summary and the page for the
// last time.
func (f *folder) finish(s *results, sum Summary) error {
	if f.dir == "" {
		return nil
	}
	err := joinErrors(f.write(s, sum, false), f.results.Close()) // some systems cannot replace an open file
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
