package mcts

import (
	"math"
	"runtime"
	"sync/atomic"

	"tengen/baduk"
)

// float is a number that a parent reads while the thread at its node writes it.
type float uint32

func (f *float) load() float64   { return float64(math.Float32frombits(atomic.LoadUint32((*uint32)(f)))) }
func (f *float) store(v float64) { atomic.StoreUint32((*uint32)(f), math.Float32bits(float32(v))) }

// stats are weighted means over what was found at a node and below, Black's.
type stats struct {
	win       float // probability that Black wins, 0..1
	noResult  float // probability of no result, 0..1
	lead      float // points
	mean      float // final score, points
	square    float // of the final score, points squared
	utility   float // what the search maximises for Black
	utilitySq float // of its square
	weight    float // sum of the weights
	weightSq  float // sum of their squares
}

// ownStats is the mean of the evaluations of a node itself, Black's.
type ownStats struct {
	win, noResult, lead, mean, square, utility, utilitySq, weight float32
}

// node is a position. The fields that parents read are atomic; the rest belongs to the holder of
// the lock. Two cache lines: the first is what a parent needs.
type node struct {
	linked
	lock    uint32
	pending int32 // playouts on their way through it
	visits  int32 // playouts that ended here or below, by whatever way
	value   stats

	flags  uint32
	own    ownStats
	owned  int32 // evaluations of the node itself
	moves  int32 // first of its moves, best prior first; 0: none are known
	edges  int32 // first of its edges, one for each of the first opened moves
	count  uint16
	opened uint16

	bias       int32 // entry of the bias table, 0: none
	biasDelta  float32
	biasWeight float32
}

const (
	flagWhite      = 1 << iota // White is to play
	flagExpanded               // its moves are known: playouts go on from here
	flagEvaluating             // a thread is at it
	flagEnd                    // the game is over here
	flagMore                   // moves of smaller prior were left out
	flagMarked                 // scratch of sweep, save and check
	flagClass      = 16        // from this bit on: the size class of its edges
)

func (n *node) acquire() {
	for spin := 0; !atomic.CompareAndSwapUint32(&n.lock, 0, 1); spin++ {
		if spin > 30 {
			runtime.Gosched()
		}
	}
}

func (n *node) release() { atomic.StoreUint32(&n.lock, 0) }

// toPlay is whose turn it is; it never changes.
func (n *node) toPlay() baduk.Color {
	if n.flags&flagWhite != 0 {
		return baduk.White
	}
	return baduk.Black
}

// sign is +1 where what is good for Black is good for the player to move, else -1.
func (n *node) sign() float64 {
	if n.flags&flagWhite != 0 {
		return -1
	}
	return 1
}

// edge is a move that was tried. Visits live here, so that a position that is reached
// in two ways is worth to each what that way found of it.
type edge struct {
	child  int32 // 0: none yet
	visits int32
}

// candidate is a move and its prior.
type candidate struct {
	move  uint16 // a point, or passMove
	prior uint16 // see prior
}

const passMove = math.MaxUint16

func (c candidate) point() baduk.Point {
	if c.move == passMove {
		return baduk.Pass
	}
	return baduk.Point(c.move)
}

// A prior has 5 bits of exponent and 11 of mantissa: exact to 1 in 4096, and positive
// from 2 to the -31 up to 1.
const priorBias = (127 - 31) << 11

func packPrior(p float32) uint16 {
	bits := int64(math.Float32bits(p)+1<<11) >> 12
	return uint16(min(max(bits-priorBias, 1), math.MaxUint16))
}

func (c candidate) weight() float64 {
	return float64(math.Float32frombits((uint32(c.prior) + priorBias) << 12))
}

// amaf is what all-moves-as-first says of a move: it stands beside the candidates.
type amaf struct {
	mean   float32 // utility, Black's
	visits int32
}
