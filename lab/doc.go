// Package lab compares rules. It counts one position under many rulesets, and explains the differences between two
// counts or two rulesets. It also contains the classic positions that rulesets treat differently.
//
//	for _, r := range lab.Compare(game, []string{"chinese", "japanese"}, dead) {
//		fmt.Println(r.Title, r.Result)
//	}
//
// [Differences] explains point by point why two rulings differ. Its parts add up to the whole difference.
// [CompareRules] and [Describe] put rules into words. [Troubles] returns the classic positions with the answers of the
// rulesets.
package lab
