// Package boards says how a request names a board and rules, and how a board, rules and a count look in an answer.
package boards
