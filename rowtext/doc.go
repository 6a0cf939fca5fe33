// Package rowtext prints text about training rows: a row with its position, the summary of a folder of rows, and the
// outcome of an import.
package rowtext
