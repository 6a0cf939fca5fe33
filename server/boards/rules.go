package boards

import (
	"cmp"
	"net/http"
	"strings"

	"tengen/baduk"
	"tengen/server/wire"
	"tengen/topology"
)

// MaxRules is how long rules may be written.
const MaxRules = 2000

// Rules are the rules of a game as far as the page tells of them.
type Rules struct {
	Name   string            `json:"name"` // of a preset, or empty
	Title  string            `json:"title"`
	Values map[string]string `json:"values"` // by axis: {"ko": "SIMPLE"}
	// Agreement says that dead stones are marked and agreed on after the passes,
	// Cleanup that play goes on in the clean-up when the players do not agree.
	Agreement bool `json:"agreement"`
	Cleanup   bool `json:"cleanup"`
	// Requester says that the player who asks to resume play lets the opponent begin.
	Requester bool `json:"requester"`
	Button    bool `json:"button"`
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

// Ruleset is a preset as a new game can choose it.
type Ruleset struct {
	Rules
	Komi        float64 `json:"komi"`
	Description string  `json:"description"`
	Source      string  `json:"source"`
	Group       string  `json:"group"` // usual, other or specification
}

// weighted is the preset for boards whose points have weights.
const weighted = "mango-002"

// usual is how many presets, the first, everybody has heard of.
const usual = 9

func (b *Boards) Rulesets() []Ruleset {
	var list []Ruleset
	for i, p := range b.rulesets {
		group := "usual"
		switch {
		case strings.HasPrefix(p.Source, "specification"):
			group = "specification"
		case i >= usual:
			group = "other"
		}
		list = append(list, Ruleset{RulesOf(p.Name, p.Title, p.Rules), p.Rules.Komi.Points(), p.Description, p.Source, group})
	}
	return list
}

// rulesFor are the rules that a request asks for, by name, as JSON, or as a word;
// with nothing asked for, those of the board, or else the default.
func (b *Boards) rulesFor(text *string, board *topology.Board) (baduk.Preset, error) {
	usually := b.rulesets[0].Name
	if board.Graph.Life() != nil {
		usually = weighted
	}
	asked := wire.OrElse(text, cmp.Or(board.Rules, usually))
	if len(asked) > MaxRules {
		return baduk.Preset{}, wire.Fail(http.StatusBadRequest, "rules", "rules of %d bytes are longer than anybody writes", len(asked))
	}
	preset, err := b.preset(asked)
	if err == nil {
		err = preset.Rules.CheckOn(board.Graph)
	}
	if err != nil {
		return baduk.Preset{}, wire.Fail(http.StatusBadRequest, "rules", "%s", wire.OneLine(err.Error()))
	}
	return preset, nil
}

// preset is the one of that name; other rules have the name of the preset that
// they are except for the komi, if there is one.
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
