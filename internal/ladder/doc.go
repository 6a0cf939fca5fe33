// Package ladder measures the strength of ranks from matches between players with ranks. A match in which neighbouring
// ranks play each other is called a ladder. [Read] reads a match from a folder, and [Rate] rates the ranks of several
// matches.
package ladder
