// Package embedded is the net that this project trained, as it lies in the program: what
// plays where nobody names another one.
//
// It is a model file of KataGo's format, not compressed, so that a program that is asked
// for one move has answered before anybody notices: see nn.Read. CARD.md says what it
// learnt from, how, and what it is worth.
package embedded

import _ "embed"

//go:embed net.bin
var net string

//go:embed CARD.md
var card string

// Net is the model file.
func Net() string { return net }

// Card is the model card, in Markdown.
func Card() string { return card }
