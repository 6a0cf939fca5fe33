package kifu

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// Lizzie and LizzieYzy store two lines of text.
//
//   - The first line has the engine, the visits, and the winning chance of the player
//     who has just moved, in percent. Engines that know the lead add the lead and its
//     standard deviation.
//   - The second line has the candidates, then the ownership.
//
// All numbers except the chance in the first line are from the perspective of the
// player to move. LZOP replaces LZ in the root. The properties whose names end in 2
// belong to a second engine.
const (
	propLizzie      = "LZ"
	propLizzieRoot  = "LZOP"
	propLizzie2     = "LZ2"
	propLizzieRoot2 = "LZOP2"
)

func readLizzie(values []string, at notation, toPlay baduk.Color) (*Analysis, error) {
	first, second, _ := strings.Cut(sgf.Text(values[0]), "\n")
	a := &Analysis{}
	exact, err := a.lizzieSummary(strings.Fields(first), toPlay)
	if err != nil {
		return nil, err
	}
	moves, ownership, _ := strings.Cut(strings.ReplaceAll(second, "\n", " "), "ownership")
	sum := 0
	for info := range strings.SplitSeq(" "+moves+" ", " info ") {
		words := strings.Fields(info)
		if len(words) == 0 {
			continue
		}
		c, err := lizzieCandidate(words, at, toPlay)
		if err != nil {
			return nil, err
		}
		c.Order = len(a.Candidates)
		a.Candidates = append(a.Candidates, c)
		sum = min(sum+c.Visits, math.MaxInt32)
	}
	if !exact && sum > 0 { // the number is rounded, for example 13k; the visits of the candidates are exact
		a.Visits = sum
	}
	if words := strings.Fields(ownership); len(words) > 0 {
		if len(words) != at.valuesIn(len(words), 0) {
			return nil, fmt.Errorf("there are %d values of ownership for %d points", len(words), at.graph.Len())
		}
		for _, w := range words {
			v, err := strconv.ParseFloat(w, 64)
			if err != nil {
				return nil, fmt.Errorf("%q is not an ownership", clip(w))
			}
			a.Ownership = append(a.Ownership, float32(blackFromPlayer(v, toPlay)))
		}
	}
	return a, a.fit(at)
}

// lizzieSummary reads the first line. The name of an engine may contain blanks, so
// the function searches for the chance: a number followed by a number of visits and
// then by at most three more numbers.
func (a *Analysis) lizzieSummary(words []string, toPlay baduk.Color) (exact bool, err error) {
	for i := max(1, len(words)-5); i+1 < len(words); i++ {
		win, err := strconv.ParseFloat(strings.Replace(words[i], ",", ".", 1), 64) // some locales write a comma
		if err != nil || !(win >= 0 && win <= 100) {
			continue
		}
		visits, exact, err := lizzieVisits(words[i+1])
		if err != nil {
			continue
		}
		rest := words[i+2:]
		var numbers []float64
		for _, w := range rest {
			v, err := strconv.ParseFloat(w, 64)
			if err != nil || !(math.Abs(v) <= maxScore) {
				numbers = nil
				break
			}
			numbers = append(numbers, v)
		}
		if len(numbers) != len(rest) {
			continue
		}
		if a.Engine = strings.Join(words[:i], " "); a.Engine == "-" {
			a.Engine = ""
		}
		a.Visits = visits
		if visits > 0 { // without visits the chance is only a guess
			a.Win = pointer(percent(win, toPlay.Opponent()))
		}
		if len(numbers) > 0 {
			a.Lead = pointer(blackFromPlayer(numbers[0], toPlay))
		}
		if len(numbers) > 1 && numbers[1] > 0 {
			a.ScoreStdev = pointer(numbers[1])
		}
		return exact, nil
	}
	return false, errors.New("its first line is not the engine, the chance in percent and the visits")
}

// lizzieVisits reads a number such as 950, 1.2k, 13k or 12.3m. A number without a
// suffix is exact.
func lizzieVisits(word string) (visits int, exact bool, err error) {
	scale := 1.0
	number := strings.ToLower(strings.Replace(word, ",", ".", 1))
	switch {
	case strings.HasSuffix(number, "k"):
		scale = 1e3
	case strings.HasSuffix(number, "m"):
		scale = 1e6
	}
	v, err := strconv.ParseFloat(strings.TrimRight(number, "km"), 64)
	if v *= scale; err != nil || !(v >= 0 && v <= math.MaxInt32) || scale == 1 && v != math.Trunc(v) {
		return 0, false, fmt.Errorf("%q is not a number of visits", clip(word))
	}
	return int(math.Round(v)), scale == 1, nil
}

// lizzieCandidate reads a candidate such as "move R5 visits 38 winrate 5404 prior
// 1828 scoreMean 1.25 pv R5 Q5". Chances are in hundredths of a percent.
func lizzieCandidate(words []string, at notation, toPlay baduk.Color) (Candidate, error) {
	c := Candidate{Point: baduk.NoPoint}
	var wrong error
	for i := 0; i+1 < len(words); i += 2 {
		key, value := words[i], words[i+1]
		if key == "pv" {
			line := words[i+1:]
			for j, w := range line {
				if w == "pvVisits" || w == "pvEdgeVisits" || w == "movesOwnership" {
					line = line[:j]
					break
				}
			}
			var err error
			if c.PV, err = at.line(line); err != nil {
				return c, err
			}
			break
		}
		var err error
		switch key {
		case "move":
			c.Point, err = at.graph.ParseVertex(value)
		case "visits":
			c.Visits, err = strconv.Atoi(value)
		case "winrate":
			c.Win, err = lizzieChance(value, toPlay)
		case "lcb":
			c.LCB, err = lizzieChance(value, toPlay)
		case "prior": // the probability of a move has no perspective
			if c.Prior, err = lizzieChance(value, baduk.Black); strings.Contains(value, ".") && err == nil {
				*c.Prior /= 100
			}
		case "scoreMean", "scoreLead":
			var v float64
			v, err = strconv.ParseFloat(value, 64)
			c.Lead = pointer(blackFromPlayer(v, toPlay))
		case "order":
			c.Order, err = strconv.Atoi(value)
		}
		if err != nil && wrong == nil {
			wrong = fmt.Errorf("%q is not a valid %s: %w", clip(value), clip(key), err)
		}
	}
	if wrong == nil && c.Point == baduk.NoPoint {
		wrong = fmt.Errorf("the candidate %q has no move", clip(strings.Join(words, " ")))
	}
	return c, wrong
}

// lizzieChance reads a chance of 54.04 % in either form: 5404, or KataGo's 0.5404.
func lizzieChance(word string, toPlay baduk.Color) (*float64, error) {
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(v) {
		return nil, errors.New("it is not a number")
	}
	if strings.Contains(word, ".") {
		return pointer(percent(100*v, toPlay)), nil
	}
	return pointer(parts(v, 10000, toPlay)), nil
}

// writeLizzie writes the form of LizzieYzy, which Lizzie can read as well. It leaves
// out candidates without a winning chance. It also leaves out lower confidence bounds,
// because neither program stores them.
func writeLizzie(a *Analysis, at notation, toPlay baduk.Color) (string, error) {
	if a.Win == nil {
		return "", fmt.Errorf("the analysis cannot be kept in %s without a chance of winning", propLizzie)
	}
	ours := func(v float64) float64 { // from the perspective of the player to move
		if toPlay == baduk.White {
			return 1 - v
		}
		return v
	}
	engine := strings.Join(strings.Fields(a.Engine), "_")
	if engine == "" {
		engine = "-"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %d", engine, decimal(100*(1-ours(*a.Win)), 2), max(a.Visits, 1))
	if a.Lead != nil {
		stdev := 0.0
		if a.ScoreStdev != nil {
			stdev = *a.ScoreStdev
		}
		fmt.Fprintf(&b, " %s %s", decimal(blackFromPlayer(*a.Lead, toPlay), 2), decimal(stdev, 2))
	}
	b.WriteByte('\n')
	written := 0
	for _, c := range a.Candidates {
		if c.Win == nil {
			continue
		}
		if written++; written > 1 {
			b.WriteString(" info ")
		}
		fmt.Fprintf(&b, "move %s visits %d winrate %d", at.graph.Vertex(c.Point), c.Visits, int(math.Round(10000*ours(*c.Win))))
		if c.Prior != nil {
			fmt.Fprintf(&b, " prior %d", int(math.Round(10000*min(max(*c.Prior, 0), 1))))
		}
		if c.Lead != nil {
			fmt.Fprintf(&b, " scoreMean %s", decimal(blackFromPlayer(*c.Lead, toPlay), 2))
		}
		b.WriteString(" pv")
		if len(c.PV) == 0 {
			b.WriteString(" " + at.graph.Vertex(c.Point))
		}
		for _, p := range c.PV {
			b.WriteString(" " + at.graph.Vertex(p))
		}
	}
	if a.Lead != nil && len(a.Ownership) > 0 {
		b.WriteString(" ownership")
		for _, v := range a.Ownership {
			b.WriteString(" " + strconv.FormatFloat(blackFromPlayer(float64(v), toPlay), 'f', 3, 64))
		}
	}
	return sgf.Escape(b.String()), nil
}
