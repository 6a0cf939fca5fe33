// Package wording shortens and corrects words that a user typed, for messages that quote
// them.
//
//	wording.Nearest("modle", []string{"config", "model"}, 1) // "model"
//	wording.Clip("a very long name", 6)                      // "a very..."
package wording
