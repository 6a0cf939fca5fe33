package mcts

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"tengen/baduk"
	"tengen/eval"
)

// Values are the results of the search for a position. All values are from Black's point of view.
type Values struct {
	Win         float64 // probability that Black wins, 0..1; a draw and a void game count as half a win
	NoResult    float64 // probability that the game ends without result, 0..1
	Lead        float64 // expected lead, points
	ScoreMean   float64 // mean of the final score, points
	ScoreStdev  float64 // standard deviation of the final score, points
	Utility     float64 // the number that the search maximises for Black, see Params.WinFactor
	Weight      float64 // number of visits, weighted by the certainty of their evaluations
	NodeVisits  int     // visits of the position, by any path
	EvalWin     float64 // Win of the position's own evaluation, 0..1
	EvalLead    float64 // Lead of the position's own evaluation, points
	EvalUtility float64 // Utility of the position's own evaluation
	Exact       bool    // Win and Lead are proved; see eval.Evaluation.Exact
}

// MoveInfo has the results of the search for one move. All values are from Black's point of view.
type MoveInfo struct {
	Move   baduk.Move
	Visits int     // visits of this move at the root
	Prior  float64 // 0..1
	// HumanPrior is the human policy's prior, 0..1; 0 without a human policy.
	HumanPrior float64
	// Value is Utility on a scale from 0 to 1. Params.Bias can move it slightly outside this range.
	Value  float64
	Values // values of the position after the move; only Weight is the weight of this move's own visits
	// NodeWeight is the weight of all visits of the position after the move, by any path.
	NodeWeight float64
	// LCB and UtilityLCB are the confidence bound of the move, in the unit of Win and in that of Utility. They
	// are lower bounds for Black's moves and upper bounds for White's. LCB is outside the range 0..1 if the
	// interval is wide, which shows that the move has few visits.
	LCB, UtilityLCB float64
	// PlaySelection is the number by which the moves are ordered. It begins with the move's visits. It is lower
	// if the search found out late that the move is bad, and higher if the move has a good confidence bound.
	// Order is the move's place in the order by PlaySelection; the best move has 0.
	PlaySelection float64
	Order         int
	PV            []baduk.Move // principal variation, beginning with this move
	// PVVisits are the visits of each move of the principal variation. PVNodeVisits are the visits of the
	// positions after these moves, by any path.
	PVVisits, PVNodeVisits []int
	// Ownership is the mean ownership of each point after the move, over the playouts of this run: -1 for White
	// to +1 for Black. OwnershipStdev is its standard deviation. Both are nil unless asked for.
	Ownership, OwnershipStdev []float32
}

// Stopped is the reason why a run ended.
type Stopped uint8

const (
	StoppedByStopper Stopped = iota // the stopper returned true
	StoppedByContext                // the context ended
	StoppedByMemory                 // Params.MaxBytes is used up
	StoppedByError                  // the evaluator returned an error
)

// String returns the reason in words.
func (s Stopped) String() string {
	return [...]string{"limit reached", "cancelled", "memory used up", "error"}[s]
}

// Result has the results of the search after a run, or during a run. All values are from Black's point of view.
type Result struct {
	// Moves are the moves that were tried, best first. If no move was tried yet, Moves lists all moves, without
	// visits, in the order of their priors.
	Moves    []MoveInfo
	Visits   int // visits of the root, including those of earlier runs
	Playouts int // playouts of this run
	// Root has the values of the root position. They are weighted means over the moves. The weights are those
	// that the search would give the moves with its present knowledge. The visits would be worse weights: some
	// of them went to moves that later turned out to be bad.
	Root Values
	Win  float64 // Root.Win: probability that Black wins, 0..1
	Lead float64 // Root.Lead, points
	// Ownership is the mean ownership of each point, over the playouts of this run: -1 for White to +1 for
	// Black. OwnershipStdev is its standard deviation. Both are nil unless asked for.
	Ownership, OwnershipStdev []float32
	// Improved is the policy that sequential halving gives the net to learn, by Point, pass last; nil if the root was
	// not searched by sequential halving, see Params.Gumbel.
	Improved []float32
	// Human is the evaluation of the root by the net of human games; nil without such a net.
	Human   *eval.Evaluation
	Elapsed time.Duration
	Bytes   int64 // memory of the graph
	Stopped Stopped
}

// Snapshot returns what the search knows now. It may be called while the search runs. It returns false if
// nothing is known yet.
func (s *Search) Snapshot() (Result, bool) {
	s.use.RLock()
	defer s.use.RUnlock()
	if s.root == 0 || s.game == nil {
		return Result{}, false
	}
	nd := s.rootNode
	nd.acquire()
	known := nd.flags&flagExpanded != 0 && nd.opened == nd.count
	nd.release()
	if !known {
		return Result{}, false
	}
	return s.result(), true
}

// result collects what is known about the root.
func (s *Search) result() Result {
	r := &s.run
	res := Result{Playouts: int(r.done.Load()), Bytes: s.graph.used.Load()}
	r.mu.Lock()
	res.Stopped, res.Elapsed = r.stopped, r.elapsed
	r.mu.Unlock()
	if r.running.Load() {
		res.Elapsed = time.Since(r.begun)
	}
	nd := s.rootNode
	nd.acquire()
	list := s.finals()
	res.Root = s.rootValues(nd, list)
	res.Win, res.Lead, res.Visits = res.Root.Win, res.Root.Lead, res.Root.NodeVisits
	if h := r.halving; h != nil {
		h.decide(s, list)
		res.Improved = h.improved(s)
	}
	if s.human != nil {
		res.Human = s.human.root
	}
	if len(list) == 0 {
		res.Moves = s.untried()
	}
	nd.release()
	for _, f := range list {
		res.Moves = append(res.Moves, s.moveInfo(f))
	}
	for i := range res.Moves {
		m := &res.Moves[i]
		m.Value = 0.5 + m.Utility/(2*s.params.radius())
	}
	order(res.Moves)
	if r.ask.Ownership {
		sum := s.ownersOf(-1)
		res.Ownership, res.OwnershipStdev = sum.mean()
	}
	return res
}

// order sorts moves, best first, and sets MoveInfo.Order.
func order(list []MoveInfo) {
	slices.SortStableFunc(list, func(a, b MoveInfo) int {
		return cmp.Or(cmp.Compare(b.PlaySelection, a.PlaySelection), cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Prior, a.Prior))
	})
	for i := range list {
		list[i].Order = i
	}
}

// untried lists the moves of the locked root, none of which was tried. Each move has the values of the root.
func (s *Search) untried() (list []MoveInfo) {
	nd := s.rootNode
	moves, values := s.graph.movesOf(nd), s.values(nd)
	values.NodeVisits, values.Weight = 0, 0
	for i := range moves {
		m := baduk.Move{Color: nd.toPlay(), Point: moves[i].point()}
		if s.forbidden(m.Color, m.Point, 0) {
			continue
		}
		prior := s.prior(nd, moves, i)
		list = append(list, MoveInfo{Move: m, Prior: prior, HumanPrior: s.humanPrior(m, i), Values: values, LCB: values.Win, PlaySelection: prior,
			PV: []baduk.Move{m}, PVVisits: []int{0}, PVNodeVisits: []int{0}})
	}
	return list
}

// moveInfo returns what is known about a move that was tried.
func (s *Search) moveInfo(f final) MoveInfo {
	m := MoveInfo{Move: f.move, Visits: int(f.visits), Prior: f.prior, PlaySelection: f.value, HumanPrior: s.humanPrior(f.move, f.edge)}
	f.node.acquire()
	m.Values = s.values(f.node)
	f.node.release()
	sign := float64(f.move.Color.Number())
	m.NodeWeight, m.Weight = m.Weight, f.weight
	m.UtilityLCB = sign * f.lcb
	m.LCB = m.Win - sign*f.radius*s.params.WinFactor/(2*s.params.radius())
	m.PV, m.PVVisits, m.PVNodeVisits = s.variation(f.move, int(f.visits), f.node)
	if s.run.ask.Moves {
		sum := s.ownersOf(f.edge)
		m.Ownership, m.OwnershipStdev = sum.mean()
	}
	return m
}

// values returns what is known about a locked node.
func (s *Search) values(n *node) Values {
	v := &n.value
	mean, scale := v.mean.load(), s.valuer.scale
	return Values{
		Win: v.win.load(), NoResult: v.noResult.load(), Lead: v.lead.load() * scale, ScoreMean: mean * scale,
		ScoreStdev: math.Sqrt(max(0, v.square.load()-mean*mean)) * scale, Utility: v.utility.load(), Weight: v.weight.load(),
		NodeVisits: int(atomic.LoadInt32(&n.visits)), EvalWin: float64(n.own.win), EvalLead: float64(n.own.lead) * scale, EvalUtility: float64(n.own.utility),
		Exact: n.flags&flagExact != 0,
	}
}

// rootValues returns what is known about the locked root, see Result.Root.
func (s *Search) rootValues(root *node, moves []final) Values {
	r, o := s.values(root), &root.own
	weight := float64(o.weight)
	sum := Values{Win: float64(o.win), NoResult: float64(o.noResult), Lead: float64(o.lead), ScoreMean: float64(o.mean), Utility: float64(o.utility)}
	square := float64(o.square)
	for i := range moves {
		w := moves[i].wanted
		if w == 0 {
			continue
		}
		weight += w
		share, v := w/weight, &moves[i].node.value
		for _, f := range [...]struct {
			to   *float64
			with *float
		}{{&sum.Win, &v.win}, {&sum.NoResult, &v.noResult}, {&sum.Lead, &v.lead}, {&sum.ScoreMean, &v.mean}, {&sum.Utility, &v.utility}, {&square, &v.square}} {
			*f.to += (f.with.load() - *f.to) * share
		}
	}
	if weight == float64(o.weight) || r.Exact {
		return r // no move has weight, or the moves do not change the value
	}
	scale := s.valuer.scale
	r.Win, r.NoResult, r.Lead, r.ScoreMean, r.Utility = sum.Win, sum.NoResult, sum.Lead*scale, sum.ScoreMean*scale, sum.Utility
	r.ScoreStdev = math.Sqrt(max(0, square-sum.ScoreMean*sum.ScoreMean)) * scale
	return r
}

// mostVariation is the length of the longest principal variation.
const mostVariation = 30

// variation returns a move and the most visited moves after it. n is the node after the move.
func (s *Search) variation(m baduk.Move, visits int, n *node) (pv []baduk.Move, edges, nodes []int) {
	for {
		pv, edges, nodes = append(pv, m), append(edges, visits), append(nodes, int(atomic.LoadInt32(&n.visits)))
		if len(pv) == mostVariation {
			return pv, edges, nodes
		}
		n.acquire()
		var next *node
		best := int32(0)
		if n.opened > 0 {
			moves := s.graph.movesOf(n)
			for i, e := range s.graph.edgesOf(n) {
				if e.visits > best {
					best, next = e.visits, s.graph.nodes.at(e.child)
					m = baduk.Move{Color: n.toPlay(), Point: moves[i].point()}
				}
			}
		}
		n.release()
		if next == nil {
			return pv, edges, nodes
		}
		visits, n = int(best), next
	}
}
