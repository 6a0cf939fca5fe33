package neteval

import (
	"math"
	"slices"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// setNumbers writes the numbers of an input.
func (l *literal) setNumbers(in *input, generation int, ends bool) {
	over := 1.0
	if generation == 7 {
		over = 20
	}
	komi, most := l.selfKomi(), float64(len(l.Graph))+over
	komi = math.Max(-most, math.Min(most, komi))
	in.numbers[5] = komi / 20
	if generation <= 5 {
		in.numbers[5] = komi / 15
	}
	yes := func(i int, so bool) {
		if so {
			in.numbers[i] = 1
		}
	}
	yes(6, l.Rules.Ko != refgo.Simple)
	switch l.Rules.Ko {
	case refgo.Positional, refgo.Spight:
		in.numbers[7] = 0.5
	case refgo.Situational:
		in.numbers[7] = -0.5
	}
	yes(8, l.Rules.Suicide != refgo.Forbidden)
	yes(9, l.Rules.Scoring == refgo.TerritoryScoring)
	yes(10, l.Rules.Tax != refgo.TaxNone)
	yes(11, l.Rules.Tax == refgo.TaxAll)
	yes(12, l.phase > 0)
	yes(13, l.phase > 1)
	yes(14, ends)
	yes(17, l.Rules.Button && l.ButtonTaken() == refgo.Empty)
	if l.Rules.Scoring == refgo.AreaScoring || l.phase == 2 {
		// A wave of period 2 that rises through 0 at the komis that allow a draw. These are even or odd
		// like the area.
		at := math.Mod(komi-float64(len(l.Graph)), 2)
		in.numbers[18] = []float64{0, 0.5, 0, -0.5}[int(at*2+4)%4]
	}
}

// selfKomi returns the compensation of the player to move.
func (l *literal) selfKomi() float64 {
	black := -l.komi
	handicap, white := 0, false
	for i, t := range l.Turns {
		placed := !slices.Equal(l.boards[i], l.boards[i+1])
		if t.Point == refgo.Pass {
			continue
		}
		white = white || t.Color == refgo.White
		if !white {
			handicap++
		}
		// A move before the second clean-up costs a point, but lifting the block of a ko does not.
		// Lifting leaves the board unchanged; no other move does.
		if l.Rules.Scoring == refgo.TerritoryScoring && placed && l.phases[i] < 2 {
			black -= float64(t.Color)
		}
	}
	switch {
	case handicap < 2:
	case l.bonus == baduk.BonusEachGets:
		black -= float64(handicap)
	case l.bonus == baduk.BonusLessOne:
		black -= float64(handicap - 1)
	}
	if l.Rules.Button {
		black += float64(l.ButtonTaken()) / 2
	}
	return black * float64(l.me)
}

// reduced moves planes and numbers to their places in an older generation.
func (in *input) reduced(generation int) *input {
	planes := map[int]int{}
	for p := range 22 {
		planes[p] = p
	}
	numbers := map[int]int{12: 10, 13: 11, 14: 12, 18: 13}
	switch generation {
	case 5:
		planes = map[int]int{0: 0, 1: 1, 2: 2, 6: 3, 7: 4, 9: 6, 10: 7, 11: 8, 12: 9, 13: 10, 20: 11, 21: 12}
		numbers = map[int]int{12: 10, 13: 11}
	case 6:
		numbers = map[int]int{10: 10, 11: 11, 12: 12, 13: 13, 14: 14, 18: 15}
	case 7:
		numbers = map[int]int{10: 10, 11: 11, 12: 12, 13: 13, 14: 14, 17: 17, 18: 18}
	}
	for i := range 10 {
		numbers[i] = i
	}
	out := &input{map[int]map[int]bool{}, map[int]float64{}}
	for from, to := range planes {
		out.planes[to] = in.planes[from]
	}
	for from, to := range numbers {
		out.numbers[to] = in.numbers[from]
	}
	return out
}
