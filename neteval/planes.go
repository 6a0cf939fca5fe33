package neteval

import (
	"math"

	"tengen/baduk"
	"tengen/nn"
	"tengen/tactics"
)

// The planes of inputs of version 7 (KataGo, docs and nninputs), seen by the
// player to move.
const (
	planeBoard      = iota // 1 on the board
	planeOwn               // stones of the player
	planeOther             // and of the opponent
	planeOneLiberty        // of chains with one liberty, two, three
	planeTwoLiberties
	planeThreeLiberties
	planeKo               // where ko or superko forbids a move; in the clean-up, where a ko was taken for good
	planeBlocked          // stones that may not be retaken yet in the clean-up
	_                     // never set
	planeHistory          // the last five moves, the latest first
	planeLadder      = 14 // stones that a ladder captures
	planeLadder1     = 15 // the same one turn ago
	planeLadder2     = 16 // and two
	planeLadderMoves = 17 // where the player captures by a ladder
	planeArea        = 18 // area, where the rules or the phase let it count: the player's
	planeOtherArea   = 19
	planeStart       = 20 // stones that stood where the second clean-up began: the player's
	planeOtherStart  = 21
)

// The numbers without a place, of version 7. The first five say that one of the
// last five moves was a pass.
const (
	globalKomi       = 5 // in units of 20 points, for the player
	globalKo         = 6 // two numbers
	globalSuicide    = 8
	globalTerritory  = 9
	globalTax        = 10 // two numbers
	globalCleanup    = 12 // two numbers
	globalPassEnds   = 14
	globalAdvantage  = 15 // two numbers, of KataGo's playout doubling: not used here
	globalButton     = 17
	globalKomiParity = 18
)

const historyTurns = 5

// komiRadius is how much more than the board's area a komi may be.
const komiRadius = 20

// Features turns games on boards of one graph into inputs. It belongs to one
// goroutine and allocates nothing once it is warm, but for what the area of a
// position takes.
type Features struct {
	graph         *baduk.Graph
	width, height int
	suicide       bool // safe areas are those of boards with suicide, whatever the rules
	reader        *tactics.Reader
	earlier       *baduk.Position
	ladders       []tactics.Ladder
	chain         []baduk.Point
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
	return &Features{graph: g, width: geo.Width, height: geo.Height, suicide: m.PassAliveUnderSuicide,
		reader: tactics.NewReader(g), earlier: baduk.NewPosition(g)}, nil
}

// Fill writes the input for the position of g into in, whose memory it uses if
// there is enough.
func (f *Features) Fill(g *baduk.Game, in *nn.Input) {
	area := f.graph.Len()
	in.Width, in.Height = f.width, f.height
	in.Spatial = resize(in.Spatial, 22*area)
	in.Global = resize(in.Global, 19)
	w := &writer{f: f, game: g, area: area, spatial: in.Spatial, global: in.Global, me: g.ToPlay(), other: g.ToPlay().Opponent()}
	w.stones()
	w.bans()
	end := g.PassEnds(w.me)
	w.territory()
	turns := historyTurns
	switch {
	case end.Game && !end.Repetition && g.Rules().FriendlyPass && g.Rules().Scoring != baduk.ScoringTerritory:
		// A friendly pass ends nothing yet: the opponent may play on.
		turns, end.Phase = 0, false
	case g.Over():
		turns, end.Phase = 1, !g.NoResult()
	}
	known := w.history(turns)
	w.laddersOf(known)
	w.rules(end.Phase)
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
	f               *Features
	game            *baduk.Game
	area            int
	spatial, global []float32
	me, other       baduk.Color
}

func (w *writer) set(plane int, p baduk.Point) { w.spatial[plane*w.area+int(p)] = 1 }

// stones fills the planes of the board, of stones and of liberties.
func (w *writer) stones() {
	b := &w.game.Position().Board
	for i := range w.area {
		p := baduk.Point(i)
		w.set(planeBoard, p)
		switch b.At(p) {
		case baduk.Empty:
			continue
		case w.me:
			w.set(planeOwn, p)
		default:
			w.set(planeOther, p)
		}
		if n := b.Liberties(p); n <= 3 {
			w.set(planeOneLiberty+n-1, p)
		}
	}
}

// bans fills the planes of what ko forbids.
func (w *writer) bans() {
	g, phase := w.game, w.game.Phase()
	if phase == 0 {
		if ban := g.Position().KoBan; ban != baduk.NoPoint {
			w.set(planeKo, ban)
		}
		if g.Rules().Ko == baduk.KoSimple {
			return
		}
	}
	for i := range w.area {
		p := baduk.Point(i)
		if phase > 0 && g.Blocked(p) {
			w.set(planeBlocked, p)
		}
		if g.At(p) != baduk.Empty {
			continue
		}
		switch v := g.Legal(baduk.Move{Color: w.me, Point: p}); {
		case v == baduk.Superko, v == baduk.KoBanned && phase > 0:
			w.set(planeKo, p)
		}
	}
}

// territory fills the planes of area where the rules count it now.
func (w *writer) territory() {
	g, r := w.game, w.game.Rules()
	suicide := r.Suicide != baduk.SuicideForbidden || w.f.suicide
	territory := r.Scoring == baduk.ScoringTerritory
	if territory && g.Phase() < 2 {
		return
	}
	b := &g.Position().Board
	area := b.Area(suicide)
	owner := area
	var start []baduk.Color
	if r.Tax != baduk.TaxNone || territory {
		owner, _ = b.IndependentLife(area)
		for i, c := range area {
			stood := b.At(baduk.Point(i))
			if c != baduk.Empty && (territory && r.Tax == baduk.TaxNone && c != stood || !territory && c == stood) {
				owner[i] = c
			}
		}
	}
	if territory {
		start = g.StonesAfter(g.PhaseBegan())
	}
	for i, c := range owner {
		p := baduk.Point(i)
		if c == baduk.Empty && start != nil && start[i] == b.At(p) {
			c = start[i]
		}
		w.mark(planeArea, p, c)
		if start != nil {
			w.mark(planeStart, p, start[i])
		}
	}
}

// mark sets a point in the plane of the player, or in the next one, the
// opponent's.
func (w *writer) mark(plane int, p baduk.Point, c baduk.Color) {
	switch c {
	case w.me:
		w.set(plane, p)
	case w.other:
		w.set(plane+1, p)
	}
}

// komi is what the player to move gets besides the area.
func (w *writer) komi() float64 {
	if w.me == baduk.White {
		return -w.game.Compensation()
	}
	return w.game.Compensation()
}

// history fills the planes of the last moves and returns how many there are:
// recent ones that took turns.
func (w *writer) history(most int) int {
	g := w.game
	most = min(most, g.Recent())
	c := w.other
	for i := range most {
		m := g.Turn(g.Len() - 1 - i)
		if m.Color != c {
			return i
		}
		if m.IsPass() {
			w.global[i] = 1
		} else {
			w.set(planeHistory+i, m.Point)
		}
		c = c.Opponent()
	}
	return most
}

// laddersOf fills the planes of ladders, now and one and two turns ago where
// there is a history.
func (w *writer) laddersOf(known int) {
	g := w.game
	w.ladder(g.Position(), planeLadder, true)
	for i := 1; i <= 2; i++ {
		if known < i {
			from, to := planeLadder+i-1, planeLadder+i
			copy(w.spatial[to*w.area:][:w.area], w.spatial[from*w.area:][:w.area])
			continue
		}
		g.PositionAfter(g.Len()-i, w.f.earlier)
		w.ladder(w.f.earlier, planeLadder+i, false)
	}
}

func (w *writer) ladder(p *baduk.Position, plane int, moves bool) {
	f := w.f
	f.ladders = f.reader.Ladders(f.ladders[:0], &p.Board, p.KoBan)
	for _, l := range f.ladders {
		f.chain = p.AppendChain(f.chain[:0], l.Chain)
		for _, q := range f.chain {
			w.set(plane, q)
		}
		if moves && p.At(l.Chain) == w.other {
			for _, q := range l.Moves[:l.Working] {
				w.set(planeLadderMoves, q)
			}
		}
	}
}

// rules fills the numbers without a place.
func (w *writer) rules(passEnds bool) {
	g, r := w.game, w.game.Rules()
	most := float64(w.area + komiRadius)
	komi := max(min(w.komi(), most), -most)
	w.global[globalKomi] = float32(komi / 20)
	switch r.Ko {
	case baduk.KoSimple:
	case baduk.KoPositional, baduk.KoSpight:
		w.global[globalKo], w.global[globalKo+1] = 1, 0.5
	default: // natural rules forbid what situational superko does, and no more
		w.global[globalKo], w.global[globalKo+1] = 1, -0.5
	}
	if r.Suicide != baduk.SuicideForbidden {
		w.global[globalSuicide] = 1
	}
	territory := r.Scoring == baduk.ScoringTerritory
	if territory {
		w.global[globalTerritory] = 1
	}
	if r.Tax != baduk.TaxNone {
		w.global[globalTax] = 1
	}
	if r.Tax == baduk.TaxAll {
		w.global[globalTax+1] = 1
	}
	for i := range g.Phase() {
		w.global[globalCleanup+i] = 1
	}
	if passEnds {
		w.global[globalPassEnds] = 1
	}
	if r.Button && g.Button() == baduk.Empty {
		w.global[globalButton] = 1
	}
	if !territory || g.Phase() == 2 {
		w.global[globalKomiParity] = parityWave(komi, w.area)
	}
}

// parityWave is half a unit above zero where half a point more komi wins what was
// drawn, and half a unit below where another half point is worth nothing.
func parityWave(komi float64, area int) float32 {
	drawable := float64(area % 2) // komis that can be drawn are this, and more by twos
	delta := komi - drawable - 2*math.Floor((komi-drawable)/2)
	switch {
	case delta < 0.5:
		return float32(delta)
	case delta < 1.5:
		return float32(1 - delta)
	}
	return float32(delta - 2)
}
