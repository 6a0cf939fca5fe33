package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/clock"
	"tengen/match"
	"tengen/stat"
)

// This file has types of the flags of `tengen match`; others are in values.go. It also refuses
// invalid combinations of flags.

// givenToMatch lists the flags for a match that were given on the command line, not in the file or the environment.
func givenToMatch(all *settings) []string {
	var given []string
	for _, s := range all.list {
		if name, ok := strings.CutPrefix(s.source, "flag --"); ok && (strings.HasPrefix(s.key, "match.") || s.key == "kernel") {
			given = append(given, name)
		}
	}
	return given
}

// checkFolderFlags refuses players and settings together with --resume or --report. These two use
// the players and settings of the match in the folder.
func (c *MatchCmd) checkFolderFlags(given []string) error {
	var by string
	switch {
	case c.Resume == "" && c.Report == "":
		return nil
	case c.Resume != "" && c.Report != "":
		return usagef("--resume and --report exclude each other")
	case c.Resume != "":
		by = "--resume"
		given = slices.DeleteFunc(given, func(name string) bool {
			return slices.Contains([]string{"parallel", "max-failures", "nats", "creds", "nkey", "ca", "verify", "trust"}, name)
		})
	default:
		by = "--report"
	}
	extra := ""
	switch {
	case c.First != "":
		extra = fmt.Sprintf("the player %q", c.First)
	case c.Out != "":
		extra = "--out"
	case len(given) > 0:
		extra = "--" + given[0]
	default:
		return nil
	}
	return usagef("%s uses the players and settings of the match in the folder: leave out %s", by, extra)
}

// checkUnused refuses flags that have no effect in this match.
func (c *MatchCmd) checkUnused(given []string, o *match.Options, nets, usesModel bool) error {
	for _, name := range given {
		switch {
		case name == "size" && c.Board != nil:
			return usagef("--size and --board exclude each other")
		case name == "lag" && !timed(o):
			return usagef("--lag only affects timed moves: add --clock or --time")
		case name == "kernel" && !nets:
			return usagef("--kernel says how nets are computed, but neither a player nor the referee uses a net")
		case name == "model" && !usesModel:
			return usagef("--model has no effect: under these rules the referee needs no net, and no player needs the one of --model")
		}
	}
	return nil
}

// timed reports whether a player has a clock.
func timed(o *match.Options) bool {
	return o.Clock != clock.Settings{} || slices.ContainsFunc(o.Players, func(s match.Side) bool { return s.Clock != nil })
}

// Sizes are sizes of square boards that are played in turn.
type Sizes struct{ list []int }

// UnmarshalText reads sizes from 1 to 25 separated by commas.
func (s *Sizes) UnmarshalText(text []byte) error {
	s.list = nil
	for part := range strings.SplitSeq(string(text), ",") {
		var size Size
		if err := size.UnmarshalText([]byte(strings.TrimSpace(part))); err != nil {
			return err
		}
		s.list = append(s.list, int(size))
	}
	return nil
}

// String is the text that UnmarshalText reads.
func (s Sizes) String() string {
	var words []string
	for _, n := range s.list {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, ",")
}

// TimeControl is a time control in the form that clock.Parse reads.
type TimeControl struct{ clock.Settings }

// UnmarshalText reads a time control.
func (t *TimeControl) UnmarshalText(text []byte) (err error) {
	t.Settings, err = clock.Parse(string(text))
	return err
}

// Test is a sequential test of two Elo differences.
type Test struct{ stat.SPRT }

// UnmarshalText reads ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA.
func (t *Test) UnmarshalText(text []byte) error {
	words := strings.Split(string(text), ",")
	if len(words) != 2 && len(words) != 4 {
		return fmt.Errorf("expected two Elo differences such as 0,35, or these and two error probabilities such as 0,35,0.05,0.05, not %q", text)
	}
	t.SPRT = stat.SPRT{Alpha: 0.05, Beta: 0.05}
	fields := []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	for i, word := range words {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil {
			return fmt.Errorf("%q in %q is not a number", word, text)
		}
		*fields[i] = x
	}
	return t.Validate()
}

// String is the text that UnmarshalText reads.
func (t Test) String() string { return fmt.Sprintf("%g,%g,%g,%g", t.Elo0, t.Elo1, t.Alpha, t.Beta) }
