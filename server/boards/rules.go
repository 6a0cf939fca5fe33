package boards

import (
	"cmp"
	"net/http"

	"tengen/baduk"
	"tengen/server/wire"
	"tengen/topology"
)

// MaxRules is the longest text of rules in a request, in bytes.
const MaxRules = 2000

// Rules has the parts of a game's rules that the page shows.
type Rules struct {
	Name   string            `json:"name"` // the name of the preset, or empty
	Title  string            `json:"title"`
	Values map[string]string `json:"values"` // by axis: {"ko": "SIMPLE"}
	// Agreement reports whether the players mark the dead stones and agree on them after the passes.
	Agreement bool `json:"agreement"`
	// Cleanup reports whether play continues in the clean-up when the players do not agree.
	Cleanup bool `json:"cleanup"`
	// Requester is true if a player who asks to resume play gives the opponent the first move.
	Requester bool `json:"requester"`
	// Button reports whether the rules have a button.
	Button bool `json:"button"`
}

func RulesOf(name, title string, r baduk.Rules) Rules {
	rules := Rules{
		Name: name, Title: title, Values: map[string]string{},
		Agreement: r.Agreement(), Cleanup: r.Dead == baduk.DeadCleanup, Button: r.Button,
		Requester: r.Scoring == baduk.ScoringTerritory && r.Dead != baduk.DeadCleanup,
	}
	for _, axis := range baduk.Axes() {
		rules.Values[axis.Key] = axis.Of(r).Word
	}
	return rules
}

// Ruleset is a preset that a new game can choose.
type Ruleset struct {
	Rules
	Komi        float64 `json:"komi"`
	Description string  `json:"description"`
	Source      string  `json:"source"`
	Group       string  `json:"group"` // usual, other or specification
}

// Rulesets returns the rulesets that a new game can choose from, the most usual first.
func (b *Boards) Rulesets() []Ruleset {
	var list []Ruleset
	for _, p := range b.rulesets {
		list = append(list, Ruleset{RulesOf(p.Name, p.Title, p.Rules), p.Rules.Komi.Points(), p.Description, p.Source, p.Group})
	}
	return list
}

// rulesFor returns the rules that a request gives as the name of a preset, as JSON, or in one word. A request without
// rules gets those that the board suggests, or else the default.
func (b *Boards) rulesFor(text *string, board *topology.Board) (baduk.Preset, error) {
	asked := wire.OrElse(text, cmp.Or(board.Rules, b.rulesets[0].Name))
	if len(asked) > MaxRules {
		return baduk.Preset{}, wire.Fail(http.StatusBadRequest, "rules", "the rules have %d bytes, at most %d are read", len(asked), MaxRules)
	}
	preset, err := b.preset(asked)
	if err == nil {
		err = preset.Rules.CheckOn(board.Graph)
	}
	if err != nil {
		return baduk.Preset{}, wire.FailWith(http.StatusBadRequest, "rules", err)
	}
	return preset, nil
}

// preset returns the preset that a request names. If the request gives rules in another form, preset makes a preset
// from them. If they differ from a known preset only in komi, the result keeps the name of that preset.
func (b *Boards) preset(asked string) (baduk.Preset, error) {
	for _, p := range b.rulesets {
		if p.Name == asked {
			return p, nil
		}
	}
	r, err := baduk.ParseRules(asked)
	if err != nil {
		return baduk.Preset{}, err
	}
	for _, p := range b.rulesets {
		if p.Rules.Komi = r.Komi; p.Rules == r {
			return p, nil
		}
	}
	return baduk.Preset{Title: r.Name(), Rules: r}, nil
}
