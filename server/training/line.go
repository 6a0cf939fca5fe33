package training

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"time"
)

// The measures of a line, in the order of the columns.
const (
	measureLoss = iota
	measurePolicy
	measureAnswer
	measureValue
	measureOwnership
	measureScore
	measureSpread
	measureLead
	measureTop1
	measureLength
	measureRate
	measureSpeed
	measures // number of measures
)

// measureNames are the keys of the measures in the file.
var measureNames = [measures]string{
	"loss", "policy", "answer", "value", "ownership", "score", "spread", "lead", "top1", "length", "rate", "perSecond",
}

// lineKind says whether a line reports training or a test. Lines of kind 0 do not belong to any curve.
type lineKind uint8

const (
	kindOther lineKind = iota
	kindTrain
	kindTest
)

// metricsLine is a line of a run's metrics. A missing measure is NaN.
type metricsLine struct {
	kind               lineKind
	step, steps, epoch int
	time               int64 // Unix milliseconds; 0 if missing
	values             [measures]float64
}

// maxStep is the largest number of a step that is accepted. A float64 represents it exactly.
const maxStep = 1 << 50

// parseMetrics parses a line. Lines in the form that tengen writes are parsed quickly; other JSON takes longer.
func parseMetrics(line []byte) (metricsLine, bool) {
	if m, ok := parsePlain(line); ok {
		return m, m.sound()
	}
	return parseJSON(line)
}

func (m *metricsLine) sound() bool {
	return m.step >= 0 && m.steps >= 0 && m.epoch >= 0
}

func emptyLine() (m metricsLine) {
	for i := range m.values {
		m.values[i] = math.NaN()
	}
	return m
}

// parseJSON parses a line that may be any JSON object.
func parseJSON(line []byte) (metricsLine, bool) {
	m := emptyLine()
	var object map[string]json.RawMessage
	if json.Unmarshal(line, &object) != nil || object == nil {
		return m, false
	}
	for key, raw := range object {
		var text string
		var number float64
		if raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
			m.text(key, text)
		} else if json.Unmarshal(raw, &number) == nil && string(raw) != "null" && !m.number(key, number) {
			return m, false
		}
	}
	return m, m.sound()
}

// text sets the field for a key whose value is a string.
func (m *metricsLine) text(key, value string) {
	switch key {
	case "kind":
		m.kind = map[string]lineKind{"train": kindTrain, "test": kindTest}[value]
	case "time":
		m.time = 0
		if t, err := time.Parse(time.RFC3339Nano, value); err == nil && t.UTC().Year() >= 1 && t.UTC().Year() <= 9999 { // a year that JSON can have
			m.time = t.UnixMilli()
		}
	}
}

// number sets the field for a key whose value is a number. It reports whether the value is valid.
func (m *metricsLine) number(key string, value float64) bool {
	var into *int
	switch key {
	case "step":
		into = &m.step
	case "steps":
		into = &m.steps
	case "epoch":
		into = &m.epoch
	}
	if into != nil {
		*into = int(max(-1, min(value, maxStep)))
		return value >= 0 && value <= maxStep
	}
	for i, name := range measureNames {
		if key == name {
			m.values[i] = value
			break
		}
	}
	return true
}

// parsePlain parses an object whose kind and time are strings without escapes, and whose other values are numbers. It
// returns false if the line contains anything else.
func parsePlain(line []byte) (metricsLine, bool) {
	m := emptyLine()
	rest, ok := bytes.CutPrefix(bytes.Trim(line, " \t\r\n"), []byte("{")) // JSON has no other white space
	for ok {
		var key []byte
		if key, rest, ok = cutText(rest); !ok {
			break
		}
		if rest, ok = bytes.CutPrefix(rest, []byte(":")); !ok {
			break
		}
		isText := len(rest) > 0 && rest[0] == '"'
		if name := string(key); isText != (name == "kind" || name == "time") {
			break // tengen never writes this
		}
		if isText {
			var value []byte
			if value, rest, ok = cutText(rest); ok {
				m.text(string(key), string(value))
			}
		} else {
			n := bytes.IndexAny(rest, ",}")
			if n < 0 || !isNumber(rest[:n]) {
				break
			}
			value, err := strconv.ParseFloat(string(rest[:n]), 64)
			if err != nil || !m.number(string(key), value) {
				break
			}
			rest = rest[n:]
		}
		if !ok || len(rest) == 0 {
			break
		}
		if rest[0] == '}' {
			return m, len(rest) == 1
		}
		rest, ok = bytes.CutPrefix(rest, []byte(","))
	}
	return m, false
}

// cutText removes a quoted string of plain ASCII from the beginning of b and returns its text.
func cutText(b []byte) (text, rest []byte, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return nil, b, false
	}
	for i, c := range b[1:] {
		switch {
		case c == '"':
			return b[1 : i+1], b[i+2:], true
		case c == '\\' || c < ' ' || c > '~':
			return nil, b, false
		}
	}
	return nil, b, false
}

// isNumber reports whether b is a number in JSON's syntax, which is stricter than Go's.
func isNumber(b []byte) bool {
	b, _ = bytes.CutPrefix(b, []byte("-"))
	digits := func() bool {
		n := 0
		for n < len(b) && b[n] >= '0' && b[n] <= '9' {
			n++
		}
		b = b[n:]
		return n > 0
	}
	if len(b) > 1 && b[0] == '0' && b[1] >= '0' && b[1] <= '9' || !digits() {
		return false
	}
	if len(b) > 0 && b[0] == '.' {
		if b = b[1:]; !digits() {
			return false
		}
	}
	if len(b) > 0 && (b[0] == 'e' || b[0] == 'E') {
		if b = b[1:]; len(b) > 0 && (b[0] == '+' || b[0] == '-') {
			b = b[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(b) == 0
}
