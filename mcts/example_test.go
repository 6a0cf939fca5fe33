package mcts_test

import (
	"context"
	"fmt"
	"log"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
	"tengen/rollout"
)

// A search with the same seed and one thread gives the same answer everywhere.
func ExampleSearch() {
	game := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	s, err := mcts.New(rollout.NewEvaluator(game.Graph(), rollout.DefaultParams()), mcts.DefaultParams())
	if err != nil {
		log.Fatal(err)
	}
	s.SetGame(game)
	r, err := s.Run(context.Background(), mcts.Playouts(5000), false)
	if err != nil {
		log.Fatal(err)
	}
	best := r.Moves[0]
	fmt.Println(best.Move.Color, game.Graph().Vertex(best.Move.Point), r.Playouts)
	// Output: black C3 5000
}

// Stoppers combine; the first that is satisfied ends the search.
func ExampleAnyOf() {
	game := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
	s, err := mcts.New(eval.Uniform(), mcts.DefaultParams())
	if err != nil {
		log.Fatal(err)
	}
	s.SetGame(game)
	r, err := s.Run(context.Background(), mcts.AnyOf(mcts.Visits(300), mcts.Memory(1<<30)), false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Visits)
	// Output: 300
}
