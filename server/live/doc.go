// Package live keeps the games and the records. Each of them is a file on the disk. While it is in use, it is also an
// item in memory. A Store reads the file when a request first asks for the item, shares the item between requests, and
// removes an idle item from memory. A Broadcaster tells the watchers of an item that it has changed.
package live
