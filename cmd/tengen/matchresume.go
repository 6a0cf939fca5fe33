package main

import (
	"encoding"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"

	"tengen/match"
	"tengen/player"
)

// recipeFlags returns the flags that determine the games, by name. They are part of the match's
// recipe. Other flags, such as --parallel, may change when a match is continued.
func (c *MatchCmd) recipeFlags() map[string]any {
	return map[string]any{
		"games": &c.Games, "opening-moves": &c.OpeningMoves, "random-moves": &c.RandomMoves, "max-moves": &c.MaxMoves,
		"time": &c.Time, "lag": &c.Lag, "patience": &c.Patience, "handicap": &c.Handicap, "threads": &c.Threads, "size": &c.Size,
		"openings": &c.Openings, "model": &c.Model, "board": &c.Board, "rules": &c.Rules, "komi": &c.Komi, "clock": &c.Clock, "sprt": &c.SPRT,
	}
}

// flagText returns the text of a flag, or "" if the flag was not given.
func flagText(field any) string {
	v := reflect.ValueOf(field).Elem()
	if v.IsZero() {
		return ""
	}
	switch v := reflect.Indirect(v).Interface().(type) {
	case Seconds:
		return strconv.FormatFloat(float64(v), 'g', -1, 64)
	case Komi:
		return strconv.FormatFloat(float64(v), 'g', -1, 64)
	case Ruleset:
		return v.KataGo() // the text of String cannot be parsed
	default:
		return fmt.Sprint(v)
	}
}

// setFlag parses text into a flag.
func setFlag(field any, text string) (err error) {
	if v := reflect.ValueOf(field).Elem(); v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		field = v.Interface()
	}
	switch to := field.(type) {
	case *string:
		*to = text
	case *int:
		*to, err = strconv.Atoi(text)
	case encoding.TextUnmarshaler:
		err = to.UnmarshalText([]byte(text))
	default:
		panic(fmt.Sprintf("a flag of a match has the type %T", field)) // every test of --resume would find this mistake
	}
	return err
}

// recipe returns the command in the form in which the plan of the match stores it.
func (c *MatchCmd) recipe(k player.Kernel) (map[string]string, error) {
	r, err := c.recipeOf(k)
	return r.Table(), err
}

// recipeOf returns the command.
func (c *MatchCmd) recipeOf(k player.Kernel) (match.Recipe, error) {
	r := match.Recipe{Players: c.players(), Dir: c.dir, Kernel: k.String(), Flags: map[string]string{}}
	if r.Dir == "" {
		var err error
		if r.Dir, err = os.Getwd(); err != nil {
			return r, err
		}
	}
	for name, field := range c.recipeFlags() {
		if text := flagText(field); text != "" {
			r.Flags[name] = text
		}
	}
	return r, nil
}

// original returns the command that began the match in the folder of --resume.
func (c *MatchCmd) original() (*MatchCmd, player.Kernel, error) {
	var k player.Kernel
	r, plan, err := match.ReadRecipe(c.Resume)
	if err != nil {
		return nil, k, err
	}
	a := &MatchCmd{Out: c.Resume, JSON: c.JSON, Parallel: c.Parallel, MaxFailures: c.MaxFailures, Seed: plan.Seed, Pairings: plan.Pairings, dir: r.Dir,
		CrewFlags: c.CrewFlags}
	a.setPlayers(r.Players)
	if err := k.UnmarshalText([]byte(r.Kernel)); err != nil {
		return nil, k, fmt.Errorf("the plan in %s: kernel: %w", c.Resume, err)
	}
	for name, text := range r.Flags {
		if path := (&player.Match{Dir: r.Dir}).Path(text); name == "board" && isFile(path) {
			r.Flags[name] = path
		}
	}
	if err := a.setFlags(r.Flags); err != nil {
		return nil, k, usagef("the plan in %s: %v", c.Resume, err)
	}
	return a, k, nil
}

// chooseThreads sets the number of search threads if it was not given, so that all games of the match have the same. A
// match that continues keeps the number of its plan. The plans of older matches do not have one.
func (c *MatchCmd) chooseThreads() error {
	if c.Threads > 0 {
		return nil
	}
	if c.Out != "" {
		if r, _, err := match.ReadRecipe(c.Out); err == nil {
			if text := r.Flags["threads"]; text != "" {
				return setFlag(&c.Threads, text)
			}
			return nil
		}
	}
	if c.Threads = 1; c.NATS == "" {
		c.Threads = Threads(min(player.AllThreads(), match.MaxThreads))
	}
	return nil
}

// setFlags sets the flags that determine the games.
func (c *MatchCmd) setFlags(texts map[string]string) error {
	for name, field := range c.recipeFlags() {
		if texts[name] == "" {
			continue
		}
		if err := setFlag(field, texts[name]); err != nil {
			return fmt.Errorf("--%s: %s", name, strings.TrimSpace(err.Error()))
		}
	}
	return nil
}

// setPlayers sets the players.
func (c *MatchCmd) setPlayers(texts []string) {
	c.Others = texts
	for _, first := range []*string{&c.First, &c.Second} {
		if len(c.Others) > 0 {
			*first, c.Others = c.Others[0], c.Others[1:]
		}
	}
}
