// Package wording puts what users typed, and what files hold, into messages: the nearest word
// to a mistyped one, texts clipped and kept on one line, names of files, counts of things.
//
//	wording.Nearest("modle", []string{"config", "model"}, 1) // "model"
//	wording.Clip("a very long name", 6)                      // "a very..."
//	wording.Counted(3, "file")                               // "3 files"
package wording
