package neteval

import (
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
	seen            [rememberedBoards]laddered
	ladders         []tactics.Ladder
	chain           []baduk.Point
}

// NewFeatures is for boards of that graph and a net's inputs. It errs on boards
// and versions that it cannot do.
func NewFeatures(g *baduk.Graph, m *nn.Model) (*Features, error) {
	if err := readable(g); err != nil {
		return nil, err
	}
	if err := supported(m.Version); err != nil {
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
func (f *Features) Fill(g *baduk.Game, in *nn.Input) {
	area := f.graph.Len()
	in.Width, in.Height = f.width, f.height
	in.Spatial = resize(in.Spatial, f.planes*area)
	in.Global = resize(in.Global, f.globals)
	w := &writer{Features: f, game: g, area: area, spatial: in.Spatial, global: in.Global, me: g.ToPlay(), other: g.ToPlay().Opponent()}
	w.stones()
	w.bans()
	w.areas()
	turns, ends := w.shown()
	known := w.history(turns)
	if f.layout.ladder > 0 {
		w.laddersOf(known)
	}
	w.rules(ends)
}

func resize(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// writer fills one input.
type writer struct {
	*Features
	game            *baduk.Game
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
func (w *writer) bans() {
	g, phase := w.game, w.game.Phase()
	if phase == 0 {
		if ban := g.Position().KoBan; ban != baduk.NoPoint {
			w.set(w.layout.ko, ban)
		}
		if g.Rules().Ko == baduk.KoSimple {
			return
		}
	}
	g = playedOn(g)
	for i := range w.area {
		p := baduk.Point(i)
		if phase > 0 && g.Blocked(p) {
			w.set(w.layout.blocked, p)
		}
		if g.At(p) != baduk.Empty {
			continue
		}
		switch v := g.Legal(baduk.Move{Color: w.me, Point: p}); {
		case v == baduk.Superko, v == baduk.KoBanned && phase > 0:
			w.set(w.layout.ko, p)
		}
	}
}

// playedOn is the game, reopened if it is over: a net knows no end and is told
// what could be played on.
func playedOn(g *baduk.Game) *baduk.Game {
	if g.Over() {
		if on := g.Clone(); on.Reopen() {
			return on
		}
	}
	return g
}

// shown is how many of the last turns the net is to see, and whether it is told
// that a pass ends the phase.
func (w *writer) shown() (turns int, ends bool) {
	g, r := w.game, w.game.Rules()
	end := g.PassEnds(w.me)
	switch {
	case end.Game && !end.Repetition && r.FriendlyPass && r.Scoring != baduk.ScoringTerritory:
		return 0, false // a friendly pass ends nothing yet: the opponent may play on
	case g.Over() && w.layout.phases:
		return 1, !g.NoResult()
	case g.Over():
		return 0, false
	}
	return historyTurns, end.Phase
}

// history fills the planes of the last moves and returns how many there are:
// recent ones that took turns.
func (w *writer) history(most int) int {
	g := w.game
	if w.layout.phases {
		most = min(most, g.Recent())
	}
	most = min(most, g.Len())
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
