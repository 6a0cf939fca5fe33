package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"tengen/internal/columns"
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
	Card bool           `help:"Print the card of the bundled net: what it learnt from, how, what it is worth." config:"-"`
	JSON bool           `help:"Print one JSON object." config:"-"`
	File player.NetFile `arg:"" optional:"" placeholder:"FILE" help:"A net of KataGo: .bin.gz, .txt.gz, .bin or .txt; the bundled net when not given."`
}

// modelInfo is what is told of a net.
type modelInfo struct {
	Name         string      `json:"name"`
	Version      int         `json:"version"`
	Architecture string      `json:"architecture"`
	Description  string      `json:"description"`
	Parameters   int64       `json:"parameters"`
	Planes       int         `json:"planes"`
	Globals      int         `json:"globals"`
	MetaInputs   int         `json:"metaInputs"`
	Policies     int         `json:"policies"`
	Activations  []string    `json:"activations"`
	Boards       string      `json:"boards"`
	FLOPs        []boardCost `json:"flops"`
	Samples      int64       `json:"samples,omitempty"`
	Rows         int64       `json:"rows,omitempty"`
	SHA256       string      `json:"sha256"`
}

// boards is which boards any net reads; files do not say what they were trained on.
const boards = "rectangles from 2x2; KataGo's nets are trained on up to 19x19"

// boardCost is what an evaluation costs on a board.
type boardCost struct {
	Size  int   `json:"size"`
	FLOPs int64 `json:"flops"`
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
	i := m.Info()
	info := modelInfo{i.Name, i.Version, i.Architecture, i.Description, i.Parameters, i.Inputs, i.Globals, i.MetaInputs, i.Policies, i.Activations, boards, nil, i.Samples, i.Rows, i.SHA256}
	for _, size := range []int{9, 13, 19} {
		info.FLOPs = append(info.FLOPs, boardCost{size, m.FLOPs(size, size)})
	}
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(info)
	}
	return info.print(env)
}

func (i *modelInfo) print(env *Env) error {
	t := columns.New(env.Stdout)
	t.Row("name", i.Name)
	t.Row("version", fmt.Sprint(i.Version))
	t.Row("architecture", i.Architecture+": "+i.Description)
	t.Row("parameters", grouped(i.Parameters))
	t.Row("inputs", fmt.Sprintf("%d planes, %d numbers", i.Planes, i.Globals))
	if i.MetaInputs > 0 {
		t.Row("", fmt.Sprintf("%d numbers of the players: it imitates people, and has to be told whom", i.MetaInputs))
	}
	t.Row("policies", fmt.Sprint(i.Policies))
	t.Row("activations", strings.Join(i.Activations, ", "))
	t.Row("boards", i.Boards)
	for _, b := range i.FLOPs {
		t.Row(fmt.Sprintf("cost on %dx%d", b.Size, b.Size), fmt.Sprintf("%.3f GFLOP an evaluation", float64(b.FLOPs)/1e9))
	}
	if i.Samples > 0 {
		t.Row("trained on", grouped(i.Samples)+" samples, as the name says")
	}
	if i.Rows > 0 {
		t.Row("games", grouped(i.Rows)+" positions, as the name says")
	}
	t.Row("SHA-256", i.SHA256)
	return t.Flush()
}

// grouped is a number with its thousands apart.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// ModelConvertCmd is `tengen model convert`.
type ModelConvertCmd struct {
	Force      bool           `help:"Replace a file that is there already." config:"-"`
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
