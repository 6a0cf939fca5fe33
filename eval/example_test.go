package eval_test

import (
	"context"
	"fmt"
	"log"

	"tengen/baduk"
	"tengen/eval"
)

func ExampleCache() {
	e := eval.Cache(eval.Hashed(1), 1<<16)
	game := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor())
	in, out := []eval.Query{{Game: game, Policy: true}}, make([]eval.Evaluation, 1)
	if err := e.Evaluate(context.Background(), in, out); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(out[0].Policy), "moves, the pass last")
	// Output: 10 moves, the pass last
}
