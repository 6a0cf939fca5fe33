package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tengen/internal/durable"
	"tengen/internal/usage"
	"tengen/internal/wording"
)

// Options says what is counted, and with which means. [Count] requires Board and Memory. Other fields may be zero.
type Options struct {
	Board   *Board // made by [Rectangle], [Cylinder] or [Graph]
	Dir     string // folder of the checkpoints; "" means that the count has to fit into memory and begins from the start
	Memory  int64  // in bytes; records beyond it are in files in Dir
	Threads int    // 0 means 1

	// First and Last limit the count to the moduli from number First to number Last, from 1. Zeros mean all.
	First, Last int
	// Machine and Machines limit the count to a range of the states, if Machines is above 1. All machines, numbered
	// from 1, use the same folder at the same time.
	Machine, Machines int
	// AtOnce is the number of moduli of a pass; 0 means as many as the memory has room for.
	AtOnce int
	// Interval is the time between checkpoints; 0 means half a minute.
	Interval time.Duration
	// Progress is called from several goroutines, but not at the same time. It may be nil.
	Progress func(Progress)
}

// Progress is the progress of a count.
type Progress struct {
	Visits    int64 // states that were expanded, also before the program was restarted
	AllVisits int64 // an estimate of all of them
}

// Result is the result of a count.
type Result struct {
	Board    string
	Points   int
	Moduli   []uint64
	First    int      // number of the first of these moduli, from 1
	Residues []uint64 // of the number of legal positions, modulo each of the moduli; with several machines, the share of this one
	Number   *big.Int // nil if this run did not have all moduli or all states
	Visits   int64    // states that were expanded
	Seconds  float64  // time of all runs together
	Written  int64    // bytes of records that this run wrote to files
}

// counting is a count in progress.
type counting struct {
	Options
	name     string
	border   border
	estimate Estimate
	moduli   []modulus // all moduli of the board
	dir      string
	memory   int64
	threads  int
	machine  int // from 0
	machines int
	interval time.Duration

	state   checkpoint
	began   time.Time
	before  float64 // seconds of earlier runs
	savedAt time.Time
	pause   time.Duration // time from savedAt to the next checkpoint
	visits  atomic.Int64
	written atomic.Int64

	showing sync.Mutex // is held while Progress runs
	shown   time.Time
}

// Count counts the legal positions of a board: those in which every stone has a liberty. With a folder it continues a
// count that was interrupted or killed. If the options are to blame, the error text is one line for the user.
func Count(ctx context.Context, o Options) (Result, error) {
	if o.Board == nil {
		return Result{}, errors.New("no board to count: set Options.Board, for example to the result of Rectangle")
	}
	c := &counting{Options: o, name: o.Board.name, border: o.Board.border, estimate: o.Board.Estimate(), dir: o.Dir, memory: o.Memory,
		threads: max(1, o.Threads), machine: max(0, o.Machine-1), machines: max(1, o.Machines), interval: cmp.Or(o.Interval, 30*time.Second),
		moduli: moduliFor(o.Board.border.steps()), began: time.Now(), savedAt: time.Now()}
	first, last := max(1, o.First), cmp.Or(o.Last, len(c.moduli))
	if first > last || last > len(c.moduli) {
		return Result{}, usage.Errorf("moduli %d to %d: %s has the moduli 1 to %d", first, last, c.name, len(c.moduli))
	}
	if c.machines > 1 && c.dir == "" {
		return Result{}, usage.Errorf("several machines need a folder that all of them use")
	}
	c.state = checkpoint{Version: version, Board: c.name, Graph: o.Board.graph, Points: o.Board.Points(), Machine: c.machine, Machines: c.machines, First: first - 1}
	for _, m := range c.moduli[first-1 : last] {
		c.state.Moduli = append(c.state.Moduli, m.prime())
	}
	c.pause = c.interval
	c.state.AtOnce = c.atOnce(len(c.state.Moduli))
	if c.dir != "" {
		unlock, err := c.open()
		if err != nil {
			return Result{}, err
		}
		defer unlock()
	}
	if len(c.state.Residues) == len(c.state.Moduli) { // a run that was killed may have left files
		if err := c.clean(len(c.moduli), 0, nil); err != nil {
			return Result{}, err
		}
	}
	for len(c.state.Residues) < len(c.state.Moduli) {
		if err := c.pass(ctx); err != nil {
			return Result{}, err
		}
	}
	r := Result{Board: c.name, Points: o.Board.Points(), Moduli: c.state.Moduli, First: first, Residues: c.state.Residues, Visits: c.visits.Load(), Seconds: c.seconds(), Written: c.written.Load()}
	if c.machines == 1 && len(r.Moduli) == len(c.moduli) {
		var err error
		if r.Number, err = number(r.Points, c.moduli, r.Residues); err != nil {
			return Result{}, err
		}
	}
	return r, nil
}

// number returns the number of legal positions from all its residues.
func number(points int, list []modulus, residues []uint64) (*big.Int, error) {
	n := combine(list, residues)
	if n.Cmp(new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(points)), nil)) > 0 {
		return nil, fmt.Errorf("the count failed: its result is above 3^%d, the number of all colourings, so a file or the memory of the machine is damaged; to count again, remove the folder", points)
	}
	return n, nil
}

// progress reports the progress, at most five times a second.
func (c *counting) progress(moduli int) {
	if c.Progress == nil || !c.showing.TryLock() {
		return
	}
	defer c.showing.Unlock()
	if time.Since(c.shown) < time.Second/5 {
		return
	}
	c.shown = time.Now()
	passes := (len(c.state.Residues) + moduli - 1) / moduli
	passes += (len(c.state.Moduli) - len(c.state.Residues) + moduli - 1) / moduli
	c.Progress(Progress{Visits: c.visits.Load(), AllVisits: int64(c.estimate.Visits) * int64(passes) / int64(c.machines)})
}

func (c *counting) seconds() float64 { return c.before + time.Since(c.began).Seconds() }

// open locks the folder and reads its checkpoint.
func (c *counting) open() (unlock func(), err error) {
	lock, err := lockFolder(c.dir, fmt.Sprintf("machine%d.lock", c.machine+1))
	if err != nil {
		return nil, c.full(err)
	}
	unlock = func() { _ = lock.Close() }
	old, err := readCheckpoint(c.dir, c.machine)
	if err == nil {
		err = c.suits(old, c.machine)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		unlock()
		return nil, err
	default:
		c.state, c.before = *old, old.Seconds
		c.state.Points = c.Board.Points()
		c.visits.Store(old.Visits)
	}
	return unlock, nil
}

// lockFolder makes a folder and locks it by a file in it.
func lockFolder(dir, name string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	lock, err := durable.Lock(filepath.Join(dir, name))
	if errors.Is(err, durable.ErrHeld) {
		return nil, usage.Errorf("another process counts in the folder %s", dir)
	}
	return lock, err
}

// suits fails if a checkpoint in the folder is not that of a machine in this count.
func (c *counting) suits(old *checkpoint, machine int) error {
	switch {
	case old.Board != c.name:
		return usage.Errorf("the folder %s has a count of %s, not of %s: name another folder", c.dir, old.Board, c.name)
	case old.Graph != c.state.Graph:
		return usage.Errorf("the folder %s has a count of another board with the name %s: name another folder", c.dir, c.name)
	case old.Machines != c.machines || old.Machine != machine:
		return usage.Errorf("the folder %s has a count on %d machines, not on %d: name another folder", c.dir, old.Machines, c.machines)
	case c.machines > 1 && old.AtOnce != c.state.AtOnce:
		return usage.Errorf("machine %d of the folder %s counts %d moduli at once, not %d: use the same number on all machines", machine+1, c.dir, old.AtOnce, c.state.AtOnce)
	case old.First != c.state.First || !slices.Equal(old.Moduli, c.state.Moduli):
		return usage.Errorf("the folder %s has a count with the moduli %d to %d: name these, or another folder", c.dir, old.First+1, old.First+len(old.Moduli))
	}
	return nil
}

// pass counts modulo the next moduli.
func (c *counting) pass(ctx context.Context) error {
	left := len(c.state.Moduli) - len(c.state.Residues)
	n := c.atOnce(left)
	if c.state.Layer != nil {
		n = c.state.PassModuli
	}
	if err := c.enoughMemory(n); err != nil {
		return err
	}
	p := newPass(c, c.state.First+len(c.state.Residues), n)
	p.layer, p.next, p.at = c.state.Layer.layer(), c.state.Next.layer(), c.state.At
	if c.dir != "" {
		if err := p.tidy(); err != nil {
			return err
		}
	}
	if p.layer == nil {
		p.begin()
	} else if p.machines > 1 && p.next == nil {
		if err := p.await(ctx); err != nil {
			return err
		}
	}
	sums, err := p.run(ctx)
	if err != nil {
		return err
	}
	c.state.Residues = append(c.state.Residues, sums...)
	c.state.Layer, c.state.Next, c.state.At, c.state.PassModuli = nil, nil, 0, 0
	if err := c.saveState(); err != nil {
		return err
	}
	return c.clean(p.first+n, 0, nil)
}

// atOnce returns the number of moduli of the next pass. The parameter named left is the number of moduli that are not
// done.
func (c *counting) atOnce(left int) int {
	if c.AtOnce > 0 {
		return min(left, c.AtOnce)
	}
	if c.machines > 1 {
		return left
	}
	n := left
	for n > 1 && c.estimate.memory(n) > 0.7*float64(c.memory) {
		n--
	}
	if n == 1 && c.estimate.memory(1) > float64(c.memory) {
		return left // on the disk, one pass needs less time than several
	}
	return (left + (left+n-1)/n - 1) / ((left + n - 1) / n) // passes of about the same size
}

// noFolder is the error about a count that needs files and has no folder for them.
func (c *counting) noFolder() error {
	return usage.Errorf("%s does not fit into %s of memory: name a folder for files, or allow more memory", c.name, Bytes(float64(c.memory)))
}

// ErrMemory is an error of [Count]: Options.Memory is too small for the work on files.
var ErrMemory = errors.New("not enough memory for a count")

// memoryError is an error that is an [ErrMemory].
type memoryError struct{ error }

func (memoryError) Is(target error) bool { return target == ErrMemory }

// Unwrap returns the error with the details.
func (e memoryError) Unwrap() error { return e.error }

// enoughMemory fails if a pass with n moduli has to use files, and the memory is too small for the work on them.
func (c *counting) enoughMemory(n int) error {
	need := c.workMemory(n)
	if memory := float64(c.memory); memory >= need || memory >= c.estimate.memory(n)/float64(c.machines) {
		return nil
	}
	return memoryError{usage.Errorf("%s of memory is not enough: a count of %s on %s needs about %s; allow more memory, or use fewer threads or fewer moduli at once",
		Bytes(float64(c.memory)), c.name, wording.Counted(c.threads, "thread"), Bytes(need))}
}

// full is the function full for the files of this count.
func (c *counting) full(err error) error {
	return full(err, c.dir, c.name, c.estimate.disk(c.atOnce(len(c.state.Moduli))))
}

// full makes the error of a full disk a mistake that the user can correct. The parameter named bytes is about the size
// of the files in the folder.
func full(err error, dir, name string, bytes float64) error {
	if !durable.DiskFull(err) {
		return err
	}
	return usage.Errorf("the disk of the folder %s is full: the count of %s needs about %s there; free some space and run the same command again, which continues from the last checkpoint",
		dir, name, Bytes(bytes))
}
