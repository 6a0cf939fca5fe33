package lab

import (
	"fmt"

	"tengen/baduk"
)

// Ruling is what one ruleset makes of a position.
type Ruling struct {
	Name  string      // as it was asked for: "japanese", "aga+komi=0"
	Title string      // "Japanese"
	Rules baduk.Rules // with their komi
	Score baduk.Score
	// Result is "B+3.5", "0" for a draw, "Void" for a game without a result. After
	// a resignation it is that of the game; "" with Err.
	Result string
	Err    error // no such ruleset, or one that the board cannot be played under
}

// Compare counts the position of the game as it stands under each of the
// rulesets, named as [baduk.ParseRules] reads them. The game is not changed.
//
// The dead stones are what the players agreed about: rules that know no agreement
// judge for themselves, as all of them do when dead is nil. A ruleset that is not
// understood or cannot be played on the board has an error in its place.
//
// What was played stays and is judged by each of the rulesets: a pass hands over a
// stone where there are pass stones, the first pass of the game took the button
// where there is one, and a game that is void is counted as it stands where
// repetition voids nothing. The clean-up phases of a game that has reached them
// count as such.
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

// Rule is [Compare] for one ruleset that is known already, such as that of the
// game itself.
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
		r.Score.Void = false // no repetition makes a game void
	}
	r.Result = r.Score.Result()
	if c := game.Resigned(); c != baduk.Empty {
		r.Result = map[baduk.Color]string{baduk.Black: "W+R", baduk.White: "B+R"}[c]
	}
	return r
}

// String is the ruling in one line: "Japanese: W+0.5".
func (r Ruling) String() string {
	if r.Err != nil {
		return fmt.Sprintf("%s: %v", r.Title, r.Err)
	}
	return r.Title + ": " + r.Result
}
