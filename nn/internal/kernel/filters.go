package kernel

// FilterScratch is memory for transforming filters. It grows as needed. Only one goroutine at a time may use it.
type FilterScratch struct {
	Memory
	scaled, transformed []float32
	nine                *Matrix // filters as a matrix of nine rows
	all                 [][]float32
}

// transform transforms filters, given as [3][3][in][out]. The transform of a filter g is G g G^T. It is
// computed as a product with the matrix that spread returns. The result has one slice for each
// frequency, indexed by input channel and output channel. If scale is not nil, each output channel is
// multiplied by its scale. The result is valid until the next call.
func (s *FilterScratch) transform(l Level, filters []float32, in, out int, scale []float32) [][]float32 {
	wide := Pad(in * out)
	if scale != nil {
		s.scaled = s.grow(s.scaled, len(filters))
		scaled := s.scaled[:len(filters)]
		for row := 0; row < len(filters); row += out {
			to := scaled[row:][:out]
			for o, v := range filters[row:][:out] {
				to[o] = v * scale[o]
			}
		}
		filters = scaled
	}
	if s.nine == nil || s.nine.N != wide || s.nine.level != l.Exact() {
		s.nine = NewMatrix(l.Exact(), nil, filters, 9, in*out)
	} else {
		s.nine.Set(filters, 9, in*out)
	}
	s.transformed = s.grow(s.transformed, frequencies*wide)
	s.nine.Mul(frequencies, spread(), Lanes, s.transformed, wide, false)
	s.all = s.all[:0]
	for f := range frequencies {
		s.all = append(s.all, s.transformed[f*wide:][:in*out])
	}
	return s.all
}

// spread returns the transform of filters as a matrix. The matrix has a row of Lanes floats for each frequency.
// The first nine floats of a row are the factors of the filter's nine numbers.
func spread() []float32 {
	all := Floats(frequencies * Lanes)
	for k := range 9 {
		var g, half [points][3]float64
		g[k/3][k%3] = 1
		for c := range 3 {
			for r, v := range filter1([3]float64{g[0][c], g[1][c], g[2][c]}) {
				half[r][c] = v
			}
		}
		for r := range points {
			for c, v := range filter1(half[r]) {
				all[(points*r+c)*Lanes+k] = float32(v)
			}
		}
	}
	return all
}

// filter1 is the transform of filters along one side. For each point it evaluates the polynomial with the
// coefficients g, and divides the value by the product of the point's distances to the other points. The
// transform of the input, patch1, does not divide by this product.
func filter1(g [3]float64) (u [points]float64) {
	finite := [...]float64{pointC, 0, pointA, -pointA, pointB, -pointB}
	for i, p := range finite {
		u[i] = g[0] + p*(g[1]+p*g[2])
		for j, q := range finite {
			if j != i {
				u[i] /= p - q
			}
		}
	}
	u[len(finite)] = g[2]
	return u
}

// SetFilters replaces the filters during training. The new filters have no scale. SetFilters must not be called
// at a level that computes in integers.
func (w *Winograd) SetFilters(filters []float32, in, out int) {
	for f, u := range new(FilterScratch).transform(w.level, filters, in, out, nil) {
		w.filters[f].Set(u, in, out)
	}
}

// Flip returns the filters that compute the gradient of the input from the gradient of the output. filters is
// indexed [3][3][in][out]. The result is indexed [3][3][out][in], and each filter in it is rotated by half a
// turn.
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
