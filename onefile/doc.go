// Package onefile writes a record as one web page that needs no server and no other file: a game with its variations,
// comments and marks, its review if the record has an analysis, or a problem to solve. The page has all positions, so
// its script knows no rules, and any board can be shown.
//
// Read next: page.go for the page, node.go for what the script gets, page.js for the script.
package onefile
