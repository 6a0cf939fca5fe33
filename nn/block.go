package nn

// Block is one step of a trunk. Each block adds its result to its input, so its input and output have the
// same number of channels. The only blocks are [*ResidualBlock], [*PoolingBlock], [*NestedBlock],
// [*Attention] and [*FeedForward].
type Block interface {
	// blockName returns the block's name in the file.
	blockName() string
	block()
}

// ResidualBlock consists of two convolutions. Before each of them are a norm and an activation.
type ResidualBlock struct {
	Name          string
	PreNorm       BatchNorm
	PreActivation Activation
	RegularConv   Conv
	MidNorm       BatchNorm
	MidActivation Activation
	FinalConv     Conv
}

// PoolingBlock is a [ResidualBlock] that also uses numbers about the whole board. Besides RegularConv it has
// a second convolution, GPoolConv. The output of GPoolConv is normalised, activated, and pooled over the
// board to three numbers for each channel. From these, GPoolToBias computes one bias for each channel of the
// output of RegularConv.
//
// Pooling gives three lists with one number for each channel, one list after the other. The first list has
// the mean m over the points of the board, the second m*(sqrt(area)-14)/10, and the third the maximum, but at
// least -1. The area is the number of points.
type PoolingBlock struct {
	Name            string
	PreNorm         BatchNorm
	PreActivation   Activation
	RegularConv     Conv
	GPoolConv       Conv
	GPoolNorm       BatchNorm
	GPoolActivation Activation
	GPoolToBias     MatMul // In is three times the channels of GPoolNorm
	MidNorm         BatchNorm
	MidActivation   Activation
	FinalConv       Conv
}

// NestedBlock is a bottleneck: a convolution to fewer channels, blocks with this smaller number of channels,
// and a convolution back.
type NestedBlock struct {
	Name           string
	PreNorm        BatchNorm
	PreActivation  Activation
	PreConv        Conv
	Blocks         []Block
	PostNorm       BatchNorm
	PostActivation Activation
	PostConv       Conv
}

// RopeKind is the way in which attention depends on the positions of points.
type RopeKind uint8

// The kinds of rotary positions.
const (
	RopeNone      RopeKind = iota // attention does not depend on positions
	RopeFixed                     // frequencies from RopeTheta
	RopeLearnable                 // frequencies from RopeFreqs
)

// Attention is multi-head attention among the points of the board. At each point, the normalised input gives
// Heads queries of QueryDim numbers, KVHeads keys of QueryDim numbers, and KVHeads values of ValueDim
// numbers. Head h has the numbers h*dim to (h+1)*dim-1 of its projection. Head h of the queries uses head
// h/(Heads/KVHeads) of the keys and values. The weights of the values are the softmax of
// query·key/sqrt(QueryDim) over the points of the board. The results of all heads, side by side, are the
// input of OutProj.
//
// Rotary positions rotate the pairs (2p, 2p+1) of queries and keys by an angle that depends on the
// point (x from the left, y from the top, both from 0): a pair (a,b) becomes
// (a cos - b sin, a sin + b cos).
type Attention struct {
	Name               string
	Heads, KVHeads     int
	QueryDim, ValueDim int
	PreNorm            PreNorm
	QProj              MatMul // channels to Heads*QueryDim
	KProj              MatMul // channels to KVHeads*QueryDim
	VProj              MatMul // channels to KVHeads*ValueDim
	OutProj            MatMul // Heads*ValueDim to channels
	Rope               RopeKind
	RopeName           string // name of theta or of the frequencies in the file; "" for RopeNone
	// RopeTheta is used with RopeFixed, and is positive. Let half be QueryDim/2, the number of pairs. For the
	// first half/2 pairs, the angle of pair p is y*theta^(-2p/half). For the other pairs, p begins again at 0,
	// and the angle is x*theta^(-2p/half).
	RopeTheta float64
	// RopeFreqs is used with RopeLearnable. The angle of pair p of head k of the keys is x*f + y*g, where f is
	// RopeFreqs[i], g is RopeFreqs[i+1], and i is (k*QueryDim/2+p)*2. Queries have the angles of the keys that
	// they use.
	RopeFreqs []float32
}

// FeedForward is the second half of a transformer's layer. It computes Linear2(SiLU(Linear1(x))*Gate(x)) at
// each point, where x is the normalised input.
type FeedForward struct {
	Name             string
	Channels, Hidden int
	PreNorm          PreNorm
	Linear1          MatMul
	// Gate is nil in an older form of the block. Files do not name the activation of this older form, so the
	// block cannot be computed: see [Evaluate].
	Gate    *MatMul
	Linear2 MatMul
}

// blockName implements [Block].
func (b *ResidualBlock) blockName() string { return b.Name }

// blockName implements [Block].
func (b *PoolingBlock) blockName() string { return b.Name }

// blockName implements [Block].
func (b *NestedBlock) blockName() string { return b.Name }

// blockName implements [Block].
func (b *Attention) blockName() string { return b.Name }

// blockName implements [Block].
func (b *FeedForward) blockName() string { return b.Name }

func (*ResidualBlock) block() {}
func (*PoolingBlock) block()  {}
func (*NestedBlock) block()   {}
func (*Attention) block()     {}
func (*FeedForward) block()   {}

// The first word of each kind of block in a file.
const (
	wordResidual    = "ordinary_block"
	wordPooling     = "gpool_block"
	wordNested      = "nested_bottleneck_block"
	wordAttention   = "transformer_attention_block"
	wordFeedForward = "transformer_ffn_block"
)
