package mcts

import (
	"math"
	"runtime"
	"sync/atomic"

	"tengen/baduk"
)

// float is a number that other threads may read while the holder of the node's lock writes it.
type float uint32

func (f *float) load() float64   { return float64(math.Float32frombits(atomic.LoadUint32((*uint32)(f)))) }
func (f *float) store(v float64) { atomic.StoreUint32((*uint32)(f), math.Float32bits(float32(v))) }

// stats are weighted means over the evaluations at a node and below it, from Black's point of view. Scores are in the
// scale of the search, see valuer.setUnit.
type stats struct {
	win       float // probability that Black wins, 0..1
	noResult  float // probability of no result, 0..1
	lead      float // score
	mean      float // final score
	square    float // mean of the squared final score
	utility   float // the number that the search maximises for Black
	utilitySq float // mean of the squared utility
	weight    float // sum of the weights
	weightSq  float // sum of the squared weights
}

// ownStats is the mean of the evaluations of a node itself, from Black's point of view. Scores are as in stats.
type ownStats struct {
	win, noResult, lead, mean, square, utility, utilitySq, weight float32
}

// node is a position. The fields that parents read are atomic. Only the thread that holds the lock may use the
// other fields. A node fills two cache lines. The first one has the fields that parents read.
type node struct {
	linked
	lock    uint32
	pending int32 // playouts in progress through the node
	visits  int32 // playouts that ended here or below, by any path
	value   stats

	flags  uint32
	own    ownStats // mean of the evaluations of the node itself
	owned  int32    // evaluations of the node itself
	moves  int32    // index of the first move; moves are in the order of falling priors; 0 if no moves are known
	edges  int32    // index of the first edge; the first `opened` moves have edges
	count  uint16
	opened uint16

	bias       int32 // index of the node's entry in the biasTable; 0 for none
	biasDelta  float32
	biasWeight float32
}

const (
	flagWhite      = 1 << iota // White is to play
	flagExpanded               // its moves are known, and playouts continue from here
	flagEvaluating             // a thread is evaluating the node
	flagEnd                    // the game is over here
	flagMore                   // moves with smaller priors were left out
	flagMarked                 // reached by [Search.reachable], which removes the flag again
	flagExact                  // the evaluation of the node is proved, and the moves below it do not change its value
	flagClass      = 16        // this bit and the higher ones are the size class of the block of edges
)

func (n *node) acquire() {
	for spin := 0; !atomic.CompareAndSwapUint32(&n.lock, 0, 1); spin++ {
		if spin > 30 {
			runtime.Gosched()
		}
	}
}

func (n *node) release() { atomic.StoreUint32(&n.lock, 0) }

// toPlay returns the player to move. It never changes.
func (n *node) toPlay() baduk.Color {
	if n.flags&flagWhite != 0 {
		return baduk.White
	}
	return baduk.Black
}

// sign returns +1 if Black is to move, and -1 if White is to move. Multiplication by it converts between
// Black's utility and that of the player to move.
func (n *node) sign() float64 {
	if n.flags&flagWhite != 0 {
		return -1
	}
	return 1
}

// edge is a move that was tried. It counts the visits that followed this edge, and not the visits that reached
// the child by other paths.
type edge struct {
	child  int32 // index of the child; 0 if it has none yet
	visits int32
}

// candidate is a move and its prior.
type candidate struct {
	move  uint16 // a point, or passMove
	prior uint16 // packed, see packPrior
}

const passMove = math.MaxUint16

func (c candidate) point() baduk.Point {
	if c.move == passMove {
		return baduk.Pass
	}
	return baduk.Point(c.move)
}

// A packed prior has 5 bits of exponent and 11 bits of mantissa. It is exact to 1 in 4096, and its range is
// from 2^-31 to 1.
const priorBias = (127 - 31) << 11

func packPrior(p float32) uint16 {
	bits := int64(math.Float32bits(p)+1<<11) >> 12
	return uint16(min(max(bits-priorBias, 1), math.MaxUint16))
}

func (c candidate) weight() float64 {
	return float64(math.Float32frombits((uint32(c.prior) + priorBias) << 12))
}

// amaf is the all-moves-as-first statistics of a move. It is stored parallel to the candidates.
type amaf struct {
	mean   float32 // utility for Black
	visits int32
}
