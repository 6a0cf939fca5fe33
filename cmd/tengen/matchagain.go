package main

import (
	"encoding"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"tengen/match"
	"tengen/player"
)

// A match keeps the command that began it with its plan, as a table of texts, so that
// --resume can give it again: from any folder, whatever the settings are by then. What
// the plan itself says as the command would, seed and pairings, is taken from there.

// flagText is another flag of the command that decides what is played. The rest, such as
// --parallel, are those of the command that continues.
type flagText struct {
	name string
	text func(c *MatchCmd) string // empty if it was not given
	set  func(c *MatchCmd, text string) error
}

// flagTexts are all of them.
func flagTexts() []flagText {
	number := func(name string, of func(c *MatchCmd) *Count) flagText {
		return flagText{name, func(c *MatchCmd) string { return orNothing(int(*of(c))) }, func(c *MatchCmd, text string) error { return of(c).UnmarshalText([]byte(text)) }}
	}
	length := func(name string, of func(c *MatchCmd) *Seconds) flagText {
		return flagText{name, func(c *MatchCmd) string {
			if *of(c) == 0 {
				return ""
			}
			return strconv.FormatFloat(float64(*of(c)), 'g', -1, 64)
		}, func(c *MatchCmd, text string) error { return of(c).UnmarshalText([]byte(text)) }}
	}
	return []flagText{
		number("games", func(c *MatchCmd) *Count { return &c.Games }),
		number("opening-moves", func(c *MatchCmd) *Count { return &c.OpeningMoves }),
		number("random-moves", func(c *MatchCmd) *Count { return &c.RandomMoves }),
		number("max-moves", func(c *MatchCmd) *Count { return &c.MaxMoves }),
		length("time", func(c *MatchCmd) *Seconds { return &c.Time }),
		length("lag", func(c *MatchCmd) *Seconds { return &c.Lag }),
		length("patience", func(c *MatchCmd) *Seconds { return &c.Patience }),
		{"handicap", func(c *MatchCmd) string { return orNothing(c.Handicap) }, func(c *MatchCmd, text string) (err error) {
			c.Handicap, err = strconv.Atoi(text)
			return err
		}},
		{"threads", func(c *MatchCmd) string { return orNothing(int(c.Threads)) }, func(c *MatchCmd, text string) error { return c.Threads.UnmarshalText([]byte(text)) }},
		{"size", func(c *MatchCmd) string { return c.Size.String() }, func(c *MatchCmd, text string) error { return c.Size.UnmarshalText([]byte(text)) }},
		{"openings", func(c *MatchCmd) string { return c.Openings }, func(c *MatchCmd, text string) error { c.Openings = text; return nil }},
		{"model", func(c *MatchCmd) string { return c.Model }, func(c *MatchCmd, text string) error { c.Model = text; return nil }},
		{"board", func(c *MatchCmd) string { return textOf(c.Board) }, func(c *MatchCmd, text string) error {
			if _, err := os.Stat(c.path(text)); err == nil {
				text = c.path(text)
			}
			return parsed(&c.Board, text)
		}},
		{"rules", func(c *MatchCmd) string {
			if c.Rules == nil {
				return ""
			}
			return c.Rules.KataGo() // String is for people
		}, func(c *MatchCmd, text string) error { return parsed(&c.Rules, text) }},
		{"komi", func(c *MatchCmd) string {
			if c.Komi == nil {
				return ""
			}
			return strconv.FormatFloat(float64(*c.Komi), 'g', -1, 64)
		}, func(c *MatchCmd, text string) error { return parsed(&c.Komi, text) }},
		{"clock", func(c *MatchCmd) string { return textOf(c.Clock) }, func(c *MatchCmd, text string) error { return parsed(&c.Clock, text) }},
		{"sprt", func(c *MatchCmd) string { return textOf(c.SPRT) }, func(c *MatchCmd, text string) error { return parsed(&c.SPRT, text) }},
	}
}

func orNothing(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// textOf is the text of a flag that may not have been given.
func textOf[T fmt.Stringer](value *T) string {
	if value == nil {
		return ""
	}
	return (*value).String()
}

// parsed reads such a flag.
func parsed[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](into *P, text string) error {
	value := P(new(T))
	if err := value.UnmarshalText([]byte(text)); err != nil {
		return err
	}
	*into = value
	return nil
}

// recipe is the command as a table.
func (c *MatchCmd) recipe(k player.Kernel) (map[string]string, error) {
	dir := c.dir
	if dir == "" {
		var err error
		if dir, err = os.Getwd(); err != nil {
			return nil, err
		}
	}
	table := map[string]string{"folder": dir, "kernel": k.String()}
	for i, text := range c.players() {
		table["player "+strconv.Itoa(i+1)] = text
	}
	for _, f := range flagTexts() {
		if text := f.text(c); text != "" {
			table[f.name] = text
		}
	}
	return table, nil
}

// again is the command that began the match in --resume.
func (c *MatchCmd) again() (*MatchCmd, player.Kernel, error) {
	var k player.Kernel
	plan, err := match.ReadPlan(c.Resume)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, k, usagef("%v", err)
	}
	if err != nil {
		return nil, k, err
	}
	table := plan.Command
	if table["player 1"] == "" {
		return nil, k, usagef("the plan in %s does not say with which command it was begun: give that command again", c.Resume)
	}
	a := &MatchCmd{Out: c.Resume, JSON: c.JSON, Parallel: c.Parallel, MaxFailures: c.MaxFailures, Seed: plan.Seed, Pairings: plan.Pairings, dir: table["folder"]}
	for i := 1; table["player "+strconv.Itoa(i)] != ""; i++ {
		a.Others = append(a.Others, table["player "+strconv.Itoa(i)])
	}
	for _, first := range []*string{&a.First, &a.Second} {
		if len(a.Others) > 0 {
			*first, a.Others = a.Others[0], a.Others[1:]
		}
	}
	if err := k.UnmarshalText([]byte(table["kernel"])); err != nil {
		return nil, k, fmt.Errorf("the plan in %s: kernel: %w", c.Resume, err)
	}
	for _, f := range flagTexts() {
		if text := table[f.name]; text != "" {
			if err := f.set(a, text); err != nil {
				return nil, k, usagef("the plan in %s: --%s: %s", c.Resume, f.name, strings.TrimSpace(err.Error()))
			}
		}
	}
	return a, k, nil
}
