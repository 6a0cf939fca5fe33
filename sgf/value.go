package sgf

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrMissing is wrapped by the error for a property that the node does not have.
var ErrMissing = errors.New("the property is missing")

// ValueError is a value that is not of the type it should be of.
type ValueError struct {
	Property string // its name; empty from functions that are given a value alone
	Raw      string // the value as it is in the file
	Want     string // what it should be
}

func (e *ValueError) Error() string {
	s := fmt.Sprintf("%s is not %s", quote(e.Raw), e.Want)
	if e.Property != "" {
		s = clip(e.Property) + ": " + s
	}
	return s
}

func quote(raw string) string { return strconv.Quote(clip(raw)) }

// Color is a value of type Color: which of the two players.
type Color uint8

// The players.
const (
	NoColor Color = iota
	Black
	White
)

// String is the color as the format writes it, "" for [NoColor].
func (c Color) String() string {
	switch c {
	case Black:
		return "B"
	case White:
		return "W"
	}
	return ""
}

// ParseNumber reads a Number: digits, with a sign or not. Blanks around it are
// ignored. What does not fit into an int is an error.
func ParseNumber(raw string) (int, error) {
	s := strings.TrimSpace(raw)
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, &ValueError{Raw: raw, Want: "a whole number"}
	}
	return n, nil
}

// ParseReal reads a Real: a Number, perhaps followed by a point and more digits.
// Blanks around it are ignored, and digits may be missing on one side of the
// point, since programs write "7." and ".5". Exponents, infinities and decimal
// commas are errors: whether "6,5" is a number or a list is not for us to say.
func ParseReal(raw string) (float64, error) {
	s := strings.TrimSpace(raw)
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			digits++
		case c == '.', i == 0 && (c == '+' || c == '-'):
		default:
			digits = math.MinInt32
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || digits <= 0 {
		return 0, &ValueError{Raw: raw, Want: "a number"}
	}
	return f, nil
}

// ParseDouble reads a Double, which is 1, or 2 for emphasis ("very good").
func ParseDouble(raw string) (int, error) {
	switch strings.TrimSpace(raw) {
	case "1":
		return 1, nil
	case "2":
		return 2, nil
	}
	return 0, &ValueError{Raw: raw, Want: "1 or 2"}
}

// ParseColor reads a Color, "B" or "W". Small letters and the words "black" and
// "white" are accepted, since programs write them.
func ParseColor(raw string) (Color, error) {
	switch strings.ToLower(strings.TrimSpace(raw)) {
	case "b", "black":
		return Black, nil
	case "w", "white":
		return White, nil
	}
	return NoColor, &ValueError{Raw: raw, Want: "a color, which is B or W"}
}

// typed reads the first value of a property. Further values of a property that
// may have one are ignored, as everybody does.
func typed[T any](n *Node, name string, parse func(string) (T, error)) (T, error) {
	raw, ok := n.Value(name)
	if !ok {
		var zero T
		return zero, fmt.Errorf("%s: %w", clip(name), ErrMissing)
	}
	v, err := parse(raw)
	var wrong *ValueError
	if errors.As(err, &wrong) {
		wrong.Property = name
	}
	return v, err
}

// Number is the first value of the property as [ParseNumber] reads it. Like those
// of the methods below, the error wraps [ErrMissing] if the node does not have the
// property, and is a [*ValueError] if its value is of another type.
func (n *Node) Number(name string) (int, error) { return typed(n, name, ParseNumber) }

// Real is the first value of the property as [ParseReal] reads it.
func (n *Node) Real(name string) (float64, error) { return typed(n, name, ParseReal) }

// Double is the first value of the property as [ParseDouble] reads it.
func (n *Node) Double(name string) (int, error) { return typed(n, name, ParseDouble) }

// Color is the first value of the property as [ParseColor] reads it.
func (n *Node) Color(name string) (Color, error) { return typed(n, name, ParseColor) }

// Pair is a composed value, both parts still raw.
type Pair struct{ First, Second string }

// ParsePair reads a composed value such as that of AP or LB. It errs on a value
// without a colon.
func ParsePair(raw string) (Pair, error) {
	first, second, ok := SplitValue(raw)
	if !ok {
		return Pair{}, &ValueError{Raw: raw, Want: "two values with a colon between them"}
	}
	return Pair{first, second}, nil
}

// Pair is the first value of the property as [ParsePair] reads it.
func (n *Node) Pair(name string) (Pair, error) { return typed(n, name, ParsePair) }

// Pairs are all values of the property as [ParsePair] reads them. On an error
// they are those before it.
func (n *Node) Pairs(name string) ([]Pair, error) { return list(n, name, ParsePair) }

// Points are all points of the property as [ParsePoints] reads them: the names of
// points of Go, as raw as "aa:cc" can be read.
func (n *Node) Points(name string) ([]XY, error) {
	if !n.Has(name) {
		return nil, fmt.Errorf("%s: %w", clip(name), ErrMissing)
	}
	points, err := ParsePoints(n.Values(name))
	if err != nil {
		err = fmt.Errorf("%s: %w", clip(name), err)
	}
	return points, err
}

func list[T any](n *Node, name string, parse func(string) (T, error)) ([]T, error) {
	raw := n.Values(name)
	if raw == nil {
		return nil, fmt.Errorf("%s: %w", clip(name), ErrMissing)
	}
	all := make([]T, 0, len(raw))
	for _, v := range raw {
		item, err := parse(v)
		if err != nil {
			var wrong *ValueError
			if errors.As(err, &wrong) {
				wrong.Property = name
			}
			return all, err
		}
		all = append(all, item)
	}
	return all, nil
}
