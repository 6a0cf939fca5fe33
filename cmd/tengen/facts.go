package main

import (
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tengen/diagram"
	"tengen/facts"
	"tengen/internal/outfile"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/player"
	"tengen/recordfiles"
)

// FactsCmd is `tengen facts`.
type FactsCmd struct {
	Chart   []string `placeholder:"FILE" help:"Draw the lengths and the branching factor of the games on 19x19, or on the board of most games, into this file (.svg or .png). The flag can be repeated." config:"-"`
	Force   bool     `help:"Replace files that exist." config:"-"`
	JSON    bool     `help:"Print one JSON object per figure." config:"-"`
	Records []Path   `arg:"" optional:"" name:"records" placeholder:"PATH" help:"Records and folders of records, to count the figures about games; - is stdin."`
	recordLimits
}

// Help explains the verdicts.
func (FactsCmd) Help() string {
	return "Prints each figure of the encyclopedia article on Go, tengen's own number, how it was obtained, a verdict, and the command that repeats it. " +
		"The figures about games that were played need records. A verdict is \"right\" if the article's number differs from tengen's by at most 5 %, and \"nearly\" if it differs by at most a seventh, or is right with a named exception. " +
		"docs/laboratory.md has the figures of large collections."
}

// Run checks the figures.
func (c *FactsCmd) Run(env *Env) error {
	for _, file := range c.Chart {
		if ext := strings.ToLower(filepath.Ext(file)); ext != ".svg" && ext != ".png" {
			return usagef("--chart: %s: the name of the file must end in .svg or .png", wording.FileName(file))
		}
		if len(c.Records) == 0 {
			return usagef("--chart draws games: name records")
		}
		if err := outfile.Check(file, c.Force); err != nil {
			return err
		}
	}
	o := facts.Options{Threads: player.AllThreads()}
	var failed error
	if len(c.Records) > 0 {
		o.Command = c.command()
		o.Records, failed = statistics(env, c.recordLimits, c.Records, 0)
		if failed != nil && (o.Records == nil || o.Records.Games == 0 || errors.Is(failed, errInterrupted)) {
			return failed
		}
	}
	list, err := facts.List(env.Ctx, o)
	if left := env.interrupted("the figures were not computed"); left != nil {
		return left
	}
	if err == nil {
		err = c.print(env, list)
	}
	if err == nil {
		err = c.draw(env, o)
	}
	return errors.Join(err, failed)
}

// command returns the command line that counts the same records again.
func (c *FactsCmd) command() string {
	words := []string{"tengen", "facts"}
	if c.MaxBytes != kifu.MaxSize {
		words = append(words, "--max-bytes", strconv.FormatInt(int64(c.MaxBytes), 10))
	}
	if c.MaxNodes != kifu.MaxNodes {
		words = append(words, "--max-nodes", strconv.Itoa(int(c.MaxNodes)))
	}
	stdin := ""
	for _, path := range texts(c.Records) {
		if path == recordfiles.Dash {
			stdin = " (with the same records on standard input)"
		}
		words = append(words, shellWord(path))
	}
	return strings.Join(words, " ") + stdin
}

// shellWord writes a word so that a POSIX shell reads it as it is.
func shellWord(word string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./:,@%"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func (c *FactsCmd) print(env *Env, list []facts.Fact) error {
	if !c.JSON {
		return facts.Write(env.Stdout, list)
	}
	to := json.NewEncoder(env.Stdout)
	for _, f := range list {
		if err := to.Encode(f); err != nil {
			return err
		}
	}
	return nil
}

// draw writes the charts.
func (c *FactsCmd) draw(env *Env, o facts.Options) error {
	if len(c.Chart) == 0 {
		return nil
	}
	m, ok := o.Records.Measure("19x19")
	if !ok && len(o.Records.Measures) > 0 {
		m = o.Records.Measures[0]
	}
	if m.Games == 0 {
		return errors.New("no chart was drawn: the records have no game with a move")
	}
	chart := facts.Chart(m)
	for _, file := range slices.Compact(c.Chart) {
		err := writeTo(env, file, c.Force, func(w io.Writer) error {
			if strings.EqualFold(filepath.Ext(file), ".svg") {
				return chart.WriteSVG(w)
			}
			return chart.WritePNG(w, diagram.Pixels{Width: 1200})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
