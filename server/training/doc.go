// Package training serves the runs of training on the page: the curves of all runs, and the games and judgements of
// nets that learn from their own games.
package training
