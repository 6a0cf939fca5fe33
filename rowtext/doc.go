// Package rowtext prints text about training rows: a row with its position, the summary of a folder of rows, the
// outcome of an import, and the games of rows as SGF records.
package rowtext
