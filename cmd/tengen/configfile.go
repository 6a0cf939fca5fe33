package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A fileValue is one "key = value" of a configuration file.
type fileValue struct {
	key   string // names of the enclosing tables and the name of the value, joined by dots
	value any    // a string, bool, int64 or float64
	line  int    // from 1
}

// readTOML returns the values of a configuration file in the order of the file.
// Its errors begin with the line number. The caller adds the file's name.
func readTOML(data []byte) ([]fileValue, error) {
	// The decoder validates the file. The parser below is used only for line numbers.
	var decoded map[string]any
	if err := toml.Unmarshal(data, &decoded); err != nil {
		if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, _ := bad.Position()
			return nil, fmt.Errorf("%d: %s", line, strings.TrimPrefix(bad.Error(), "toml: "))
		}
		return nil, err
	}
	var values []fileValue
	var parser unstable.Parser
	parser.Reset(data)
	var table []string
	for parser.NextExpression() {
		switch e := parser.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = keyParts(e)
		case unstable.KeyValue:
			values = appendValues(values, &parser, table, e)
		}
	}
	if err := parser.Error(); err != nil {
		return nil, err
	}
	for i := range values {
		var err error
		if values[i].value, err = lookup(decoded, values[i].key); err != nil {
			return nil, fmt.Errorf("%d: %s: %w", values[i].line, values[i].key, err)
		}
	}
	return values, nil
}

// appendValues adds one key, or all keys of an inline table, with their lines.
func appendValues(values []fileValue, parser *unstable.Parser, table []string, e *unstable.Node) []fileValue {
	path := append(table[:len(table):len(table)], keyParts(e)...)
	if v := e.Value(); v.Kind == unstable.InlineTable {
		for it := v.Children(); it.Next(); {
			values = appendValues(values, parser, path, it.Node())
		}
		return values
	}
	it := e.Key()
	it.Next()
	line := parser.Shape(it.Node().Raw).Start.Line
	return append(values, fileValue{key: strings.Join(path, "."), line: line})
}

func keyParts(n *unstable.Node) []string {
	var parts []string
	for it := n.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
	}
	return parts
}

// lookup finds the value of a dotted key.
func lookup(table map[string]any, key string) (any, error) {
	var value any = table
	for part := range strings.SplitSeq(key, ".") {
		t, ok := value.(map[string]any)
		if !ok {
			return nil, errors.New("expected a single value, not a list of tables")
		}
		value = t[part]
	}
	switch value.(type) {
	case string, bool, int64, float64:
		return value, nil
	}
	return nil, errors.New("expected a single value: text, a number, true or false")
}
