package baduk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// Preset is a ruleset that people know by a name.
type Preset struct {
	Name        string   `json:"name"`    // "chinese"
	Aliases     []string `json:"aliases"` // other names that ParseRules takes
	Title       string   `json:"title"`   // "Chinese"; also the text for records
	Description string   `json:"description"`
	Rules       Rules    `json:"rules"`
}

// Presets lists the rulesets known by name, the most usual first. The values
// are KataGo's where KataGo knows the name.
func Presets() []Preset {
	return []Preset{
		{"chinese", []string{"cn"}, "Chinese",
			"area, simple ko, no suicide, dead stones by agreement, White gets a point for each handicap stone",
			Chinese()},
		{"tromp-taylor", []string{"tt"}, "Tromp-Taylor",
			"area, positional superko, suicide allowed, every stone on the board counts",
			TrompTaylor()},
		{"chinese-superko", []string{"chinese-ogs", "chinese-kgs"}, "Chinese-OGS",
			"Chinese with positional superko, as OGS and KGS play it",
			Rules{Ko: KoPositional, HandicapBonus: BonusEachGets, FriendlyPass: true, Komi: 15}},
		{"aga", []string{"bga", "french"}, "AGA",
			"area, situational superko, no suicide, dead stones by agreement, White gets a point for each handicap stone but the first",
			Rules{Ko: KoSituational, HandicapBonus: BonusLessOne, FriendlyPass: true, Komi: 15}},
		{"new-zealand", []string{"nz"}, "NZ",
			"area, situational superko, suicide allowed, dead stones by agreement, komi 7",
			Rules{Ko: KoSituational, Suicide: SuicideMulti, FriendlyPass: true, Komi: 14}},
		{"ing", []string{"goe", "ing-goe"}, "GOE",
			"area, positional superko in place of Ing's ko rule, suicide of several stones allowed, dead stones by agreement",
			Rules{Ko: KoPositional, Suicide: SuicideMulti, FriendlyPass: true, Komi: 15}},
		{"chinese-000", nil, "chinese-000",
			"the Chinese articles of specification 000: area, situational superko, no suicide, dead stones by agreement",
			Rules{Ko: KoSituational, FriendlyPass: true, Komi: 15}},
		{"alphago-003", nil, "alphago-003",
			"specification 003: area, natural situational superko, no suicide, every stone counts, Black wins ties",
			Rules{Ko: KoNatural, Ties: TieBlack, Komi: 15}},
		{"lrs-004", nil, "lrs-004",
			"specification 004 with its area count: simple ko, no suicide, dead stones by agreement, komi 6.5",
			Rules{Ko: KoSimple, FriendlyPass: true, Komi: 13}},
	}
}

// ErrUnsupportedRules is wrapped by the errors of [ParseRules] for rules that
// are well known but cannot be played here.
var ErrUnsupportedRules = errors.New("these rules cannot be played here")

// unsupported says why, by plain name.
var unsupported = map[string]string{
	"japanese": "territory scoring", "jp": "territory scoring", "jpn": "territory scoring",
	"korean": "territory scoring", "kr": "territory scoring",
	"ancientterritory": "territory scoring with a group tax",
	"agabutton":        "the button",
	"stonescoring":     "the group tax", "ancientarea": "the group tax",
}

// ParseRules reads a ruleset in any of the forms that Go programs exchange: the
// name of a preset (spaces, hyphens, underscores, case and a final "rules" do
// not matter), KataGo's JSON object, or KataGo's one-word form such as
// "koPOSITIONALscoreAREAtaxNONEsui1komi7.5". Parts that a JSON object or a word
// leaves out are those of Tromp-Taylor. The error wraps [ErrUnsupportedRules],
// and says which part it is, when the rules are understood but need something
// that [Rules] cannot express.
func ParseRules(text string) (Rules, error) {
	s := strings.TrimSpace(text)
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
	if part, ok := unsupported[name]; ok {
		return Rules{}, fmt.Errorf("%w: %q needs %s", ErrUnsupportedRules, s, part)
	}
	if len(s) > 4 && strings.EqualFold(s[:2], "ko") {
		return parseRulesWord(s)
	}
	names := make([]string, 0, 10)
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	return Rules{}, fmt.Errorf("%q is no ruleset: known are %s", clip(s), strings.Join(names, ", "))
}

// plainName removes what does not matter in the name of a ruleset.
func plainName(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_ \t'’", r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
	return strings.TrimSuffix(strings.TrimSuffix(s, "s"), "rule")
}

// clip keeps a quoted piece of input short.
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
	if d.More() {
		return Rules{}, errors.New("there is more after the JSON object of the rules")
	}
	keys := make([]string, 0, len(fields))
	for k := range fields {
		keys = append(keys, k)
	}
	sort.Strings(keys) // so that the first error is always the same one
	r := TrompTaylor()
	for _, k := range keys {
		var err error
		if r, err = r.With(k, fmt.Sprint(fields[k])); err != nil {
			return Rules{}, err
		}
	}
	return r, nil
}

// wordKeys are the keys of the one-word form, a longer key before its prefix.
var wordKeys = []string{"komi", "ko", "scoring", "score", "tax", "suicide", "sui", "hasbutton", "button", "whb", "fpok", "ties"}

func parseRulesWord(text string) (Rules, error) {
	r := TrompTaylor()
	for rest := text; rest != ""; {
		key := keyAt(rest)
		if key == "" {
			return Rules{}, fmt.Errorf("%q in the rules is not understood", clip(rest))
		}
		end := len(key)
		for end < len(rest) && keyAt(rest[end:]) == "" {
			end++
		}
		var err error
		if r, err = r.With(key, strings.Trim(rest[len(key):end], " ,")); err != nil {
			return Rules{}, err
		}
		rest = rest[end:]
	}
	return r, nil
}

func keyAt(s string) string {
	for _, k := range wordKeys {
		if len(s) >= len(k) && strings.EqualFold(s[:len(k)], k) {
			return k
		}
	}
	return ""
}

// With is the rules with one part changed, named as KataGo names it: ko,
// scoring, tax, suicide, hasButton, whiteHandicapBonus, friendlyPassOk, komi,
// and ties, which is ours. Its errors are those of [ParseRules].
func (r Rules) With(key, value string) (Rules, error) {
	old := r
	v := strings.ToUpper(strings.TrimSpace(value))
	flag, isFlag := map[string]bool{"TRUE": true, "1": true, "FALSE": false, "0": false}[v]
	need := func(part string) (Rules, error) {
		return old, fmt.Errorf("%w: %s is unknown (%s %s)", ErrUnsupportedRules, part, key, clip(value))
	}
	bad := func(want string) (Rules, error) {
		return old, fmt.Errorf("%s cannot be %q in rules: write %s", key, clip(value), want)
	}
	switch strings.ToLower(key) {
	case "ko":
		switch v {
		case "SIMPLE":
			r.Ko = KoSimple
		case "POSITIONAL":
			r.Ko = KoPositional
		case "SITUATIONAL":
			r.Ko = KoSituational
		case "NATURAL":
			r.Ko = KoNatural
		case "SPIGHT":
			return need("Spight's ko rule")
		default:
			return bad("SIMPLE, POSITIONAL, SITUATIONAL or NATURAL")
		}
	case "scoring", "score":
		switch v {
		case "AREA":
		case "TERRITORY":
			return need("territory scoring")
		default:
			return bad("AREA")
		}
	case "tax":
		switch v {
		case "NONE":
		case "SEKI":
			return need("the tax on points in seki")
		case "ALL":
			return need("the group tax")
		default:
			return bad("NONE")
		}
	case "suicide", "sui", "multistonesuicidelegal":
		switch {
		case isFlag && flag:
			r.Suicide = SuicideMulti
		case isFlag:
			r.Suicide = SuicideForbidden
		case v == "LITERAL":
			r.Suicide = SuicideLiteral
		default:
			return bad("true, false or LITERAL")
		}
	case "hasbutton", "button":
		switch {
		case isFlag && flag:
			return need("the button")
		case !isFlag:
			return bad("false")
		}
	case "whitehandicapbonus", "whb":
		switch v {
		case "0":
			r.HandicapBonus = BonusNone
		case "N-1":
			r.HandicapBonus = BonusLessOne
		case "N":
			r.HandicapBonus = BonusEachGets
		default:
			return bad("0, N-1 or N")
		}
	case "friendlypassok", "friendlypass", "fpok":
		if !isFlag {
			return bad("true or false")
		}
		r.FriendlyPass = flag
	case "komi":
		k, err := ParseKomi(value)
		if err != nil {
			return old, err
		}
		r.Komi = k
	case "ties":
		switch v {
		case "DRAW":
			r.Ties = TieDraw
		case "BLACK":
			r.Ties = TieBlack
		default:
			return bad("DRAW or BLACK")
		}
	default:
		return old, fmt.Errorf("rules have no part %q", clip(key))
	}
	return r, nil
}

// kataGoRules is KataGo's JSON object, its keys in KataGo's order. Ties is ours
// and left out while it says what KataGo takes for granted.
type kataGoRules struct {
	FriendlyPassOK     bool     `json:"friendlyPassOk"`
	HasButton          bool     `json:"hasButton"`
	Ko                 string   `json:"ko"`
	Komi               *float64 `json:"komi,omitempty"`
	Scoring            string   `json:"scoring"`
	Suicide            any      `json:"suicide"`
	Tax                string   `json:"tax"`
	Ties               string   `json:"ties,omitempty"`
	WhiteHandicapBonus string   `json:"whiteHandicapBonus"`
}

// KataGo is the rules as KataGo's JSON object on one line, komi included. A ko
// rule, suicide rule or tie rule that KataGo lacks is written with our word.
func (r Rules) KataGo() string {
	komi := r.Komi.Points()
	return r.kataGo(&komi)
}

// KataGoWithoutKomi is [Rules.KataGo] without the komi, which GTP keeps apart.
func (r Rules) KataGoWithoutKomi() string { return r.kataGo(nil) }

func (r Rules) kataGo(komi *float64) string {
	k := kataGoRules{FriendlyPassOK: r.FriendlyPass, Ko: r.Ko.String(), Komi: komi, Scoring: "AREA",
		Suicide: r.Suicide != SuicideForbidden, Tax: "NONE", WhiteHandicapBonus: r.HandicapBonus.String()}
	if r.Suicide == SuicideLiteral {
		k.Suicide = r.Suicide.String()
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

// Name is the title of the preset that the rules are but for the komi, such as
// "Chinese", and KataGo's one-word form when they are none. [ParseRules] reads
// it back, komi apart.
func (r Rules) Name() string {
	for _, p := range Presets() {
		p.Rules.Komi = r.Komi
		if p.Rules == r {
			return p.Title
		}
	}
	digit := map[bool]string{true: "1", false: "0"}
	suicide := digit[r.Suicide != SuicideForbidden]
	if r.Suicide == SuicideLiteral {
		suicide = r.Suicide.String()
	}
	s := "ko" + r.Ko.String() + "scoreAREAtaxNONEsui" + suicide
	if r.HandicapBonus != BonusNone {
		s += "whb" + r.HandicapBonus.String()
	}
	if r.FriendlyPass {
		s += "fpok1"
	}
	if r.Ties != TieDraw {
		s += "ties" + r.Ties.String()
	}
	return s
}

// String is the name and the komi: "Chinese, komi 7.5".
func (r Rules) String() string {
	return r.Name() + ", komi " + strconv.FormatFloat(r.Komi.Points(), 'f', -1, 64)
}
