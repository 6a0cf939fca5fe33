package match

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"tengen/clock"
	"tengen/engine"
)

// Spec is a player as a person writes it: a program to run, or a setting of
// ours. The wiring turns a setting into an [Engine]; what it does not mention is
// zero and up to the wiring.
type Spec struct {
	Text string // as written
	// Command is the program and its arguments; nil for a setting of ours.
	Command []string
	// Kind is what of ours plays: "tengen", the searching player, or "random".
	// Empty for a program.
	Kind string

	// The settings of every player.
	Label string          // what to call it; "" for the program or the setting
	Clock *clock.Settings // its own time control; nil for that of the match
	Elo   *float64        // its known Elo, on which the others are rated; nil if unknown

	// The settings of our players that search.
	Visits   int           // visits a move; 0 for no bound
	Playouts int           // playouts a move; 0 for no bound
	Time     time.Duration // thinking time a move; 0 for no bound
	Rank     engine.Rank   // person's strength to play at; 0 for its own
	Threads  int           // search threads; 0 for the wiring's choice
	Model    string        // file of the net to play with; "" for the wiring's choice
	Kernel   string        // how the net is computed; "" for the wiring's choice

	Seed   uint64 // random seed of a player of ours, if Seeded
	Seeded bool
}

// MaxThreads is the most search threads of a player.
const MaxThreads = 1024

// The kinds of players of our own.
const (
	KindTengen = "tengen"
	KindRandom = "random"
)

// rankRange matches the setting of several ranks.
var rankRange = regexp.MustCompile(`(?:^|,)\s*rank\s*=([^,]*)\.\.([^,]*)`)

// ParsePlayers reads what [ParsePlayer] reads, or a text with a range of ranks, such
// as "rank=20k..9d,model=net.bin.gz": that is a player of each rank, in this order and
// called after it, behind the name in the text if it has one.
func ParsePlayers(text string) ([]Spec, error) {
	settings, _, _ := strings.Cut(text, "cmd:")
	at := rankRange.FindStringSubmatchIndex(settings)
	if at == nil {
		s, err := ParsePlayer(text)
		return []Spec{s}, err
	}
	var ends [2]engine.Rank
	for i := range ends {
		var err error
		if ends[i], err = engine.ParseRank(text[at[2+2*i]:at[3+2*i]]); err != nil || ends[i] == 0 {
			return nil, fmt.Errorf("player %q: a range of ranks is from one to another, such as rank=20k..9d", text)
		}
	}
	step := engine.Rank(cmp.Compare(ends[1], ends[0]))
	var all []Spec
	for r := ends[0]; ; r += step {
		s, err := ParsePlayer(text[:at[2]] + r.String() + text[at[5]:])
		if err != nil {
			return nil, err
		}
		s.Label = strings.TrimSpace(s.Label + " " + r.String())
		if all = append(all, s); r == ends[1] {
			return all, nil
		}
	}
}

// ParsePlayer reads a player: settings separated by commas, for a program ending in
// "cmd:PROGRAM ARGS". What follows "cmd:" is split into words as a shell would
// (quotes and backslashes, nothing else), commas included:
//
//	visits=200
//	tengen,time=2s,threads=2,seed=1
//	model=net.bin.gz,visits=50,name=small net
//	random
//	cmd:gnugo --mode gtp
//	gnugo=cmd:gnugo --mode gtp --level 1
//	name=gnugo,clock=5m+3x10s,elo=1800,cmd:gnugo --mode gtp
//
// A time without a unit is in seconds; the name of a file has no comma.
func ParsePlayer(text string) (Spec, error) {
	s := Spec{Text: strings.TrimSpace(text)}
	if s.Text == "" {
		return Spec{}, errors.New("a player is \"cmd:PROGRAM ARGS\" or a setting such as \"visits=200\", not nothing")
	}
	if err := s.parse(); err != nil {
		return Spec{}, fmt.Errorf("player %q: %w", s.Text, err)
	}
	return s, nil
}

func (s *Spec) parse() error {
	var given []setting
	rest, more := s.Text, true
	for more {
		rest = strings.TrimSpace(rest)
		if command, ok := strings.CutPrefix(rest, "cmd:"); ok {
			words, err := splitWords(command)
			if err == nil && len(words) == 0 {
				err = errors.New("\"cmd:\" needs a program after it, such as \"cmd:gnugo --mode gtp\"")
			}
			s.Command = words
			if err != nil || s.Kind == "" {
				return joinErrors(err, s.checkSettings(given))
			}
			return fmt.Errorf("it is %s or a program, not both", s.Kind)
		}
		var part string
		part, rest, more = strings.Cut(rest, ",")
		part = strings.TrimSpace(part)
		key, value, isSetting := strings.Cut(part, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch {
		case isSetting && strings.HasPrefix(value, "cmd:") && findSetting(key) == nil: // NAME=cmd:PROGRAM
			if more {
				value += "," + rest
			}
			if err := s.name(key); err != nil {
				return err
			}
			rest, more = value, true
		case isSetting:
			set := findSetting(key)
			if set == nil {
				return unknownSetting(key)
			}
			if slices.ContainsFunc(given, func(g setting) bool { return g.key == key && key != "name" }) { // name tells of both
				return fmt.Errorf("%s= is there twice", key)
			}
			if err := set.set(s, value); err != nil {
				return fmt.Errorf("%s=%s: %w", key, value, err)
			}
			given = append(given, *set)
		case (part == KindTengen || part == KindRandom) && s.Kind == "" && !isSearching(given):
			s.Kind = part
		default:
			return fmt.Errorf("%q is not a player: write %s, %s, a setting such as visits=200, or \"cmd:PROGRAM ARGS\"", part, KindTengen, KindRandom)
		}
	}
	if s.Kind == "" {
		s.Kind = KindTengen
	}
	return s.checkSettings(given)
}

// name gives the player a name, once.
func (s *Spec) name(label string) error {
	switch {
	case s.Label != "":
		return fmt.Errorf("it has two names, %q and %q", s.Label, label)
	case label == "":
		return errors.New("write what to call the player")
	}
	s.Label = label
	return nil
}

// Name is what to call the player: as it was named, or else a program's file name,
// or the setting.
func (s Spec) Name() string {
	switch {
	case s.Label != "":
		return s.Label
	case s.Command != nil:
		return strings.TrimSuffix(filepath.Base(s.Command[0]), ".exe")
	}
	return s.Text
}

// IsProgram reports whether the player is a program to run.
func (s Spec) IsProgram() bool { return s.Command != nil }
