package lab_test

import (
	"fmt"

	"tengen/baduk"
	"tengen/lab"
)

// A small finished game, counted in two ways.
func Example() {
	graph := baduk.MustRectangle(5, 5)
	game := baduk.NewGame(graph, baduk.Chinese())
	color := baduk.Black
	for _, name := range []string{"C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "pass", "pass"} {
		p, _ := graph.ParseVertex(name)
		if err := game.Play(baduk.Move{Color: color, Point: p}); err != nil {
			fmt.Println(err)
		}
		color = color.Opponent()
	}
	r := lab.Compare(game, []string{"chinese", "japanese"}, nil)
	fmt.Println(lab.Summary(r[0], r[1]))
	for _, part := range lab.Differences(graph, r[0], r[1]) {
		fmt.Println(part.Points, part.Text)
	}
	// Output:
	// The result is W+2.5 under Chinese and W+1.5 under Japanese: White is better off by 1 under Chinese.
	// 5 C5 C4 C3 C2 C1 under Chinese: living black stones; under Japanese: living black stones, which do not count.
	// -5 D5 D4 D3 D2 D1 under Chinese: living white stones; under Japanese: living white stones, which do not count.
	// -1 Komi under Chinese: 7.5; under Japanese: 6.5.
}
