package review

import "tengen/baduk"

// Player has the statistics of a player's moves. The embedded tally is for the whole game. If Moves is 0,
// the means are not valid.
type Player struct {
	Name, Rank string
	tally
	Phases [3]tally // a tally for each Phase
}

// tally has the statistics of a set of moves.
type tally struct {
	Moves      int
	Accuracy   float64 // mean accuracy, 0 to 1
	Loss       float64 // mean loss, in points per move
	Strong     float64 // share of moves that are good or better, 0 to 1
	Best       float64 // share of moves that are the search's first choice, 0 to 1
	Categories [7]int  // number of moves by Category
}

// player returns the statistics of a player's moves.
func (r *Review) player(c baduk.Color) Player {
	p := Player{Name: r.Info.Black, Rank: r.Info.BlackRank}
	if c == baduk.White {
		p.Name, p.Rank = r.Info.White, r.Info.WhiteRank
	}
	for i := range r.Moves {
		if m := &r.Moves[i]; m.Move.Color == c && m.Known {
			p.add(m)
			p.Phases[m.Phase].add(m)
		}
	}
	p.average()
	for i := range p.Phases {
		p.Phases[i].average()
	}
	return p
}

func (t *tally) add(m *Move) {
	t.Moves++
	t.Accuracy += m.Accuracy
	t.Loss += m.Loss
	t.Categories[m.Category]++
	if m.Category.Strong() {
		t.Strong++
	}
	if m.Rank == 1 {
		t.Best++
	}
}

// average turns the sums into means.
func (t *tally) average() {
	if n := float64(t.Moves); n > 0 {
		t.Accuracy, t.Loss, t.Strong, t.Best = t.Accuracy/n, t.Loss/n, t.Strong/n, t.Best/n
	}
}
