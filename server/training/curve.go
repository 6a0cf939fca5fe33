package training

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"time"
)

// octave is the number of points that a curve has for every doubling of its lines. The first two octaves keep every
// line. So a million lines are some 3,300 points, which are enough for a logarithmic and for a linear axis. A point
// that is complete never changes: only the last point does.
const octave = 256

// curvePoint summarises consecutive lines.
type curvePoint struct {
	first, last int   // steps of the first and the last line
	time        int64 // time of the last line in Unix milliseconds
	lines       int
	width       int // number of lines that the point can take
	of          [measures]spread
}

// spread summarises a measure: the number of lines, their sum, and the
// extremes.
type spread struct {
	n              int
	sum, low, high float64
}

func (s *spread) add(v float64) {
	if math.IsNaN(v) {
		return
	}
	if s.n == 0 {
		s.low, s.high = v, v
	}
	s.n, s.sum, s.low, s.high = s.n+1, s.sum+v, min(s.low, v), max(s.high, v)
}

// series is the points of all lines of a kind.
type series struct {
	points []curvePoint
	lines  int
}

// pointWidth returns the number of lines of the point that begins with line n, from 0.
func pointWidth(n int) int { return 1 << max(0, bits.Len(uint(n/octave))-1) }

func (s *series) add(m *metricsLine) {
	last := len(s.points) - 1
	if last < 0 || s.points[last].lines >= s.points[last].width {
		s.points = append(s.points, curvePoint{first: m.step, width: pointWidth(s.lines)})
		last++
	}
	p := &s.points[last]
	p.last, p.time = m.step, m.time
	p.lines++
	s.lines++
	for i := range p.of {
		p.of[i].add(m.values[i])
	}
}

// cut removes what was measured at a step and later, as far as points can tell, and reports whether there was
// something to remove. It is called when a run has gone back to a checkpoint.
func (s *series) cut(step int) bool {
	n := len(s.points)
	for n > 0 && s.points[n-1].first >= step {
		n--
		s.lines -= s.points[n].lines
	}
	some := n < len(s.points)
	s.points = s.points[:n]
	if n > 0 && s.points[n-1].last >= step {
		s.points[n-1].last, some = step-1, true
	}
	return some
}

// curveNews tells a page how far a run is, and which points have changed since the last event.
type curveNews struct {
	Run string `json:"run"`
	// Fresh says that everything that was sent before is void.
	Fresh bool      `json:"fresh"`
	Whole bool      `json:"whole"` // the file was read to its end
	Gone  bool      `json:"gone"`  // the file is not there
	Step  int       `json:"step"`
	Steps int       `json:"steps"`
	Epoch int       `json:"epoch"`
	Began time.Time `json:"began,omitzero"`
	Last  time.Time `json:"last,omitzero"` // time of the last line
	// Each is the number of seconds that a step takes without tests; 0 while it is unknown.
	Each  figure `json:"each"`
	Lines int    `json:"lines"`
	Bad   int    `json:"bad"` // lines that could not be read
	Train points `json:"train"`
	Test  points `json:"test"`
}

// points are the points of a kind from an index on, in columns.
type points struct {
	From  int      `json:"from"` // index of the first point; the page drops what it has from there on
	Total int      `json:"total"`
	Step  []int    `json:"step"` // step of the last line
	Since []int    `json:"since"`
	Time  []int64  `json:"time"`  // time of the last line in Unix milliseconds
	Lines []int    `json:"lines"` // number of lines of the point
	Mean  []column `json:"mean"`  // by measure
	Low   []column `json:"low"`
	High  []column `json:"high"`
}

// column is a measure of consecutive points; noFigure for a point without it.
type column []figure

// figure is a number that is written with five digits, which is more than a curve shows. It may be missing.
type figure float64

var noFigure = figure(math.NaN())

// MarshalJSON writes the number, or null.
func (f figure) MarshalJSON() ([]byte, error) {
	if v := float64(f); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return strconv.AppendFloat(nil, v, 'g', 5, 64), nil
	}
	return []byte("null"), nil
}

// MarshalJSON writes the numbers.
func (c column) MarshalJSON() ([]byte, error) {
	text := []byte{'['}
	for i, f := range c {
		if i > 0 {
			text = append(text, ',')
		}
		part, _ := f.MarshalJSON()
		text = append(text, part...)
	}
	return append(text, ']'), nil
}

// from returns the points from an index on.
func (s *series) from(k int) points {
	part := s.points[k:]
	p := points{From: k, Total: len(s.points), Step: []int{}, Since: []int{}, Time: []int64{}, Lines: []int{},
		Mean: make([]column, measures), Low: make([]column, measures), High: make([]column, measures)}
	for i := range part {
		one := &part[i]
		p.Step, p.Since, p.Time, p.Lines = append(p.Step, one.last), append(p.Since, one.first), append(p.Time, one.time), append(p.Lines, one.lines)
		for m := range measures {
			mean, low, high := noFigure, noFigure, noFigure
			if of := &one.of[m]; of.n > 0 {
				mean, low, high = figure(of.sum/float64(of.n)), figure(of.low), figure(of.high)
			}
			p.Mean[m], p.Low[m], p.High[m] = append(p.Mean[m], mean), append(p.Low[m], low), append(p.High[m], high)
		}
	}
	return p
}

// paceLines is the number of lines that the pace of a run is measured by.
const paceLines = 32

// pace measures how long steps take.
type pace struct {
	step int
	time int64
	each []float64 // milliseconds a step of the latest lines
}

func (p *pace) add(m *metricsLine) {
	if m.time == 0 {
		return
	}
	if p.time > 0 && m.step > p.step && m.time > p.time {
		if len(p.each) >= paceLines {
			p.each = p.each[1:]
		}
		p.each = append(p.each, float64(m.time-p.time)/float64(m.step-p.step))
	}
	p.step, p.time = m.step, m.time
}

// seconds returns the median time of a step, so that neither a test nor a break of the run counts.
func (p *pace) seconds() figure {
	if len(p.each) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(p.each))
	return figure(sorted[len(sorted)/2] / 1000)
}
