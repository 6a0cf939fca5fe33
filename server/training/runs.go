package training

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"tengen/learn"
	"tengen/server/boards"
	"tengen/server/wire"
)

// metricsName is the name of the file with the metrics of a run, from which the curves are drawn; docs/training.md
// describes the file.
const metricsName = "metrics.jsonl"

// Limits for the search for runs. If the user names a wrong folder by mistake, such as the home folder, the search must
// not take minutes.
const (
	maxRuns    = 1000
	maxEntries = 50_000 // the most files and folders that are visited
	maxDepth   = 8      // the most levels of nested folders
	tailBytes  = 64 << 10
)

// Training answers the requests about the runs of tengen train and tengen learn below a folder. It reads the files. The
// only file that it writes and removes is the one that pauses a run of tengen learn.
type Training struct {
	service *wire.Service
	boards  *boards.Boards
	dir     string // "" without runs
	idle    time.Duration

	mu       sync.Mutex
	curves   map[string]*curve // the curves that a client has asked for recently
	known    map[string]runSummary
	learning map[string]*learnRun // the runs of tengen learn that a client has asked for recently
}

// New creates a Training for the runs below dir. If dir is "", it has no runs. A curve leaves memory if no client
// asks for it during the duration idle.
func New(service *wire.Service, b *boards.Boards, dir string, idle time.Duration) *Training {
	return &Training{service: service, boards: b, dir: dir, idle: idle, curves: map[string]*curve{}, known: map[string]runSummary{}, learning: map[string]*learnRun{}}
}

// runList has the runs below the folder. Both lists are sorted by the time of the last change, the latest first.
type runList struct {
	Folder   string         `json:"folder"`
	Runs     []runSummary   `json:"runs"`     // of tengen train
	Learning []learnSummary `json:"learning"` // of tengen learn
	Cut      bool           `json:"cut"`      // the folder has more files than the search visits
}

// runSummary is a summary of a training run, taken from the end of its file.
type runSummary struct {
	Name    string    `json:"name"` // path of the run's folder below the folder of all runs, with slashes; "." is the folder of all runs itself
	Changed time.Time `json:"changed"`
	Step    int       `json:"step"`
	Steps   int       `json:"steps"`
	Loss    figure    `json:"loss"` // loss of the last line of training
	// TestLoss and TestTop1 come from the last test: the loss, and the share of positions in which the net's first
	// choice was right, 0..1.
	TestLoss figure `json:"testLoss"`
	TestTop1 figure `json:"testTop1"`
	size     int64
}

// Routes are the requests about training.
func (t *Training) Routes() []wire.Route {
	return append([]wire.Route{
		{Pattern: "GET /api/training", Handler: wire.Answer(t.service, func(*http.Request) (*runList, error) { return t.list() })},
		{Pattern: "GET /api/training/events", Handler: wire.Handle(t.service, t.getEvents)},
	}, t.learnRoutes()...)
}

var errNoRuns = wire.Fail(http.StatusNotFound, "", "the server has no folder of training runs: start it with tengen web --runs DIR")

// open opens the folder of the runs. It is called for each request, so that a folder that was moved away and back is
// found again. The returned os.Root refuses names and links that lead out of the folder.
func (t *Training) open() (*os.Root, error) {
	if t.dir == "" {
		return nil, errNoRuns
	}
	root, err := os.OpenRoot(t.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, wire.Fail(http.StatusNotFound, "", "the folder %s does not exist yet: training runs appear here as soon as it exists", t.dir)
	}
	if err != nil {
		return nil, wire.Fail(http.StatusNotFound, "", "the folder of the training runs cannot be read: %v", err)
	}
	return root, nil
}

// list returns the runs below the folder.
func (t *Training) list() (*runList, error) {
	root, err := t.open()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	all := &runList{Folder: t.dir, Runs: []runSummary{}, Learning: []learnSummary{}}
	entries := 0
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch entries++; {
		case entries > maxEntries || len(all.Runs)+len(all.Learning) >= maxRuns:
			all.Cut = true
			return fs.SkipAll
		case err != nil && d != nil && d.IsDir():
			return fs.SkipDir // skip a folder without the permission to read it
		case err != nil:
			return nil
		case d.IsDir() && (name != "." && strings.HasPrefix(d.Name(), ".") || strings.Count(name, "/") >= maxDepth):
			return fs.SkipDir
		case d.Name() == learn.StateFile && d.Type().IsRegular():
			r := t.lookLearn(root, path.Dir(name))
			r.mu.Lock()
			defer r.mu.Unlock()
			if !r.gone {
				all.Learning = append(all.Learning, r.summary(t))
			}
			return fs.SkipDir // the training of a generation is not a run of its own
		case d.Name() == metricsName && d.Type().IsRegular():
			if s, err := t.summary(root, path.Dir(name)); err == nil {
				all.Runs = append(all.Runs, s)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("the folder of the training runs: %w", err)
	}
	slices.SortStableFunc(all.Runs, func(a, b runSummary) int {
		return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.Name, b.Name))
	})
	slices.SortStableFunc(all.Learning, func(a, b learnSummary) int {
		return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.Name, b.Name))
	})
	return all, nil
}

// summary returns the summary of a run. If the run's file has changed, summary reads the end of it again.
func (t *Training) summary(root *os.Root, name string) (runSummary, error) {
	f, info, err := openMetrics(root, name)
	if err != nil {
		return runSummary{}, err
	}
	defer f.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	if old, ok := t.known[name]; ok && old.size == info.Size() && old.Changed.Equal(info.ModTime()) {
		return old, nil
	}
	from := max(0, info.Size()-tailBytes)
	data := make([]byte, min(info.Size(), tailBytes))
	n, err := f.ReadAt(data, from)
	if n == 0 && len(data) > 0 {
		return runSummary{}, err
	}
	s := runSummary{Name: name, Changed: info.ModTime(), Loss: noFigure, TestLoss: noFigure, TestTop1: noFigure, size: info.Size()}
	lines := strings.SplitAfter(string(data[:n]), "\n")
	if from > 0 {
		lines = lines[1:] // the first line is incomplete: its beginning was not read
	}
	for _, text := range lines {
		line, ok := parseMetrics([]byte(text))
		if !ok || !strings.HasSuffix(text, "\n") {
			continue
		}
		s.Step, s.Steps = line.step, line.steps
		switch line.kind {
		case kindTrain:
			s.Loss = figure(line.values[measureLoss])
		case kindTest:
			s.TestLoss, s.TestTop1 = figure(line.values[measureLoss]), figure(line.values[measureTop1])
		}
	}
	if len(t.known) > 2*maxRuns {
		clear(t.known)
	}
	t.known[name] = s
	return s, nil
}

// openMetrics opens the metrics of a run. It opens only a regular file, because opening a pipe may block forever.
func openMetrics(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	if !fs.ValidPath(name) {
		return nil, nil, wire.Misuse(http.StatusBadRequest, "run", "%q is not a name of a run", name)
	}
	at := path.Join(name, metricsName)
	info, err := root.Stat(at)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return nil, nil, wire.Fail(http.StatusNotFound, "run", "the folder has no training run %q", name)
	}
	f, err := root.Open(at)
	if err != nil {
		return nil, nil, wire.Fail(http.StatusNotFound, "run", "the metrics of %q cannot be read", name)
	}
	if info, err = f.Stat(); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// curve returns the curve of a run. All clients share the curve, so a second page does not read the file again.
func (t *Training) curve(name string) *curve {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	for other, c := range t.curves {
		if other != name && now.Sub(c.used) > t.idle {
			delete(t.curves, other)
		}
	}
	c := t.curves[name]
	if c == nil {
		c = &curve{name: name}
		t.curves[name] = c
	}
	c.used = now
	return c
}
