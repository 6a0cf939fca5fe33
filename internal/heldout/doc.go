// Package heldout tests what a net knows of games that it has not learnt from: the moves
// that were played, who won, and how well its chances are calibrated. [Test] asks about
// training rows, and [Knowledge] is the outcome.
package heldout
