package training

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
	"time"
)

// octave is the number of points that a curve gets each time the number of its lines doubles. The first two octaves
// have a point for every line. So a million lines give about 3,300 points, which are enough for a logarithmic and for a
// linear axis. When lines are added, only the last point of a curve changes.
const octave = 256

// curvePoint summarises consecutive lines of the metrics file.
type curvePoint struct {
	first, last int   // steps of the first and the last line
	time        int64 // time of the last line in Unix milliseconds
	lines       int
	width       int // the most lines of the point
	of          [measures]spread
}

// spread summarises a measure over several lines: the number of lines with the measure, its sum, its minimum and its
// maximum.
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

// series has the points for all lines of one kind.
type series struct {
	points []curvePoint
	lines  int
}

// pointWidth returns the most lines of the point that begins with line n, counted from 0.
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

// cut removes the points that begin at the given step or later, and shortens a point that contains the step. It reports
// whether it changed any point. It is called when a run has returned to an earlier checkpoint.
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

// curveNews tells a page the progress of a run, and the points that have changed since the last event.
type curveNews struct {
	Run string `json:"run"`
	// Fresh says that the page must discard everything that was sent before.
	Fresh bool      `json:"fresh"`
	Whole bool      `json:"whole"` // the whole file was read
	Gone  bool      `json:"gone"`  // the file does not exist
	Step  int       `json:"step"`
	Steps int       `json:"steps"`
	Epoch int       `json:"epoch"`
	Began time.Time `json:"began,omitzero"`
	Last  time.Time `json:"last,omitzero"` // time of the last line
	// Each is the number of seconds that a step takes, without the time for tests. It is 0 while it is unknown.
	Each  figure `json:"each"`
	Lines int    `json:"lines"`
	Bad   int    `json:"bad"` // lines that could not be read
	Train points `json:"train"`
	Test  points `json:"test"`
}

// points has the points of one kind in columns. It begins with the point at the index From.
type points struct {
	From  int      `json:"from"` // index of the first point; the page replaces its points from this index on
	Total int      `json:"total"`
	Step  []int    `json:"step"` // step of the last line
	Since []int    `json:"since"`
	Time  []int64  `json:"time"`  // time of the last line in Unix milliseconds
	Lines []int    `json:"lines"` // number of lines that each point summarises
	Mean  []column `json:"mean"`  // by measure
	Low   []column `json:"low"`
	High  []column `json:"high"`
}

// column has the values of a measure for consecutive points; noFigure stands for a missing value.
type column []figure

// figure is a number that is written with five digits, more than a curve can show. The number may be missing.
type figure float64

var noFigure = figure(math.NaN())

// MarshalJSON writes the number, or null if it is missing.
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

// from(k) returns the points from index k to the end.
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

// paceLines is the number of latest lines from which the pace of a run is computed.
const paceLines = 32

// pace measures the time of a step.
type pace struct {
	step int
	time int64
	each []float64 // milliseconds per step, for each of the latest lines
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

// seconds returns the median time of a step. The median is not affected by tests and interruptions of the run.
func (p *pace) seconds() figure {
	if len(p.each) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(p.each))
	return figure(sorted[len(sorted)/2] / 1000)
}
