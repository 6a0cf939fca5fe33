package mcts_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"time"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
	"tengen/rollout"
)

// A search with the same seed and one thread gives the same answer everywhere.
func ExampleSearch() {
	game := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	s, err := mcts.New(rollout.NewEvaluator(game.Graph(), rollout.DefaultParams()), mcts.RolloutParams())
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

// Stoppers can be combined. The first one that is satisfied ends the search.
func ExampleAnyOf() {
	game := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
	s, err := mcts.New(eval.Uniform(), mcts.RolloutParams())
	if err != nil {
		log.Fatal(err)
	}
	s.SetGame(game)
	r, err := s.Run(context.Background(), mcts.AnyOf(mcts.Visits(300), mcts.Time(time.Hour)), false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Visits)
	// Output: 300
}

// A search can be read while it runs without a limit, until its context ends.
func ExampleSearch_Snapshot() {
	game := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
	s, err := mcts.New(eval.Hashed(1), mcts.NetParams())
	if err != nil {
		log.Fatal(err)
	}
	s.SetGame(game)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan mcts.Result)
	go func() {
		r, err := s.Run(ctx, func(mcts.Progress) bool { return false }, false)
		if err != nil {
			log.Fatal(err)
		}
		done <- r
	}()
	for {
		if r, ok := s.Snapshot(); ok && r.Visits > 100 {
			break
		}
	}
	cancel()
	r := <-done
	fmt.Println(r.Visits > 100, r.Stopped)
	// Output: true cancelled
}

// A long search can be saved and continued another day.
func ExampleSearch_Save() {
	game := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
	today, err := mcts.New(eval.Hashed(1), mcts.NetParams())
	if err != nil {
		log.Fatal(err)
	}
	today.SetGame(game)
	if _, err := today.Run(context.Background(), mcts.Visits(500), false); err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := today.Save(&file); err != nil {
		log.Fatal(err)
	}
	tomorrow, err := mcts.New(eval.Hashed(1), mcts.NetParams())
	if err != nil {
		log.Fatal(err)
	}
	tomorrow.SetGame(game)
	if err := tomorrow.Load(&file); err != nil {
		log.Fatal(err)
	}
	r, err := tomorrow.Run(context.Background(), mcts.Visits(800), false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Visits, r.Playouts)
	// Output: 800 300
}

// Restrictions limit a search, here to two of Black's moves.
func ExampleSearch_Restrict() {
	game := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.TrompTaylor())
	s, err := mcts.New(eval.Uniform(), mcts.NetParams())
	if err != nil {
		log.Fatal(err)
	}
	s.SetGame(game)
	s.Restrict(mcts.Restriction{Color: baduk.Black, Points: []baduk.Point{20, 40}, Only: true, Depth: 1})
	r, err := s.Run(context.Background(), mcts.Visits(100), false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(r.Moves))
	// Output: 2
}

// If requested, the result has the ownership of the root and of the positions after its moves.
func ExampleSearch_RunFor() {
	game := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	s, err := mcts.New(rollout.NewEvaluator(game.Graph(), rollout.DefaultParams()), mcts.RolloutParams())
	if err != nil {
		log.Fatal(err)
	}
	s.SetGame(game)
	r, err := s.RunFor(context.Background(), mcts.Playouts(3000), mcts.Ask{Moves: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(r.Ownership), len(r.Moves[0].Ownership), r.Ownership[12] > 0.5)
	// Output: 25 25 true
}
