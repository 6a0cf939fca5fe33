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

// Set is a set of problems, together with the player that answers them.
type Set struct {
	Problems []*Problem
	Visits   int // visits per problem; with 1 the policy answers without a search
	Threads  int // number of problems that are searched at the same time, each by one thread
	Search   mcts.Params
	Factory  eval.Factory
	// Progress is called after each problem, if not nil.
	Progress func(done, of int)
}

// Choose returns problems of the given types, in the order of the file. If types is empty, all types count. count is
// the number of problems, which Choose draws at random by the seed. If count is 0, it returns all problems of the
// types.
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

// share has the number and the share of solved problems in a group.
type share struct {
	Name   string `json:"name"`
	Solved int    `json:"solved"`
	Of     int    `json:"of"`
	// Share is Solved/Of, and Low and High are its 95 % Wilson interval, 0..1.
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func (s *share) add(right bool) {
	if s.Of++; right {
		s.Solved++
	}
	s.Share = float64(s.Solved) / float64(s.Of)
	s.Low, s.High = stat.Wilson(float64(s.Solved), s.Of)
}

// Examination is the result of a [Set].
type Examination struct {
	All    share   `json:"all"`
	ByType []share `json:"byType"`
	ByRank []share `json:"byRank"` // easiest first
	Visits int     `json:"visits"`
}

var typeNames = map[int]string{0: "life and death", 1: "tesuji", 2: "capture", 3: "capturing race", 7: "endgame", 9: "appreciation"}

// Run lets the player answer every problem. When ctx ends, it returns the results of the problems that were answered.
func (s *Set) Run(ctx context.Context) (Examination, error) {
	var (
		mu    sync.Mutex
		next  int
		done  int
		first error
	)
	right := make([]int8, len(s.Problems)) // 0 unanswered, 1 wrong, 2 right
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

// shared returns a factory that makes only one evaluator for each board, because a net takes much memory.
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
	x := Examination{All: share{Name: "all"}, Visits: s.Visits}
	types, ranks := map[int]*share{}, map[int]*share{}
	count := func(m map[int]*share, key int, name string, solved bool) {
		if m[key] == nil {
			m[key] = &share{Name: name}
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

func sorted(m map[int]*share) []share {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var list []share
	for _, k := range keys {
		list = append(list, *m[k])
	}
	return list
}

// errNoMove is the error of a problem without a legal answer.
var errNoMove = errors.New("no move is allowed")

// solves reports whether the answer is right.
func (s *Set) solves(ctx context.Context, f eval.Factory, p *Problem, seed uint64) (bool, error) {
	e, err := f(p.Game.Graph(), p.Game.Rules())
	if err != nil {
		return false, err
	}
	move, err := s.answer(ctx, e, p, s.Search.Seed+seed*0x9e3779b97f4a7c15)
	if errors.Is(err, errNoMove) {
		return false, nil // no player could solve the problem
	}
	return p.Right.Has(move), err
}

// answer returns the best allowed move of a search. With a single visit it returns the best allowed move of the policy.
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
	out, err := eval.One(ctx, e, eval.Query{Game: p.Game, Seed: seed, Policy: true})
	if err != nil {
		return baduk.NoPoint, err
	}
	best, most := baduk.NoPoint, float32(-1)
	for i, v := range out.Policy[:p.Game.Graph().Len()] {
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
