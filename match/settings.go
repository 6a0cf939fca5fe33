package match

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tengen/clock"
	"tengen/engine"
)

// A setting is one KEY=VALUE of a player. To add a setting, add a field to [Spec] and a row to settings, and use the
// field in the code that starts players.
type setting struct {
	key       string
	appliesTo appliesTo
	// set parses the value and stores it in the field. Its error says what the user should write.
	set func(s *Spec, value string) error
}

// appliesTo says which players a setting is for.
type appliesTo uint8

const (
	ofSearchers appliesTo = iota // players of tengen that search
	ofOurs                       // all players of tengen
	ofAll                        // all players, including programs
)

// settings returns all settings in the order in which messages list them.
func settings() []setting {
	return []setting{
		{"visits", ofSearchers, intSetting(func(s *Spec) *int { return &s.Visits }, math.MaxInt32)},
		{"playouts", ofSearchers, intSetting(func(s *Spec) *int { return &s.Playouts }, math.MaxInt32)},
		{"time", ofSearchers, setTime},
		{"rank", ofSearchers, setRank},
		{"threads", ofSearchers, intSetting(func(s *Spec) *int { return &s.Threads }, MaxThreads)},
		{"model", ofSearchers, textSetting(func(s *Spec) *string { return &s.Model }, "write the file of a net")},
		{"kernel", ofSearchers, textSetting(func(s *Spec) *string { return &s.Kernel }, "write the kernel that computes the net, such as avx2")},
		{"value", ofSearchers, textSetting(func(s *Spec) *string { return &s.Value }, "write the file of a net")},
		{"mix", ofSearchers, setMix},
		{"rollout", ofSearchers, textSetting(func(s *Spec) *string { return &s.Rollout }, "write the file of a rollout policy")},
		{"seed", ofOurs, setSeed},
		{"name", ofAll, (*Spec).name},
		{"clock", ofAll, setClock},
		{"elo", ofAll, setElo},
	}
}

// findSetting returns the setting with a key, or nil.
func findSetting(key string) *setting {
	all := settings()
	if i := slices.IndexFunc(all, func(s setting) bool { return s.key == key }); i >= 0 {
		return &all[i]
	}
	return nil
}

func unknownSetting(key string) error {
	var keys []string
	for _, s := range settings() {
		keys = append(keys, s.key)
	}
	last := len(keys) - 1
	return fmt.Errorf("%q is not a setting of a player: the settings are %s and %s", key, strings.Join(keys[:last], ", "), keys[last])
}

func isSearching(given []setting) bool {
	return slices.ContainsFunc(given, func(s setting) bool { return s.appliesTo == ofSearchers })
}

// checkSettings returns an error for a setting that does not apply to this kind of player.
func (s *Spec) checkSettings(given []setting) error {
	for _, set := range given {
		switch {
		case s.IsProgram() && set.appliesTo != ofAll:
			return fmt.Errorf("%s= is for players of tengen; give a program arguments after \"cmd:\" instead", set.key)
		case s.Kind == KindRandom && set.appliesTo == ofSearchers:
			return fmt.Errorf("the random player does not search, so it cannot have %s=", set.key)
		case s.Rank != 0 && set.key == "visits":
			return fmt.Errorf("rank=%v has visits of its own, so it cannot have visits=", s.Rank)
		}
	}
	return nil
}

// intSetting parses a whole number from 1 to most.
func intSetting(field func(*Spec) *int, most int) func(*Spec, string) error {
	return func(s *Spec, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > most {
			return fmt.Errorf("write a whole number from 1 to %d", most)
		}
		*field(s) = n
		return nil
	}
}

func textSetting(field func(*Spec) *string, instead string) func(*Spec, string) error {
	return func(s *Spec, value string) error {
		if value == "" {
			return errors.New(instead)
		}
		*field(s) = value
		return nil
	}
}

func setTime(s *Spec, value string) error {
	d, err := clock.ParseTime(value)
	if err != nil || d <= 0 {
		return errors.New("write a time such as 2s or 0.5")
	}
	s.Time = d
	return nil
}

func setRank(s *Spec, value string) (err error) {
	s.Rank, err = engine.ParseRank(value)
	return err
}

func setMix(s *Spec, value string) error {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x >= 0 && x <= 1) {
		return errors.New("write the share of the rollouts, from 0 to 1, such as 0.5")
	}
	s.Mix = x
	return nil
}

func setSeed(s *Spec, value string) error {
	n, err := strconv.ParseUint(value, 0, 64)
	if err != nil {
		return errors.New("write a whole number from 0")
	}
	s.Seed, s.Seeded = n, true
	return nil
}

func setClock(s *Spec, value string) error {
	c, err := clock.Parse(value)
	if err != nil {
		return err
	}
	s.Clock = &c
	return nil
}

// maxElo is larger than the Elo of any player.
const maxElo = 10_000

func setElo(s *Spec, value string) error {
	elo, err := strconv.ParseFloat(value, 64)
	if err != nil || !(math.Abs(elo) <= maxElo) {
		return errors.New("write the known Elo of the player, such as 1500")
	}
	s.Elo = &elo
	return nil
}
