package lab

import (
	"fmt"

	"tengen/baduk"
)

// Ruling is the count of a position under one ruleset.
type Ruling struct {
	Name  string      // name as given: "japanese", "aga+komi=0"
	Title string      // "Japanese"
	Rules baduk.Rules // with their komi
	Score baduk.Score
	// Result is "B+3.5", "0" for a draw, or "Void" for a game without a result. After a resignation it
	// is the result of the game. It is empty if there is an error.
	Result string
	Err    error // the ruleset is unknown or does not fit the board
}

// Compare counts the current position of the game under each of the rulesets, named as for
// [baduk.ParseRules]. The game is not changed.
//
// Dead are the stones on whose death the players agreed. Rules without agreement ignore them and decide
// by themselves, like all rules if dead is nil. A ruleset that is unknown or does not fit the board has
// an error in its place.
//
// Each ruleset judges the moves that were played:
//
//   - With pass stones, each pass hands over a stone.
//   - With a button, the first pass of the game took it.
//   - If repetition does not void a game under these rules, a void game is counted.
//   - If the game has reached clean-up phases, they count as such.
func Compare(game *baduk.Game, names []string, dead baduk.PointSet) []Ruling {
	rulings := make([]Ruling, 0, len(names))
	for _, name := range names {
		rules, err := baduk.ParseRules(name)
		if err != nil {
			rulings = append(rulings, Ruling{Name: name, Title: name, Err: err})
			continue
		}
		r := Rule(game, rules, dead)
		r.Name = name
		rulings = append(rulings, r)
	}
	return rulings
}

// Rule is [Compare] for one parsed ruleset, such as that of the game itself.
func Rule(game *baduk.Game, rules baduk.Rules, dead baduk.PointSet) Ruling {
	r := Ruling{Name: rules.Name(), Title: rules.Name(), Rules: rules}
	if r.Err = rules.CheckOn(game.Graph()); r.Err != nil {
		return r
	}
	c := game.Clone()
	c.SetRules(rules)
	if !rules.Agreement() {
		dead = nil
	}
	r.Score = c.Score(dead)
	if rules.Ko != baduk.KoSimple && rules.Dead != baduk.DeadCleanup {
		r.Score.Void = false // repetition does not void a game under these rules
	}
	r.Result = r.Score.Result()
	if c := game.Resigned(); c != baduk.Empty {
		r.Result = map[baduk.Color]string{baduk.Black: "W+R", baduk.White: "B+R"}[c]
	}
	return r
}

// String returns the ruling in one line: "Japanese: W+0.5".
func (r Ruling) String() string {
	if r.Err != nil {
		return fmt.Sprintf("%s: %v", r.Title, r.Err)
	}
	return r.Title + ": " + r.Result
}
