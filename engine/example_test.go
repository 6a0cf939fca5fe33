package engine_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/rollout"
)

func factory(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
	return rollout.NewEvaluator(g, rollout.DefaultParams()), nil
}

// The engine plays a whole game against itself, and the game is scored.
func ExampleEngine_Genmove() {
	e, err := engine.New(engine.RolloutParams(), factory)
	if err != nil {
		log.Fatal(err)
	}
	game := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Rules{Ko: baduk.KoPositional})
	for !game.Over() {
		d, err := e.Genmove(context.Background(), game, game.ToPlay(), engine.Limit{Playouts: 2000})
		if err != nil {
			log.Fatal(err)
		}
		if d.Resign {
			game.Resign(game.ToPlay())
		} else if err := game.Play(d.Move); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("Black begins at", game.Graph().Vertex(game.Turn(0).Point))
	fmt.Println("Black wins:", strings.HasPrefix(game.Result(nil), "B+"))
	// Output:
	// Black begins at C3
	// Black wins: true
}
