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
	readPiece  = 1 << 20 // bytes that are read at a time, and the most bytes of a line
	readBudget = 32      // the most pieces that are read before the pages are told the progress
	endBytes   = 256     // number of bytes before the offset that are compared to recognise a file
)

// curve has the metrics of a run. The file of the run is read as it grows. Each line is read only once, unless the file
// was replaced.
type curve struct {
	name string
	used time.Time // time when a client last asked for the curve; protected by Training.mu

	mu          sync.Mutex
	version     int // grows with every change
	beginning   int // grows when all earlier points are discarded
	train, test series
	pace        pace
	last        metricsLine
	began       int64
	bad         int
	gone, whole bool

	offset   int64  // end of the last line that was read
	end      []byte // the last bytes before the offset
	skipping bool   // the current line is too long and is skipped
	size     int64  // size of the file when it was last read
	modified time.Time
}

// advance reads the lines that were added to the file, within the budget, and reports whether there is more to read. If
// the file is shorter than before, or has changed at the end of the last line, it was rewritten and is read from the
// beginning. If the file does not exist now, a later call may find it again.
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

// lost is called when the file cannot be read now. The points stay.
func (c *curve) lost() {
	if !c.gone {
		c.gone = true
		c.version++
	}
}

// isSame reports whether f is the file that was read before.
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

// read reads lines until the file or the budget ends. A last line without a newline is left for the next call.
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

// take parses complete lines, or a piece of a line that is too long.
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

// line parses a line and adds it to its series.
func (c *curve) line(text []byte) {
	m, ok := parseMetrics(text)
	if !ok {
		c.bad++
		return
	}
	if m.kind == kindOther {
		return
	}
	// If a step is repeated, the run has continued from an older checkpoint with the same file. The new measurements
	// replace the old ones. A line of a test follows the line of training for the same step.
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

// told is the part of a curve that was sent to a page.
type told struct {
	version, beginning int
	train, test        int // number of points that the page has; the last point may still change
	any                bool
}

// news returns the changes of the curve that a page does not have yet, or nil. t is the part that was sent before; news
// updates it.
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

// moment converts Unix milliseconds into a time. 0 gives the zero time.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
