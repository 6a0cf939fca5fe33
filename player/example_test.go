package player_test

import (
	"context"
	"fmt"
	"log"

	"tengen/baduk"
	"tengen/mcts"
	"tengen/player"
)

// The bundled net judges positions, and a search reads ahead with it.
func ExampleLoader_Load() {
	ctx := context.Background()
	net, err := player.Loader{}.Load(ctx, player.BuiltIn, 1)
	if err != nil {
		log.Fatal(err)
	}
	game := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Chinese())
	evaluator, err := net.Evaluators(1)(game.Graph(), game.Rules())
	if err != nil {
		log.Fatal(err)
	}
	search, err := mcts.New(evaluator, mcts.NetParams())
	if err != nil {
		log.Fatal(err)
	}
	search.SetGame(game)
	result, err := search.Run(ctx, mcts.Visits(100), false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Visits, result.Win >= 0 && result.Win <= 1)
	// Output: 100 true
}
