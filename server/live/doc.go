// Package live keeps the games and the records, each of which is a file on the disk and, while it is in use, an item in
// memory. A Store reads the file when a request first asks for the item, shares the item between requests, and removes
// an idle item from memory. A Broadcaster tells the watchers of an item that it has changed.
package live
