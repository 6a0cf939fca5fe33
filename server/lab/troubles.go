package lab

import (
	"fmt"
	"net/http"

	"tengen/baduk"
	"tengen/lab"
)

// Trouble is a position with a sequence of moves, which are called its steps. Rulesets judge these moves differently.
type Trouble struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	Text     string        `json:"text"`
	Steps    []troubleStep `json:"steps"`
	Outcomes []outcome     `json:"outcomes"`
}

// troubleStep is a move with an explanation.
type troubleStep struct {
	Color  string `json:"color"`
	Vertex string `json:"vertex"`
	Text   string `json:"text"`
}

// outcome is the result of a trouble under one ruleset.
type outcome struct {
	Rules   string `json:"rules"`
	Title   string `json:"title"`
	Text    string `json:"text"`
	Result  string `json:"result"`  // the result without komi: "B+3", "Void", "refused 6"
	Refused int    `json:"refused"` // the number of the step that the rules forbid, from 1, or 0
	Why     string `json:"why"`     // why the rules forbid the step
}

type troubleList struct {
	Troubles []Trouble `json:"troubles"`
}

// getTroubles answers with the list of troubles.
func getTroubles(*http.Request) (*troubleList, error) {
	list := []Trouble{}
	for _, t := range lab.Troubles() {
		trouble := Trouble{Name: t.Name, Title: t.Title, Text: t.Text, Steps: []troubleStep{}, Outcomes: []outcome{}}
		for _, step := range t.Steps {
			trouble.Steps = append(trouble.Steps, troubleStep{step.Color.String(), step.Vertex, step.Text})
		}
		for _, o := range t.Outcomes {
			outcome := outcome{Rules: o.Rules, Title: o.Rules, Text: o.Text, Result: o.Result}
			if rules, err := baduk.ParseRules(o.Rules); err == nil {
				outcome.Title = titleOf(o.Rules, rules.Name())
				if !o.Still {
					outcome.Refused, outcome.Why = refusal(t, rules)
				}
			}
			trouble.Outcomes = append(trouble.Outcomes, outcome)
		}
		list = append(list, trouble)
	}
	return &troubleList{list}, nil
}

// refusal returns the number, from 1, of the first step that the rules forbid, and the reason. It returns 0 if the
// rules allow every step.
func refusal(t lab.Trouble, rules baduk.Rules) (int, string) {
	game, err := t.Game(rules)
	if err != nil {
		return 0, ""
	}
	for i, step := range t.Steps {
		p, err := game.Graph().ParseVertex(step.Vertex)
		if err != nil || game.Over() {
			return 0, ""
		}
		if err := game.Play(baduk.Move{Color: step.Color, Point: p}); err != nil {
			return i + 1, err.Error()
		}
	}
	return 0, ""
}

// troubleGame returns a trouble after a number of steps. If even the lenient rules forbid a step, its stone is placed
// on the board as set-up.
func troubleGame(t lab.Trouble, steps int) (*baduk.Game, error) {
	game, err := t.Game(lenient())
	if err != nil {
		return nil, err
	}
	g := game.Graph()
	for _, step := range t.Steps[:steps] {
		p, err := g.ParseVertex(step.Vertex)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
		if game.Over() {
			game.Resume(baduk.Empty)
		}
		m := baduk.Move{Color: step.Color, Point: p}
		if game.Play(m) == nil {
			continue
		}
		pos := baduk.NewPosition(g)
		pos.CopyFrom(game.Position())
		pos.Play(m)
		if game, err = baduk.NewGameFrom(g, lenient(), baduk.SetupOf(colors(&pos.Board), step.Color.Opponent())); err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	return game, nil
}

func colors(b *baduk.Board) []baduk.Color {
	all := make([]baduk.Color, b.Graph().Len())
	for p := range all {
		all[p] = b.At(baduk.Point(p))
	}
	return all
}
