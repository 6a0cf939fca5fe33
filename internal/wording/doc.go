// Package wording formats user input and file contents for messages: it suggests the nearest
// word to a mistyped one, clips texts and keeps them on one line, and writes file names and
// counts.
//
//	wording.Nearest("modle", []string{"config", "model"}, 1) // "model"
//	wording.Clip("a very long name", 6)                      // "a very..."
//	wording.Counted(3, "file")                               // "3 files"
package wording
