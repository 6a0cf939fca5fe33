package kernel

import "math"

// Graph lists the neighbours of the points of a board. The neighbours of point p are
// List[Starts[p]:Starts[p+1]]. Neighbours are mutual: if q is listed for p, p is listed for q.
//
// A plane of a graph has one row with one pixel for each point.
type Graph struct{ Starts, List []int32 }

// Points returns the number of points.
func (g *Graph) Points() int { return len(g.Starts) - 1 }

// of returns the neighbours of a point.
func (g *Graph) of(p int) []int32 { return g.List[g.Starts[p]:g.Starts[p+1]] }

// Parts is the number of parts of a row that [Gather] writes.
const Parts = 3

// Gather writes one row for each point of each board. A row has three parts, each with the channels of a pixel:
// the channels of the point itself, the sums over its neighbours, and the greatest values of its neighbours.
// The last two parts are 0 for a point without neighbours.
func Gather(l Level, g *Graph, p Plane, src, dst []float32) {
	p.check(src)
	c, n := p.Channels, g.Points()
	_ = dst[Parts*c*n*p.Count-1]
	a := poolArgs{channels: 4 * c}
	for i := range p.Count {
		board := src[p.Board(i)+p.At(0, 0):][:n*c]
		for v := range n {
			row := dst[Parts*c*(i*n+v):][:Parts*c]
			copy(row, board[v*c:][:c])
			list := g.of(v)
			if len(list) == 0 {
				clear(row[c:])
				continue
			}
			clear(row[c : 2*c])
			copy(row[2*c:], board[int(list[0])*c:][:c])
			a.sum, a.most = at(row, c), at(row, 2*c)
			a.accumulate(l, board, list, c)
		}
	}
}

// accumulate pools the listed pixels of a board. The parameter step is the distance from one pixel to the next, in
// floats. Each call of the kernel pools two pixels, because their distance is constant.
func (a *poolArgs) accumulate(l Level, board []float32, list []int32, step int) {
	for ; len(list) > 1; list = list[2:] {
		_ = board[int(list[1])*step+a.channels/4-1]
		a.src, a.pixels, a.step = at(board, int(list[0])*step), 2, 4*step*(int(list[1])-int(list[0]))
		pool(l, a)
	}
	if len(list) == 1 {
		_ = board[int(list[0])*step+a.channels/4-1]
		a.src, a.pixels, a.step = at(board, int(list[0])*step), 1, 0
		pool(l, a)
	}
}

// Scatter computes the gradient of the input of [Gather] and writes it to the plane dst. The parameter by has
// the gradients of the rows that Gather wrote, and rows has these rows. The gradient of the greatest value goes
// to the first neighbour with this value. It counts as zero where the greatest value is not above zero, because
// the input of Gather is the output of ReLU. Scatter overwrites by. The parameter scratch needs the
// length of the channels.
func Scatter(l Level, g *Graph, p Plane, src, rows, by, dst, scratch []float32) {
	p.check(src)
	p.check(dst)
	c, n := p.Channels, g.Points()
	_, _ = rows[Parts*c*n*p.Count-1], by[Parts*c*n*p.Count-1]
	a := poolArgs{channels: 4 * c, most: at(scratch[:c], 0)}
	for i := range p.Count {
		from := p.Board(i) + p.At(0, 0)
		in, out := src[from:][:n*c], dst[from:][:n*c]
		rows, by := rows[Parts*c*n*i:][:Parts*c*n], by[Parts*c*n*i:][:Parts*c*n]
		for v := range n {
			to := out[v*c:][:c]
			copy(to, by[Parts*c*v:])
			a.sum = at(to, 0)
			a.accumulate(l, by[c:], g.of(v), Parts*c)
		}
		for v := range n {
			scatterGreatest(g.of(v), in, rows[Parts*c*v+2*c:][:c], by[Parts*c*v+2*c:][:c], out)
		}
	}
}

// scatterGreatest adds the gradients of the greatest values of one point to the neighbours with these values. It
// overwrites the gradients. Which neighbour has the greatest value is hard to predict, so there are masks instead of
// branches.
func scatterGreatest(list []int32, in, greatest, by, out []float32) {
	c := len(greatest)
	by = by[:c]
	for k, most := range greatest {
		if !(most > 0) {
			by[k] = 0
		}
	}
	for _, q := range list {
		in, out := in[int(q)*c:][:c], out[int(q)*c:][:c]
		for k, most := range greatest {
			differs := math.Float32bits(in[k]) ^ math.Float32bits(most)
			differs = uint32(int32(differs|-differs) >> 31) // all bits are set if any was
			left := math.Float32bits(by[k])
			out[k] += math.Float32frombits(left &^ differs)
			by[k] = math.Float32frombits(left & differs)
		}
	}
}
