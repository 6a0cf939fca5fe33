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

// Spec describes a player that a user has written: a program to run, or a player of tengen with settings. The caller
// starts the player, and chooses the values of fields that are zero.
type Spec struct {
	Text string // the player as the user wrote it
	// Command is the program and its arguments; nil for a player of tengen.
	Command []string
	// Kind is the kind of a player of tengen: "tengen", which searches, or [KindRandom]. Empty for a program.
	Kind string

	// Settings of every player.
	Label string          // name; if "", the program's name or the text is used
	Clock *clock.Settings // time control of this player; if nil, that of the match
	Elo   *float64        // known Elo; nil if unknown

	// Settings of players of tengen that search.
	Visits   int           // visits per move; 0 for no bound
	Playouts int           // playouts per move; 0 for no bound
	Time     time.Duration // thinking time per move; 0 for no bound
	Rank     engine.Rank   // human rank to play at; 0 for full strength
	Threads  int           // search threads; if 0, the caller chooses the number
	Model    string        // file of the net; if "", the caller chooses it
	Kernel   string        // kernel that computes the net; if "", the caller chooses it
	Mix      float64       // share of rollouts in the values of the search, 0 to 1
	Rollout  string        // file of the policy of the rollouts; if "", the built-in policy
	Value    string        // file of the net with the values of the search; if "", Model

	Seed   uint64 // random seed of a player of tengen, valid if Seeded
	Seeded bool   // the text has a seed
}

// MaxThreads is the largest number of search threads of a player.
const MaxThreads = 1024

// The kinds of players of tengen.
const (
	kindTengen = "tengen" // a player that searches
	KindRandom = "random" // a player that makes uniformly random moves
)

// rankRange matches a setting with a range of ranks.
var rankRange = regexp.MustCompile(`(?:^|,)\s*rank\s*=([^,]*)\.\.([^,]*)`)

// ParsePlayers reads one or more players. If the text has a range of ranks, such as "rank=30k..9d,model=net.bin.gz",
// ParsePlayers returns one player for each rank, in the order of the range. The name of each of these players ends with
// its rank. If the text has a name, their names begin with it. Without a range, ParsePlayers is like [ParsePlayer].
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
			return nil, fmt.Errorf("player %q: a range needs a first and a last rank, such as rank=30k..9d", text)
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

// ParsePlayer reads a player. The text has settings separated by commas. The text of a program ends
// with "cmd:PROGRAM ARGS". The part after "cmd:" may contain commas. It is split into words like a
// shell command that has only quotes and backslashes. Examples:
//
//	visits=200
//	tengen,time=2s,threads=2,seed=1
//	model=net.bin.gz,visits=50,name=small net
//	random
//	cmd:gnugo --mode gtp
//	gnugo=cmd:gnugo --mode gtp --level 1
//	name=gnugo,clock=5m+3x10s,elo=1800,cmd:gnugo --mode gtp
//
// A time without a unit is in seconds. A file name cannot contain a comma.
func ParsePlayer(text string) (Spec, error) {
	s := Spec{Text: strings.TrimSpace(text)}
	if s.Text == "" {
		return Spec{}, errors.New("a player is \"cmd:PROGRAM ARGS\" or a setting such as \"visits=200\", not an empty text")
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
			return fmt.Errorf("it can be %s or a program, not both", s.Kind)
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
			if slices.ContainsFunc(given, func(g setting) bool { return g.key == key && key != "name" }) { // Spec.name reports a second name
				return fmt.Errorf("%s= is given twice", key)
			}
			if err := set.set(s, value); err != nil {
				return fmt.Errorf("%s=%s: %w", key, value, err)
			}
			given = append(given, *set)
		case (part == kindTengen || part == KindRandom) && s.Kind == "" && !isSearching(given):
			s.Kind = part
		default:
			return fmt.Errorf("%q is not a player: write %s, %s, a setting such as visits=200, or \"cmd:PROGRAM ARGS\"", part, kindTengen, KindRandom)
		}
	}
	if s.Kind == "" {
		s.Kind = kindTengen
	}
	return s.checkSettings(given)
}

// name sets the player's name. It returns an error if the player already has a name.
func (s *Spec) name(label string) error {
	switch {
	case s.Label != "":
		return fmt.Errorf("it has two names, %q and %q", s.Label, label)
	case label == "":
		return errors.New("write a name for the player")
	}
	s.Label = label
	return nil
}

// Name returns the player's label if it has one. Otherwise it returns the file name of the program, or
// the text of the settings.
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
