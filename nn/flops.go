package nn

// FLOPs returns the number of floating-point operations of one evaluation on a board of width x height points.
// A multiplication and an addition count as one operation each. FLOPs counts the operations of convolutions,
// matrices and attention. Taps of a kernel that lie outside the board are included. It does not count norms,
// activations and pooling. Fast code may need fewer operations, for example with Winograd's algorithm.
func (m *Model) FLOPs(width, height int) int64 {
	points := int64(width) * int64(height)
	n := pointwise(&m.Trunk.InitialConv)*points + once(&m.Trunk.InitialMatMul)
	if d := m.Trunk.Metadata; d != nil {
		n += once(&d.Mul1) + once(&d.Mul2) + once(&d.Mul3)
	}
	n += blockFLOPs(m.Trunk.Blocks, points)
	p, v := &m.PolicyHead, &m.ValueHead
	n += (pointwise(&p.P1Conv) + pointwise(&p.G1Conv) + pointwise(&p.P2Conv)) * points
	n += once(&p.GPoolToBias) + once(&p.GPoolToPass)
	if p.GPoolToPass2 != nil {
		n += once(p.GPoolToPass2)
	}
	n += (pointwise(&v.V1Conv) + pointwise(&v.OwnershipConv)) * points
	return n + once(&v.V2Mul) + once(&v.V3Mul) + once(&v.ScoreMul)
}

func blockFLOPs(blocks []Block, points int64) int64 {
	n := int64(0)
	for _, b := range blocks {
		switch b := b.(type) {
		case *ResidualBlock:
			n += (pointwise(&b.RegularConv) + pointwise(&b.FinalConv)) * points
		case *PoolingBlock:
			n += (pointwise(&b.RegularConv)+pointwise(&b.GPoolConv)+pointwise(&b.FinalConv))*points + once(&b.GPoolToBias)
		case *NestedBlock:
			n += (pointwise(&b.PreConv)+pointwise(&b.PostConv))*points + blockFLOPs(b.Blocks, points)
		case *Attention:
			n += (once(&b.QProj) + once(&b.KProj) + once(&b.VProj) + once(&b.OutProj)) * points
			n += 2 * points * points * int64(b.Heads) * int64(b.QueryDim+b.ValueDim)
		case *FeedForward:
			n += (once(&b.Linear1) + once(&b.Linear2)) * points
			if b.Gate != nil {
				n += once(b.Gate) * points
			}
		}
	}
	return n
}

// pointwise is the cost of a 1x1 convolution at one point.
func pointwise(c *Conv) int64 { return 2 * int64(len(c.Weights)) }

// once is the cost of one product of a vector and a matrix.
func once(m *MatMul) int64 { return 2 * int64(len(m.Weights)) }
