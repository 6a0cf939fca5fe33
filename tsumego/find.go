package tsumego

import (
	"slices"

	"tengen/baduk"
	"tengen/tactics"
)

const (
	netBudget   = 1_500 // positions of a net
	studyBudget = 6_000 // situations of a study
	maxEmpty    = 13    // empty points of a region
	maxPoints   = 32    // points of a region
	minEmpty    = 3
	zoneReach   = 2 // distance from the chain and its liberties to the points that matter for a capture
)

// Finder finds the problems of positions on one board. It is not safe for concurrent use.
type Finder struct {
	graph *baduk.Graph
	nets  *tactics.NetReader
}

// NewFinder returns a Finder for boards on g, which has rows and columns.
func NewFinder(g *baduk.Graph) *Finder {
	f := &Finder{g, tactics.NewNetReader(g)}
	f.nets.Budget = netBudget
	return f
}

// Find returns the problems of a position for the player to move. No point may be banned by a ko. Captures and saves
// take longer to read than life and death, and Find looks for them only if captures is set.
func (f *Finder) Find(b *baduk.Board, player baduk.Color, captures bool) []*Problem {
	var list []*Problem
	owner := b.PassAlive(false)
	for i := range f.graph.Len() {
		p := baduk.Point(i)
		if b.At(p) == baduk.Empty || b.Head(p) != p || owner[p] != baduk.Empty {
			continue
		}
		if found := f.Fate(b, p, player); found != nil {
			list = append(list, found)
		}
		if !captures {
			continue
		}
		if found := f.Hunt(b, p, player); found != nil {
			list = append(list, found)
		}
	}
	return distinct(list)
}

// distinct keeps one of the problems that have the same right move: the one about the most stones.
func distinct(list []*Problem) []*Problem {
	slices.SortStableFunc(list, func(a, b *Problem) int { return b.Board.ChainSize(b.Stone) - a.Board.ChainSize(a.Stone) })
	var kept []*Problem
	for _, p := range list {
		if !slices.ContainsFunc(kept, func(q *Problem) bool { return q.Right() == p.Right() }) {
			kept = append(kept, p)
		}
	}
	return kept
}

// Hunt returns the problem to capture the chain on p by a ladder or a net, or to save it. It returns nil if the
// chain does not give such a problem.
func (f *Finder) Hunt(b *baduk.Board, p baduk.Point, player baduk.Color) *Problem {
	kill := b.At(p) != player
	if libs := b.Liberties(p); libs > 3 || kill && libs < 2 || !kill && libs > 2 {
		return nil
	}
	h := hunt{reader: f.nets, stone: p, color: b.At(p), kill: kill}
	start := scene{b, player, baduk.NoPoint}
	zone := f.zone(b, p)
	h.near = zone
	if won, decided := h.won(start); !won || !decided {
		return nil // quickly, before every move is read
	}
	if won, decided := h.won(scene{b, player.Opponent(), baduk.NoPoint}); won || !decided {
		return nil // even a pass would do
	}
	h.near = nil
	all, i := choice(h, start)
	if i < 0 {
		return nil
	}
	out := &Problem{Kind: Save, Board: clone(b), Player: player, Stone: p}
	right := all[i].point
	h.near = zone
	h.near[right] = true
	if out.Moves = solve(h, start, maxMoves); out.Moves == nil {
		return nil
	}
	playOut(h, start, out.Moves)
	for i, near := range h.near {
		if near {
			out.zone = append(out.zone, baduk.Point(i))
		}
	}
	if kill {
		out.Kind = f.captureKind(b, p, player, right)
	}
	return out
}

// shortLadder is the most moves of a ladder that counts as a short capture.
const shortLadder = 5

func (f *Finder) captureKind(b *baduk.Board, p baduk.Point, player baduk.Color, right baduk.Point) Kind {
	after := clone(b)
	after.Place(baduk.Move{Color: player, Point: right})
	captured, line, _ := tactics.NewReader(f.graph).Captured(after, p, player.Opponent(), baduk.NoPoint)
	switch {
	case !captured:
		return Net
	case len(line)+1 <= shortLadder:
		return Capture
	}
	return Ladder
}

// Fate returns the problem to kill the chain on p in its region, or to make it live. It returns nil if the chain does
// not give such a problem.
func (f *Finder) Fate(b *baduk.Board, p baduk.Point, player baduk.Color) *Problem {
	study := tactics.NewStudy(b, p, false, studyBudget)
	if study == nil {
		return nil
	}
	region := study.Points()
	empty := 0
	for _, q := range region {
		if b.At(q) == baduk.Empty {
			empty++
		}
	}
	if empty < minEmpty || empty > maxEmpty || len(region) > maxPoints {
		return nil
	}
	goal := fate{study, b.At(p) != player}
	start := study.Start(player)
	if won, decided := goal.won(start); !won || !decided {
		return nil
	}
	if won, decided := goal.won(study.Start(player.Opponent())); won || !decided {
		return nil
	}
	out := &Problem{Board: clone(b), Player: player, Stone: p, Moves: solve(goal, start, maxMoves)}
	if out.Moves == nil {
		return nil
	}
	if goal.kill && b.Liberties(p) == 1 && b.Liberty(p) == out.Right() {
		return nil // the stones are simply taken
	}
	playOut(goal, start, out.Moves)
	out.zone = withWalls(b, region)
	out.Kind = f.fateKind(out, study, start)
	return out
}

// fateKind returns the kind of a problem of life and death.
func (f *Finder) fateKind(p *Problem, study *tactics.Study, start tactics.Turn) Kind {
	if takesKo(study, start, p.Moves) {
		return Ko
	}
	if p.Board.At(p.Stone) == p.Player {
		return Live
	}
	for _, q := range p.Board.AppendChain(nil, p.Stone) {
		for _, n := range f.graph.Neighbours(q) {
			if p.Board.At(n) != p.Player {
				continue
			}
			own := tactics.NewStudy(p.Board, n, false, studyBudget)
			if own == nil {
				continue
			}
			if lost, _ := own.Captured(own.Start(p.Player.Opponent())); lost {
				return Race
			}
		}
	}
	return Kill
}

// takesKo reports whether a move of the right line takes a ko.
func takesKo(study *tactics.Study, at tactics.Turn, moves []*Move) bool {
	for _, m := range moves {
		if !m.Right {
			continue
		}
		for _, s := range study.Steps(at) {
			if s.Point == m.Point {
				return study.Ko(s.After) || takesKo(study, s.After, m.Next)
			}
		}
	}
	return false
}

// zone marks the points within zoneReach of a chain and its liberties.
func (f *Finder) zone(b *baduk.Board, p baduk.Point) []bool {
	near := make([]bool, f.graph.Len())
	edge := b.AppendLiberties(b.AppendChain(nil, p), p)
	for range zoneReach + 1 {
		var next []baduk.Point
		for _, q := range edge {
			if !near[q] {
				near[q] = true
				next = append(next, f.graph.Neighbours(q)...)
			}
		}
		edge = next
	}
	return near
}

// withWalls returns the points of a region and the points that touch it.
func withWalls(b *baduk.Board, region []baduk.Point) []baduk.Point {
	all := slices.Clone(region)
	for _, p := range region {
		all = append(all, b.Graph().Neighbours(p)...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func clone(b *baduk.Board) *baduk.Board {
	c := baduk.NewBoard(b.Graph())
	c.CopyFrom(b)
	return c
}
