package facts

import (
	"fmt"

	"tengen/diagram"
	"tengen/kifustats"
)

// lengthStep is the width, in moves, of a bar of the lengths.
const lengthStep = 10

// Chart draws the lengths of the games on a board and the choices of their moves, with the article's figures.
func Chart(m kifustats.Measure) *diagram.Chart {
	longest, most := 0, 0.
	for n := range m.Lengths {
		longest = max(longest, n)
	}
	bars := make([]diagram.Coordinates, longest/lengthStep+1)
	for i := range bars {
		bars[i].X = float64(i*lengthStep + lengthStep/2)
	}
	for n, games := range m.Lengths {
		bars[n/lengthStep].Y += float64(games)
	}
	for _, b := range bars {
		most = max(most, b.Y)
	}
	choices := make([]diagram.Coordinates, len(m.ByMove))
	for i, n := range m.ByMove {
		choices[i] = diagram.Coordinates{X: float64(i + 1), Y: n}
	}
	upright := func(x float64) []diagram.Coordinates { return []diagram.Coordinates{{X: x}, {X: x, Y: most}} }
	level := func(y float64) []diagram.Coordinates {
		return []diagram.Coordinates{{Y: y}, {X: float64(len(choices)), Y: y}}
	}
	return &diagram.Chart{Title: fmt.Sprintf("%d games on %s", m.Games, m.Board), Plots: []diagram.Plot{
		{Title: "Lengths of the games", XName: "moves", YName: fmt.Sprintf("games, in steps of %d moves", lengthStep), Curves: []diagram.Curve{
			{Points: bars, Bars: true},
			{Name: fmt.Sprintf("the article: %d", printedLength), Points: upright(printedLength)},
			{Name: fmt.Sprintf("mean: %.1f", m.Length.Mean), Points: upright(m.Length.Mean)},
		}},
		{Title: "Choices of a move", XName: "number of the move", YName: "points where the player may play", Curves: []diagram.Curve{
			{Points: choices},
			{Name: fmt.Sprintf("the article: %d", printedChoices), Points: level(printedChoices)},
			{Name: fmt.Sprintf("mean: %.1f", m.Choices.Mean), Points: level(m.Choices.Mean)},
		}},
	}}
}
