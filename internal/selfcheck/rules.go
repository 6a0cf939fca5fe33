package selfcheck

import (
	"context"
	"fmt"

	"tengen/baduk"
)

// checkRules compares numbers of legal positions, numbers of games, and scores with known values.
func checkRules(ctx context.Context) (string, error) {
	for _, test := range []struct{ width, height, want int }{{2, 2, 57}, {3, 2, 489}, {3, 3, 12675}} { // Tromp and Farnebäck 2007
		if n := legalPositions(test.width, test.height); n != test.want {
			return "", fmt.Errorf("the program counts %[3]d legal positions on %[1]dx%[2]d, but there are %[4]d", test.width, test.height, n, test.want)
		}
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if n := numberOfGames(3); n != 907 {
		return "", fmt.Errorf("the program counts %d games on 1x3, but there are 907", n)
	}
	for _, test := range []struct {
		rules baduk.Rules
		want  string
	}{
		{baduk.TrompTaylor(), "B+1.5"}, // 15 and 10 points of area, and a komi of 3.5
		{baduk.Japanese(), "B+1.5"},    // 10 and 5 points of territory, no prisoners, and a komi of 3.5
	} {
		if got := smallScore(test.rules); got != test.want {
			return "", fmt.Errorf("the program scores a finished position as %s under %s rules, but the score is %s", got, test.rules.Name(), test.want)
		}
	}
	return "positions of 2x2, 3x2 and 3x3, games of 1x3, two scores", nil
}

// legalPositions counts the legal positions of a board. It places stones point by point and
// skips placements that capture.
func legalPositions(width, height int) int {
	b, n := baduk.NewBoard(baduk.MustRectangle(width, height)), 0
	var lay func(p baduk.Point)
	lay = func(p baduk.Point) {
		if int(p) == b.Graph().Len() {
			n++
			return
		}
		lay(p + 1)
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			u, _ := b.Place(baduk.Move{Color: c, Point: p})
			if u.Captured+u.Suicide == 0 {
				lay(p + 1)
			}
			b.Take(u)
		}
	}
	lay(0)
	return n
}

// numberOfGames counts all games without passes on a board of one row. The rules have positional
// superko, and suicide is allowed. Either player may move at any time.
func numberOfGames(length int) int {
	g := baduk.NewGame(baduk.MustRectangle(length, 1), baduk.Rules{Ko: baduk.KoPositional, Suicide: baduk.SuicideLiteral})
	n := 0
	var walk func()
	walk = func() {
		n++
		for p := range length {
			for _, c := range []baduk.Color{baduk.Black, baduk.White} {
				if g.Play(baduk.Move{Color: c, Point: baduk.Point(p)}) == nil {
					walk()
					g.Undo()
				}
			}
		}
	}
	walk()
	return n
}

// smallScore returns the score of a game on 5x5 in which Black plays the middle column and White
// the column to its right.
func smallScore(r baduk.Rules) string {
	r.Komi, _ = baduk.KomiOf(3.5)
	g := baduk.NewGame(baduk.MustRectangle(5, 5), r)
	for y := range baduk.Point(5) {
		for _, x := range []baduk.Point{2, 3} {
			if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: 5*y + x}); err != nil {
				return err.Error()
			}
		}
	}
	s := g.Score(baduk.PointSet{})
	return s.Result()
}
