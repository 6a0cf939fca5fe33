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
	Check   ModelCheckCmd   `cmd:"" help:"Compare each kernel's results with exact results."`
	Test    ModelTestCmd    `cmd:"" help:"Test a net on positions of games that it was not trained on."`
	Convert ModelConvertCmd `cmd:"" help:"Convert a net to another file format, or rename or rescale it."`
}

// ModelInfoCmd is `tengen model info`.
type ModelInfoCmd struct {
	Card bool           `help:"Print the model card of a bundled net: training data, method and strength." config:"-"`
	JSON bool           `help:"Print one JSON object." config:"-"`
	File player.NetFile `arg:"" optional:"" placeholder:"FILE" help:"A net file in KataGo's format (.bin.gz, .txt.gz, .bin or .txt), or built-in-human for the bundled net that imitates human players. Default: the bundled net."`
}

// Run describes the net.
func (c *ModelInfoCmd) Run(env *Env) error {
	if c.Card {
		card := embedded.Card()
		switch c.File {
		case "":
		case player.BuiltInHuman:
			card = embedded.HumanCard()
		default:
			return usagef("--card: only the bundled nets have a model card: leave out %s", c.File)
		}
		_, err := io.WriteString(env.Stdout, card)
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
	Force      bool           `help:"Replace an existing file." config:"-"`
	Name       string         `placeholder:"NAME" help:"Name of the net in the new file. Default: its current name." config:"-"`
	ScaleValue float32        `default:"1" placeholder:"FACTOR" help:"Scale the net's confidence about the winner: above 1 it becomes more confident, below 1 less (default ${default}). tengen model test reports the best factor." config:"-"`
	In         player.NetFile `arg:"" placeholder:"IN" help:"A net file in KataGo's format, or built-in for the bundled net."`
	Out        string         `arg:"" placeholder:"OUT" help:"The file to write. Its extension chooses the format: .bin, .bin.gz, .txt or .txt.gz."`
}

// Help explains what the conversion preserves.
func (ModelConvertCmd) Help() string {
	return "The weights are preserved bit for bit, also in text files. Only --scale-value changes some of them. The file is written completely or not at all."
}

// Run converts the net.
func (c *ModelConvertCmd) Run(env *Env) error {
	o, err := modelFormat(c.Out)
	if err != nil {
		return err
	}
	if !(c.ScaleValue >= 1./heldout.MaxValueScale && c.ScaleValue <= heldout.MaxValueScale) {
		return usagef("--scale-value %g: the factor must be from %g to %d", c.ScaleValue, 1./heldout.MaxValueScale, heldout.MaxValueScale)
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

// modelFormat returns the file format for the extension of a file's name.
func modelFormat(path string) (nn.WriteOptions, error) {
	name, packed := strings.CutSuffix(strings.ToLower(path), ".gz")
	switch {
	case strings.HasSuffix(name, ".bin"):
		return nn.WriteOptions{Gzip: packed}, nil
	case strings.HasSuffix(name, ".txt"):
		return nn.WriteOptions{Gzip: packed, Text: true}, nil
	}
	return nn.WriteOptions{}, usagef("%s: the extension chooses the format: name a file that ends in .bin, .bin.gz, .txt or .txt.gz", path)
}
