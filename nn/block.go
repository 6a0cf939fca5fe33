package nn

// Block is one step of a trunk. Each adds what it computes to its input, so input
// and output have the same channels. The blocks are [*ResidualBlock],
// [*PoolingBlock], [*NestedBlock], [*Attention] and [*FeedForward], and no others.
type Block interface {
	// BlockName returns the name that the file gives the block.
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

// PoolingBlock is a [ResidualBlock] whose middle learns of the whole board: beside
// the regular convolution a second one, GPoolConv, is normed, activated and pooled
// over the board to three numbers a channel; GPoolToBias makes of them one bias for
// each channel of the regular one.
//
// Pooled are, first for all channels the mean m over the points of the board, then
// for all channels m*(sqrt(area)-14)/10, then for all channels the maximum, but at
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

// RopeKind says how attention learns where a point lies.
type RopeKind uint8

// The kinds of rotary positions.
const (
	RopeNone      RopeKind = iota // not at all
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
// Rotary positions turn the pairs (2p, 2p+1) of queries and keys by an angle that
// depends on the point (x from the left, y from the top, both from 0): a pair (a,b)
// becomes (a cos - b sin, a sin + b cos).
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
	RopeName           string // of theta or of the frequencies; "" without
	// RopeTheta, for RopeFixed: with half = QueryDim/2 pairs, the first half/2 pairs
	// turn by y*theta^(-2p/half), the others, counted from 0 again, by
	// x*theta^(-2p/half). Positive.
	RopeTheta float64
	// RopeFreqs, for RopeLearnable: pair p of keys' head k turns by x*f + y*g with
	// f and g at (k*QueryDim/2+p)*2 and the index after it; queries turn as the keys
	// that they read.
	RopeFreqs []float32
}

// FeedForward is the other half of a transformer's layer, for each point by itself:
// Linear2 of SiLU(Linear1(x))*Gate(x), x being the normed input.
type FeedForward struct {
	Name             string
	Channels, Hidden int
	PreNorm          PreNorm
	Linear1          MatMul
	// Gate is nil in the old form without gate. The file of that form does not say
	// its activation and nothing computes it: see [Evaluate].
	Gate    *MatMul
	Linear2 MatMul
}

// BlockName implements [Block].
func (b *ResidualBlock) blockName() string { return b.Name }

// BlockName implements [Block].
func (b *PoolingBlock) blockName() string { return b.Name }

// BlockName implements [Block].
func (b *NestedBlock) blockName() string { return b.Name }

// BlockName implements [Block].
func (b *Attention) blockName() string { return b.Name }

// BlockName implements [Block].
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
