package lab

import (
	"errors"
	"fmt"
	"strings"

	"tengen/baduk"
)

// play plays the steps of a trouble under the rules of an outcome. Then it plays the moves of the
// outcome, and counts. An illegal step ends the steps. The result named refused is the number of this
// step, from 1, or 0 if all steps are legal.
func (t *Trouble) play(o Outcome) (game *baduk.Game, ruling Ruling, refused int, err error) {
	rules, err := baduk.ParseRules(o.Rules)
	if err != nil {
		return nil, Ruling{}, 0, err
	}
	rules.Komi = 0
	if game, err = t.Game(rules); err != nil {
		return nil, Ruling{}, 0, err
	}
	play := func(s Step) error {
		p, err := game.Graph().ParseVertex(s.Vertex)
		if err != nil {
			return err
		}
		return game.Play(baduk.Move{Color: s.Color, Point: p})
	}
	steps := t.Steps
	if o.Still {
		steps = nil
	}
	for i, s := range steps {
		err := play(s)
		var illegal *baduk.IllegalMoveError
		if errors.As(err, &illegal) {
			refused = i + 1
			break
		}
		if err != nil {
			return game, Ruling{}, 0, err
		}
	}
	for _, s := range o.Then {
		if err := play(s); err != nil {
			return game, Ruling{}, refused, err
		}
	}
	var dead baduk.PointSet
	points, err := parseVertices(game.Graph(), strings.Join(o.Dead, " "))
	for _, p := range points {
		dead.Add(p)
	}
	ruling = Rule(game, rules, dead)
	ruling.Name = o.Rules
	if refused > 0 && o.Then == nil {
		ruling.Result = fmt.Sprintf("refused %d", refused)
	}
	return game, ruling, refused, err
}

// parseVertices reads names of points.
func parseVertices(g *baduk.Graph, names string) ([]baduk.Point, error) {
	var points []baduk.Point
	for _, name := range strings.Fields(names) {
		p, err := g.ParseVertex(name)
		if err != nil {
			return nil, err
		}
		points = append(points, p)
	}
	return points, nil
}
