// Package teaching helps a person during a game against the engine: hints for the next move, and what a mistake cost.
//
// A hint counts: the game stores it before the answer is sent. A mistake is judged only in games in which the person
// asked for it. Requests search few visits, and do not delay the moves of the game.
package teaching
