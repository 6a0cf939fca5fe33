package boardtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
)

// variant is one of the rules under which a game is played.
type variant struct {
	Name  string // the listed names and values, such as "japanese" or "simple,multi"
	Rules baduk.Rules
	base  string // the ruleset as written in the list; "" if none was named
}

// choice is one key of a rules line and its listed values.
type choice struct {
	key    string // key of the axis, or "komi"
	values []string
}

// ruleList is the content of the rules lines of a game.
type ruleList struct {
	bases   []string // named rulesets
	choices []choice
}

// axisOf finds an axis by its key. It accepts all spellings that test files may
// use.
func axisOf(key string) (baduk.Axis, bool) {
	switch key = strings.ToLower(key); key {
	case "bonus":
		key = "whitehandicapbonus"
	case "friendlypass":
		key = "friendlypassok"
	case "button":
		key = "hasbutton"
	}
	for _, a := range baduk.Axes() {
		if strings.ToLower(a.Key) == key {
			return a, true
		}
	}
	return baduk.Axis{}, false
}

// The function words lists the values of an axis as test files write them.
func words(a baduk.Axis) []string {
	var list []string
	for _, v := range a.Values {
		list = append(list, word(v))
	}
	return list
}

func word(v baduk.Value) string {
	if strings.HasPrefix(v.Word, "N") && len(v.Word) < 4 && v.Word != "NO" { // N and N-1
		return v.Word
	}
	return strings.ToLower(v.Word)
}

func (p *parser) readRules(g *game, args []string) error {
	for _, arg := range args {
		key, value, ok := strings.Cut(arg, "=")
		switch {
		case !ok || strings.Contains(key, "+"):
			if p.rules.bases != nil {
				return fmt.Errorf("rulesets were named already: %s", strings.Join(p.rules.bases, ","))
			}
			for _, name := range strings.Split(arg, ",") {
				if _, err := baduk.ParseRules(name); err != nil {
					return fmt.Errorf("%w; parts of rules are written as ko=simple", err)
				}
				p.rules.bases = append(p.rules.bases, name)
			}
		case value == "":
			return fmt.Errorf("%q: write rules as ko=simple", arg)
		case key == "handicap" && value == "free":
			g.setup.FreeHandicap = true
		case key == "handicap":
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 {
				return fmt.Errorf("%q is not a number of handicap stones", value)
			}
			g.setup.Handicap = n
		default:
			if err := p.rules.choose(key, strings.Split(value, ",")); err != nil {
				return err
			}
		}
	}
	return nil
}

// choose adds the listed values of one axis or of the komi.
func (l *ruleList) choose(key string, values []string) error {
	c := choice{"komi", values}
	if key == "komi" {
		for _, v := range values {
			if _, err := baduk.ParseKomi(v); err != nil {
				return err
			}
		}
	} else {
		a, known := axisOf(key)
		if !known {
			var keys []string
			for _, a := range baduk.Axes() {
				keys = append(keys, a.Key)
			}
			return fmt.Errorf("%q is not a rule: %s, bonus, komi, handicap", key, strings.Join(keys, ", "))
		}
		for _, v := range values {
			if !slices.Contains(words(a), v) {
				return fmt.Errorf("%q is not a value of %s: %s", v, key, strings.Join(words(a), ", "))
			}
		}
		c.key = a.Key
	}
	for _, have := range l.choices {
		if have.key == c.key {
			return fmt.Errorf("%s was given already", key)
		}
	}
	// The choice of scoring comes first, because it decides which other values
	// are possible.
	if c.key == "scoring" {
		l.choices = append([]choice{c}, l.choices...)
	} else {
		l.choices = append(l.choices, c)
	}
	return nil
}

// variants returns all combinations of the listed values.
func (l *ruleList) variants() ([]variant, error) {
	var list []variant
	for _, name := range l.bases {
		r, err := baduk.ParseRules(name)
		if err != nil {
			return nil, err
		}
		list = append(list, variant{Name: name, Rules: r, base: name})
	}
	if l.bases == nil {
		list = []variant{{}}
	}
	for _, c := range l.choices {
		var more []variant
		for _, v := range list {
			for _, value := range c.values {
				w := v
				var err error
				if w.Rules, err = v.Rules.With(c.key, value); err != nil {
					return nil, err
				}
				if w.Name != "" {
					w.Name += ","
				}
				w.Name += value
				more = append(more, w)
			}
		}
		list = more
	}
	for i := range list {
		if list[i].Name == "" {
			list[i].Name = "plain"
		}
	}
	return list, nil
}

// condition is one name after "for": a ruleset as written in the list, or a
// value of an axis.
type condition struct {
	base  string
	key   string // of the axis
	value string
}

// The method condition reads a name after "for".
func (l *ruleList) condition(name string) (condition, error) {
	if slices.Contains(l.bases, name) {
		return condition{base: name}, nil
	}
	key, value, given := strings.Cut(name, "=")
	if !given {
		key, value = "", name
	}
	var found []condition
	for _, a := range baduk.Axes() {
		if b, ok := axisOf(key); key != "" && (!ok || b.Key != a.Key) {
			continue
		}
		if slices.Contains(words(a), value) {
			found = append(found, condition{key: a.Key, value: value})
		}
	}
	if key == "komi" {
		found = []condition{{key: key, value: value}}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return condition{}, fmt.Errorf("%q is not a rule that for can select", name)
	}
	return condition{}, fmt.Errorf("%q is a value of %s and of %s: write %s=%s", name, found[0].key, found[1].key, found[0].key, value)
}

// appliesTo reports whether the line applies under the rules. If its "for"
// names rulesets, the rules must be one of them. If it names values of an axis,
// the rules must have one of these values.
func (l *line) appliesTo(v variant) bool {
	mentioned, met := map[string]bool{}, map[string]bool{}
	for _, c := range l.only {
		mentioned[c.key] = true
		switch {
		case c.base != "":
			met[c.key] = met[c.key] || c.base == v.base
		case c.key == "komi":
			k, err := baduk.ParseKomi(c.value)
			met[c.key] = met[c.key] || err == nil && k == v.Rules.Komi
		default:
			a, _ := axisOf(c.key)
			met[c.key] = met[c.key] || word(a.Of(v.Rules)) == c.value
		}
	}
	return len(met) == len(mentioned) && !slices.Contains(values(met), false)
}

func values(m map[string]bool) []bool {
	var list []bool
	for _, v := range m {
		list = append(list, v)
	}
	return list
}
