package sgf

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrMissing means that the node does not have the property.
var ErrMissing = errors.New("the property is missing")

// ValueError reports a value of the wrong type.
type ValueError struct {
	Property string // name of the property; empty if the function got only a value
	Raw      string // the value as it is in the file
	Want     string // description of the expected value
}

func (e *ValueError) Error() string {
	s := fmt.Sprintf("%s is not %s", quote(e.Raw), e.Want)
	if e.Property != "" {
		s = clip(e.Property) + ": " + s
	}
	return s
}

func quote(raw string) string { return strconv.Quote(clip(raw)) }

// Color is one of the two players (FF[4] "Color").
type Color uint8

// The players.
const (
	NoColor Color = iota
	Black
	White
)

// String returns the color as the format writes it, or "" for [NoColor].
func (c Color) String() string {
	switch c {
	case Black:
		return "B"
	case White:
		return "W"
	}
	return ""
}

// ParseNumber reads a Number: digits with an optional sign. Blanks around it are
// ignored. A number that does not fit into an int is an error.
func ParseNumber(raw string) (int, error) {
	s := strings.TrimSpace(raw)
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, &ValueError{Raw: raw, Want: "a whole number"}
	}
	return n, nil
}

// ParseReal reads a Real: a Number, optionally followed by a point and more digits.
// Blanks around it are ignored. Digits may be missing on one side of the point,
// since programs write "7." and ".5". Exponents, infinities and decimal commas are
// errors: "6,5" could be a number or a list.
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

// ParseDouble reads a Double: 1, or 2 for emphasis ("very good").
func ParseDouble(raw string) (int, error) {
	switch strings.TrimSpace(raw) {
	case "1":
		return 1, nil
	case "2":
		return 2, nil
	}
	return 0, &ValueError{Raw: raw, Want: "1 or 2"}
}

// ParseColor reads a Color, "B" or "W". It also accepts lower case and the words
// "black" and "white", since programs write them.
func ParseColor(raw string) (Color, error) {
	switch strings.ToLower(strings.TrimSpace(raw)) {
	case "b", "black":
		return Black, nil
	case "w", "white":
		return White, nil
	}
	return NoColor, &ValueError{Raw: raw, Want: "a color, which is B or W"}
}

// typed reads the first value of a property. It ignores further values, as other
// programs do.
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

// Number returns the first value of the property, read by [ParseNumber]. The error
// wraps [ErrMissing] if the node does not have the property, and is a [*ValueError]
// if the value has another type. Real, Double, Color, Pair and Pairs return the same
// errors.
func (n *Node) Number(name string) (int, error) { return typed(n, name, ParseNumber) }

// Real returns the first value of the property, read by [ParseReal].
func (n *Node) Real(name string) (float64, error) { return typed(n, name, ParseReal) }

// Double returns the first value of the property, read by [ParseDouble].
func (n *Node) Double(name string) (int, error) { return typed(n, name, ParseDouble) }

// Color returns the first value of the property, read by [ParseColor].
func (n *Node) Color(name string) (Color, error) { return typed(n, name, ParseColor) }

// Pair is a composed value. Both of its parts are raw.
type Pair struct{ First, Second string }

// ParsePair reads a composed value, such as a value of AP or LB. A value without a
// colon is an error.
func ParsePair(raw string) (Pair, error) {
	first, second, ok := SplitValue(raw)
	if !ok {
		return Pair{}, &ValueError{Raw: raw, Want: "two values with a colon between them"}
	}
	return Pair{first, second}, nil
}

// Pair returns the first value of the property, read by [ParsePair].
func (n *Node) Pair(name string) (Pair, error) { return typed(n, name, ParsePair) }

// Pairs returns all values of the property, read by [ParsePair]. With an error, it
// returns the values before the invalid one.
func (n *Node) Pairs(name string) ([]Pair, error) { return list(n, name, ParsePair) }

// Points returns all points of the property, read by [ParsePoints].
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
