package baduk_test

import (
	"errors"
	"fmt"
	"log"

	"tengen/baduk"
)

// vertex returns the point with the given name, which must exist.
func vertex(g *baduk.Graph, name string) baduk.Point {
	p, err := g.ParseVertex(name)
	if err != nil {
		log.Fatal(err)
	}
	return p
}

// A short game: both players make turns until both pass, and the board is scored.
func ExampleGame() {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	for _, name := range []string{"C3", "C2", "B2", "D2", "D3", "B1", "A2", "E3", "E4", "pass", "pass"} {
		p, err := g.Graph().ParseVertex(name)
		if err != nil {
			log.Fatal(err)
		}
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: p}); err != nil {
			log.Fatal(err) // an *IllegalMoveError that says why
		}
	}
	fmt.Println(g.Len(), "turns; over:", g.Over())
	fmt.Println(g.Result(nil))
	// Output:
	// 11 turns; over: true
	// B+0.5
}

// Every refused move has a reason. For superko the reason says which position would be repeated.
func ExampleGame_Legal() {
	graph := baduk.MustRectangle(4, 3)
	at := func(names ...string) (points []baduk.Point) {
		for _, name := range names {
			points = append(points, vertex(graph, name))
		}
		return points
	}
	// 3 . X O .
	// 2 X O . O
	// 1 . X O .
	g, err := baduk.NewGameFrom(graph, baduk.TrompTaylor(), baduk.Setup{
		Black: at("B3", "A2", "B1"),
		White: at("C3", "B2", "D2", "C1"),
	})
	if err != nil {
		log.Fatal(err)
	}
	take := baduk.Move{Color: baduk.Black, Point: vertex(graph, "C2")}
	fmt.Println("before:", g.Legal(take))
	if err := g.Play(take); err != nil {
		log.Fatal(err)
	}
	retake := baduk.Move{Color: baduk.White, Point: vertex(graph, "B2")}
	fmt.Println("retake:", g.Legal(retake))
	fmt.Println(g.Play(retake))

	g.SetRules(baduk.Chinese())
	err = g.Play(retake)
	fmt.Println(err)
	var illegal *baduk.IllegalMoveError
	fmt.Println(errors.Is(err, baduk.ErrKo), errors.As(err, &illegal))
	// Output:
	// before: legal
	// retake: superko
	// move 2, white B2, is illegal: superko, it would repeat the initial position
	// move 2, white B2, is illegal: ko, the stone there was captured only now; play elsewhere first
	// true true
}

// A score says for every point which player it counts for, and why. Stones that the players agree to be dead are taken
// off first.
func ExampleGame_Score() {
	graph := baduk.MustRectangle(5, 3)
	// 3 . X . O .
	// 2 . X . O X
	// 1 . X . O .
	g, err := baduk.NewGameFrom(graph, baduk.Rules{Komi: 1}, baduk.Setup{
		Black: []baduk.Point{1, 6, 11, 9},
		White: []baduk.Point{3, 8, 13},
	})
	if err != nil {
		log.Fatal(err)
	}
	alive := g.Score(nil)
	fmt.Println(alive.String())

	var dead baduk.PointSet
	dead.Add(vertex(graph, "E2"))
	s := g.Score(dead)
	fmt.Println(s.String())
	for _, name := range []string{"A2", "B2", "C2", "D2", "E2"} {
		p := s.Points[vertex(graph, name)]
		fmt.Printf("%s: %v, %v\n", name, p.Owner, p.Reason)
	}
	fmt.Println("winner:", s.Winner())
	// Output:
	// Black 4 stones + 3 surrounded points = 7; White 3 stones + 0 surrounded points + 0.5 komi = 3.5; 5 neutral: B+3.5
	// Black 3 stones + 3 surrounded points = 6; White 3 stones + 3 surrounded points + 0.5 komi = 6.5; 3 neutral: W+0.5
	// A2: black, surrounded by one colour
	// B2: black, stone
	// C2: empty, neutral: reaches both colours or none
	// D2: white, stone
	// E2: white, dead stone, surrounded
	// winner: white
}

// This is a whole game through the formal view: the state as numbers, the set
// of actions, the transition, and the reward at the end. The player takes the
// last action of the set.
func ExampleGame_Step() {
	g := baduk.NewGame(baduk.MustRectangle(2, 2), baduk.TrompTaylor())
	var numbers []int8
	var actions []baduk.Move
	for ended := false; !ended; {
		numbers = g.Position().Numbers(numbers[:0])
		actions = g.Actions(actions[:0])
		action := actions[len(actions)-1]
		fmt.Println(numbers, action.Color, g.Graph().Vertex(action.Point), "of", len(actions))
		var err error
		if ended, err = g.Step(action); err != nil {
			log.Fatal(err)
		}
	}
	black := g.Reward(baduk.RewardDifference)
	fmt.Println("reward of Black:", black, "of White:", -black)
	fmt.Println("the same as the Chinese count has it:", g.Reward(baduk.RewardHalves))
	// Output:
	// [0 0 0 0] black B1 of 5
	// [0 0 0 1] white A1 of 4
	// [0 0 -1 1] black B2 of 3
	// [0 1 -1 1] white A2 of 2
	// [-1 0 -1 0] black B1 of 3
	// [-1 0 -1 1] white B2 of 2
	// [-1 -1 -1 0] black pass of 1
	// [-1 -1 -1 0] white pass of 1
	// reward of Black: -11.5 of White: 11.5
	// the same as the Chinese count has it: -5.75
}

// Actions lists the actions of the player to move, the pass first.
func ExampleGame_Actions() {
	g := baduk.NewGame(baduk.MustRectangle(3, 1), baduk.TrompTaylor())
	g.Play(baduk.Move{Color: baduk.Black, Point: 1})
	for _, m := range g.Actions(nil) {
		fmt.Println(m.Color, g.Graph().Vertex(m.Point))
	}
	// Output:
	// white pass
}

// Every turn can be taken back, to the start of the game.
func ExampleGame_Undo() {
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
	g.Play(baduk.Move{Color: baduk.Black, Point: vertex(g.Graph(), "E5")})
	g.Play(baduk.Move{Color: baduk.White, Point: baduk.Pass})
	for g.Undo() {
		fmt.Println(g.Len(), "turns,", g.ToPlay(), "to play")
	}
	// Output:
	// 1 turns, white to play
	// 0 turns, black to play
}

// After two passes players who disagree about the dead stones play on.
func ExampleGame_Resume() {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.Chinese())
	for range 2 {
		g.Play(baduk.Move{Color: g.ToPlay(), Point: baduk.Pass})
	}
	fmt.Println("over:", g.Over(), g.Result(nil))
	g.Resume(baduk.Empty)
	fmt.Println("over:", g.Over(), g.Result(nil))
	g.Resign(baduk.White)
	fmt.Println("over:", g.Over(), g.Result(nil))
	// Output:
	// over: true W+7.5
	// over: false ?
	// over: true B+R
}

// A clone has the whole history and is independent of the original.
func ExampleGame_Clone() {
	g := baduk.NewGame(baduk.MustRectangle(9, 9), baduk.Chinese())
	g.Play(baduk.Move{Color: baduk.Black, Point: vertex(g.Graph(), "E5")})
	try := g.Clone()
	try.Play(baduk.Move{Color: baduk.White, Point: vertex(g.Graph(), "E6")})
	fmt.Println(g.Moves(), try.Moves())
	// Output:
	// [{black 40}] [{black 40} {white 31}]
}

// Two games with the same key have the same future. Under simple ko the order
// of the stones does not matter.
func ExampleGame_SearchKey() {
	graph := baduk.MustRectangle(9, 9)
	key := func(names ...string) uint64 {
		g := baduk.NewGame(graph, baduk.Chinese())
		for _, name := range names {
			g.Play(baduk.Move{Color: g.ToPlay(), Point: vertex(graph, name)})
		}
		return g.SearchKey()
	}
	fmt.Println(key("C3", "G7", "G3") == key("G3", "G7", "C3"))
	fmt.Println(key("C3", "G7", "G3") == key("C3", "G7", "G3", "pass"))
	// Output:
	// true
	// false
}

// In a handicap game the black stones have fixed places, White begins, and the
// rules say what White receives for them.
func ExampleNewGameFrom() {
	graph := baduk.MustRectangle(19, 19)
	stones, err := graph.HandicapPoints(4)
	if err != nil {
		log.Fatal(err)
	}
	rules := baduk.Chinese()
	rules.Komi = 1
	g, err := baduk.NewGameFrom(graph, rules, baduk.Setup{Black: stones, Handicap: len(stones)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.ToPlay(), "begins")
	s := g.Score(nil)
	fmt.Println("White receives", s.Total(baduk.White))

	_, err = baduk.NewGameFrom(baduk.MustRectangle(2, 1), rules, baduk.Setup{Black: []baduk.Point{0}, White: []baduk.Point{1}})
	fmt.Println(err)
	// Output:
	// white begins
	// White receives 4.5
	// impossible set-up: with the white stone on B1 a chain has no liberties
}
