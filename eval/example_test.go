package eval_test

import (
	"context"
	"fmt"
	"log"

	"tengen/baduk"
	"tengen/eval"
)

func ExampleCacheBytes() {
	game := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor())
	e := eval.CacheBytes(eval.Hashed(1), 1<<20, game.Graph())
	in, out := []eval.Query{{Game: game, Policy: true}}, make([]eval.Evaluation, 1)
	if err := e.Evaluate(context.Background(), in, out); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(out[0].Policy), "moves, the pass last")
	// Output: 10 moves, the pass last
}
