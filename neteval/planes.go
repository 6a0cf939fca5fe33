package neteval

import (
	"slices"

	"tengen/baduk"
	"tengen/nn"
	"tengen/tactics"
)

const historyTurns = 5

// Features turns games on boards of one graph into inputs, of the generation that
// a net reads. It belongs to one goroutine, remembers the ladders of the positions
// that it saw last, and allocates little but what the area of a position takes.
type Features struct {
	graph           *baduk.Graph
	width, height   int
	planes, globals int
	layout          layout
	suicide         bool // safe areas are those of boards with suicide, whatever the rules
	reader          *tactics.Reader
	earlier         *baduk.Position
	cache           [cacheSize]cachedLadders
	ladders         []tactics.Ladder
	finder          baduk.Areas
	visited         []bool        // by point: in a region that was looked at
	region          []baduk.Point // that is looked at
}

// NewFeatures is for boards of that graph and a net's inputs. It errs on boards
// and versions that it cannot do.
func NewFeatures(g *baduk.Graph, m *nn.Model) (*Features, error) {
	if err := checkBoard(g); err != nil {
		return nil, err
	}
	if err := checkVersion(m.Version); err != nil {
		return nil, err
	}
	geo, _ := g.Geometry()
	f := &Features{graph: g, width: geo.Width, height: geo.Height, layout: layouts[generation(m.Version)], suicide: m.PassAliveUnderSuicide,
		reader: tactics.NewReader(g), earlier: baduk.NewPosition(g)}
	f.planes, f.globals = nn.InputsOf(m.Version)
	return f, nil
}

// Fill writes the input for the position of g into in, whose memory it uses if
// there is enough. Only what a net with a metadata encoder wants besides is left to
// [Profile.AppendInputs].
//
// Moves of the record that the rules forbade ([baduk.Game.Force]) are shown like
// others.
func (f *Features) Fill(g *baduk.Game, in *nn.Input) { f.fillSince(g, 0, in) }

// FillSince is Fill, with nothing of the turns before since.
func (f *Features) fillSince(g *baduk.Game, since int, in *nn.Input) {
	area := f.graph.Len()
	in.Width, in.Height = f.width, f.height
	in.Spatial = resize(in.Spatial, f.planes*area)
	in.Global = resize(in.Global, f.globals)
	w := &writer{Features: f, game: g, playable: reopened(g), since: since, area: area, spatial: in.Spatial, global: in.Global, me: g.ToPlay(), other: g.ToPlay().Opponent()}
	w.stones()
	w.koBans()
	w.areas()
	turns, ends := w.visibleTurns()
	known := w.history(turns)
	if f.layout.ladder > 0 {
		w.fillLadders(known)
	}
	w.rules(ends)
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// writer fills one input.
type writer struct {
	*Features
	game, playable  *baduk.Game // as it is, and played on if it is over
	since           int         // the first turn that may be seen
	area            int
	spatial, global []float32
	me, other       baduk.Color
}

func (w *writer) set(plane int, p baduk.Point) { w.spatial[plane*w.area+int(p)] = 1 }

// mark sets a point in a plane of the player's, or in the next one, the
// opponent's.
func (w *writer) mark(plane int, p baduk.Point, c baduk.Color) {
	switch c {
	case w.me:
		w.set(plane, p)
	case w.other:
		w.set(plane+1, p)
	}
}

// stones fills the planes of the board, of stones and of liberties.
func (w *writer) stones() {
	const board, stones = 0, 1
	b := &w.game.Position().Board
	for i := range w.area {
		p := baduk.Point(i)
		w.set(board, p)
		if b.At(p) == baduk.Empty {
			continue
		}
		w.mark(stones, p, b.At(p))
		if n := b.Liberties(p); w.layout.liberties > 0 && n <= 3 {
			w.set(w.layout.liberties+n-1, p)
		}
	}
}

// bans fills the planes of what ko forbids.
func (w *writer) koBans() {
	g := w.game
	switch {
	case g.Phase() > 0:
		w.cleanupBans()
		return
	case g.Position().KoBan != baduk.NoPoint:
		w.set(w.layout.ko, g.Position().KoBan)
	}
	if !g.Rules().Ko.Superko() {
		return
	}
	for _, p := range g.Position().Empties() {
		if w.playable.Legal(baduk.Move{Color: w.me, Point: p}) == baduk.Superko {
			w.set(w.layout.ko, p)
		}
	}
}

// cleanupBans are the stones that may not be retaken yet, and the kos that the player
// has taken before from this very board, which the rules let nobody do twice, whether
// or not such a stone stands there now.
func (w *writer) cleanupBans() {
	g := w.game
	b := &g.Position().Board
	for i := range w.area {
		if p := baduk.Point(i); g.Blocked(p) {
			w.set(w.layout.blocked, p)
		}
	}
	now := g.StonesAfter(g.Len())
	for i := g.PhaseBegan(); i < g.Len(); i++ {
		m := g.Turn(i)
		if m.Color != w.me || m.IsPass() || g.StonesAfter(i + 1)[m.Point] != w.me || !slices.Equal(g.StonesAfter(i), now) {
			continue
		}
		if captured, _ := b.Effect(m); captured == 1 && b.Enclosed(m.Point, w.other) {
			w.set(w.layout.ko, m.Point)
		}
	}
}

// playedOn is the game, reopened if it is over and without a resignation: a net knows
// no end and is told what could be played on.
func reopened(g *baduk.Game) *baduk.Game {
	if !g.Over() {
		return g
	}
	on := g.Clone()
	on.UndoTo(on.Len()) // nobody resigns
	on.Reopen()
	return on
}

// shown is how many of the last turns the net is to see, and whether it is told
// that a pass ends the phase.
func (w *writer) visibleTurns() (turns int, ends bool) {
	r, end := w.game.Rules(), w.playable.PassEnds(w.me)
	over := w.game.Over() && w.game.Resigned() == baduk.Empty
	switch {
	case !over && end.Game && w.since > 0 && w.since >= w.game.Len():
		return 0, false // the pass before is hidden, and what it means
	case !over && end.Game && !end.Repetition && r.FriendlyPass && r.Scoring != baduk.ScoringTerritory:
		return 0, false // a friendly pass ends nothing yet: the opponent may play on
	case !over:
		return historyTurns, end.Phase
	case w.layout.phases:
		return 1, end.Phase
	}
	return 0, false
}

// history fills the planes of the last moves and returns how many there are:
// recent ones that took turns and may be seen.
func (w *writer) history(most int) int {
	g := w.game
	if w.layout.phases {
		most = min(most, g.Recent())
	}
	most = min(most, max(g.Len()-w.since, 0))
	c := w.other
	for i := range most {
		m := g.Turn(g.Len() - 1 - i)
		if m.Color != c {
			return i
		}
		if m.IsPass() {
			w.global[globalPass+i] = 1
		} else {
			w.set(w.layout.history+i, m.Point)
		}
		c = c.Opponent()
	}
	return most
}
