package kernel

// transformFilters transforms filters, given as [3][3][in][out]. The transform of a filter g is G g G^T. It is
// computed as a product with the matrix that the method spread returns. The result has one slice for each
// frequency, indexed by input channel and output channel. If scale is not nil, each output channel is
// multiplied by its scale.
func (t *tiling) transformFilters(l Level, filters []float32, in, out int, scale []float32) [][]float32 {
	if scale != nil {
		filters = append([]float32(nil), filters...)
		for i := range filters {
			filters[i] *= scale[i%out]
		}
	}
	takes, wide := t.spread(), Pad(in*out)
	u := Floats(t.frequencies() * wide)
	NewMatrix(l.Exact(), nil, filters, 9, in*out).Mul(t.frequencies(), takes, Lanes, u, wide, false)
	all := make([][]float32, t.frequencies())
	for f := range all {
		all[f] = u[f*wide:][:in*out]
	}
	return all
}

// spread returns the transform of filters as a matrix. The matrix has a row of Lanes floats for each frequency.
// The first nine floats of a row are the factors of the filter's nine numbers.
func (t *tiling) spread() []float32 {
	all := Floats(t.frequencies() * Lanes)
	for k := range 9 {
		var g, half [maxPoints][3]float64
		g[k/3][k%3] = 1
		for c := range 3 {
			for r, v := range t.filter1([3]float64{g[0][c], g[1][c], g[2][c]}) {
				half[r][c] = v
			}
		}
		for r := range t.points() {
			for c, v := range t.filter1(half[r])[:t.points()] {
				all[(t.points()*r+c)*Lanes+k] = float32(v)
			}
		}
	}
	return all
}

// filter1 is the transform of filters along one side. For each point it evaluates the polynomial with the
// coefficients g, and divides the value by the product of the point's distances to the other points. The
// transform of the input, patch1, does not divide by this product.
func (t *tiling) filter1(g [3]float64) []float64 {
	a, b := float64(t.a), float64(t.b)
	points := []float64{float64(t.c), 0, a, -a, b, -b}[maxPoints-t.points():]
	u := make([]float64, maxPoints)
	for i, p := range points {
		u[i] = g[0] + p*(g[1]+p*g[2])
		for j, q := range points {
			if j != i {
				u[i] /= p - q
			}
		}
	}
	u[len(points)] = g[2]
	return u
}

// SetFilters replaces the filters during training. The new filters have no scale. SetFilters must not be called
// at a level that computes in integers.
func (w *Winograd) SetFilters(filters []float32, in, out int) {
	for f, u := range w.transformFilters(w.level, filters, in, out, nil) {
		w.filters[f].Set(u, in, out)
	}
}

// Flip returns the filters that compute the gradient of the input from the gradient of the output. The
// parameter filters is indexed [3][3][in][out]. The result is indexed [3][3][out][in], and each filter in it is
// rotated by half a turn.
func Flip(filters []float32, in, out int) []float32 {
	back := make([]float32, len(filters))
	for k := range 9 {
		from, to := filters[k*in*out:][:in*out], back[(8-k)*in*out:]
		for i := range in {
			for o := range out {
				to[o*in+i] = from[i*out+o]
			}
		}
	}
	return back
}
