// Package embedded contains the bundled nets, which this project trained. tengen plays
// with the first net unless the user names another one. The second net imitates human
// players of a rank.
//
// The nets are model files in KataGo's format. Because they are not compressed, the program
// starts without a noticeable delay; see nn.Read. CARD.md describes the training and the
// strength of the first net, and HUMAN.md those of the second net.
package embedded

import (
	_ "embed"
	"strings"
)

//go:embed net.bin
var net string

//go:embed CARD.md
var card string

// Net is the content of the model file.
func Net() string { return net }

// Card is the model card, in Markdown.
func Card() string { return card }

//go:embed human.bin
var human string

//go:embed HUMAN.md
var humanCard string

// HumanNet is the content of the model file of the net that imitates human players.
func HumanNet() string { return human }

// HumanCard is the card of this net, in Markdown.
func HumanCard() string { return humanCard }

// Names returns the names of the nets, as their model files give them.
func Names() []string {
	var names []string
	for _, model := range []string{net, human} {
		name, _, _ := strings.Cut(model, "\n") // a model file begins with its name
		names = append(names, name)
	}
	return names
}
