package neteval

import (
	"maps"
	"slices"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// literal makes the inputs of a position a second time, only from their definitions and from the literal
// rules. Every plane is a set of points, and every fact is found by trying moves.
type literal struct {
	refgo.Game
	komi                  float64
	bonus                 baduk.HandicapBonus
	friendly, safeSuicide bool // friendly passes are in the rules; areas allow suicide

	boards    []refgo.Board
	board     refgo.Board // the current board
	me        refgo.Color
	phases    []int // by turn: the phase after the turn
	phase     int
	began     int // number of turns before the current phase
	over      bool
	noResult  bool
	endsPhase bool // a pass would end the phase
	endsGame  bool

	// Results that take long are computed once.
	held    map[int]refgo.Color // pass-alive stones and their territory
	cleaned refgo.Board         // without the stones in the opponent's territory
	life    map[int]refgo.Color // independent life on cleaned
	ladders map[int][2]map[int]bool
}

// slow converts a colour.
func slow(c baduk.Color) refgo.Color { return refgo.Color(c.Number()) }

// literalOf plays the game turn by turn under the literal rules.
func literalOf(g *baduk.Game, safeSuicide bool) *literal {
	geo, _ := g.Graph().Geometry()
	r := g.Rules()
	rules := refgo.Rules{
		Ko: map[baduk.KoRule]refgo.Ko{baduk.KoSimple: refgo.Simple, baduk.KoPositional: refgo.Positional,
			baduk.KoSituational: refgo.Situational, baduk.KoSpight: refgo.Spight}[r.Ko],
		Tax:       map[baduk.TaxRule]refgo.Tax{baduk.TaxNone: refgo.TaxNone, baduk.TaxSeki: refgo.TaxSeki, baduk.TaxAll: refgo.TaxAll}[r.Tax],
		Button:    r.Button,
		PassAlive: refgo.PassAliveCounts,
	}
	if r.Suicide == baduk.SuicideMulti {
		rules.Suicide = refgo.Multi
	}
	if r.Scoring == baduk.ScoringTerritory {
		rules.Scoring = refgo.TerritoryScoring
	}
	l := &literal{Game: *refgo.NewGame(refgo.Grid(geo.Width, geo.Height), rules), komi: r.Komi.Points(), bonus: r.HandicapBonus,
		friendly: r.FriendlyPass, safeSuicide: safeSuicide}
	for _, m := range g.Moves() {
		p := int(m.Point)
		if m.IsPass() {
			p = refgo.Pass
		}
		l.Turns = append(l.Turns, refgo.Turn{Color: slow(m.Color), Point: p})
	}
	l.boards = l.Boards()
	l.board, l.me = l.boards[len(l.Turns)], l.ToPlay()
	l.over = l.Over()
	l.noResult = l.over && l.NoResult()
	for n := range l.boards {
		if n == 0 || l.Turns[n-1].Point != refgo.Pass || l.Rules.Scoring == refgo.AreaScoring {
			l.phases = append(l.phases, l.phase) // only passes end a phase
			continue
		}
		before := l.Game
		before.Turns = l.Turns[:n]
		if p := before.Phase(); p != l.phase {
			l.phase, l.began = p, n
		}
		l.phases = append(l.phases, l.phase)
	}
	next := l.Game
	next.Turns = append(slices.Clone(l.Turns), refgo.Turn{Color: l.me, Point: refgo.Pass})
	l.endsGame = next.Over()
	l.endsPhase = l.endsGame || next.Phase() != l.phase
	l.holdings()
	l.ladders = map[int][2]map[int]bool{}
	return l
}

// input is a position as sets of points, by plane, and numbers.
type input struct {
	planes  map[int]map[int]bool
	numbers map[int]float64
}

func (in *input) add(plane, p int) {
	if in.planes[plane] == nil {
		in.planes[plane] = map[int]bool{}
	}
	in.planes[plane][p] = true
}

// add2 adds a point to the player's plane or to the next plane, which is the opponent's.
func (l *literal) add2(in *input, plane, p int, c refgo.Color) {
	switch c {
	case l.me:
		in.add(plane, p)
	case -l.me:
		in.add(plane+1, p)
	}
}

// input makes the input of generation 7, with all planes; [input.reduced] makes the older generations
// from it.
func (l *literal) input(generation int) *input {
	in := &input{map[int]map[int]bool{}, map[int]float64{}}
	for p := range l.Graph {
		in.add(0, p)
		l.add2(in, 1, p, l.board[p])
		if l.board[p] != refgo.Empty {
			if n := len(l.Liberties(p)); n <= 3 {
				in.add(2+n, p)
			}
		}
		if l.forbidden(p) {
			in.add(6, p)
		}
		l.add2(in, 18, p, l.owner(p, generation))
		if l.phase == 2 {
			l.add2(in, 20, p, l.boards[l.began][p])
		}
	}
	if l.phase > 0 {
		for _, p := range l.Blocked() {
			in.add(7, p)
		}
	}
	known, ends := l.history(in, generation)
	caught, moves := l.caught(len(l.Turns))
	for back := range 3 {
		if back > 0 && back <= known {
			caught, _ = l.caught(len(l.Turns) - back)
		}
		for p := range caught {
			in.add(14+back, p)
		}
	}
	for p := range moves {
		in.add(17, p)
	}
	l.setNumbers(in, generation, ends)
	return in
}

// Liberties returns the liberties of the chain on p.
func (l *literal) Liberties(p int) map[int]bool { return l.Graph.Liberties(l.board, p) }

// forbidden reports whether ko or superko forbids the player to move at p. In the clean-up it reports
// whether that ko can no longer be taken.
func (l *literal) forbidden(p int) bool {
	n := len(l.Turns)
	if l.board[p] != refgo.Empty {
		return false
	}
	if l.phase > 0 {
		for i := l.began; i < n; i++ {
			if l.Turns[i] == (refgo.Turn{Color: l.me, Point: p}) && slices.Equal(l.boards[i], l.board) && l.ban(i+1) >= 0 {
				return true
			}
		}
		return false
	}
	if l.ban(n) == p {
		return true
	}
	after, _, suicided := l.Graph.Place(l.board, p, l.me)
	if l.Rules.Ko == refgo.Simple || slices.Equal(suicided, []int{p}) || len(suicided) > 0 && l.Rules.Suicide == refgo.Forbidden {
		return false
	}
	for i := l.remembered(); i <= n; i++ {
		toPlay := l.First
		if i > 0 {
			toPlay = -l.Turns[i-1].Color
		}
		if slices.Equal(l.boards[i], after) && (l.Rules.Ko != refgo.Situational || toPlay == -l.me) {
			return true
		}
	}
	return false
}

// remembered returns the first turn that a repetition can refer to. Positions before the button was taken do
// not count, nor, under Spight's rule, positions before a pass.
func (l *literal) remembered() int {
	first := 0
	for i, t := range l.Turns {
		if t.Point == refgo.Pass && (l.Rules.Ko == refgo.Spight || l.Rules.Button && first == 0) {
			first = i + 1
		}
	}
	return first
}

// ban returns the point where turn n has just taken a ko with a single stone, whatever the rules say about
// retaking. It returns -1 if turn n took no ko.
func (l *literal) ban(n int) int {
	if n == 0 || l.Turns[n-1].Point == refgo.Pass || slices.Equal(l.boards[n], l.boards[n-1]) {
		return -1
	}
	t := l.Turns[n-1]
	return l.koOf(l.boards[n-1], l.boards[n], t.Point, t.Color)
}

// koOf returns the point of the ko that a stone on p takes, between two boards.
func (l *literal) koOf(before, after refgo.Board, p int, c refgo.Color) int {
	taken := -1
	for q := range before {
		if before[q] == -c && after[q] == refgo.Empty {
			if taken >= 0 {
				return -1
			}
			taken = q
		}
	}
	if taken < 0 || len(l.Graph.Block(after, p)) != 1 || len(l.Graph.Liberties(after, p)) != 1 {
		return -1
	}
	return taken
}

// history adds the last moves. It returns how many it added, and whether a pass ends the phase.
func (l *literal) history(in *input, generation int) (known int, ends bool) {
	n := len(l.Turns)
	most := 5
	if generation >= 6 {
		most = min(most, n-l.began)
	}
	switch {
	case l.over && generation >= 6:
		most, ends = min(most, 1), l.passedHere() || !l.noResult && (l.Rules.Ko != refgo.Spight || l.phase > 0)
	case l.over:
		most = 0
	case l.friendly && l.Rules.Scoring == refgo.AreaScoring && l.endsGame && !l.passedHere():
		most = 0
	default:
		ends = l.endsPhase
	}
	for i := range most {
		if n-1-i < 0 {
			return i, ends
		}
		if p := l.Turns[n-1-i].Point; p == refgo.Pass {
			in.numbers[i] = 1
		} else {
			in.add(9+i, p)
		}
	}
	return most, ends
}

// passedHere reports whether the player has passed in this position before. A second such pass ends the
// game, whatever came between.
func (l *literal) passedHere() bool {
	if l.phase == 0 && l.Rules.Ko != refgo.Simple && l.Rules.Ko != refgo.Spight {
		return false
	}
	for i, t := range l.Turns {
		before := l.Game
		before.Turns = l.Turns[:i]
		if i < l.began || t.Point != refgo.Pass || l.phase > 0 && !slices.Equal(before.Blocked(), l.Blocked()) {
			continue
		}
		button := l.Rules.Button && !slices.ContainsFunc(l.Turns[:i], func(t refgo.Turn) bool { return t.Point == refgo.Pass })
		if t == (refgo.Turn{Color: l.me, Point: refgo.Pass}) && slices.Equal(l.boards[i], l.board) && !button {
			return true
		}
	}
	return false
}

// holdings finds pass-alive stones and independent life.
func (l *literal) holdings() {
	suicide := l.Rules.Suicide
	if l.safeSuicide {
		suicide = refgo.Multi
	}
	l.held, l.life, l.cleaned = map[int]refgo.Color{}, map[int]refgo.Color{}, slices.Clone(l.board)
	colours := []refgo.Color{refgo.Black, refgo.White}
	for _, c := range colours {
		for _, set := range slices.Concat(l.Graph.PassAliveGroups(l.board, c, suicide), l.Graph.PassAliveTerritory(l.board, c, suicide)) {
			for p := range set {
				l.held[p] = c
			}
		}
	}
	for p, c := range l.held {
		if l.board[p] == -c {
			l.cleaned[p] = refgo.Empty
		}
	}
	for _, c := range colours {
		for _, region := range l.Graph.IndependentLife(l.cleaned, c) {
			for p := range region {
				l.life[p] = c
			}
		}
	}
}

// owner returns the colour of p in the planes of area.
func (l *literal) owner(p, generation int) refgo.Color {
	territory := l.Rules.Scoring == refgo.TerritoryScoring
	if generation == 4 || generation == 3 && territory {
		return l.safe(p)
	}
	stone, area := l.board[p], l.cleaned[p]
	for _, c := range []refgo.Color{refgo.Black, refgo.White} {
		if l.cleaned[p] == refgo.Empty && l.Graph.Reaches(l.cleaned, p, c) && !l.Graph.Reaches(l.cleaned, p, -c) {
			area = c
		}
	}
	switch {
	case generation == 3 || !territory && l.Rules.Tax == refgo.TaxNone:
		return area
	case territory && l.phase < 2:
		return refgo.Empty
	case l.life[p] != refgo.Empty:
		return l.life[p]
	case !territory && stone == l.cleaned[p]:
		return stone
	case territory && l.Rules.Tax == refgo.TaxNone && area != stone && area != refgo.Empty:
		return area
	case territory && l.boards[l.began][p] == stone:
		return stone
	}
	return refgo.Empty
}

// safe returns the colour that holds p: by pass-alive stones, or as an empty region between pass-alive
// stones of one player.
func (l *literal) safe(p int) refgo.Color {
	if l.held[p] != refgo.Empty || l.board[p] != refgo.Empty {
		return l.held[p]
	}
	around := map[refgo.Color]bool{}
	for _, region := range l.Graph.Regions(func(q int) bool { return l.board[q] == refgo.Empty }) {
		for q := range region {
			for _, s := range l.Graph[q] {
				if region[p] && !region[s] {
					if l.held[s] != l.board[s] {
						return refgo.Empty
					}
					around[l.board[s]] = true
				}
			}
		}
	}
	if len(around) != 1 {
		return refgo.Empty
	}
	return slices.Collect(maps.Keys(around))[0]
}
