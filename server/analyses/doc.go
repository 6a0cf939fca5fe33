// Package analyses serves the live analysis of the page: searches of a position that a client looks at, which last as
// long as the client looks. Each client has a search of its own, which keeps what it knows when the client steps to
// another position of the same game. All searches share the processors fairly.
package analyses
