// Package exercise reads records as problems: trees of right and wrong answers, as the collections of many authors and
// sites mark them.
//
// Read next: problem.go for the moves that are right, mark.go for the marks that say so.
package exercise
