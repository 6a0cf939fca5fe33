package solve

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// situationOf finds a state among the stored positions. Black is the player whose stones are own. The ban is that of
// the stored image.
func (r *FixPoint) situationOf(s state) (situation uint32, ban points) {
	code := ^uint64(0)
	for i := range r.symmetry {
		code = min(code, r.code(s.colouring, i))
	}
	i, ok := slices.BinarySearch(r.positions, uint32(code))
	if !ok {
		panic(fmt.Sprintf("solve: %b and %b is not a position", s.own, s.opp))
	}
	situation = uint32(2 * i)
	if s.opponent {
		situation++
	}
	return situation, r.canonical(s.colouring, s.ban)
}

// value returns the value of a state as an index of scores, if an endless game counts as a win of the opponent of the
// player whose stones are own.
func (r *FixPoint) value(s state) int32 {
	i, ban := r.situationOf(s)
	switch {
	case s.passed:
		return r.passed[i]
	case ban == 0:
		return r.now[i]
	}
	return better(int(i), r.bestPlay(i, uint32(ban)), r.passed[i^1])
}

// swapped returns the state with the roles of the players exchanged.
func (s state) swapped() state {
	return state{colouring{s.opp, s.own}, s.ban, !s.opponent, s.passed}
}

// safe is a strategy that prevents every end with a smaller lead than want for the claimant. It forces an end with
// this lead where it can. Elsewhere the game may go on for ever.
func (r *FixPoint) safe(ctx context.Context, want float64) (strategy, error) {
	most, _ := slices.BinarySearch(r.scores, -want)
	forced, err := r.force(ctx, want)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, s state, _ int) (turn, int, error) {
		if t := forced.best(s); t != none {
			return t, 0, nil
		}
		t := none
		r.turns(s, func(at turn, next state) {
			if t == none && int(r.value(next.swapped())) <= most {
				t = at
			}
		})
		if t == none {
			return none, 0, fmt.Errorf("no turn keeps the claim")
		}
		return t, 0, nil
	}, nil
}

// turns calls try with every turn that does not end the game, the plays in the order of points and then the pass.
func (f *field) turns(s state, try func(t turn, next state)) {
	for rest := f.all &^ (s.own | s.opp); rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros64(rest)
		if next, ok := s.after(f, p); ok {
			try(turn(p), next)
		}
	}
	if !s.passed {
		try(pass, s.pass())
	}
}

// stages has, by state as in FixPoint.next, the number of turns in which the claimant can force the end of the game
// with the lead, or 0 if he cannot.
type stages struct {
	*FixPoint
	now    []uint16
	passed []uint16 // by situation, if the last turn was a pass
}

// force finds the states from which the claimant can force an end with a lead of at least want. The claimant is Black
// in the stored positions.
func (r *FixPoint) force(ctx context.Context, want float64) (*stages, error) {
	least, _ := slices.BinarySearch(r.scores, want)
	f := &stages{r, make([]uint16, len(r.now)), make([]uint16, len(r.passed))}
	for stage, changed := uint16(1), true; changed; stage++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		changed = false
		set := func(at *uint16, won bool) {
			if *at == 0 && won {
				*at, changed = stage, true
			}
		}
		for i := range uint32(len(r.plays)) {
			white, enough := i&1 != 0, int(r.leads[i/2]) >= least
			if f.now[i] != 0 && f.passed[i] != 0 {
				continue
			}
			play, other := f.play(i, 0, stage), f.passed[i^1] != 0 && f.passed[i^1] < stage
			if white {
				set(&f.passed[i], enough && play)
				set(&f.now[i], play && other)
			} else {
				set(&f.passed[i], enough || play)
				set(&f.now[i], play || other)
			}
		}
		for k, ko := range r.kos {
			i := ko.situation
			if at := &f.now[len(r.plays)+k]; *at == 0 {
				play, other := f.play(i, ko.ban, stage), f.passed[i^1] != 0 && f.passed[i^1] < stage
				set(at, i&1 == 0 && (play || other) || i&1 != 0 && play && other)
			}
		}
	}
	return f, nil
}

// play reports whether some play of the claimant, or every play of the opponent, leads to an earlier stage.
func (f *stages) play(situation, ban uint32, stage uint16) bool {
	plays, opponent := f.plays[situation], situation&1 != 0
	for _, s := range f.next[f.first[situation]:f.first[situation+1]] {
		p := plays & -plays
		plays &^= p
		if p&ban == 0 && (f.now[s] != 0 && f.now[s] < stage) != opponent {
			return !opponent
		}
	}
	return opponent
}

// at returns the stage of a state.
func (f *stages) at(s state) uint16 {
	i, ban := f.situationOf(s)
	if s.passed {
		return f.passed[i]
	}
	if ban == 0 {
		return f.now[i]
	}
	stage, plays := uint16(0), f.plays[i]
	if other := f.passed[i^1]; other != 0 || s.opponent {
		stage = other
		if other == 0 {
			return 0
		}
	}
	for _, next := range f.next[f.first[i]:f.first[i+1]] {
		p := plays & -plays
		plays &^= p
		at := f.now[next]
		switch {
		case p&uint32(ban) != 0:
		case s.opponent && at == 0:
			return 0
		case s.opponent:
			stage = max(stage, at)
		case at != 0 && (stage == 0 || at < stage):
			stage = at
		}
	}
	if stage == 0 {
		return 0
	}
	return stage + 1
}

// turn is the strategy that ends the game in the fewest turns.
func (f *stages) turn(_ context.Context, s state, _ int) (turn, int, error) {
	t := f.best(s)
	if t == none {
		return none, 0, fmt.Errorf("no turn reaches the claim")
	}
	return t, 0, nil
}

// best returns the turn with the lowest stage, or none if the claim cannot be forced.
func (f *stages) best(s state) turn {
	best, least := none, uint16(0)
	f.turns(s, func(t turn, next state) {
		if at := f.at(next); at != 0 && (least == 0 || at < least) {
			best, least = t, at
		}
	})
	return best
}
