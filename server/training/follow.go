package training

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

const (
	readPiece  = 1 << 20 // bytes that are read at a time, and the longest line
	readBudget = 32      // pieces until the pages are told how far it is
	endBytes   = 256     // by which a file is known again
)

// curve is the metrics of a run, read as they grow: what was read once is not read
// again, unless the file has become another.
type curve struct {
	name string
	used time.Time // under Training.mu: when a client asked for it

	mu          sync.Mutex
	version     int // grows with every change
	beginning   int // grows when everything known before is void
	train, test series
	pace        pace
	last        metricsLine
	began       int64
	bad         int
	gone, whole bool

	offset   int64  // behind the last line that was read
	end      []byte // what stands just before it
	skipping bool   // the line is longer than any can be
	size     int64  // of the file when it was last looked at
	modified time.Time
}

// advance reads what has come, within the budget, and reports whether there is more at
// once. A file that is shorter than it was, or has something else where the last line
// was, was written again: then all is read again. One that has vanished may come back.
func (c *curve) advance(root *os.Root) (more bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f, info, err := openMetrics(root, c.name)
	if err != nil {
		c.lost()
		return false
	}
	defer f.Close()
	if c.whole && !c.gone && info.Size() == c.size && info.ModTime().Equal(c.modified) {
		return false
	}
	if c.gone {
		c.gone = false
		c.version++
	}
	if info.Size() < c.offset || !c.isSame(f) {
		c.restart()
	}
	before := c.offset
	atEnd, err := c.read(f)
	if err != nil {
		c.lost()
		return false
	}
	if c.whole != atEnd || c.offset != before {
		c.version++
	}
	c.whole, c.size, c.modified = atEnd, info.Size(), info.ModTime()
	return !atEnd
}

// lost says that the file cannot be read for now. The known part stays.
func (c *curve) lost() {
	if !c.gone {
		c.gone = true
		c.version++
	}
}

// isSame reports whether the file is the one that was read before.
func (c *curve) isSame(f *os.File) bool {
	now := make([]byte, len(c.end))
	_, err := f.ReadAt(now, c.offset-int64(len(c.end)))
	return len(now) == 0 || err == nil && bytes.Equal(now, c.end)
}

func (c *curve) restart() {
	c.train, c.test, c.pace, c.last, c.began, c.bad = series{}, series{}, pace{}, metricsLine{}, 0, 0
	c.offset, c.end, c.skipping, c.whole = 0, nil, false, false
	c.beginning++
	c.version++
}

// read takes in lines up to the end of the file, or of the budget. A last line without
// its end is left for the next time.
func (c *curve) read(f *os.File) (atEnd bool, err error) {
	piece := make([]byte, readPiece)
	for range readBudget {
		n, err := f.ReadAt(piece, c.offset)
		if err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		data := piece[:n]
		complete := bytes.LastIndexByte(data, '\n') + 1
		if complete == 0 && n == readPiece {
			complete = n
		}
		c.take(data[:complete])
		if n < readPiece {
			return true, nil
		}
	}
	return false, nil
}

// take takes in whole lines, or a piece of one that is too long.
func (c *curve) take(data []byte) {
	if len(data) == 0 {
		return
	}
	c.offset += int64(len(data))
	c.end = append(c.end[:0], data[max(0, len(data)-endBytes):]...)
	for len(data) > 0 {
		line, rest, ended := bytes.Cut(data, []byte("\n"))
		switch {
		case c.skipping:
			c.skipping = !ended
		case !ended:
			c.skipping = true
			c.bad++
		case len(bytes.TrimSpace(line)) > 0:
			c.line(line)
		}
		data = rest
	}
}

// line takes in a line.
func (c *curve) line(text []byte) {
	m, ok := parseMetrics(text)
	if !ok {
		c.bad++
		return
	}
	if m.kind == kindOther {
		return
	}
	// Measurements that come again replace the old ones: the run went on from an older checkpoint and kept
	// its file. A test comes after the line of training of the same step.
	back := m.step
	if m.kind == kindTest {
		back++
	}
	if m.step < c.last.step || m.kind == kindTrain && m.step == c.last.step {
		if cut := c.train.cut(back); c.test.cut(m.step) || cut {
			c.beginning++
		}
		c.pace = pace{}
	}
	if c.began == 0 {
		c.began = m.time
	}
	c.last = m
	if m.kind == kindTest {
		c.test.add(&m)
		return
	}
	c.train.add(&m)
	c.pace.add(&m)
}

// told is what a page knows of a curve.
type told struct {
	version, beginning int
	train, test        int // points that it has, the last of which may still change
	any                bool
}

// news is what has changed for a client that was told that much; nil is nothing.
func (c *curve) news(t *told) *curveNews {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.any && t.version == c.version {
		return nil
	}
	fresh := !t.any || t.beginning != c.beginning
	if fresh {
		*t = told{}
	}
	n := &curveNews{
		Run: c.name, Fresh: fresh, Whole: c.whole, Gone: c.gone, Step: c.last.step, Steps: c.last.steps, Epoch: c.last.epoch,
		Began: moment(c.began), Last: moment(c.last.time), Each: c.pace.seconds(), Lines: c.train.lines + c.test.lines, Bad: c.bad,
		Train: c.train.from(max(0, t.train-1)), Test: c.test.from(max(0, t.test-1)),
	}
	*t = told{version: c.version, beginning: c.beginning, train: len(c.train.points), test: len(c.test.points), any: true}
	return n
}

// moment is a time in Unix milliseconds, the zero time for 0.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
