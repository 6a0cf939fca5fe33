package lab

import (
	"fmt"

	"tengen/baduk"
)

// Counting is a position counted in one way.
type Counting struct {
	Name         string
	Black, White float64 // points of each player; White's points include komi
	Result       string  // "B+1.5"
	Why          string  // what this way counts, and how it differs from the other ways
}

// exampleRows is the final position of the example in the article (section "Example").
var exampleRows = []string{".X..XXXO.", "X.X.XOO.O", "...XXO.O.", "X..XO.O.O", "X.XOOO...", ".XXXOO...", "...XXOO..", "....XXOX.", "....XOOO."}

// WorkedExample returns the final position of the example in the article on the game of Go. Black has captured 9
// stones and White has captured 6. The set dead contains the black stone on H2. The komi is 5.5. WorkedExample
// returns an error if the rules are unknown.
func WorkedExample(rules string) (game *baduk.Game, dead baduk.PointSet, err error) {
	r, err := baduk.ParseRules(rules)
	if err != nil {
		return nil, nil, err
	}
	r.Komi = 11
	graph, colors, err := readRows(exampleRows)
	if err != nil {
		return nil, nil, err
	}
	setup := baduk.SetupOf(colors, baduk.Black)
	setup.Prisoners[baduk.White], setup.Prisoners[baduk.Black] = 9, 6
	if game, err = baduk.NewGameFrom(graph, r, setup); err != nil {
		return nil, nil, err
	}
	h2, err := graph.ParseVertex("H2")
	dead.Add(h2)
	return game, dead, err
}

// ExampleCountings counts the worked example in four ways and explains the differences. The
// ways are area, territory, the count that the article printed, and the article's definition to
// the letter.
func ExampleCountings() ([]Counting, error) {
	area, dead, err := WorkedExample("lrs-004")
	if err != nil {
		return nil, err
	}
	territory, _, err := WorkedExample("lrs-004-japanese")
	if err != nil {
		return nil, err
	}
	usual := territory.Score(dead)
	literal := territory.Score(baduk.PointSet{})
	under := float64(usual.Dead[baduk.Black]) // White's points for the places of dead black stones
	count := func(name string, s *baduk.Score, white float64, why string) Counting {
		c := Counting{Name: name, Black: s.Total(baduk.Black), White: s.Total(baduk.White) + white, Why: why}
		switch lead := c.Black - c.White; {
		case lead > 0:
			c.Result = fmt.Sprintf("B+%v", lead)
		case lead < 0:
			c.Result = fmt.Sprintf("W+%v", -lead)
		default:
			c.Result = "0"
		}
		return c
	}
	chinese := area.Score(dead)
	return []Counting{
		count("area", &chinese, 0, "Stones and surrounded points, the dead stone taken off (lrs-004)."),
		count("territory", &usual, 0, "Surrounded points and prisoners. The dead stone counts twice: it is a prisoner, and the point under it is White's (lrs-004-japanese)."),
		count("territory, as printed", &usual, -under, "The article counts the dead stone as a prisoner, but not the point under it: 16 points and not 17."),
		count("territory, to the letter", &literal, under, "By the article's definition a black stone can be reached from the right side, so these points belong to neither player; White has 5 points and the prisoner."),
	}, nil
}
