// Package tournament pairs the players of a tournament and ranks them: round robin, Swiss and knockout. It knows no Go
// and no clocks: the caller says who won.
//
// Read next: tournament.go for the tournament and its rounds, swiss.go for the pairing that is not a simple list,
// standings.go for the ranking.
package tournament
