package lab

import "tengen/baduk"

// Trouble is a position that rulesets quarrel about.
type Trouble struct {
	Name  string   `json:"name"`  // "triple-ko"
	Title string   `json:"title"` // "Triple ko"
	Text  string   `json:"text"`  // why it is trouble, in plain words
	Rows  []string `json:"rows"`  // the board from the top: X black, O white, a dot empty
	// ToPlay is who is to move.
	ToPlay baduk.Color `json:"toPlay"`
	// Steps are moves that show the trouble. Rules may refuse one of them.
	Steps []Step `json:"steps"`
	// Outcomes are what rulesets make of it, the most telling first.
	Outcomes []Outcome `json:"outcomes"`
}

// Step is a move with what is to be said about it.
type Step struct {
	Color  baduk.Color `json:"color"`
	Vertex string      `json:"vertex"` // "C1", "pass"
	Text   string      `json:"text"`
}

// Outcome is what one ruleset makes of a [Trouble].
type Outcome struct {
	Rules string `json:"rules"` // a name for [baduk.ParseRules]
	Text  string `json:"text"`
}

// Troubles lists the classic positions, the best known first.
func Troubles() []Trouble { return nil }
