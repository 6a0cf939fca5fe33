package kifu

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
)

// Info returns the game information of the record. It reads each property from the root
// or, if the root does not have the property, from the first later node that has it. It
// does not search beyond the first move after the root.
func (t *Tree) Info() Info {
	var info Info
	missing := info.fields()
	for n := range t.opening() {
		missing = slices.DeleteFunc(missing, func(f field) bool {
			if !n.data.Has(f.name) {
				return false
			}
			text := n.data.SimpleText(f.name)
			if f.name == "GC" {
				text = n.data.Text(f.name)
			}
			*f.value = strings.TrimSpace(strings.ToValidUTF8(text, "\ufffd"))
			return true
		})
	}
	return info
}

// opening yields the nodes whose game information applies to the whole record: the
// nodes of the main line up to the first move after the root. Game information in a
// later node applies only to one of several games in the tree.
func (t *Tree) opening() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := range t.root.MainLine() {
			if !yield(n) || n != t.root && n.HasMove() {
				return
			}
		}
	}
}

// SetInfo changes the game information in the root. It writes only values that differ,
// and updates the rules and the komi of the tree.
func (t *Tree) SetInfo(info Info) {
	was := t.Info()
	old, now := was.fields(), info.fields()
	for i, f := range now {
		if *f.value == *old[i].value {
			continue
		}
		for n := range t.opening() {
			if n != t.root {
				n.data.Set(f.name)
			}
		}
		t.root.SetText(f.name, *f.value)
	}
	t.readRules()
}

// readRules sets the rules and the komi of the tree from RU and KM. It adds a note
// about a value that it does not understand.
func (t *Tree) readRules() {
	t.Notes = slices.Clip(t.Notes[:min(t.aboutBoard, len(t.Notes))])
	info := t.Info()
	t.Rules, t.RulesKnown, t.KomiKnown = DefaultRules(), false, false
	accept := func(text string) error {
		rules, err := baduk.ParseRules(rulesOfCountry(text))
		if err == nil {
			err = rules.CheckOn(t.Graph)
		}
		if err == nil {
			rules.Komi = 0
			t.Rules, t.RulesKnown = rules, true
		}
		return err
	}
	if info.Rules != "" {
		if err := accept(info.Rules); err != nil {
			t.note("the rules: %v; %s rules are used instead", err, t.Rules.Name())
		}
	}
	if b := t.board; b != nil {
		if b.Rules != "" && info.Rules == "" {
			_ = accept(b.Rules) // the rules of the board file are only a suggestion, so an error does not matter
		}
		if b.Komi != nil && info.Komi == "" {
			t.Rules.Komi, t.KomiKnown = *b.Komi, true
		}
	}
	if info.Komi == "" {
		return
	}
	k, note, err := parseKomi(info.Komi)
	if err != nil {
		t.note("the komi was ignored: %v", err)
		return
	}
	if note != "" {
		t.note("%s", note)
	}
	t.Rules.Komi, t.KomiKnown = k, true
}

func (t *Tree) note(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

// handicap returns the number of handicap stones in HA, or 0 if HA is missing or
// invalid.
func (t *Tree) handicap() int {
	n, err := strconv.Atoi(strings.TrimSpace(t.root.data.SimpleText("HA")))
	if err != nil || n < 2 || n >= t.Graph.Len() {
		return 0
	}
	return n
}
