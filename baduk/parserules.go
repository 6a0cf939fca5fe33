package baduk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
)

// ErrUnsupportedRules is wrapped by the errors for rules that contradict
// themselves or the board.
var ErrUnsupportedRules = errors.New("these rules cannot be played")

// ParseRules reads a ruleset in any of these forms: the name of a preset, a
// name with changes such as "japanese+tax=NONE+komi=5.5" (see [Rules.With]),
// KataGo's JSON object, or KataGo's one-word form such as
// "koPOSITIONALscoreAREAtaxNONEsui1komi7.5". In a name, spaces, hyphens,
// underscores, case and a final "rules" do not matter. If a JSON object or a
// word leaves out a part, the default is that of Tromp-Taylor. There are two
// exceptions: with territory scoring, the defaults of tax, clean-up and komi
// are the Japanese ones; with a button, the default of the komi is 7. The error
// wraps [ErrUnsupportedRules] if the parts contradict each other.
func ParseRules(text string) (Rules, error) {
	s := strings.TrimSpace(text)
	if len(s) > maxRulesText {
		return Rules{}, fmt.Errorf("%q is not a ruleset: it has more than %d bytes", clip(s), maxRulesText)
	}
	if strings.HasPrefix(s, "{") {
		return parseRulesJSON(s)
	}
	name := plainName(s)
	for _, p := range Presets() {
		for _, n := range append([]string{p.Name, p.Title}, p.Aliases...) {
			if name == plainName(n) {
				return p.Rules, nil
			}
		}
	}
	if base, key, value, ok := lastChange(s); ok {
		r, err := ParseRules(base)
		if err != nil {
			return Rules{}, err
		}
		return r.With(key, value)
	}
	if len(s) > len("komi") && keyAt(s) != "" {
		return parseRulesWord(s)
	}
	const some = 8
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	return Rules{}, fmt.Errorf("%q is not a ruleset: known are %s and %d others", clip(s), strings.Join(names[:some], ", "), len(names)-some)
}

// maxRulesText is the largest length of a ruleset in bytes, more than any
// ruleset needs.
const maxRulesText = 2000

// lastChange splits a text such as "japanese+tax=NONE" at the last "+KEY=". A
// value may contain a plus sign.
func lastChange(s string) (base, key, value string, ok bool) {
	for end := len(s); end > 0; {
		i := strings.LastIndexByte(s[:end], '+')
		if i < 0 {
			break
		}
		if key, value, ok = strings.Cut(s[i+1:], "="); ok {
			return s[:i], strings.TrimSpace(key), value, true
		}
		end = i
	}
	return "", "", "", false
}

// plainName removes the parts of a ruleset's name that do not matter.
func plainName(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_ \t'’", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
	return strings.TrimSuffix(strings.TrimSuffix(s, "s"), "rule")
}

// clip shortens a piece of input for quoting.
func clip(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "..."
	}
	return s
}

func parseRulesJSON(text string) (Rules, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var fields map[string]any
	if err := d.Decode(&fields); err != nil {
		return Rules{}, fmt.Errorf("rules are not a JSON object: %v", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Rules{}, errors.New("there is more after the JSON object of the rules")
	}
	parts := make([]part, 0, len(fields))
	for k := range fields {
		parts = append(parts, part{k, fmt.Sprint(fields[k])})
	}
	sort.Slice(parts, func(i, j int) bool { return parts[i].key < parts[j].key }) // the first error is always the same
	return assemble(parts)
}

// part is the text of one key and of its value.
type part struct{ key, value string }

// assemble makes rules from the given parts.
func assemble(parts []part) (Rules, error) {
	r := TrompTaylor()
	given := map[*Axis]bool{}
	komi := false
	for _, p := range parts {
		axis := axisOf(p.key)
		given[axis] = true
		if axis == nil && strings.EqualFold(p.key, "komi") {
			komi = true
			k, err := ParseKomi(p.value)
			if err != nil {
				return Rules{}, err
			}
			r.Komi = k
			continue
		}
		if axis == nil {
			return Rules{}, fmt.Errorf("rules have no part %q", clip(p.key))
		}
		var err error
		if r, err = axis.set(r, p.value); err != nil {
			return Rules{}, err
		}
	}
	territory := r.Scoring == ScoringTerritory
	if !given[axisOf("tax")] && territory {
		r.Tax = TaxSeki
	}
	if !given[axisOf("dead")] {
		r.Dead = r.Scoring.usualDead()
	}
	switch {
	case komi:
	case territory:
		r.Komi = Japanese().Komi
	case r.Button:
		r.Komi = 14
	}
	return r, r.Check()
}

// usualDead is the default rule about dead stones for a scoring rule.
func (s ScoringRule) usualDead() DeadRule {
	switch s {
	case ScoringArea:
		return DeadUnconditional
	case ScoringTerritory:
		return DeadCleanup
	}
	return DeadNone
}

func parseRulesWord(text string) (Rules, error) {
	var parts []part
	for rest := text; rest != ""; {
		key := keyAt(rest)
		if key == "" {
			return Rules{}, fmt.Errorf("%q in the rules is not understood", clip(rest))
		}
		end := len(key)
		for end < len(rest) && keyAt(rest[end:]) == "" {
			end++
		}
		parts = append(parts, part{key, strings.Trim(rest[len(key):end], " ,")})
		rest = rest[end:]
	}
	return assemble(parts)
}

// keyAt is the longest key of the one-word form with which s begins.
func keyAt(s string) string {
	best := ""
	try := func(k string) {
		if len(k) > len(best) && len(s) >= len(k) && strings.EqualFold(s[:len(k)], k) {
			best = k
		}
	}
	try("komi")
	for i := range axes {
		try(axes[i].Key)
		for _, k := range axes[i].aliases {
			try(k)
		}
	}
	return best
}

// With returns the rules with one part changed. The key is that of an [Axis], or "komi".
// If the rule about dead stones is the default of the old scoring, a change of scoring
// sets it to the default of the new one. The errors are those of [ParseRules].
func (r Rules) With(key, value string) (Rules, error) {
	changed := r
	if strings.EqualFold(key, "komi") {
		k, err := ParseKomi(value)
		if err != nil {
			return r, err
		}
		changed.Komi = k
		return changed, nil
	}
	axis := axisOf(key)
	if axis == nil {
		return r, fmt.Errorf("rules have no part %q", clip(key))
	}
	changed, err := axis.set(changed, value)
	if err != nil {
		return r, err
	}
	if changed.Scoring != r.Scoring && r.Dead == r.Scoring.usualDead() {
		changed.Dead = changed.Scoring.usualDead()
	}
	if err := changed.Check(); err != nil {
		return r, err
	}
	return changed, nil
}

// kataGoRules is KataGo's JSON object, with its keys in KataGo's order. A part
// that KataGo does not have is left out unless its value differs from what
// KataGo assumes.
type kataGoRules struct {
	Dead               string   `json:"dead,omitempty"`
	End                string   `json:"end,omitempty"`
	FriendlyPassOK     bool     `json:"friendlyPassOk"`
	HasButton          bool     `json:"hasButton"`
	Ko                 string   `json:"ko"`
	Komi               *float64 `json:"komi,omitempty"`
	PassStones         bool     `json:"passStones,omitempty"`
	Scoring            string   `json:"scoring"`
	Suicide            any      `json:"suicide"`
	Tax                string   `json:"tax"`
	Ties               string   `json:"ties,omitempty"`
	WhiteHandicapBonus string   `json:"whiteHandicapBonus"`
}

// KataGo is the rules as KataGo's JSON object on one line, komi included. For
// parts that KataGo does not have, the keys and values are tengen's own.
func (r Rules) KataGo() string {
	komi := r.Komi.Points()
	return r.kataGo(&komi)
}

// KataGoWithoutKomi is [Rules.KataGo] without the komi, which GTP sets
// separately.
func (r Rules) KataGoWithoutKomi() string { return r.kataGo(nil) }

func (r Rules) kataGo(komi *float64) string {
	k := kataGoRules{FriendlyPassOK: r.FriendlyPass, HasButton: r.Button, Ko: r.Ko.String(), Komi: komi, PassStones: r.PassStones,
		Scoring: r.Scoring.String(), Suicide: r.Suicide != SuicideForbidden, Tax: r.Tax.String(), WhiteHandicapBonus: r.HandicapBonus.String()}
	if r.Suicide > SuicideMulti {
		k.Suicide = r.Suicide.String()
	}
	if r.Dead != r.Scoring.usualDead() {
		k.Dead = r.Dead.String()
	}
	if r.End != EndTwoPasses {
		k.End = r.End.String()
	}
	if r.Ties != TieDraw {
		k.Ties = r.Ties.String()
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(k); err != nil {
		panic(err) // strings, flags and a finite number always encode
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Name is the title of the preset that equals the rules in all but the komi,
// such as "Chinese". For other rules it is KataGo's one-word form. [ParseRules]
// reads the name; the komi is not part of it.
func (r Rules) Name() string {
	title := ""
	for _, p := range Presets() {
		if p.Rules == r {
			return p.Title
		}
		p.Rules.Komi = r.Komi
		if p.Rules == r && title == "" {
			title = p.Title
		}
	}
	if title == "" {
		return r.Word()
	}
	return title
}

// Word is KataGo's one-word form without the komi. KataGo's parts come first,
// in its order. Parts that KataGo does not have follow if their value is not
// the usual one.
func (r Rules) Word() string {
	var s strings.Builder
	for _, key := range []string{"ko", "scoring", "tax", "suicide", "hasButton", "whiteHandicapBonus", "friendlyPassOk", "dead", "end", "passStones", "ties"} {
		a := axisOf(key)
		i, usual := a.index(r), 0
		switch key {
		case "ko", "scoring", "tax", "suicide":
			usual = -1 // always written
		case "dead":
			usual = int(r.Scoring.usualDead())
		}
		switch {
		case i == usual:
		case a.flag && i < 2:
			fmt.Fprintf(&s, "%s%d", a.word, i)
		default:
			s.WriteString(a.word + a.Values[i].Word)
		}
	}
	return s.String()
}

// String is the name and the komi: "Chinese, komi 7.5".
func (r Rules) String() string {
	return r.Name() + ", komi " + strconv.FormatFloat(r.Komi.Points(), 'f', -1, 64)
}
