package analysis

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// dump writes a value on one line as KataGo does: the keys of objects are sorted, floats have a point or an
// exponent, and text has only the escapes that JSON requires.
func dump(v any) []byte { return appendValue(nil, v) }

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case uint64:
		return strconv.AppendUint(b, v, 10)
	case float64:
		return appendFloat(b, v)
	case string:
		return appendString(b, v)
	case object:
		b = append(b, '{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(b, key), ':')
			b = appendValue(b, v[key])
		}
		return append(b, '}')
	case []any:
		return appendList(b, v)
	case []object:
		return appendList(b, v)
	case []string:
		return appendList(b, v)
	case []int:
		return appendList(b, v)
	case []float64:
		return appendList(b, v)
	}
	panic(fmt.Sprintf("analysis: a %T cannot be written as JSON", v))
}

func appendList[T any](b []byte, list []T) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, v)
	}
	return append(b, ']')
}

// appendFloat writes the shortest text that reads back as f. The text has a point or an exponent, because
// without them it would look like an integer. NaN and infinities become null.
func appendFloat(b []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	if math.Signbit(f) {
		b, f = append(b, '-'), -f
	}
	if f == 0 {
		return append(b, "0.0"...)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	point, _ := strconv.Atoi(exponent)
	point++ // the number of digits before the point
	switch {
	case point > 0 && point <= 15 && len(digits) <= point:
		b = append(b, digits...)
		b = append(b, strings.Repeat("0", point-len(digits))...)
		return append(b, ".0"...)
	case point > 0 && point <= 15:
		b = append(append(b, digits[:point]...), '.')
		return append(b, digits[point:]...)
	case point > -4 && point <= 0:
		b = append(append(b, "0."...), strings.Repeat("0", -point)...)
		return append(b, digits...)
	}
	b = append(b, digits[0])
	if len(digits) > 1 {
		b = append(append(b, '.'), digits[1:]...)
	}
	return fmt.Appendf(b, "e%+03d", point-1)
}

// appendString writes text. Ill-formed bytes become U+FFFD.
func appendString(b []byte, text string) []byte {
	b = append(b, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r >= 0x20:
			b = append(b, string(r)...)
		case strings.ContainsRune(shortEscapes, r):
			b = append(b, '\\', "btnfr"[strings.IndexRune(shortEscapes, r)])
		default:
			b = fmt.Appendf(b, "\\u%04x", r)
		}
	}
	return append(b, '"')
}

// round rounds to nine significant digits, as KataGo does in its answers.
func round(x float64) float64 {
	if a := math.Abs(x); a <= 1e-60 || math.IsNaN(a) || math.IsInf(a, 0) {
		return x
	} else if digits := 8 - int(math.Floor(math.Log10(a))); digits > 0 {
		scale := math.Pow(10, float64(digits))
		if y := math.Round(x*scale) / scale; !math.IsNaN(y) && !math.IsInf(y, 0) {
			return y
		}
		return x
	}
	return math.Round(x)
}
