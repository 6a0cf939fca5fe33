package count

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tengen/internal/durable"
	"tengen/internal/usage"
)

// version is the version of the files of a checkpoint.
const version = 3

// checkpoint is the file of a checkpoint. With the files of its layers it is enough to continue.
type checkpoint struct {
	Version  int      `json:"version"`
	Board    string   `json:"board"`
	Graph    uint64   `json:"graph"` // hash of the board, or 0 for rectangles and cylinders
	Points   int      `json:"points"`
	Machine  int      `json:"machine"`  // number of this machine, from 0
	Machines int      `json:"machines"` // machines that share the folder
	AtOnce   int      `json:"atOnce"`   // moduli of a full pass; all machines that share the folder use the same number
	Moduli   []uint64 `json:"moduli"`   // the moduli of this folder
	First    int      `json:"first"`    // the number of the first of them among the moduli of the board, from 0
	Residues []uint64 `json:"residues"` // the share of this machine in the number, for the moduli that are finished
	Visits   int64    `json:"visits"`   // states that were expanded
	Seconds  float64  `json:"seconds"`  // time so far

	// The pass in progress, if Layer is not nil.
	PassModuli int         `json:"passModuli,omitempty"`
	At         int         `json:"at,omitempty"` // parts of the layer that are expanded
	Layer      *savedLayer `json:"layer,omitempty"`
	Next       *savedLayer `json:"next,omitempty"`
}

// savedLayer is a layer in a checkpoint. All its records are in files.
type savedLayer struct {
	Step  int       `json:"step"`
	Bits  int       `json:"bits"`
	Bytes [][]int64 `json:"bytes"` // sizes of the files, for each part and each machine
}

func saved(l *layer) *savedLayer {
	if l == nil {
		return nil
	}
	s := &savedLayer{Step: l.step, Bits: l.bits}
	for i := range l.parts {
		s.Bytes = append(s.Bytes, l.parts[i].bytes)
	}
	return s
}

func (s *savedLayer) layer() *layer {
	if s == nil {
		return nil
	}
	l := newLayer(s.Step, s.Bits, 1)
	for i := range l.parts {
		l.parts[i].bytes = s.Bytes[i]
	}
	return l
}

// valid reports whether the layer has the sizes of its parts.
func (s *savedLayer) valid(machines int) bool {
	if s == nil {
		return true
	}
	if s.Bits < 0 || s.Bits > 20 || len(s.Bytes) != 1<<s.Bits {
		return false
	}
	for _, b := range s.Bytes {
		if len(b) != machines {
			return false
		}
	}
	return true
}

func checkpointFile(dir string, machine int) string {
	return filepath.Join(dir, fmt.Sprintf("machine%d.json", machine+1))
}

// readCheckpoint reads a checkpoint. Without a checkpoint the error is fs.ErrNotExist.
func readCheckpoint(dir string, machine int) (*checkpoint, error) {
	path := checkpointFile(dir, machine)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := &checkpoint{}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, damaged(fmt.Errorf("%s: %w", path, err))
	}
	if c.Version != version {
		return nil, otherVersion(path, c.Version)
	}
	if !c.Layer.valid(c.Machines) || !c.Next.valid(c.Machines) || len(c.Residues) > len(c.Moduli) || c.PassModuli > len(c.Moduli)-len(c.Residues) {
		return nil, damaged(errors.New(path + " contradicts itself"))
	}
	return c, nil
}

// otherVersion is the error about a checkpoint of another version.
func otherVersion(path string, old int) error {
	return usage.Errorf("%s is from another version of the program (%d, this is %d): name another folder", path, old, version)
}

// save writes a checkpoint: first the records in memory, then the file of the checkpoint.
func (p *pass) save() error {
	began := time.Now()
	for _, l := range []*layer{p.layer, p.next} {
		if l == nil {
			continue
		}
		if err := p.flush(l); err != nil {
			return err
		}
		if err := p.each(len(l.parts), func(_ *worker, i int) error { return p.sync(l, i) }); err != nil {
			return err
		}
	}
	durable.SyncFolder(p.dir)
	p.state.At, p.state.Layer, p.state.Next, p.state.PassModuli = p.at, saved(p.layer), saved(p.next), len(p.moduli)
	if err := p.saveState(); err != nil {
		return err
	}
	p.removeObsolete()
	p.pause = pauseAfter(p.interval, time.Since(began))
	return nil
}

// pauseAfter returns the time from the end of a checkpoint to the beginning of the next one. Checkpoints begin in
// regular intervals, unless they take more than half of the time.
func pauseAfter(interval, took time.Duration) time.Duration { return max(interval-took, interval/2) }

// saveState writes the file of the checkpoint.
func (c *counting) saveState() error {
	if c.dir == "" {
		return nil
	}
	c.state.Visits = c.visits.Load()
	c.state.Seconds = c.seconds()
	data, err := json.Marshal(c.state)
	if err != nil {
		return err
	}
	if err := durable.Replace(checkpointFile(c.dir, c.machine), data, true); err != nil {
		return c.full(err)
	}
	c.savedAt = time.Now()
	return nil
}

// await waits until the other machines have written their files of the layer.
func (p *pass) await(ctx context.Context) error {
	for machine := range p.machines {
		for machine != p.machine {
			other, err := readCheckpoint(p.dir, machine)
			if err == nil {
				err = p.suits(other, machine)
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if err == nil && p.isBefore(other) {
				if err := p.sizes(other, machine); err != nil {
					return err
				}
				break
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
	return nil
}

// sizes notes the sizes of the files that another machine has written for the parts of this machine. A part without
// states has no file.
func (p *pass) sizes(other *checkpoint, machine int) error {
	for i := range p.layer.parts {
		if i%p.machines != p.machine {
			continue
		}
		path, size := p.file(p.layer, i, machine), int64(0)
		info, err := os.Stat(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err == nil {
			size = info.Size()
		}
		if l := other.Layer; l != nil && l.Step == p.layer.step && l.Bytes[i][machine] != size { // later checkpoints do not have this layer
			return damaged(fmt.Errorf("%s has %d bytes, not %d", path, size, l.Bytes[i][machine]))
		}
		p.layer.parts[i].bytes[machine] = size
	}
	return nil
}

// isBefore reports whether another machine has completed its files of the layer.
func (p *pass) isBefore(other *checkpoint) bool {
	if pass := other.First + len(other.Residues); pass != p.first {
		return pass > p.first
	}
	return other.Layer != nil && other.Layer.Step >= p.layer.step
}
