package netcheck

import (
	"context"

	"tengen/baduk"
	"tengen/eval"
	"tengen/rollout"
)

// Setting is a board and the rules of games on it.
type Setting struct {
	Width, Height int
	Rules         baduk.Rules
}

// settings returns the settings for checks. They include small and large boards, squares and other
// rectangles, and all parts of the rules that are inputs of a net.
func settings() []Setting {
	var list []Setting
	sides := [][2]int{{9, 9}, {19, 19}, {13, 13}, {13, 7}, {7, 7}, {19, 19}, {5, 9}, {9, 19}}
	taxed := baduk.TrompTaylor()
	taxed.Tax = baduk.TaxAll
	for i, rules := range []baduk.Rules{
		baduk.Chinese(), baduk.Japanese(), baduk.TrompTaylor(), taxed,
		baduk.Japanese(), baduk.Chinese(), baduk.TrompTaylor(), baduk.Japanese(),
	} {
		list = append(list, Setting{sides[i][0], sides[i][1], rules})
	}
	return list
}

// perGame is the number of positions from one game.
const perGame = 4

// Positions returns n positions of games with this setting, from all stages between the opening and the end.
// The same seed gives the same positions on every machine. Both players draw their moves from the priors of
// package rollout. So the games have captures, ladders, ko fights and senseless moves.
func Positions(s Setting, n int, seed uint64) ([]*baduk.Game, error) {
	graph, err := baduk.Rectangle(s.Width, s.Height)
	if err != nil {
		return nil, err
	}
	list := make([]*baduk.Game, n)
	player, rng := rollout.NewEvaluator(graph, rollout.DefaultParams()), rollout.Rand(seed)
	games := (n + perGame - 1) / perGame
	for k := range games {
		g := baduk.NewGame(graph, s.Rules)
		for i := k; i < n; i += games {
			for g.Len() < (2*i+1)*graph.Len()/(2*n) && !g.Over() {
				m, err := Draw(player, g, &rng)
				if err != nil {
					return nil, err
				}
				if err := g.Play(m); err != nil {
					return nil, err
				}
			}
			list[i] = g.Clone()
		}
	}
	return list, nil
}

// Draw draws a move at random by the priors that the evaluator player gives for the position of g.
func Draw(player eval.Evaluator, g *baduk.Game, rng *rollout.Rand) (baduk.Move, error) {
	out, err := eval.One(context.Background(), player, eval.Query{Game: g, Seed: rng.Uint64(), Policy: true})
	if err != nil {
		return baduk.Move{}, err
	}
	m := baduk.Move{Color: g.ToPlay(), Point: baduk.Pass}
	at := float32(rng.Below(1<<20)) / (1 << 20)
	for p, prior := range out.Policy[:g.Graph().Len()] {
		if at -= prior; prior > 0 && at < 0 {
			m.Point = baduk.Point(p)
			break
		}
	}
	return m, nil
}
