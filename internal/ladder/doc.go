// Package ladder measures the strength of ranks from matches in which they took part. A ladder
// is a match between neighbouring ranks. [Read] reads a match from a folder, and [Rate] rates the
// ranks of several matches.
package ladder
