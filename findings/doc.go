// Package findings reads the pattern that a search of the library looks for, and presents the
// games that it found: as JSON, and as tables with the continuations of the pattern.
package findings
