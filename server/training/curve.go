package training

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"time"
)

// octave is how many points a curve has for every doubling of its lines, beyond the
// first two of them, which are kept one by one. So a million lines are some 3,300 points, what
// the eye sees on a logarithmic axis is there as well as on a linear one, and
// whatever was drawn once remains: only the last point still changes.
const octave = 256

// curvePoint is what a number of lines one after the other measured.
type curvePoint struct {
	first, last int   // steps of the lines
	time        int64 // of the last, Unix milliseconds
	lines       int
	width       int // how many lines it takes
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

// pointWidth is how many lines the point takes that begins with line n, from 0.
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

// cut takes away what was measured at that step and later, as far as points can tell,
// and reports whether there was something: a run went back to its checkpoint.
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

// curveNews is what a page learns of a run: how far it is, and the points that have changed
// since the page was told before.
type curveNews struct {
	Run string `json:"run"`
	// Fresh says that everything known before is void.
	Fresh bool `json:"fresh"`
	// Whole says that the file was read to its end, Gone that it is no longer there.
	Whole bool      `json:"whole"`
	Gone  bool      `json:"gone"`
	Step  int       `json:"step"`
	Steps int       `json:"steps"`
	Epoch int       `json:"epoch"`
	Began time.Time `json:"began,omitzero"`
	Last  time.Time `json:"last,omitzero"` // time of the last line
	// Each is how many seconds a step takes, tests left out; 0 is not known yet.
	Each  figure `json:"each"`
	Lines int    `json:"lines"`
	Bad   int    `json:"bad"` // lines that could not be read
	Train points `json:"train"`
	Test  points `json:"test"`
}

// points are those of a kind from a number on, in columns.
type points struct {
	From  int      `json:"from"` // which point is the first here; what the page has from there on is void
	Total int      `json:"total"`
	Step  []int    `json:"step"` // of the last line
	Since []int    `json:"since"`
	Time  []int64  `json:"time"`  // of the last line, Unix milliseconds
	Lines []int    `json:"lines"` // that the point stands for
	Mean  []column `json:"mean"`  // by measure
	Low   []column `json:"low"`
	High  []column `json:"high"`
}

// column is a measure of one point after the other; noFigure where there is nothing.
type column []figure

// figure is a number with five digits, which is more than a curve shows, or none.
type figure float64

var noFigure = figure(math.NaN())

// MarshalJSON is the number, or null.
func (f figure) MarshalJSON() ([]byte, error) {
	if v := float64(f); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return strconv.AppendFloat(nil, v, 'g', 5, 64), nil
	}
	return []byte("null"), nil
}

// MarshalJSON is all of them at once.
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

// from is the points from that number on.
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

// paceLines is how many lines tell how fast a run is.
const paceLines = 32

// pace is how long steps take.
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

// seconds a step: the median, so that neither a test nor a night that the machine was
// off counts.
func (p *pace) seconds() figure {
	if len(p.each) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(p.each))
	return figure(sorted[len(sorted)/2] / 1000)
}
