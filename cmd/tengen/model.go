package main

import (
	"encoding/json"
	"io"
	"strings"

	"tengen/internal/embedded"
	"tengen/internal/heldout"
	"tengen/nn"
	"tengen/player"
)

// ModelCmd is `tengen model`.
type ModelCmd struct {
	Info    ModelInfoCmd    `cmd:"" help:"Describe a net."`
	Check   ModelCheckCmd   `cmd:"" help:"Compare the ways to compute a net with the exact one."`
	Test    ModelTestCmd    `cmd:"" help:"Measure what a net knows of games that it has not learnt from."`
	Convert ModelConvertCmd `cmd:"" help:"Write a net in another form of its file."`
}

// ModelInfoCmd is `tengen model info`.
type ModelInfoCmd struct {
	Card bool           `help:"Print the card of the bundled net: what it learnt from, how, and how strong it is." config:"-"`
	JSON bool           `help:"Print one JSON object." config:"-"`
	File player.NetFile `arg:"" optional:"" placeholder:"FILE" help:"A net of KataGo: .bin.gz, .txt.gz, .bin or .txt; the bundled net when not given."`
}

// Run describes the net.
func (c *ModelInfoCmd) Run(env *Env) error {
	if c.Card {
		if c.File != "" {
			return usagef("only the bundled net has a card: leave out %s", c.File)
		}
		_, err := io.WriteString(env.Stdout, embedded.Card())
		return err
	}
	m, err := c.File.Read()
	if err != nil {
		return err
	}
	info := player.Describe(m)
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(info)
	}
	return info.Write(env.Stdout)
}

// ModelConvertCmd is `tengen model convert`.
type ModelConvertCmd struct {
	Force      bool           `help:"Replace a file that exists already." config:"-"`
	Name       string         `placeholder:"NAME" help:"Call the net this in the file, in place of the name that it has." config:"-"`
	ScaleValue float32        `default:"1" placeholder:"FACTOR" help:"Make the net bolder about who wins, or more modest below 1: tengen model test says which factor suits." config:"-"`
	In         player.NetFile `arg:"" placeholder:"IN" help:"A net of KataGo; built-in is the bundled net."`
	Out        string         `arg:"" placeholder:"OUT" help:"The file to write; its ending says how: .bin, .bin.gz, .txt or .txt.gz."`
}

// Help says what stays the same.
func (ModelConvertCmd) Help() string {
	return "The weights stay as they are, bit by bit, except for those that --scale-value changes: a text file has as many digits as it takes. The file is there whole or not at all."
}

// Run converts the net.
func (c *ModelConvertCmd) Run(env *Env) error {
	o, err := modelForm(c.Out)
	if err != nil {
		return err
	}
	if !(c.ScaleValue >= 1./heldout.MaxValueScale && c.ScaleValue <= heldout.MaxValueScale) {
		return usagef("--scale-value %g: the factor is from %g to %d", c.ScaleValue, 1./heldout.MaxValueScale, heldout.MaxValueScale)
	}
	m, err := c.In.Read()
	if err != nil {
		return err
	}
	if c.Name != "" {
		m.Name = c.Name
	}
	if c.ScaleValue != 1 {
		m.ScaleValue(c.ScaleValue)
	}
	return writeTo(env, c.Out, c.Force, func(w io.Writer) error { return nn.Write(w, m, o) })
}

// modelForm is the form that the ending of a file's name asks for.
func modelForm(path string) (nn.WriteOptions, error) {
	name, packed := strings.CutSuffix(strings.ToLower(path), ".gz")
	switch {
	case strings.HasSuffix(name, ".bin"):
		return nn.WriteOptions{Gzip: packed}, nil
	case strings.HasSuffix(name, ".txt"):
		return nn.WriteOptions{Gzip: packed, Text: true}, nil
	}
	return nn.WriteOptions{}, usagef("%s: the name has to end in .bin, .bin.gz, .txt or .txt.gz, which says what to write", path)
}
