package lab

import (
	"fmt"

	"tengen/baduk"
)

// Ruling is the count of a position under one ruleset.
type Ruling struct {
	Name  string      // name as the caller gave it, such as "aga+komi=0"
	Title string      // "Japanese"
	Rules baduk.Rules // including the komi
	Score baduk.Score
	// Result is "B+3.5", "0" for a draw, or "Void" for a game without a result. After a resignation it
	// is the result of the game. It is empty if there is an error.
	Result string
	Err    error // the ruleset is unknown or does not fit the board
}

// Compare counts the current position of the game under each of the rulesets. The names are texts for
// [baduk.ParseRules]. Compare does not change the game.
//
// The set dead contains the stones that the players agreed are dead. Rules without agreement ignore the set and decide
// themselves which stones are dead. If the set is nil, all rules decide themselves. If a ruleset is unknown or does not
// fit the board, its ruling has an error.
//
// Each ruleset is applied to the moves that were played:
//
//   - With pass stones, each pass hands over a stone.
//   - With a button, the player who made the first pass of the game has taken
//     it.
//   - A game that is void by repetition under its own rules is scored, if repetition does not make a game void under
//     the ruleset.
//   - Moves that were played in a clean-up phase count as clean-up moves.
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
		r.Score.Void = false // under these rules a repetition does not make the game void
	}
	r.Result = r.Score.Result()
	if game.Resigned() != baduk.Empty {
		r.Result = game.Result(nil)
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
