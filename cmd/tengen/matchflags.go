package main

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/clock"
	"tengen/stat"
)

// The types of the flags of `tengen match`, beside those of values.go.

// Sizes are the sizes of square boards that take turns.
type Sizes struct{ list []int }

// UnmarshalText reads sizes from 1 to 25 with commas between them.
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

// TimeControl is what clock.Parse reads.
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
		return fmt.Errorf("expected two Elo differences such as 0,35, or these with the chances of a wrong decision such as 0,35,0.05,0.05, not %q", text)
	}
	t.SPRT = stat.SPRT{Alpha: 0.05, Beta: 0.05}
	fields := []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	for i, word := range words {
		x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil {
			return fmt.Errorf("%q in %q is no number", word, text)
		}
		*fields[i] = x
	}
	return t.Validate()
}

// String is the text that UnmarshalText reads.
func (t Test) String() string { return fmt.Sprintf("%g,%g,%g,%g", t.Elo0, t.Elo1, t.Alpha, t.Beta) }
