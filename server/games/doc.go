// Package games plays games of Go with people. It keeps each game in a file of events, lets the engine move, and pushes
// the new state of a game to each page that shows it.
package games
