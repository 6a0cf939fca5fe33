// Package selfplay lets nets play games against themselves, and turns the searches into rows from which the next net
// learns.
//
//   - [Play] plays games, many at a time, and hands each finished game to its caller.
//   - [Match] plays pairs of games between two nets, without noise.
//   - [Params] are the settings of the games. Each economy of the literature is a setting with its source, and can be
//     turned off.
//   - [Net] is a player: the evaluators of a net.
//
// Every game has a number. A game depends only on the seed, its number, the nets and the settings, so it can be played
// again. Values are from Black's perspective; policies are for the player to move.
//
// Read next: params.go, game.go, target.go.
package selfplay
