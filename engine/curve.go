package engine

import "math"

// The scale of ranks is the rating curve of the European Go Federation (EGF) of 2021. A rank is 100 points: 20 kyu has
// a rating of 100, 1 dan 2100, and 9 dan 2900. A player with the rating a scores 1/(1+exp(beta(b)-beta(a))) against a
// player with the rating b, where beta(r) = -7 ln(3300-r). The distance in Elo between two ranks therefore grows with
// the rank: from 44 Elo between 16 and 15 kyu to 143 Elo between 4 and 5 dan.
//
// The EGF has ratings down to -900, which is 30 kyu. The curve is used there unchanged: 30 and 29 kyu are 29 Elo apart.
//
// This is the scale on 19x19. On smaller boards a game has fewer moves, so chance decides more of it, and the distances
// are shorter: see curveShare.

// The numbers of the EGF's curve.
const (
	egfFactor = 7    // factor of beta
	egfTop    = 3300 // rating at which beta is infinite
	egfDan1   = 2100 // rating of 1 dan
	egfRank   = 100  // rating points of a rank
)

// gnuGo is the rank of GNU Go 3.8 at level 10 on each of [ScaleSizes]. It is 5 kyu on 19x19, as on the server KGS
// (Silver et al. 2016). The ranks of KGS and of the EGF differ by up to two ranks, and so may this one. On 9x9 all
// programs are stronger compared with human players.
func gnuGo() [3]float64 { return [3]float64{float64(Dan1) - 3, float64(Dan1) - 5, float64(Dan1) - 5} }

// curveShare is the distance between two ranks on each of [ScaleSizes], as a share of the distance on the EGF's curve.
// On 9x9 it was measured in games of people on the server OGS (docs/strength.md). On 13x13 it is between the others.
func curveShare() [3]float64 { return [3]float64{0.6, 0.8, 1} }

// curve returns the strength of a rank on 19x19 in Elo. Only differences have a meaning.
func curve(rank float64) float64 {
	rating := egfDan1 + egfRank*(rank-float64(Dan1))
	return -egfFactor * math.Log(egfTop-rating) * 400 / math.Ln10
}

// Elo returns the strength of a rank on a board of this side. GNU Go 3.8 at level 10 has the strength 0.
func (r Rank) Elo(side float64) float64 {
	return (curve(float64(r)) - curve(bySide(gnuGo(), side))) * bySide(curveShare(), side)
}
