package nn

// Block is one step of a trunk. Each block adds its result to its input, so input and output have the
// same channels. The only blocks are [*ResidualBlock], [*PoolingBlock], [*NestedBlock], [*Attention]
// and [*FeedForward].
type Block interface {
	// blockName returns the block's name in the file.
	blockName() string
	block()
}

// ResidualBlock is two convolutions, each after a norm and an activation.
type ResidualBlock struct {
	Name          string
	PreNorm       BatchNorm
	PreActivation Activation
	RegularConv   Conv
	MidNorm       BatchNorm
	MidActivation Activation
	FinalConv     Conv
}

// PoolingBlock is a [ResidualBlock] whose middle also depends on the whole board. In parallel to the
// regular convolution, a second one, GPoolConv, is normalised, activated and pooled over the board to
// three numbers for each channel. GPoolToBias turns them into one bias for each channel of the regular
// convolution.
//
// Pooling gives first, for all channels, the mean m over the points of the board; then, for all
// channels, m*(sqrt(area)-14)/10; then, for all channels, the maximum, but at least -1. The area is the
// number of points.
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

// NestedBlock is a bottleneck: a convolution to fewer channels, blocks with that
// many channels, and a convolution back.
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

// RopeKind says how attention depends on the positions of points.
type RopeKind uint8

// The kinds of rotary positions.
const (
	RopeNone      RopeKind = iota // does not depend on positions
	RopeFixed                     // frequencies from RopeTheta
	RopeLearnable                 // frequencies from RopeFreqs
)

// Attention is multi-head attention among the points of the board. Per point, the
// normed input gives Heads queries of QueryDim numbers, KVHeads keys of QueryDim
// and KVHeads values of ValueDim numbers: head h has the rows h*dim to (h+1)*dim-1
// of its projection. Head h of the queries reads head h/(Heads/KVHeads) of keys and
// values. Weights are the softmax of query·key/sqrt(QueryDim) over the points of
// the board. The heads' results, side by side, go through OutProj.
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
	RopeName           string // of theta or of the frequencies; "" for RopeNone
	// RopeTheta is positive, for RopeFixed. With half = QueryDim/2 pairs, the angles of the first
	// half/2 pairs are y*theta^(-2p/half). The angles of the others, counted from 0 again, are
	// x*theta^(-2p/half).
	RopeTheta float64
	// RopeFreqs is for RopeLearnable. The angle of pair p of the k-th head of keys is x*f + y*g, where
	// f and g have the index (k*QueryDim/2+p)*2 and the next. Queries have the angles of the keys that
	// they read.
	RopeFreqs []float32
}

// FeedForward is the second half of a transformer's layer. It computes each point by itself: Linear2 of
// SiLU(Linear1(x))*Gate(x), where x is the normalised input.
type FeedForward struct {
	Name             string
	Channels, Hidden int
	PreNorm          PreNorm
	Linear1          MatMul
	// Gate is nil in the older form. The file of that form does not name the activation, so it cannot
	// be computed: see [Evaluate].
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

// The words that begin a block in a file.
const (
	wordResidual    = "ordinary_block"
	wordPooling     = "gpool_block"
	wordNested      = "nested_bottleneck_block"
	wordAttention   = "transformer_attention_block"
	wordFeedForward = "transformer_ffn_block"
)
