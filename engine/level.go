package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tengen/clock"
)

// Rank is the strength of a human player: 30 kyu is 1, 1 kyu 30, 1 dan 31, 9 dan 39. The zero value is full
// strength.
type Rank int8

// Some ranks.
const (
	Kyu30 Rank = 1  // the weakest rank
	Kyu20 Rank = 11 // a player who knows the rules well
	Dan1  Rank = 31 // the first dan
	Dan9  Rank = 39 // the strongest rank
)

// String returns "30k" to "1k", "1d" to "9d", or "full".
func (r Rank) String() string {
	switch {
	case r == 0:
		return "full"
	case r >= Dan1:
		return fmt.Sprintf("%dd", r-Dan1+1)
	}
	return fmt.Sprintf("%dk", Dan1-r)
}

// ParseRank reads the form of [Rank.String], in upper or lower case.
func ParseRank(text string) (Rank, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	if word == "full" {
		return 0, nil
	}
	if digits, ok := strings.CutSuffix(word, "k"); ok {
		if n, err := strconv.Atoi(digits); err == nil && n >= 1 && n <= 30 {
			return Dan1 - Rank(n), nil
		}
	}
	if digits, ok := strings.CutSuffix(word, "d"); ok {
		if n, err := strconv.Atoi(digits); err == nil && n >= 1 && n <= 9 {
			return Dan1 + Rank(n) - 1, nil
		}
	}
	return 0, fmt.Errorf("%.40q is not a rank: write 30k to 1k, 1d to 9d, or full", text)
}

// MarshalText writes the rank.
func (r Rank) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a rank.
func (r *Rank) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRank(string(text))
	return err
}

// ParseLevel reads a player's strength and returns it as the limit of each move. The text is a rank ("12k",
// "3d"), "full", "visits=800", or a time in seconds or with a unit ("time=2", "time=500ms").
func ParseLevel(text string) (Limit, error) {
	key, value, given := strings.Cut(strings.TrimSpace(text), "=")
	switch key = strings.ToLower(strings.TrimSpace(key)); {
	case !given:
		r, err := ParseRank(text)
		if err != nil {
			return Limit{}, fmt.Errorf("%q is not a level: write a rank from 30k to 9d, full, visits=N or time=SECONDS", text)
		}
		return Limit{Rank: r}, nil
	case key == "visits":
		if n, err := strconv.Atoi(value); err == nil && n >= 1 && n <= math.MaxInt32 {
			return Limit{Visits: n}, nil
		}
		return Limit{}, fmt.Errorf("level %q: visits are a whole number from 1 to %d", text, math.MaxInt32)
	case key == "time":
		if d, err := clock.ParseTime(value); err == nil && d > 0 {
			return Limit{Time: d}, nil
		}
		return Limit{}, fmt.Errorf("level %q: the time must be above 0, in seconds or with a unit, such as 2 or 500ms", text)
	}
	return Limit{}, fmt.Errorf("%q is not a level: write a rank from 30k to 9d, full, visits=N or time=SECONDS", text)
}
