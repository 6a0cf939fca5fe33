// Package findings reads the pattern for a search of the library. It prints the games found, and
// the continuations of the pattern, as JSON or as tables.
package findings
