package neteval

import (
	"math"

	"tengen/baduk"
)

// rules fills the numbers that describe the rules and the phase of the game.
func (w *writer) rules(passEnds bool) {
	g, r, l := w.game, w.game.Rules(), &w.layout
	komi := w.komi() / w.unit
	w.global[globalKomi] = float32(komi / l.komiUnit)
	switch r.Ko {
	case baduk.KoSimple, baduk.KoBasic:
	case baduk.KoPositional, baduk.KoSpight:
		w.global[globalKo], w.global[globalKo+1] = 1, 0.5
	default: // natural ko rules forbid the same moves as situational superko
		w.global[globalKo], w.global[globalKo+1] = 1, -0.5
	}
	territory := r.Scoring == baduk.ScoringTerritory
	w.setIf(globalSuicide, r.Suicide != baduk.SuicideForbidden)
	w.setIf(globalTerritory, territory)
	if l.tax > 0 {
		w.setIf(l.tax, r.Tax != baduk.TaxNone)
		w.setIf(l.tax+1, r.Tax == baduk.TaxAll)
	}
	w.setIf(l.cleanup, g.Phase() > 0)
	w.setIf(l.cleanup+1, g.Phase() > 1)
	if l.passEnds > 0 {
		w.setIf(l.passEnds, passEnds)
	}
	if l.button > 0 {
		w.setIf(l.button, r.Button && g.Button() == baduk.Empty)
	}
	if l.parity > 0 && g.Graph().Life() == nil && (!territory || g.Phase() == 2) {
		w.global[l.parity] = parityWave(komi, w.area)
	}
}

// setIf sets a number to 1 if the parameter named so is true.
func (w *writer) setIf(global int, so bool) {
	if so {
		w.global[global] = 1
	}
}

// komi returns the compensation of the player to move, limited to the range of the input.
func (w *writer) komi() float64 {
	komi, most := w.game.Compensation(), (float64(w.area)+w.layout.komiOver)*w.unit
	if w.me == baduk.White {
		komi = -komi
	}
	return max(min(komi, most), -most)
}

// parityWave returns the value of a triangle wave at the komi. The wave has the period 2 and values from -0.5
// to 0.5. It is 0 at each komi that allows a draw. Half a point above such a komi it is largest, because the
// additional half point wins the drawn game. Half a point below it is smallest.
func parityWave(komi float64, area int) float32 {
	drawable := float64(area % 2) // this number plus any even number is a komi that allows a draw
	delta := komi - drawable - 2*math.Floor((komi-drawable)/2)
	switch {
	case delta < 0.5:
		return float32(delta)
	case delta < 1.5:
		return float32(1 - delta)
	}
	return float32(delta - 2)
}
