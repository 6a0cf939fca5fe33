package kifu

import (
	"errors"
	"fmt"
	"math"

	"tengen/baduk"
	"tengen/sgf"
)

// Analysis is a program's evaluation of the position after a node's move. All
// numbers are from Black's perspective. A nil pointer or list means that the record
// does not have the value.
type Analysis struct {
	Engine     string      // name of the program, optionally with its version
	Model      string      // name of its net
	Visits     int         // visits of the whole search; 0 means unknown
	Win        *float64    // Black's chance of winning, from 0 to 1
	Lead       *float64    // Black's lead in points, komi included
	ScoreStdev *float64    // standard deviation of the score, in points
	Exact      bool        `json:",omitempty"` // Win and Lead are proved
	Candidates []Candidate // the moves that the search considered, best first
	// Ownership is the expected owner of each point of the graph at the end, from
	// 1 (Black) to -1 (White).
	Ownership []float32
	// Policy has the prior probability of a move at each point of the graph, followed
	// by that of a pass. A probability is from 0 to 1; an illegal move has -1.
	Policy []float32
}

// Candidate is a move that the search considered. Its numbers evaluate the position
// after the move, from Black's perspective as in [Analysis].
type Candidate struct {
	Point      baduk.Point // or baduk.Pass
	Order      int         // rank given by the engine, from 0
	Visits     int
	Win        *float64
	Lead       *float64
	ScoreStdev *float64
	Exact      bool     `json:",omitempty"` // Win and Lead are proved
	Prior      *float64 // probability of the move in the net's policy, from 0 to 1
	// LCB is the lower confidence bound of the winning chance of the player to move,
	// converted to Black's perspective. With White to move, it is an upper bound of
	// Black's chance.
	LCB *float64
	PV  []baduk.Point // principal variation, which begins with the move itself
}

// AnalysisKind is a way of storing an analysis in a node.
type AnalysisKind uint8

// The kinds, in the order in which a reader prefers them. docs/formats.md describes
// them.
const (
	AnalysisTengen  AnalysisKind = iota // TGA: everything
	AnalysisKaTrain                     // KT: everything except the names of program and net
	AnalysisLizzie                      // LZ, and LZOP in a node without a move
	AnalysisSabaki                      // SBKV and SBKS: the winning chance and the lead
)

// analysisProperties are the properties of each kind, in the order of preference.
func analysisProperties(kind AnalysisKind) []string {
	switch kind {
	case AnalysisKaTrain:
		return []string{propKaTrain}
	case AnalysisLizzie:
		return []string{propLizzie, propLizzieRoot, propLizzie2, propLizzieRoot2}
	case AnalysisSabaki:
		return []string{propSabakiWin, propSabakiLead}
	}
	return []string{propTengen}
}

// analysisOf reads the analysis of a node from the first readable kind in the order
// of preference. It returns nil if the node has no readable analysis. The error joins
// the faults of the unreadable kinds. The node does not change.
func analysisOf(n *sgf.Node, at notation) (*Analysis, error) {
	var wrong []error
	for kind := AnalysisTengen; kind <= AnalysisSabaki; kind++ {
		a, err := readAnalysis(n, at, kind)
		if err != nil {
			wrong = append(wrong, err)
		}
		if a != nil {
			return a, errors.Join(wrong...)
		}
	}
	return nil, errors.Join(wrong...)
}

// readAnalysis reads one kind of analysis. It returns nil if the node does not have
// this kind, and nil with an error if it is broken.
func readAnalysis(n *sgf.Node, at notation, kind AnalysisKind) (*Analysis, error) {
	var wrong []error
	for _, name := range analysisProperties(kind) {
		values := n.Values(name)
		if len(values) == 0 {
			continue
		}
		var a *Analysis
		var err error
		switch kind {
		case AnalysisTengen:
			a, err = readTengen(values, at)
		case AnalysisKaTrain:
			a, err = readKaTrain(values, at)
		case AnalysisLizzie:
			a, err = readLizzie(values, at, toPlay(n))
		case AnalysisSabaki:
			return readSabaki(n)
		}
		if err == nil {
			return a, nil
		}
		wrong = append(wrong, fmt.Errorf("the analysis in %s: %w", name, err))
	}
	return nil, errors.Join(wrong...)
}

// setAnalysis replaces the analysis of a node in each of the given kinds. Other kinds
// do not change. A nil analysis removes the given kinds. If a value cannot be written,
// setAnalysis returns an error and does not change the node.
func setAnalysis(n *sgf.Node, at notation, a *Analysis, kinds ...AnalysisKind) error {
	if a == nil {
		for _, kind := range kinds {
			for _, name := range analysisProperties(kind) {
				n.Set(name)
			}
		}
		return nil
	}
	if err := a.check(at.graph); err != nil {
		return err
	}
	type change struct {
		name   string
		values []string
	}
	var changes []change
	for _, kind := range kinds {
		switch kind {
		case AnalysisTengen:
			value, err := writeTengen(a, at)
			if err != nil {
				return err
			}
			changes = append(changes, change{propTengen, []string{value}})
		case AnalysisKaTrain:
			values, err := writeKaTrain(a, at)
			if err != nil {
				return err
			}
			changes = append(changes, change{propKaTrain, values})
		case AnalysisLizzie:
			name, other := propLizzie, propLizzieRoot
			if !hasMove(n) {
				name, other = other, name
			}
			value, err := writeLizzie(a, at, toPlay(n))
			if err != nil {
				return err
			}
			changes = append(changes, change{other, nil}, change{name, []string{value}})
		case AnalysisSabaki:
			win, lead := writeSabaki(a)
			changes = append(changes, change{propSabakiWin, win}, change{propSabakiLead, lead})
		}
	}
	for _, c := range changes {
		n.Set(c.name, c.values...)
	}
	return nil
}

// check returns an error for values that no kind can store.
func (a *Analysis) check(g *baduk.Graph) error {
	if err := checkNumbers("the position", a.Visits, a.Win, a.Lead, a.ScoreStdev); err != nil {
		return err
	}
	for i, c := range a.Candidates {
		name := fmt.Sprintf("candidate %d", i+1)
		if err := checkNumbers(name, c.Visits, c.Win, c.Lead, c.ScoreStdev, c.Prior, c.LCB); err != nil {
			return err
		}
		for _, p := range append([]baduk.Point{c.Point}, c.PV...) {
			if p != baduk.Pass && !g.Contains(p) {
				return fmt.Errorf("%s has the point %d, which is not on the board", name, p)
			}
		}
	}
	if n := len(a.Ownership); n > 0 && n != g.Len() {
		return fmt.Errorf("there are %d values of ownership for %d points", n, g.Len())
	}
	if n := len(a.Policy); n > 0 && n != g.Len()+1 {
		return fmt.Errorf("there are %d values of policy for %d points and a pass", n, g.Len())
	}
	for _, list := range [2][]float32{a.Ownership, a.Policy} {
		for _, v := range list {
			if !(v >= -1 && v <= 1) {
				return fmt.Errorf("%v is not a value of ownership or policy, which are from -1 to 1", v)
			}
		}
	}
	return nil
}

func checkNumbers(what string, visits int, numbers ...*float64) error {
	if visits < 0 {
		return fmt.Errorf("%s has %d visits", what, visits)
	}
	for _, v := range numbers {
		if v != nil && !(math.Abs(*v) <= maxScore) { // the comparison is false for NaN
			return fmt.Errorf("%s has the number %v, which is out of range", what, *v)
		}
	}
	if len(numbers) > 0 && numbers[0] != nil && (*numbers[0] < 0 || *numbers[0] > 1) {
		return fmt.Errorf("%s has the winning chance %v, which is not from 0 to 1", what, *numbers[0])
	}
	return nil
}

// hasMove reports whether the node has a move.
func hasMove(n *sgf.Node) bool {
	return n.Has("B") || n.Has("W") || n.Has(propBlack) || n.Has(propWhite)
}

// toPlay is the player to move in the position after the node. If the node has a move,
// that is the opponent of its player. Otherwise it is the player in PL or, if PL is
// missing, the player of the next move. Without a next move it is White after handicap
// stones, and Black otherwise.
func toPlay(n *sgf.Node) baduk.Color {
	switch {
	case n.Has("B") || n.Has(propBlack):
		return baduk.White
	case n.Has("W") || n.Has(propWhite):
		return baduk.Black
	}
	if raw, ok := n.Value("PL"); ok {
		if c, err := parsePlayer(raw); err == nil {
			return c
		}
	}
	if len(n.Children) > 0 {
		switch next := n.Children[0]; {
		case next.Has("B") || next.Has(propBlack):
			return baduk.Black
		case next.Has("W") || next.Has(propWhite):
			return baduk.White
		}
	}
	if ha, err := n.Number("HA"); err == nil && ha > 1 {
		return baduk.White
	}
	return baduk.Black
}

// blackFromPlayer converts a number from the perspective of the player to move to
// Black's, and back.
func blackFromPlayer(v float64, toPlay baduk.Color) float64 {
	if toPlay == baduk.White {
		return 0 - v // -v would turn 0 into a negative zero
	}
	return v
}

// parts converts a chance of the player to move, given as a fraction, to Black's
// chance. The result is the float64 nearest to the exact quotient.
func parts(count, of float64, toPlay baduk.Color) float64 {
	if toPlay == baduk.White {
		count = of - count
	}
	return count / of
}

// percent converts a chance of the player to move, given in percent with few decimals,
// to Black's chance. The result is the float64 nearest to the exact quotient: 45.96
// becomes 0.4596.
func percent(v float64, toPlay baduk.Color) float64 {
	const scale = 1e6
	if n := math.Round(v * scale); n/scale == v {
		return parts(n, 100*scale, toPlay)
	}
	return parts(v, 100, toPlay)
}

func pointer(v float64) *float64 { return &v }
