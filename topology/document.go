package topology

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tengen/baduk"
)

// document is a parsed board file. Each value has been checked, but the values may contradict each other. The fields
// are in the order of the canonical text.
type document struct {
	Name      string     `json:"name,omitempty"`
	Shape     string     `json:"shape,omitempty"`
	Window    []string   `json:"window,omitempty"` // infinite board: points with surroundings in the window
	Points    []docPoint `json:"points,omitempty"`
	Edges     [][2]int   `json:"edges,omitzero"`
	Weight    any        `json:"weight,omitempty"` // string, []float64 or map[string]float64
	Total     *float64   `json:"total,omitempty"`  // infinite board: the sum of all weights
	Threshold string     `json:"threshold,omitempty"`
	Regional  bool       `json:"regional,omitempty"`
	Black     []string   `json:"black,omitempty"`
	White     []string   `json:"white,omitempty"`
	ToPlay    string     `json:"toPlay,omitempty"`
	Scores    *docScores `json:"scores,omitempty"`
	Komi      *float64   `json:"komi,omitempty"`
	Rules     string     `json:"rules,omitempty"`
}

type docPoint struct {
	X    *float64 `json:"x,omitempty"`
	Y    *float64 `json:"y,omitempty"`
	Name string   `json:"name,omitempty"`
}

type docScores struct {
	Black float64 `json:"black"`
	White float64 `json:"white"`
}

// canonical returns the document as JSON on one line. parseDocument reads the same
// document from it.
func (d *document) canonical() string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(d); err != nil {
		panic(err) // strings and finite numbers always encode
	}
	return strings.TrimSpace(b.String())
}

// parseDocument reads a board file. Its errors have the type [*Error], without the
// name of the file.
func parseDocument(data []byte) (*document, error) {
	root, err := parseJSON(data)
	if err != nil {
		return nil, err
	}
	d := &document{}
	err = root.object(map[string]func(v *value) error{
		"name":      func(v *value) error { return v.words(&d.Name, 100) },
		"shape":     func(v *value) error { return v.words(&d.Shape, 100) },
		"window":    func(v *value) error { return v.vertices(&d.Window) },
		"points":    d.readPoints,
		"edges":     func(v *value) error { return nil }, // edges are read below, after the points
		"weight":    d.readWeight,
		"total":     d.readTotal,
		"threshold": func(v *value) error { return v.words(&d.Threshold, math.MaxInt) },
		"regional":  func(v *value) error { return v.flag(&d.Regional) },
		"black":     func(v *value) error { return v.vertices(&d.Black) },
		"white":     func(v *value) error { return v.vertices(&d.White) },
		"toPlay":    d.readToPlay,
		"scores":    d.readScores,
		"komi":      d.readKomi,
		"rules":     d.readRules,
	})
	if err != nil {
		return nil, err
	}
	points, edges := root.field("points"), root.field("edges")
	switch {
	case d.Shape != "" && points != nil:
		return nil, points.wrong(`a board has either a "shape" or "points", not both`)
	case d.Shape != "" && edges != nil:
		return nil, edges.wrong(`a board with a "shape" has the edges of that shape`)
	case d.Shape == "" && points == nil:
		return nil, &Error{Reason: `a board needs a "shape", or "points" and "edges"`}
	case points != nil && edges == nil:
		return nil, &Error{Reason: `"points" need "edges", if only an empty list`}
	case points != nil:
		err = d.readEdges(edges)
	}
	return d, err
}

// object reads a JSON object. It calls for every key the reader of that key,
// with the value.
func (v *value) object(readers map[string]func(v *value) error) error {
	if err := v.must(isObject); err != nil {
		return err
	}
	for i, key := range v.keys {
		read, known := readers[key]
		if !known {
			keys := slices.Sorted(maps.Keys(readers))
			if near := nearestName(key, keys); near != "" {
				return v.list[i].wrong("there is no such key; did you mean %q?", near)
			}
			return v.list[i].wrong("there is no such key; the keys are %s", strings.Join(keys, ", "))
		}
		if err := read(v.list[i]); err != nil {
			return err
		}
	}
	return nil
}

// must returns an error unless the value has the given kind.
func (v *value) must(kind kindOfValue) error {
	if v.kind != kind {
		return v.wrong("this is %v, not %v", v.kind, kind)
	}
	return nil
}

// words reads a string without control characters. The string may have at most the given number of bytes.
func (v *value) words(to *string, most int) error {
	if err := v.must(isString); err != nil {
		return err
	}
	*to = strings.TrimSpace(v.text)
	switch {
	case *to == "":
		return v.wrong("the text is empty")
	case len(*to) > most:
		return v.wrong("the text has %d bytes, at most %d are allowed", len(*to), most)
	case strings.ContainsFunc(*to, func(r rune) bool { return !unicode.IsPrint(r) }):
		return v.wrong("%q has a character that cannot be seen", clip(*to))
	}
	return nil
}

func (v *value) flag(to *bool) error {
	*to = v.truth
	return v.must(isTruth)
}

// number reads a number of at most maxWeight in absolute value.
func (v *value) number(to *float64) error {
	if err := v.must(isNumber); err != nil {
		return err
	}
	f, err := strconv.ParseFloat(v.text, 64)
	if err != nil || math.Abs(f) > maxWeight {
		return v.wrong("the number %s is beyond %v", clip(v.text), maxWeight)
	}
	*to = f + 0 // turns -0 into 0
	return nil
}

// vertices reads a list of points. Each point is given by its name or its
// index.
func (v *value) vertices(to *[]string) error {
	if err := v.must(isList); err != nil {
		return err
	}
	if len(v.list) > baduk.MaxPoints {
		return v.wrong("there are %d stones, but a board has at most %d points", len(v.list), baduk.MaxPoints)
	}
	for _, e := range v.list {
		switch e.kind {
		case isString:
			*to = append(*to, strings.TrimSpace(e.text))
		case isNumber:
			*to = append(*to, "#"+e.text)
		default:
			return e.wrong("this is %v, not the name of a point or its number", e.kind)
		}
	}
	return nil
}

// readWeight reads an expression, one number for all points, a list of numbers in the order of
// the points, or an object with the weights of some points by name.
func (d *document) readWeight(v *value) error {
	switch v.kind {
	case isString:
		d.Weight = v.text
		return v.words(new(string), math.MaxInt)
	case isNumber:
		var w float64
		err := v.number(&w)
		d.Weight = formatWeight(w)
		return err
	case isList:
		if len(v.list) > baduk.MaxPoints {
			return v.wrong("there are %d weights, but a board has at most %d points", len(v.list), baduk.MaxPoints)
		}
		list := make([]float64, len(v.list))
		for i, e := range v.list {
			if err := e.number(&list[i]); err != nil {
				return err
			}
		}
		d.Weight = list
		return nil
	case isObject:
		table := map[string]float64{}
		for i, e := range v.list {
			var w float64
			if err := e.number(&w); err != nil {
				return err
			}
			table[v.keys[i]] = w
		}
		d.Weight = table
		return nil
	}
	return v.wrong("this is %v; a weight is an expression, a number, a list of numbers or numbers by the names of points", v.kind)
}

func (d *document) readToPlay(v *value) error {
	if err := v.must(isString); err != nil {
		return err
	}
	d.ToPlay = strings.ToLower(strings.TrimSpace(v.text))
	if d.ToPlay != "black" && d.ToPlay != "white" {
		return v.wrong("%q is not a player: write black or white", clip(v.text))
	}
	return nil
}

func (d *document) readScores(v *value) error {
	d.Scores = &docScores{}
	return v.object(map[string]func(v *value) error{
		"black": func(v *value) error { return v.number(&d.Scores.Black) },
		"white": func(v *value) error { return v.number(&d.Scores.White) },
	})
}

func (d *document) readTotal(v *value) error {
	d.Total = new(float64)
	return v.number(d.Total)
}

func (d *document) readKomi(v *value) error {
	d.Komi = new(float64)
	if err := v.number(d.Komi); err != nil {
		return err
	}
	if _, err := baduk.KomiOf(*d.Komi); err != nil {
		return v.wrong("%v", err)
	}
	return nil
}

func (d *document) readRules(v *value) error {
	if err := v.words(&d.Rules, 500); err != nil {
		return err
	}
	if _, err := baduk.ParseRules(d.Rules); err != nil {
		return v.wrong("%v", err)
	}
	return nil
}

// notIn returns an error about the content of a field of the document.
func notIn(field, format string, args ...any) error {
	return &Error{Field: field, Reason: fmt.Sprintf(format, args...)}
}

// formatWeight writes a number as an expression.
func formatWeight(w float64) string {
	if w < 1e15 && w > -1e15 {
		return strconv.FormatFloat(w, 'f', -1, 64)
	}
	return strconv.FormatFloat(w, 'g', -1, 64)
}
