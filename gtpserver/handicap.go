package gtpserver

import (
	"math"

	"tengen/baduk"
)

// freeHandicap places at most n stones. It begins with the largest fixed pattern. After that it adds stones one by
// one, each as far as possible from the others. It first uses points with at least two lines between them and
// the edge. When these are used up, it uses points with one line between, and at last points on the edge. It places
// fewer than n stones if another stone would have no liberty.
func freeHandicap(graph *baduk.Graph, n int) []baduk.Point {
	var points []baduk.Point
	for k := n; k >= 2; k-- {
		if pattern, err := graph.HandicapPoints(k); err == nil {
			points = pattern
			break
		}
	}
	grid, _ := graph.Rectangle()
	b := baduk.NewBoard(graph)
	for _, p := range points {
		b.Place(baduk.Move{Color: baduk.Black, Point: p})
	}
	for edge := 2; edge >= 0; edge-- {
		for len(points) < n && b.Stones(baduk.Empty) > 1 {
			best, bestDistance := baduk.NoPoint, 1 // stones may touch only at the edge
			if edge == 0 {
				bestDistance = 0
			}
			for _, p := range b.Empties() {
				if grid.Line(p) <= edge || b.IsSuicide(baduk.Move{Color: baduk.Black, Point: p}) {
					continue
				}
				distance := graph.Len()
				for _, q := range points {
					distance = min(distance, distanceBetween(grid, p, q))
				}
				if distance > bestDistance || distance == bestDistance && best > p {
					best, bestDistance = p, distance
				}
			}
			if best == baduk.NoPoint {
				break
			}
			b.Place(baduk.Move{Color: baduk.Black, Point: best})
			points = append(points, best)
		}
	}
	return points
}

// distanceBetween is the number of steps along rows and columns from one point to the other.
func distanceBetween(grid baduk.Grid, p, q baduk.Point) int {
	px, py := grid.XY(p)
	qx, qy := grid.XY(q)
	return max(px-qx, qx-px) + max(py-qy, qy-py)
}

// plain reports whether the board is of a kind that KataGo has. KataGo need not have the size of the board.
func (e *Engine) plain() bool { return plain(e.game.Graph()) }

func plain(g *baduk.Graph) bool {
	_, ok := g.Rectangle()
	return ok && g.Life() == nil
}

// apart is a distance between handicap stones. Larger distances count like this one when stones are spread.
const apart = 4

// spreadHandicap places at most n stones on a board without fixed points. It places them one by one, on points
// with the largest weight and far from the other stones. It places fewer than n if another stone would have no
// liberty.
func spreadHandicap(graph *baduk.Graph, n int) []baduk.Point {
	b := baduk.NewBoard(graph)
	near := make([]int, graph.Len()) // by point: steps to the nearest stone, limited to the constant apart
	for p := range near {
		near[p] = apart
	}
	geo, _ := graph.Geometry()
	star := make(map[baduk.Point]bool)
	for _, p := range geo.Stars {
		star[p] = true
	}
	var points []baduk.Point
	for len(points) < n && b.Stones(baduk.Empty) > 1 {
		best, bestWorth := baduk.NoPoint, math.Inf(-1)
		for i := range graph.Len() {
			p := baduk.Point(i)
			if p == graph.Beyond() || b.At(p) != baduk.Empty {
				continue
			}
			worth := (graph.Weight(p) + 1e-9) * float64(near[p])
			if star[p] {
				worth *= 1.5
			}
			if worth > bestWorth && !b.IsSuicide(baduk.Move{Color: baduk.Black, Point: p}) {
				best, bestWorth = p, worth
			}
		}
		if best == baduk.NoPoint {
			break
		}
		b.Place(baduk.Move{Color: baduk.Black, Point: best})
		points = append(points, best)
		measure(graph, near, best)
	}
	return points
}

// measure updates the distances in near after a stone was placed on the point from.
func measure(graph *baduk.Graph, near []int, from baduk.Point) {
	near[from] = 0
	for queue := []baduk.Point{from}; len(queue) > 0; queue = queue[1:] {
		for _, q := range graph.Neighbours(queue[0]) {
			if next := near[queue[0]] + 1; q != graph.Beyond() && next < near[q] {
				near[q] = next
				queue = append(queue, q)
			}
		}
	}
}
