package problems

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
	"tengen/rollout"
	"tengen/stat"
)

// Set is an examination: which problems, and who answers them.
type Set struct {
	Problems []*Problem
	Visits   int // 1 asks for the policy alone
	Threads  int // problems at a time; each is searched by one thread
	Search   mcts.Params
	Factory  eval.Factory
	// Progress is told after each problem, if it is not nil.
	Progress func(done, of int)
}

// Choose are the problems of the types, all for none, and of these count at random,
// all for 0: the same for the same seed, in the order of the file.
func Choose(problems []*Problem, types []int, count int, seed uint64) []*Problem {
	var list []*Problem
	for _, p := range problems {
		if len(types) == 0 || slices.Contains(types, p.Type) {
			list = append(list, p)
		}
	}
	if count <= 0 || count >= len(list) {
		return list
	}
	rng := rollout.Rand(seed)
	for i := range count {
		j := i + rng.Below(len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
	list = list[:count]
	slices.SortFunc(list, func(a, b *Problem) int { return a.Line - b.Line })
	return list
}

// Share is how many of some problems were solved.
type Share struct {
	Name   string `json:"name"`
	Solved int    `json:"solved"`
	Of     int    `json:"of"`
	// Share is Solved of Of, and Low to High where it lies by Wilson's interval for
	// 95 %, 0..1.
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func (s *Share) add(right bool) {
	if s.Of++; right {
		s.Solved++
	}
	s.Share = float64(s.Solved) / float64(s.Of)
	s.Low, s.High = stat.Wilson(float64(s.Solved), s.Of)
}

// Examination is what came of a [Set].
type Examination struct {
	All    Share   `json:"all"`
	ByType []Share `json:"byType"`
	ByRank []Share `json:"byRank"` // easiest first
	Visits int     `json:"visits"`
}

var typeNames = map[int]string{0: "life and death", 1: "tesuji", 2: "capture", 3: "capturing race", 7: "endgame", 9: "appreciation"}

// Run has every problem answered. When ctx ends it returns what was done so far.
func (s *Set) Run(ctx context.Context) (Examination, error) {
	var (
		mu    sync.Mutex
		next  int
		done  int
		first error
	)
	right := make([]int8, len(s.Problems)) // 0 not asked, 1 wrong, 2 right
	factory := shared(s.Factory)
	var wg sync.WaitGroup
	for range max(1, min(s.Threads, len(s.Problems))) {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				over := i >= len(s.Problems) || first != nil || ctx.Err() != nil
				mu.Unlock()
				if over {
					return
				}
				solved, err := s.solves(ctx, factory, s.Problems[i], uint64(i))
				mu.Lock()
				switch {
				case err != nil && ctx.Err() != nil:
				case err != nil:
					first = cmp.Or(first, fmt.Errorf("problem %s, line %d: %w", s.Problems[i].ID, s.Problems[i].Line, err))
				default:
					if right[i] = 1; solved {
						right[i] = 2
					}
					if done++; s.Progress != nil {
						s.Progress(done, len(s.Problems))
					}
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if first != nil {
		return Examination{}, first
	}
	return s.sum(right), nil
}

// shared makes the evaluator of each board once: a net's memory is large.
func shared(f eval.Factory) eval.Factory {
	var mu sync.Mutex
	made := map[*baduk.Graph]eval.Evaluator{}
	return func(g *baduk.Graph, r baduk.Rules) (eval.Evaluator, error) {
		mu.Lock()
		defer mu.Unlock()
		if e := made[g]; e != nil {
			return e, nil
		}
		e, err := f(g, r)
		if err == nil {
			made[g] = e
		}
		return e, err
	}
}

func (s *Set) sum(right []int8) Examination {
	x := Examination{All: Share{Name: "all"}, Visits: s.Visits}
	types, ranks := map[int]*Share{}, map[int]*Share{}
	count := func(m map[int]*Share, key int, name string, solved bool) {
		if m[key] == nil {
			m[key] = &Share{Name: name}
		}
		m[key].add(solved)
	}
	for i, p := range s.Problems {
		if right[i] == 0 {
			continue
		}
		solved := right[i] == 2
		x.All.add(solved)
		count(types, p.Type, cmp.Or(typeNames[p.Type], fmt.Sprintf("type %d", p.Type)), solved)
		count(ranks, p.Rank, fmt.Sprint(p.Rank), solved)
	}
	x.ByType, x.ByRank = sorted(types), sorted(ranks)
	return x
}

func sorted(m map[int]*Share) []Share {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var list []Share
	for _, k := range keys {
		list = append(list, *m[k])
	}
	return list
}

// errNoMove is a problem without a legal answer.
var errNoMove = errors.New("no move is allowed")

// solves reports whether the answer is right.
func (s *Set) solves(ctx context.Context, f eval.Factory, p *Problem, seed uint64) (bool, error) {
	e, err := f(p.Game.Graph(), p.Game.Rules())
	if err != nil {
		return false, err
	}
	move, err := s.answer(ctx, e, p, s.Search.Seed+seed*0x9e3779b97f4a7c15)
	if errors.Is(err, errNoMove) {
		return false, nil // which no player could solve either
	}
	return p.Right.Has(move), err
}

// answer is the best allowed move by the search, and for a single visit by the policy.
func (s *Set) answer(ctx context.Context, e eval.Evaluator, p *Problem, seed uint64) (baduk.Point, error) {
	if s.Visits > 1 {
		params := s.Search
		params.Threads, params.Seed = 1, seed
		search, err := mcts.New(e, params)
		if err != nil {
			return baduk.NoPoint, err
		}
		search.SetGame(p.Game)
		search.Restrict(mcts.Restriction{Color: p.Game.ToPlay(), Points: p.allowed(), Only: true, Depth: 1})
		r, err := search.Run(ctx, mcts.Visits(s.Visits), false)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return baduk.NoPoint, err
		}
		if len(r.Moves) == 0 {
			return baduk.NoPoint, errNoMove
		}
		return r.Moves[0].Move.Point, nil
	}
	in, out := [1]eval.Query{{Game: p.Game, Seed: seed, Policy: true}}, [1]eval.Evaluation{}
	out[0].Resize(p.Game.Graph())
	if err := e.Evaluate(ctx, in[:], out[:]); err != nil {
		return baduk.NoPoint, err
	}
	best, most := baduk.NoPoint, float32(-1)
	for i, v := range out[0].Policy[:p.Game.Graph().Len()] {
		q := baduk.Point(i)
		if v > most && p.Allowed.Has(q) && p.Game.Legal(baduk.Move{Color: p.Game.ToPlay(), Point: q}) == baduk.Legal {
			best, most = q, v
		}
	}
	if best == baduk.NoPoint {
		return best, errNoMove
	}
	return best, nil
}
