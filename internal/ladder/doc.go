// Package ladder finds how strong ranks are by matches in which they took part. A ladder is
// a match of neighbouring ranks. [Read] reads one from a folder, and [Rate] rates the
// ranks of several.
package ladder
