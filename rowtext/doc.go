// Package rowtext prints training rows as text: the position of a row, the summary of a folder
// of rows, and the outcome of an import.
package rowtext
