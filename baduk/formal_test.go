package baduk_test

import (
	"testing"

	"tengen/baduk"
)

// TestRewardOfVoidGame checks that a game without a result has the reward 0.
func TestRewardOfVoidGame(t *testing.T) {
	// There are three kos in the first columns. White has the first and the third.
	const rows = ".XO..........\n" +
		"X..O.........\n" +
		".XO..........\n" +
		".............\n" +
		".XO..........\n" +
		"X..O.........\n" +
		".XO..........\n" +
		".............\n" +
		".XO..........\n" +
		"X..O.........\n" +
		".XO..........\n"
	const width, height = 13, 11
	var setup baduk.Setup
	at := func(x, y int) baduk.Point { return baduk.Point(y*width + x) }
	for y := range height {
		for x := range width {
			switch rows[y*(width+1)+x] {
			case 'X':
				setup.Black = append(setup.Black, at(x, y))
			case 'O':
				setup.White = append(setup.White, at(x, y))
			}
		}
	}
	setup.White = append(setup.White, at(1, 1), at(1, 9))
	setup.Black = append(setup.Black, at(2, 5))
	rules := baduk.Japanese()
	g, err := baduk.NewGameFrom(baduk.MustRectangle(width, height), rules, setup)
	if err != nil {
		t.Fatal(err)
	}
	cycle := []baduk.Point{at(2, 1), at(1, 5), at(2, 9), at(1, 1), at(2, 5), at(1, 9)}
	for i := 0; !g.Over() && i < 30; i++ {
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: cycle[i%len(cycle)]}); err != nil {
			t.Fatal(err)
		}
	}
	if !g.NoResult() {
		t.Fatal("the game is not void")
	}
	if a, b := g.Reward(baduk.RewardDifference), g.Reward(baduk.RewardHalves); a != 0 || b != 0 {
		t.Errorf("got the rewards %v and %v, want 0", a, b)
	}
}
