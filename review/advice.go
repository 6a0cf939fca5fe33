package review

import (
	"context"

	"tengen/baduk"
	"tengen/kifu"
)

// Advice is what a search says about the next move of a game, with reasons that are proved by replay.
type Advice struct {
	Move  baduk.Point
	Line  []baduk.Point // the principal variation, which begins with Move
	Where string        // the region of the move, such as "in the upper left corner"; empty on boards without regions
	Zone  []baduk.Point // the points of the region; on boards without regions, those near the move
	// Reasons are sentences about what the move does to stones.
	Reasons []string
}

// Analyze searches one position, with the visits of the options. It returns [mcts.ErrGameOver] if the game is over.
func Analyze(ctx context.Context, g *baduk.Game, o Options) (*kifu.Analysis, error) {
	found, err := o.Searcher.Search(ctx, g, o.visits())
	if err == nil {
		err = ctx.Err() // the result of an interrupted search is not used
	}
	if err != nil {
		return nil, err
	}
	return analysisOf(found, o.Judge, o.Model), nil
}

// Advise makes the advice for a position from its analysis. It returns nil if the analysis has no candidate.
func Advise(g *baduk.Game, a *kifu.Analysis) *Advice {
	if len(a.Candidates) == 0 {
		return nil
	}
	best := a.Candidates[0]
	advice := &Advice{Move: best.Point, Line: best.PV}
	if len(advice.Line) == 0 {
		advice.Line = []baduk.Point{best.Point}
	}
	if best.Point < 0 {
		return advice
	}
	f := newFinder(g.Graph())
	where := f.grid.region(best.Point)
	if where != nowhere {
		advice.Where = where.String()
	}
	advice.Zone = f.zone(best.Point, where)
	if g.Graph().Regional() {
		return advice
	}
	f.scene = scene{Before: g}
	f.proposeStones(g.Position(), roleAdvised, baduk.Move{Color: g.ToPlay(), Point: best.Point})
	for _, fact := range f.chosen() {
		advice.Reasons = append(advice.Reasons, fact.Sentence(g.Graph()))
	}
	return advice
}

// zoneSteps is the distance from a move to the end of its zone, on boards without regions.
const zoneSteps = 3

// zone returns the points of a region. Without a region it returns the points near p.
func (f *finder) zone(p baduk.Point, where region) (points []baduk.Point) {
	if where != nowhere {
		for i := range f.graph.Len() {
			if q := baduk.Point(i); f.grid.region(q) == where {
				points = append(points, q)
			}
		}
		return points
	}
	seen := map[baduk.Point]bool{p: true}
	points = []baduk.Point{p}
	for edge, step := points, 0; step < zoneSteps; step++ {
		var next []baduk.Point
		for _, q := range edge {
			for _, n := range f.graph.Neighbours(q) {
				if !seen[n] && n != f.graph.Beyond() {
					seen[n] = true
					next = append(next, n)
				}
			}
		}
		points, edge = append(points, next...), next
	}
	return points
}

// Costly reports whether move i lost more than the limit for the level of its player. The moments of a review have the
// same limit.
func (r *Review) Costly(i int) bool {
	m := &r.Moves[i]
	_, size := measure(r.Line.Graph)
	return m.Known && !m.Decided && (m.WinLoss >= minWinLoss || r.odds.given) && m.Loss >= minLoss(r.Levels[m.Move.Color])*size
}
