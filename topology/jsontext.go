package topology

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxBytes is the greatest size of a board file.
const MaxBytes = 8 << 20

// The limits of the content of a board file.
const (
	maxDepth  = 6       // nesting of lists and objects
	maxValues = 1 << 20 // values of all kinds together
	maxEdges  = 1 << 17
)

// Error describes a fault of a board file in one line, for the user.
type Error struct {
	File string // the name given to [Read]
	// Line and Column are the place of a syntax error. Both are counted from 1,
	// columns in characters. Both are 0 if the text is valid JSON.
	Line, Column int
	Field        string // such as "points[3].name"; "" for the file as a whole
	Reason       string
}

// Error returns "FILE:3:14: reason" or "FILE: field: reason".
func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += fmt.Sprintf(":%d:%d", e.Line, e.Column)
	}
	if e.Field != "" {
		s += ": " + e.Field
	}
	return s + ": " + e.Reason
}

// value is one value of a JSON text. Keys and elements are in the order of the
// text.
type value struct {
	kind   kindOfValue
	text   string   // a string, or the digits of a number
	truth  bool     // whether the value is true
	list   []*value // elements of a list, or values of an object
	keys   []string // keys of an object, in the order of list
	parent *value
	place  int // index in parent.list
}

type kindOfValue uint8

const (
	isNull kindOfValue = iota
	isTruth
	isNumber
	isString
	isList
	isObject
)

// String returns the kind as a noun.
func (k kindOfValue) String() string {
	return [...]string{"null", "true or false", "a number", "a string", "a list", "an object"}[k]
}

// path returns the path of the value: "points[3].name".
func (v *value) path() string {
	switch {
	case v.parent == nil:
		return ""
	case v.parent.kind == isList:
		return fmt.Sprintf("%s[%d]", v.parent.path(), v.place)
	}
	return strings.TrimPrefix(v.parent.path()+"."+printable(v.parent.keys[v.place]), ".")
}

// printable returns a key for a message. A key with spaces or unusual
// characters is quoted.
func printable(key string) string {
	if quoted := fmt.Sprintf("%q", key); key == "" || strings.Contains(key, " ") || quoted != `"`+key+`"` {
		return fmt.Sprintf("%q", clip(key))
	}
	return clip(key)
}

// wrong returns an error that names the value.
func (v *value) wrong(format string, args ...any) error {
	return &Error{Field: v.path(), Reason: fmt.Sprintf(format, args...)}
}

// field returns the value of a key of an object, or nil if missing.
func (v *value) field(key string) *value {
	for i, k := range v.keys {
		if k == key {
			return v.list[i]
		}
	}
	return nil
}

// parseJSON reads a JSON text. Unlike the standard library, it rejects objects with a
// duplicate key, text that is not UTF-8, and texts that exceed the limits above.
func parseJSON(data []byte) (*value, error) {
	if len(data) > MaxBytes {
		return nil, &Error{Reason: fmt.Sprintf("the file has %d bytes, at most %d are read", len(data), MaxBytes)}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // some editors write a byte order mark
	at := func(offset int, reason string) error {
		before := data[:max(0, min(offset, len(data)))]
		lastLine := before[bytes.LastIndexByte(before, '\n')+1:]
		return &Error{Line: bytes.Count(before, []byte("\n")) + 1, Column: utf8.RuneCount(lastLine) + 1, Reason: reason}
	}
	if !utf8.Valid(data) {
		i := 0
		for r, size := utf8.DecodeRune(data); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRune(data[i:]) {
			i += size
		}
		return nil, at(i, "this is not UTF-8 text")
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &Error{Reason: "the file is empty"}
	}
	if depth, offset := deepest(data); depth > maxDepth {
		return nil, at(offset, fmt.Sprintf("lists and objects are nested deeper than %d", maxDepth))
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(data, new(json.RawMessage)); errors.As(err, &syntax) {
		return nil, at(int(syntax.Offset)-1, "this is not JSON: "+syntax.Error())
	}
	p := &parser{d: json.NewDecoder(bytes.NewReader(data)), at: at}
	p.d.UseNumber()
	return p.value(nil, 0)
}

// deepest finds the first bracket that is nested deeper than maxDepth. It returns its
// depth and offset, or 0 if there is no such bracket.
func deepest(data []byte) (depth, offset int) {
	inString := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			if depth++; depth > maxDepth {
				return depth, i
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return 0, 0
}

// parser turns the tokens of a valid JSON text into values.
type parser struct {
	d     *json.Decoder
	at    func(offset int, reason string) error
	count int
}

func (p *parser) value(parent *value, place int) (*value, error) {
	token, err := p.d.Token()
	if err != nil {
		return nil, &Error{Reason: err.Error()}
	}
	if p.count++; p.count > maxValues {
		return nil, &Error{Reason: fmt.Sprintf("the file has more than %d values", maxValues)}
	}
	v := &value{parent: parent, place: place}
	switch t := token.(type) {
	case bool:
		v.kind, v.truth = isTruth, t
	case json.Number:
		v.kind, v.text = isNumber, string(t)
	case string:
		v.kind, v.text = isString, t
	case json.Delim:
		v.kind = isList
		var seen map[string]bool
		if t == '{' {
			v.kind, seen = isObject, map[string]bool{}
		}
		for p.d.More() {
			if v.kind == isObject {
				key, err := p.d.Token()
				if err != nil {
					return nil, &Error{Reason: err.Error()}
				}
				k := key.(string) // the decoder returns every key as a string
				v.keys = append(v.keys, k)
				if seen[k] {
					return nil, p.at(int(p.d.InputOffset())-1, fmt.Sprintf("the key %q occurs twice", clip(k)))
				}
				seen[k] = true
			}
			element, err := p.value(v, len(v.list))
			if err != nil {
				return nil, err
			}
			v.list = append(v.list, element)
		}
		if _, err := p.d.Token(); err != nil { // the closing bracket
			return nil, &Error{Reason: err.Error()}
		}
	}
	return v, nil
}
