// Package live keeps things that are files on the disk and objects in memory: games that are played, and records. A
// Store reads a file when a request first asks for it, shares the object between requests, and puts it away when it
// is idle. A Broadcaster tells all that watch one of them that it has changed.
package live
