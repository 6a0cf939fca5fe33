package count

import (
	"context"
	"fmt"
	"math/bits"

	"tengen/baduk"
	"tengen/internal/usage"
)

// GameCounts has the numbers of the games of a board: under the Tromp-Taylor rules, with the passes left out. A game is
// then a path through the legal positions that begins at the empty board and visits no position twice.
type GameCounts struct {
	Games   uint64  // the game without plays is one of them
	Longest int     // plays of the longest game
	Mean    float64 // plays of a game on average
}

// maxNodes is the largest number of positions of a board whose games can be counted.
const maxNodes = 64

// memoBits is the logarithm of the number of remembered positions.
const memoBits = 22

// tooManyGames is above the number of games for which the sum of the lengths fits into 64 bits.
const tooManyGames = 1 << 58

// Games counts the games of a board with at most 64 positions. The function progress gets the finished share of the
// work, and may be nil.
func Games(ctx context.Context, g *baduk.Graph, progress func(share float64)) (GameCounts, error) {
	out, ok := positionGraph(g)
	if !ok {
		return GameCounts{}, usage.Errorf("%v has more than %d positions: its games are too many to count", g, maxNodes)
	}
	w := &gameWalk{ctx: ctx, out: out, memo: make([]gameMemo, 1<<memoBits), progress: progress}
	all := ^uint64(0) >> (64 - len(out)) &^ 1 // without the empty board
	total := paths{games: 1}
	orbits := firstPlays(g)
	for _, o := range orbits {
		b := w.from(o.node, w.reachable(o.node, all&^(1<<o.node)), 1/float64(len(orbits)))
		for range o.size {
			total.add(b.longer())
		}
	}
	if w.err != nil {
		return GameCounts{}, w.err
	}
	if total.games >= tooManyGames {
		return GameCounts{}, fmt.Errorf("%v has more than %d games, too many for this program", g, uint64(tooManyGames))
	}
	return GameCounts{total.games, total.longest, float64(total.plays) / float64(total.games)}, nil
}

// positionGraph lists for each legal position the set of the positions that a play leads to. The empty board is number
// 0. The next numbers are the first plays, in the order of the points that have neighbours, Black before White. It
// returns false if there are more than maxNodes positions.
func positionGraph(g *baduk.Graph) (out []uint64, ok bool) {
	b := baduk.NewBoard(g)
	number := map[string]int{string(b.AppendPacked(nil)): 0}
	boards := [][]baduk.Move{nil} // stones of each position
	for i := 0; i < len(boards); i++ {
		b.Clear()
		for _, m := range boards[i] {
			_, _ = b.Place(m)
		}
		out = append(out, 0)
		for p := range baduk.Point(g.Len()) {
			for _, c := range []baduk.Color{baduk.Black, baduk.White} {
				if b.At(p) != baduk.Empty {
					continue
				}
				u, _ := b.Place(baduk.Move{Color: c, Point: p})
				key := string(b.AppendPacked(nil))
				j, known := number[key]
				if !known {
					j = len(boards)
					if j == maxNodes {
						return nil, false
					}
					number[key] = j
					boards = append(boards, stones(b))
				}
				if j != i {
					out[i] |= 1 << j
				}
				b.Take(u)
			}
		}
	}
	return out, true
}

func stones(b *baduk.Board) (list []baduk.Move) {
	for p := range baduk.Point(b.Graph().Len()) {
		if c := b.At(p); c != baduk.Empty {
			list = append(list, baduk.Move{Color: c, Point: p})
		}
	}
	return list
}

// orbit is a set of first plays that the symmetries of the board and the exchange of the colours map to each other.
// Equally many games begin with each of them.
type orbit struct{ node, size int }

func firstPlays(g *baduk.Graph) []orbit {
	var symmetries [][]baduk.Point
	if geometry, ok := g.Geometry(); ok {
		symmetries = geometry.Symmetries
	}
	var orbits []orbit
	seen := make([]bool, g.Len())
	node := 1
	for p := range g.Len() {
		if len(g.Neighbours(baduk.Point(p))) == 0 { // a stone without neighbours is taken off at once
			continue
		}
		if !seen[p] {
			seen[p] = true
			o := orbit{node: node, size: 2}
			for _, s := range symmetries {
				if q := s[p]; !seen[q] {
					seen[q] = true
					o.size += 2
				}
			}
			orbits = append(orbits, o)
		}
		node += 2
	}
	return orbits
}

// paths counts paths from a position.
type paths struct {
	games, plays uint64 // plays is the sum of the lengths
	longest      int
}

func (a *paths) add(b paths) {
	a.games = min(a.games+b.games, tooManyGames)
	a.plays += b.plays
	a.longest = max(a.longest, b.longest)
}

// longer returns the paths with one more play before each of them.
func (a paths) longer() paths {
	return paths{a.games, a.plays + a.games, a.longest + 1}
}

// gameMemo remembers the paths from a position through a set of positions.
type gameMemo struct {
	open uint64 // 0 in an unused entry
	node int
	paths
}

// gameWalk counts paths. The number depends only on the position and on the open positions that can be reached from it.
type gameWalk struct {
	ctx      context.Context
	out      []uint64
	memo     []gameMemo // a newer entry replaces an older one
	calls    int
	err      error
	progress func(share float64)
	done     float64 // finished share of the work
}

// reachable returns the positions of open that can be reached from a position through open ones.
func (w *gameWalk) reachable(node int, open uint64) uint64 {
	found := w.out[node] & open
	for rest := found; rest != 0; {
		i := bits.TrailingZeros64(rest)
		added := w.out[i] & open &^ found
		found |= added
		rest = rest&(rest-1) | added
	}
	return found
}

// from counts the paths from a position through open positions. All of these can be reached from it. The parameter
// named share is the share of this call in the whole work, or 0 if a caller reports the progress.
func (w *gameWalk) from(node int, open uint64, share float64) paths {
	if open == 0 || w.err != nil {
		w.report(share)
		return paths{games: 1}
	}
	at := &w.memo[(open*mix^uint64(node)*0xd6e8feb86659fd93)*mix>>(64-memoBits)]
	if at.open == open && at.node == node {
		w.report(share)
		return at.paths
	}
	if w.calls++; w.calls&(1<<16-1) == 0 {
		w.err = w.ctx.Err()
	}
	nexts := w.out[node] & open
	part := share / float64(bits.OnesCount64(nexts))
	if share < 1e-4 {
		part = 0
	}
	total := paths{games: 1}
	for ; nexts != 0; nexts &= nexts - 1 {
		i := bits.TrailingZeros64(nexts)
		total.add(w.from(i, w.reachable(i, open&^(1<<i)), part).longer())
	}
	if part == 0 {
		w.report(share)
	}
	*at = gameMemo{open, node, total}
	return total
}

// report reports that a share of the work is finished.
func (w *gameWalk) report(share float64) {
	if w.done += share; share > 0 && w.progress != nil {
		w.progress(w.done)
	}
}
