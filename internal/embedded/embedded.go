// Package embedded contains the bundled net, which this project trained. tengen plays
// with this net unless the user names another one.
//
// The net is a model file in KataGo's format. Because it is not compressed, the program
// starts without a noticeable delay; see nn.Read. CARD.md describes the training and the
// strength of the net.
package embedded

import _ "embed"

//go:embed net.bin
var net string

//go:embed CARD.md
var card string

// Net is the content of the model file.
func Net() string { return net }

// Card is the model card, in Markdown.
func Card() string { return card }
