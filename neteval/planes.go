package neteval

import (
	"slices"

	"tengen/baduk"
	"tengen/nn"
	"tengen/tactics"
)

const historyTurns = 5

// Features converts games on one board to inputs of the generation that a net reads. Only one goroutine at a
// time may use it. It caches the ladders of the latest positions. It reuses its memory, and allocates only
// for a game that is over, which it copies.
type Features struct {
	graph           *baduk.Graph
	width, height   int
	planes, globals int
	layout          layout
	neighbours      *nn.Graph // for nets that read graphs; nil for others
	fixed           []float32 // planes of the graph that are the same in all positions
	unit            float64   // see [ScoreUnit]
	suicide         bool      // safe areas are computed as if suicide were legal
	reader          *tactics.Reader
	earlier         *baduk.Position
	cache           *ladderCache
	ladders         []tactics.Ladder
	finder          baduk.Areas
	visited         []bool        // points of the regions that were visited
	region          []baduk.Point // points of the region that is being visited
}

// NewFeatures returns Features for a board and the inputs of a net. It fails for boards and model versions
// that are not supported.
func NewFeatures(g *baduk.Graph, m *nn.Model) (*Features, error) {
	return newFeatures(g, m, new(ladderCache))
}

// newFeatures is NewFeatures with a cache that other Features for the same board may use too.
func newFeatures(g *baduk.Graph, m *nn.Model, cache *ladderCache) (*Features, error) {
	if err := Supports(m, g); err != nil {
		return nil, err
	}
	f := &Features{graph: g, layout: layouts[generation(m.Version)], suicide: m.PassAliveUnderSuicide,
		reader: tactics.NewReader(g), cache: cache, earlier: baduk.NewPosition(g), unit: ScoreUnit(g), planes: m.Inputs, globals: m.Globals}
	if m.Graph != nil {
		var err error
		f.width, f.height, f.fixed = g.Len(), 1, fixedPlanes(g)
		f.reader.Budget = graphLadderBudget
		f.neighbours, err = graphOf(g)
		return f, err
	}
	grid, _ := g.Rectangle()
	f.width, f.height = grid.Width, grid.Height
	f.planes, f.globals = nn.InputsOf(m.Version)
	return f, nil
}

// Supports fails if the net cannot read a board. Nets for graphs read all boards, or only one. Other nets read
// rectangles.
func Supports(m *nn.Model, g *baduk.Graph) error {
	if err := checkVersion(m.Version); err != nil {
		return err
	}
	if m.Graph != nil {
		return checkGraphBoard(m, g)
	}
	return checkBoard(g)
}

// Fill writes the input for the position of g to in, and reuses the memory of in. It does not write the
// metadata, which only human policy nets read.
//
// The input shows illegal moves of a record ([baduk.Game.Force]) like other moves.
func (f *Features) Fill(g *baduk.Game, in *nn.Input) { f.fillSince(g, 0, in) }

// fillSince does the same as Fill, but hides the turns before the turn since.
func (f *Features) fillSince(g *baduk.Game, since int, in *nn.Input) {
	area := f.graph.Len()
	in.Width, in.Height, in.Graph = f.width, f.height, f.neighbours
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
	if f.neighbours != nil {
		w.graphPlanes()
	}
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
	game, playable  *baduk.Game // playable is the same as game, or a reopened copy if the game is over
	since           int         // the first visible turn
	area            int
	spatial, global []float32
	me, other       baduk.Color
}

func (w *writer) set(plane int, p baduk.Point) { w.spatial[plane*w.area+int(p)] = 1 }

// mark sets a point to 1. It does so in this plane if c is the player to move, and in the next plane if c is
// the opponent.
func (w *writer) mark(plane int, p baduk.Point, c baduk.Color) {
	switch c {
	case w.me:
		w.set(plane, p)
	case w.other:
		w.set(plane+1, p)
	}
}

// stones fills the planes of the board, of stones and of liberties. On some boards chains live without liberties.
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
		if n := b.Liberties(p); w.layout.liberties > 0 && n >= 1 && n <= 3 {
			w.set(w.layout.liberties+n-1, p)
		}
	}
}

// koBans fills the planes of moves that ko rules forbid.
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

// cleanupBans fills two planes. One plane marks stones that may not be retaken yet. The other marks kos that
// the player has already taken from this same position; the rules forbid taking such a ko a second time.
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

// reopened returns g if it is not over. Otherwise it returns a copy that continues, without the resignation,
// because nets have no input for the end of a game.
func reopened(g *baduk.Game) *baduk.Game {
	if !g.Over() {
		return g
	}
	on := g.Clone()
	on.UndoTo(on.Len()) // removes a resignation
	on.Reopen()
	return on
}

// visibleTurns returns the number of the last turns that the net sees. The result named ends is true if the
// input says that a pass ends the phase.
func (w *writer) visibleTurns() (turns int, ends bool) {
	r, end := w.game.Rules(), w.playable.PassEnds(w.me)
	over := w.game.Over() && w.game.Resigned() == baduk.Empty
	switch {
	case !over && end.Game && w.since > 0 && w.since >= w.game.Len():
		return 0, false // the previous pass and its consequence are hidden
	case !over && end.Game && !end.Repetition && r.FriendlyPass && r.Scoring != baduk.ScoringTerritory:
		return 0, false // a friendly pass does not end the phase: the opponent may play on
	case !over:
		return historyTurns, end.Phase
	case w.layout.phases:
		return 1, end.Phase
	}
	return 0, false
}

// history fills the planes of the last moves and returns the number of these moves. It fills at most the
// number of moves that the parameter most gives. If one player made two turns in a row, the history begins
// with the second one.
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
