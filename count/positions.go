package count

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"tengen/baduk"
	"tengen/internal/usage"
)

// PlayCounts has the numbers of the graph whose nodes are the legal positions and whose arcs are the plays of either
// colour that change the position. Suicide is possible, as in the Tromp-Taylor rules.
type PlayCounts struct {
	Positions   int64   // legal positions
	Plays       int64   // plays that change the position
	LoneSuicide int64   // plays of a lone stone that is taken off at once, so that the position stays as it is
	Degrees     []int64 // Degrees[d] is the number of positions with d plays
}

// Mean returns the number of plays of a position on average.
func (c PlayCounts) Mean() float64 { return float64(c.Plays) / float64(c.Positions) }

// maxPositions is the largest number of positions that [Plays] visits.
const maxPositions = 20_000_000_000

// Plays counts the plays of all legal positions of a board. It visits each position. The function progress gets the
// number of positions visited so far and the number of all, and may be nil.
func Plays(ctx context.Context, b *Board, g *baduk.Graph, threads int, progress func(done, all int64)) (PlayCounts, error) {
	all, err := positionsOf(ctx, b, threads)
	if err != nil {
		return PlayCounts{}, err
	}
	split := min(g.Len(), 6) // the colours of the first points are the pieces of work
	pieces := 1
	for range split {
		pieces *= 3
	}
	var next, done atomic.Int64
	var group sync.WaitGroup
	counts := make([]PlayCounts, max(1, threads))
	for i := range counts {
		c := &counts[i]
		c.Degrees = make([]int64, 2*g.Len()+1)
		group.Go(func() {
			board := baduk.NewBoard(g)
			for piece := next.Add(1) - 1; piece < int64(pieces) && ctx.Err() == nil; piece = next.Add(1) - 1 {
				before := c.Positions
				lay(board, 0, split, int(piece), func() { c.add(board) })
				if n := done.Add(c.Positions - before); i == 0 && progress != nil {
					progress(n, all)
				}
			}
		})
	}
	group.Wait()
	total := counts[0]
	for _, c := range counts[1:] {
		total.Positions, total.Plays, total.LoneSuicide = total.Positions+c.Positions, total.Plays+c.Plays, total.LoneSuicide+c.LoneSuicide
		for d, n := range c.Degrees {
			total.Degrees[d] += n
		}
	}
	if err := ctx.Err(); err != nil {
		return PlayCounts{}, err
	}
	if total.Positions != all {
		return PlayCounts{}, errors.New("the two ways to count the positions differ: this is a mistake of the program")
	}
	return total, nil
}

// positionsOf counts the positions of a board that has few enough.
func positionsOf(ctx context.Context, b *Board, threads int) (int64, error) {
	if b.Points() > 30 {
		return 0, usage.Errorf("%s has too many positions to visit each: at most about 25 points are possible", b.name)
	}
	r, err := Count(ctx, Options{Board: b, Threads: threads, Memory: 1 << 30})
	if err != nil {
		return 0, err
	}
	if !r.Number.IsInt64() || r.Number.Int64() > maxPositions {
		return 0, usage.Errorf("%s has %d positions: at most %d can be visited", b.name, r.Number, int64(maxPositions))
	}
	return r.Number.Int64(), nil
}

// lay places stones point by point and calls visit for every legal position. It goes back if a stone is captured: if
// every chain has a liberty, the stones can be placed in any order without a capture. The colours of the first points,
// up to split, are the digits of piece to the base 3.
func lay(b *baduk.Board, p, split, piece int, visit func()) {
	if p == b.Graph().Len() {
		visit()
		return
	}
	for c := range baduk.Color(3) {
		if p < split && int(c) != piece%3 {
			continue
		}
		if c == baduk.Empty {
			lay(b, p+1, split, piece/3, visit)
			continue
		}
		u, _ := b.Place(baduk.Move{Color: c, Point: baduk.Point(p)})
		if u.Captured+u.Suicide == 0 {
			lay(b, p+1, split, piece/3, visit)
		}
		b.Take(u)
	}
}

// add counts the plays of a position.
func (c *PlayCounts) add(b *baduk.Board) {
	c.Positions++
	degree := 0
	for _, p := range b.Empties() {
		for _, colour := range []baduk.Color{baduk.Black, baduk.White} {
			if captured, suicide := b.Effect(baduk.Move{Color: colour, Point: p}); captured == 0 && suicide == 1 {
				c.LoneSuicide++
			} else {
				degree++
			}
		}
	}
	c.Plays += int64(degree)
	c.Degrees[degree]++
}
