package main

// nearest returns the candidate that a mistyped word most likely meant, or ""
// when none is within a third of its letters.
func nearest(word string, candidates []string) string {
	best, bestDistance := "", len(word)/3+1
	for _, c := range candidates {
		if d := editDistance(word, c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// editDistance counts the letters to insert, delete or replace between a and b, and the
// neighbours to exchange.
func editDistance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			cost := row[j]
			if a[i] != b[j] {
				cost++
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cost = min(cost, before[j-1]+1)
			}
			next[j+1] = min(cost, row[j+1]+1, next[j]+1)
		}
		before, row = row, next
	}
	return row[len(b)]
}
