// Package webload plays and watches games on a tengen server, as many people do at the same time. It measures how long
// a move takes to reach the players and the spectators.
package webload
