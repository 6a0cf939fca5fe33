// Package lab serves the laboratory of the page: one position under many rulesets, the classic trouble positions,
// solved boards, games against their proofs, and counts of legal positions.
package lab
