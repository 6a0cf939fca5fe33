// Package findings reads the pattern for a search of the library, and presents the games that
// were found as JSON and as tables, with the continuations of the pattern.
package findings
