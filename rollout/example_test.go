package rollout_test

import (
	"context"
	"fmt"
	"log"

	"tengen/baduk"
	"tengen/eval"
	"tengen/rollout"
)

// Play one game from the empty board to the end, uniformly at random.
func ExampleUniform() {
	g := baduk.MustRectangle(9, 9)
	u, rng := rollout.NewUniform(g), rollout.Rand(1)
	pos := baduk.NewPosition(g)
	_, ended := u.Play(pos, &rng, 3*g.Len())
	lead := u.Lead(&pos.Board)
	fmt.Println(ended, lead >= -81 && lead <= 81)
	// Output: true true
}

// Judge a position by the mean of many rollouts.
func ExampleEvaluator() {
	game := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Rules{Komi: 140}) // 70 points
	e := rollout.NewEvaluator(game.Graph(), rollout.DefaultParams())
	wins := float32(0)
	out := make([]eval.Evaluation, 1)
	for seed := range uint64(100) {
		if err := e.Evaluate(context.Background(), []eval.Query{{Game: game, Seed: seed}}, out); err != nil {
			log.Fatal(err)
		}
		wins += out[0].Win
	}
	fmt.Println(wins < 20) // Black has little chance
	// Output: true
}
