// Package games plays games of Go with people: it keeps each game in a file of events, lets the engine move, and
// pushes the state to the pages that watch.
package games
