// Package lab compares rules: one position counted under many rulesets, the differences between two
// counts or two rulesets, and the classic positions that rulesets treat differently.
//
//	for _, r := range lab.Compare(game, []string{"chinese", "japanese"}, dead) {
//		fmt.Println(r.Title, r.Result)
//	}
//
// [Differences] explains two rulings point by point; its parts add up to the whole difference.
// [CompareRules] and [Describe] put rules into words. [Troubles] are classic positions with the answer of
// every ruleset.
package lab
