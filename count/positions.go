package count

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/internal/usage"
)

// PlayCounts has the numbers of the graph whose nodes are the legal positions and whose arcs are the plays of either
// colour that change the position. Suicide is possible, as in the Tromp-Taylor rules.
type PlayCounts struct {
	Positions   int64   // legal positions
	Plays       int64   // plays that change the position
	LoneSuicide int64   // plays of a lone stone that is taken off at once, so that the position stays as it is
	Degrees     []int64 // Degrees[d] is the number of positions with d plays
}

// Mean returns the number of plays of a position on average.
func (c PlayCounts) Mean() float64 { return float64(c.Plays) / float64(c.Positions) }

// maxPositions is the largest number of positions that [Plays] visits.
const maxPositions = 20_000_000_000

// splitPoints is the number of points whose colours are a piece of work.
const splitPoints = 8

// playsState is the file of a checkpoint of [Plays].
type playsState struct {
	Version int        `json:"version"`
	Name    string     `json:"board"`
	Graph   uint64     `json:"graph"`  // hash of the board
	Done    []byte     `json:"done"`   // by piece of work: 1 if it is finished
	Counts  PlayCounts `json:"counts"` // of the finished pieces together
}

// playing is a count of plays in progress. The workers share it.
type playing struct {
	Options
	playsState
	all     int64 // legal positions
	mu      sync.Mutex
	savedAt time.Time
	err     error // the first failed checkpoint
}

// Plays counts the plays of all legal positions of a board. It visits each position. With a folder it continues a count
// that was interrupted or killed. Of the options it uses Dir, Threads, Interval, and Progress, whose visits are
// positions.
func Plays(ctx context.Context, g *baduk.Graph, o Options) (PlayCounts, error) {
	var err error
	if o.Board, err = Graph(g); err != nil {
		return PlayCounts{}, err
	}
	all, err := positionsOf(ctx, o.Board, o.Threads)
	if err != nil {
		return PlayCounts{}, err
	}
	split, pieces := min(g.Len(), splitPoints), 1
	for range split {
		pieces *= 3
	}
	o.Interval = cmp.Or(o.Interval, 30*time.Second)
	p := &playing{Options: o, all: all, savedAt: time.Now(), playsState: playsState{version, o.Board.name, g.Fingerprint(), make([]byte, pieces), newPlayCounts(g)}}
	if p.Dir != "" {
		unlock, err := p.open()
		if err != nil {
			return PlayCounts{}, err
		}
		defer unlock()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, o.Threads) {
		group.Go(func() {
			w := &playWalk{ctx: ctx, board: baduk.NewBoard(g), split: split}
			for piece := next.Add(1) - 1; piece < int64(pieces) && ctx.Err() == nil; piece = next.Add(1) - 1 {
				if p.Done[piece] != 0 {
					continue
				}
				w.counts = newPlayCounts(g)
				if w.lay(0, int(piece)); !w.stopped && !p.finish(int(piece), w.counts) {
					cancel()
				}
			}
		})
	}
	group.Wait()
	if p.err == nil && p.Dir != "" {
		p.err = p.save()
	}
	switch {
	case p.err != nil:
		return PlayCounts{}, p.err
	case p.Counts.Positions == all:
		return p.Counts, nil
	case ctx.Err() != nil:
		return PlayCounts{}, ctx.Err()
	}
	return PlayCounts{}, errors.New("the two ways to count the positions differ: this is a mistake of the program")
}

func newPlayCounts(g *baduk.Graph) PlayCounts { return PlayCounts{Degrees: make([]int64, 2*g.Len()+1)} }

// playsFile returns the path of a checkpoint of [Plays].
func playsFile(dir string) string { return filepath.Join(dir, "plays.json") }

// open locks the folder and reads its checkpoint.
func (p *playing) open() (unlock func(), err error) {
	lock, err := lockFolder(p.Dir, "plays.lock")
	if err != nil {
		return nil, p.full(err)
	}
	if err := p.read(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, lock.Close())
	}
	return func() { _ = lock.Close() }, nil
}

// read reads the checkpoint. Without a checkpoint the error is fs.ErrNotExist.
func (p *playing) read() error {
	path, old := playsFile(p.Dir), playsState{}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &old); err != nil {
		return damaged(fmt.Errorf("%s: %w", path, err))
	}
	switch {
	case old.Version != p.Version:
		return otherVersion(path, old.Version)
	case old.Name != p.Name || old.Graph != p.Graph:
		return usage.Errorf("the folder %s has a count of the plays of another board, %s: name another folder", p.Dir, old.Name)
	case len(old.Done) != len(p.Done) || len(old.Counts.Degrees) != len(p.Counts.Degrees):
		return damaged(errors.New(path + " contradicts itself"))
	}
	p.playsState = old
	return nil
}

// save writes a checkpoint.
func (p *playing) save() error {
	data, err := json.Marshal(p.playsState)
	if err == nil {
		err = durable.Replace(playsFile(p.Dir), data, true)
	}
	p.savedAt = time.Now()
	return p.full(err)
}

// full is the function full for the checkpoint of this count.
func (p *playing) full(err error) error { return full(err, p.Dir, p.Name, float64(4*len(p.Done))) }

// finish adds the counts of a finished piece, and writes a checkpoint if one is due. It returns false if this failed.
func (p *playing) finish(piece int, c PlayCounts) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Counts.add(c)
	p.Done[piece] = 1
	if p.Dir != "" && time.Since(p.savedAt) > p.Interval && p.err == nil {
		p.err = p.save()
	}
	if p.Progress != nil {
		p.Progress(Progress{Visits: p.Counts.Positions, AllVisits: p.all})
	}
	return p.err == nil
}

func (c *PlayCounts) add(other PlayCounts) {
	c.Positions += other.Positions
	c.Plays += other.Plays
	c.LoneSuicide += other.LoneSuicide
	for d, n := range other.Degrees {
		c.Degrees[d] += n
	}
}

// positionsOf counts the positions of a board that has few enough.
func positionsOf(ctx context.Context, b *Board, threads int) (int64, error) {
	if b.Points() > 30 {
		return 0, usage.Errorf("%s has too many positions to visit each: at most about 25 points are possible", b.name)
	}
	r, err := Count(ctx, Options{Board: b, Threads: threads, Memory: 1 << 30})
	if err != nil {
		return 0, err
	}
	if !r.Number.IsInt64() || r.Number.Int64() > maxPositions {
		return 0, usage.Errorf("%s has %d positions: at most %d can be visited", b.name, r.Number, int64(maxPositions))
	}
	return r.Number.Int64(), nil
}

// playWalk visits the positions of a piece of work.
type playWalk struct {
	ctx     context.Context
	board   *baduk.Board
	split   int // the number of points whose colours are a piece of work
	counts  PlayCounts
	stopped bool // the context is cancelled
}

// lay places stones from point p on, and counts the plays of every legal position. It goes back if a stone is captured:
// if every chain has a liberty, the stones can be placed in any order without a capture. The colours of the first
// points are the digits of piece to the base 3.
func (w *playWalk) lay(p, piece int) {
	if p == w.board.Graph().Len() {
		w.visit()
		return
	}
	for c := range baduk.Color(3) {
		switch {
		case w.stopped:
			return
		case p < w.split && int(c) != piece%3:
			continue
		case c == baduk.Empty:
			w.lay(p+1, piece/3)
			continue
		}
		u, _ := w.board.Place(baduk.Move{Color: c, Point: baduk.Point(p)})
		if u.Captured+u.Suicide == 0 {
			w.lay(p+1, piece/3)
		}
		w.board.Take(u)
	}
}

// visit counts the plays of the position on the board.
func (w *playWalk) visit() {
	c := &w.counts
	if c.Positions++; c.Positions%(1<<16) == 0 && w.ctx.Err() != nil {
		w.stopped = true
	}
	degree := 0
	for _, p := range w.board.Empties() {
		for _, colour := range []baduk.Color{baduk.Black, baduk.White} {
			if captured, suicide := w.board.Effect(baduk.Move{Color: colour, Point: p}); captured == 0 && suicide == 1 {
				c.LoneSuicide++
			} else {
				degree++
			}
		}
	}
	c.Plays += int64(degree)
	c.Degrees[degree]++
}
