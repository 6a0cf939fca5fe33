package baduk

import "math"

// SearchKey identifies the future of the game. If two games on the same graph and under
// the same rules have the same key, they have the same legal moves, ends and scores.
// Under a superko rule the future depends on all positions that occurred, so they are
// part of the key. The key also contains everything else that can matter for the future:
// kos taken in the clean-up, passes that end a phase if they are repeated, and handicap
// stones. It leaves out only one thing: how often each position has occurred since the
// last pass. Under simple ko and in the clean-up, this number decides how many more
// rounds of a cycle make the game void.
func (g *Game) SearchKey() uint64 {
	k := g.pos.hash ^ g.Graph().fingerprint
	k = Mix(k + uint64(g.pos.ToPlay))
	k = Mix(k + uint64(uint16(g.pos.KoBan)) + uint64(g.ending)<<16 + uint64(g.phase)<<24 + uint64(g.button)<<32 + uint64(g.ended)<<40 + uint64(g.resigned)<<48)
	if g.agreed {
		k = Mix(k + 1)
	}
	for _, points := range g.setup.Scores {
		k = Mix(k + math.Float64bits(points))
	}
	r := g.rules
	k = Mix(k + uint64(r.Ko) + uint64(r.Suicide)<<8 + uint64(r.Ties)<<16 + uint64(uint16(r.Komi))<<24)
	if r.HandicapBonus != BonusNone {
		stones, complete := g.handicap()
		k = Mix(k + uint64(r.HandicapBonus) + uint64(stones)<<8)
		if complete {
			k = Mix(k + 1)
		}
	}
	k = Mix(k + uint64(r.Scoring) + uint64(r.Tax)<<8 + uint64(r.Dead)<<16 + uint64(r.End)<<24)
	switch r.Scoring {
	case ScoringTerritory:
		k = Mix(k + uint64(uint32(g.charged[Black]-g.charged[White])))
	case ScoringAreaPrisoners:
		k = Mix(k + uint64(uint32(g.pos.Prisoners[Black]-g.pos.Prisoners[White])))
	}
	if r.PassStones {
		k = Mix(k + uint64(uint32(g.passStones(Black)-g.passStones(White))))
	}
	if g.phase > 0 {
		for i, w := range g.blocked {
			k = Mix(k + w + uint64(i)<<1)
		}
		k = Mix(k + g.hashes[g.began] + g.kos)
	}
	k = Mix(k + g.passed)
	if g.mayDieRetaking() {
		k = Mix(k ^ g.hashes[len(g.turns)-1])
	}
	if r.Ko.Superko() && g.phase == 0 {
		k = Mix(k ^ g.past)
		if r.Ko == KoNatural || r.Ko == KoNaturalBasic {
			k = Mix(k + uint64(g.setup.ToPlay))
		}
	}
	return k
}
