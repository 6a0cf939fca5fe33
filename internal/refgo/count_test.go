package refgo

import (
	"fmt"
	"math/bits"
	"os"
	"testing"
)

// positionGraph is a directed graph. Its nodes are the legal boards, the empty
// one being node 0, and its arcs are the plays of either colour. The suicide of
// a lone stone leads back to its own node and is counted separately, in loops.
func positionGraph(g Graph) (arcs [][]int, loops int) {
	boards := legalBoards(g)
	node := map[string]int{}
	for i, b := range boards {
		node[fmt.Sprint(b)] = i
	}
	arcs = make([][]int, len(boards))
	for i, b := range boards {
		for p := range b {
			if b[p] != Empty {
				continue
			}
			for _, c := range []Color{Black, White} {
				after, _, _ := g.Place(b, p, c)
				if j := node[fmt.Sprint(after)]; j != i {
					arcs[i] = append(arcs[i], j)
				} else {
					loops++
				}
			}
		}
	}
	return arcs, loops
}

func TestPositionGraph(t *testing.T) {
	for _, test := range []struct {
		width, height      int
		nodes, arcs, loops int
	}{
		{1, 1, 1, 0, 2},
		{2, 1, 5, 12, 0},
		{3, 1, 15, 42, 4},
		{4, 1, 41, 144, 16},
		{2, 2, 57, 192, 8},
		{3, 2, 489, 2312, 116},
		{4, 2, 4125, 25608, 1176},
	} {
		nodes, loops := positionGraph(Grid(test.width, test.height))
		arcs := 0
		for _, out := range nodes {
			arcs += len(out)
		}
		if len(nodes) != test.nodes || arcs != test.arcs || loops != test.loops {
			t.Errorf("%dx%d: %d nodes, %d arcs, %d loops, want %d, %d, %d", test.width, test.height,
				len(nodes), arcs, loops, test.nodes, test.arcs, test.loops)
		}
	}
}

// TestNumberOfGames counts the games under the Tromp-Taylor rules. Without its
// passes a game is a simple path in the position graph that begins at the empty
// board. The game without plays is such a path too.
func TestNumberOfGames(t *testing.T) {
	for _, test := range []struct{ width, games, longest int }{
		{1, 1, 0},
		{2, 9, 2},
		{3, 907, 14},
	} {
		game := NewGame(Grid(test.width, 1), Rules{Ko: Positional, Suicide: Literal})
		if games, longest := countGames(game); games != test.games || longest != test.longest {
			t.Errorf("1x%d: %d games, longest %d, want %d, %d",
				test.width, games, longest, test.games, test.longest)
		}
		arcs, _ := positionGraph(game.Graph)
		if games, longest := countPaths(arcs); games != test.games || longest != test.longest {
			t.Errorf("1x%d: %d simple paths, longest %d, want %d, %d",
				test.width, games, longest, test.games, test.longest)
		}
	}
}

func TestNumberOfGamesOnFourPoints(t *testing.T) {
	if os.Getenv("TENGEN_LONG") != "1" {
		t.Skip("counting the 2098407841 games on 1x4 takes some seconds; set TENGEN_LONG=1 to run it")
	}
	arcs, _ := positionGraph(Grid(4, 1))
	if games, longest := countPaths(arcs); games != 2098407841 || longest != 40 {
		t.Errorf("1x4: %d games, longest %d, want 2098407841, 40", games, longest)
	}
}

// countGames counts the games that continue g by plays alone, g itself
// included. longest is the number of plays of the longest game.
func countGames(g *Game) (games, longest int) {
	games, longest = 1, len(g.Turns)
	for p := range g.Graph {
		for _, c := range []Color{Black, White} {
			if g.Play(Turn{c, p}) != OK {
				continue
			}
			more, length := countGames(g)
			games, longest = games+more, max(longest, length)
			g.Turns = g.Turns[:len(g.Turns)-1]
		}
	}
	return games, longest
}

// countPaths counts the simple paths from node 0 of a directed graph of at most
// 64 nodes. longest is the number of arcs of the longest path.
func countPaths(arcs [][]int) (paths, longest int) {
	out := make([]uint64, len(arcs))
	for i := range arcs {
		for _, j := range arcs[i] {
			out[i] |= 1 << j
		}
	}
	var walk func(node int, visited uint64, length int)
	walk = func(node int, visited uint64, length int) {
		paths++
		longest = max(longest, length)
		for next := out[node] &^ visited; next != 0; next &= next - 1 {
			j := bits.TrailingZeros64(next)
			walk(j, visited|1<<j, length+1)
		}
	}
	walk(0, 1, 0)
	return paths, longest
}
