// Package lab looks at the rules themselves: one position counted under many
// rulesets and where the counts part, two rulesets side by side, and the shapes
// that rulesets quarrel about.
//
//	for _, r := range lab.Compare(game, []string{"chinese", "japanese"}, dead) {
//		fmt.Println(r.Title, r.Result)
//	}
//
// [Differences] explains two rulings point by point; its parts add up to the
// whole difference. [CompareRules] and [Describe] put rules into words.
// [Troubles] are the positions that every ruleset has to have an answer to, with
// the answers.
package lab
