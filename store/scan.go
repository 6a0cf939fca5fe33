package store

import (
	"cmp"
	"slices"

	"tengen/baduk"
)

// Continuation counts the hits that continue with a move at one point of the pattern.
type Continuation struct {
	// Point is an index of Pattern.Points. Color is the player of the move, in the
	// pattern's colours.
	Point int
	Color baduk.Color
	// Count is the number of hits. Later is the number of these hits in which moves
	// elsewhere came first.
	Count, Later int
	// Wins and Losses are those of the player of the move.
	Wins, Losses int
	// First and Last are the dates of the oldest and the newest game; 0 if no game has a date.
	First, Last Date
}

// Totals counts the hits of a pattern in all games found, not only in the games of a page.
// All counts except Games are numbers of hits: a game with two hits counts twice.
type Totals struct {
	Games, Hits int
	// BlackWins and WhiteWins count wins of Black and of White, in the pattern's colours.
	BlackWins, WhiteWins int
	// Tenuki counts hits after which the next turn was not on the pattern. Ended counts
	// hits at the last position of a game.
	Tenuki, Ended int
	// Continuations lists the most frequent continuations first. Equally frequent ones are
	// in the order of point and colour.
	Continuations []Continuation
}

// tally accumulates the totals.
type tally struct {
	Totals
	plays [][3]Continuation // continuations by point and colour of the move
}

func newTally(points int) *tally { return &tally{plays: make([][3]Continuation, points)} }

// hit counts one hit.
func (t *tally) hit(e entry, p Play, same []int, swapped bool) {
	winner := e.winner()
	if swapped {
		winner = winner.Opponent()
	}
	t.Hits++
	switch winner {
	case baduk.Black:
		t.BlackWins++
	case baduk.White:
		t.WhiteWins++
	}
	if p.Ended {
		t.Ended++
	} else if !p.Direct {
		t.Tenuki++
	}
	if p.Color == baduk.Empty {
		return
	}
	date := e.date()
	one := Continuation{Count: 1, First: date, Last: date}
	if !p.Direct {
		one.Later = 1
	}
	switch winner {
	case baduk.Empty:
	case p.Color:
		one.Wins = 1
	default:
		one.Losses = 1
	}
	t.plays[same[p.Point]][p.Color].add(one)
}

func (c *Continuation) add(o Continuation) {
	c.Count += o.Count
	c.Later += o.Later
	c.Wins += o.Wins
	c.Losses += o.Losses
	if c.First == 0 || o.First != 0 && o.First < c.First {
		c.First = o.First
	}
	c.Last = max(c.Last, o.Last)
}

// add adds the tally of another goroutine.
func (t *tally) add(o *tally) {
	t.Games += o.Games
	t.Hits += o.Hits
	t.BlackWins += o.BlackWins
	t.WhiteWins += o.WhiteWins
	t.Tenuki += o.Tenuki
	t.Ended += o.Ended
	for i := range o.plays {
		for c := range o.plays[i] {
			t.plays[i][c].add(o.plays[i][c])
		}
	}
}

// totals returns the totals with sorted continuations.
func (t *tally) totals() Totals {
	for point := range t.plays {
		for _, color := range [2]baduk.Color{baduk.Black, baduk.White} {
			if c := t.plays[point][color]; c.Count > 0 {
				c.Point, c.Color = point, color
				t.Continuations = append(t.Continuations, c)
			}
		}
	}
	// The continuations are already in the order of point and colour.
	slices.SortStableFunc(t.Continuations, func(a, b Continuation) int { return cmp.Compare(b.Count, a.Count) })
	return t.Totals
}

// matched is a game that shows the pattern.
type matched struct {
	id      int64
	date    Date
	first   int32 // turn of the earliest hit
	rank    uint8
	segment int32 // index among the scanned segments
	entry   int32 // index in the segment
}

// scanner searches segments for the pattern. Each goroutine has its own scanner.
type scanner struct {
	*searchPlan
	tally *tally
	found []matched
	sets  sets
}

// searchPlan is the part of a search that all scanners share.
type searchPlan struct {
	families  []family
	same      []int
	selection selection
}

// scan counts the hits in a segment.
func (s *scanner) scan(number int, g *segment) {
	index := int32(-1)
	for e := range entries(g.data) {
		index++
		id := e.id()
		if !s.selection.has(id) {
			continue
		}
		first := afterAll
		s.each(e, g.points, &s.sets, func(f *family, t *template, turn int) {
			first = min(first, turn)
			s.tally.hit(e, t.next(e, g.points, turn, f.swapped), s.same, f.swapped)
		})
		if first < afterAll {
			s.tally.Games++
			s.found = append(s.found, matched{id: id, date: e.date(), first: int32(first), rank: s.selection.rank(id), segment: int32(number), entry: index})
		}
	}
}

// each calls yield for every hit in a game, in the order of variants and placements.
func (h *searchPlan) each(e entry, n int, sets *sets, yield func(*family, *template, int)) {
	sets.of(e, n)
	for i := range h.families {
		f := &h.families[i]
		if f.sieve != nil {
			f.sieve.each(sets, func(place int) {
				t := &f.templates[place]
				if turn, ok := t.match(e, n); ok {
					yield(f, t, turn)
				}
			})
			continue
		}
		for j := range f.templates {
			t := &f.templates[j]
			if turn, ok := t.match(e, n); ok {
				yield(f, t, turn)
			}
		}
	}
}

// compare orders two games of an answer.
func (s Sort) compare(a, b matched) int {
	newest := cmp.Or(cmp.Compare(b.date, a.date), cmp.Compare(b.id, a.id))
	switch s {
	case Oldest:
		undated := func(d Date) Date { return d - 1 } // 0 wraps around to the largest value
		return cmp.Or(cmp.Compare(undated(a.date), undated(b.date)), cmp.Compare(a.id, b.id))
	case Added:
		return cmp.Compare(a.id, b.id)
	case Relevant:
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.first, b.first), newest)
	}
	return newest
}

// best returns the first k games in order. If k is small, it sorts few games, because it
// drops every game that comes after the k-th best game so far.
func best(games []matched, k int, compare func(a, b matched) int) []matched {
	if k == 0 {
		return nil
	}
	var kept []matched
	sorted := false // the first k elements of kept are sorted
	for _, g := range games {
		if sorted && compare(g, kept[k-1]) > 0 {
			continue
		}
		if kept = append(kept, g); len(kept) == 2*k+100 {
			slices.SortFunc(kept, compare)
			kept, sorted = kept[:k], true
		}
	}
	slices.SortFunc(kept, compare)
	return kept[:min(k, len(kept))]
}
