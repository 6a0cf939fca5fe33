// Package heldout measures how well a net predicts games that it was not trained on: the moves that were
// played, the winner, and the calibration of its winning chances. [Test] evaluates training rows, and
// [Knowledge] is the result.
package heldout
