// Package heldout measures how well a net predicts games that it was not trained on. It measures the prediction of the
// moves and of the winner, the calibration of the winning chances, and the distance from the teacher that judged the
// positions. [Test] evaluates a net on training rows, and [Knowledge] is the result.
package heldout
