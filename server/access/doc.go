// Package access knows who sends a request. Links have keys: the owner's link gives all rights, and the owner can make
// links for players and for spectators. A browser that opens a link keeps its key in a cookie.
package access
