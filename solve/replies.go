package solve

// fresh is the effort of an option of which nothing is known.
const fresh = -1

// replies are the turns of the player to move in a state.
type replies struct {
	open     []option // turns that are not decided
	opponent bool     // the opponent is to move
	over     bool     // the turns decide the state

	// proved and refuted are as in fact. They are about the state if over is set, otherwise about the decided turns
	// together.
	proved, refuted int
}

// replies lists the turns in a state. Of turns that lead to images of each other it lists one.
func (s *prover) replies(st *state, losses int, list []option) (r replies) {
	r = replies{opponent: st.opponent, refuted: always}
	list = s.expand(st, list)
	s.table.touch(list)
	kept := 0
	for i := range list {
		o := &list[i]
		if o.lost <= losses {
			var known bool
			if o.fact, known = s.table.find(o.key); !known {
				o.effort = fresh
			}
			if !o.decided(losses - o.lost) {
				list[kept] = *o
				kept++
				continue
			}
		}
		if r.count(o, losses); r.over {
			return r
		}
	}
	list = list[:kept]
	kept = 0
	for i := range list {
		o := &list[i]
		if o.effort == fresh {
			o.effort = 0
			if s.first(o); o.decided(losses - o.lost) {
				if r.count(o, losses); r.over {
					return r
				}
				continue
			}
		} else if o.effort == 0 && s.model != nil { // the model has learned since
			s.own, s.opp = s.groups(o.own, s.own[:0]), s.groups(o.opp, s.opp[:0])
			o.proof, o.refusal = s.estimate(&o.state)
		}
		list[kept] = *o
		kept++
	}
	r.open = list[:kept]
	r.close()
	return r
}

// count counts a turn that is decided.
func (r *replies) count(o *option, losses int) {
	proved, refuted := o.proved+o.lost, min(o.refuted+o.lost, always)
	switch won := proved <= losses; {
	case won && !r.opponent:
		r.over, r.proved, r.refuted = true, proved, -1
	case !won && r.opponent:
		r.over, r.proved, r.refuted = true, unproved, refuted
	case won:
		r.proved = max(r.proved, proved)
	default:
		r.refuted = min(r.refuted, refuted)
	}
}

// close decides the state if all turns were counted and none of them decided it.
func (r *replies) close() {
	if r.over || len(r.open) > 0 {
		return
	}
	if r.over = true; r.opponent {
		r.refuted = -1
	} else {
		r.proved = unproved
	}
}

// settle counts an open turn that is now decided.
func (r *replies) settle(at, losses int) {
	o := r.open[at]
	last := len(r.open) - 1
	r.open[at] = r.open[last]
	r.open = r.open[:last]
	r.count(&o, losses)
	r.close()
}

// work returns the work that a turn needs to decide the state for the player to move, and for the other player.
func (r *replies) work(o *option) (win, lose int) {
	if r.opponent {
		return o.refusal, o.proof
	}
	return o.proof, o.refusal
}

// sum computes the numbers of the state. It returns the work of the second best turn.
func (r *replies) sum(o *option) (second int) {
	least, second, all := unlimited, unlimited, 0
	for i := range r.open {
		win, lose := r.work(&r.open[i])
		all += lose
		if win < least {
			least, second = win, least
		} else if win < second {
			second = win
		}
	}
	least, all = rounded(least), rounded(all)
	if o.proof, o.refusal = least, all; r.opponent {
		o.proof, o.refusal = all, least
	}
	return second
}

// choose returns the index of the turn that needs the least work. Turns that other provers search count double.
func (s *prover) choose(r *replies) (at int) {
	least := unlimited
	for i := range r.open {
		win, _ := r.work(&r.open[i])
		if win <= least {
			if win *= 1 + int(s.busy[mix(r.open[i].key)>>48].Load()); win < least {
				at, least = i, win
			}
		}
	}
	return at
}

// share returns the limits for a turn, if the state has the given limits. The turn is searched until it needs a
// quarter more work than the second best one, and the work of two states with even odds in addition. So the search
// does not jump too often.
func (r *replies) share(o, x *option, limit numbers, second int) numbers {
	win, _ := r.work(x)
	more := second + second/4 + 2*unit
	if r.opponent {
		return numbers{limit.proof - o.proof + x.proof, max(min(limit.refusal, more), win+1)}
	}
	return numbers{max(min(limit.proof, more), win+1), limit.refusal - o.refusal + x.refusal}
}
