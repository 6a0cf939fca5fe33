package katago

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// kind is the type of a setting's values.
type kind uint8

const (
	text    kind = iota // any text
	number              // a double in KataGo
	single              // a float in KataGo
	whole               // an int in KataGo
	long                // an int64_t in KataGo
	truth               // true or false
	tri                 // true, false or auto
	player              // a colour, or empty
	profile             // a profile for a net of human games
	winner              // a perspective
)

// param is one of KataGo's settings.
type param struct {
	name     string
	kind     kind
	min, max float64 // range of a number
	standard string  // the default
	apply    func(*Settings, value)
	analysis string // the default of the analysis engine, if it differs
	unlisted bool   // kata-list-params does not list the setting
	read     bool   // Settings have no field for the setting, but other settings depend on it
}

// value is a parsed value.
type value struct {
	text   string
	number float64
	truth  bool
}

func (v value) whole() int { return int(v.number) }

// duration is a number of seconds.
func (v value) duration() time.Duration {
	if v.number >= NoTime.Seconds() {
		return NoTime
	}
	return time.Duration(v.number * float64(time.Second))
}

// parse reads a value. The error has KataGo's text.
func (p *param) parse(s string) (value, error) {
	v := value{text: strings.TrimSpace(s)}
	none := func(what string) (value, error) {
		return v, refusef("Could not parse '%.100s' as %s for key '%s'", s, what, p.name)
	}
	switch p.kind {
	case truth:
		switch v.text = strings.ToLower(v.text); v.text {
		case "true":
			v.truth = true
		case "false":
		default:
			return none("bool")
		}
	case tri:
		switch v.text = strings.ToLower(v.text); v.text {
		case "1", "t", "true", "enabled", "y", "yes":
			v.text, v.truth = "true", true
		case "0", "f", "false", "disabled", "n", "no":
			v.text = "false"
		case "auto":
		default:
			return none("bool or auto")
		}
	case player:
		switch strings.ToLower(v.text) {
		case "", "e":
			v.text = "E"
		case "b", "black":
			v.text = "B"
		case "w", "white":
			v.text = "W"
		default:
			return v, refusef("Could not parse player in field %s, should be BLACK or WHITE", p.name)
		}
	case profile:
		if Profile(v.text) != "" && !profiles.MatchString(v.text) {
			return v, refusef("Unknown human SL network profile: %.100s", v.text)
		}
	case winner:
		switch v.text = strings.ToLower(v.text); v.text {
		case "b", "black":
			v.number = float64(Black)
		case "w", "white":
			v.number = float64(White)
		case "sidetomove":
			v.number = float64(sideToMove)
		default:
			return v, refusef("Could not parse config value for %s: %.100s", p.name, s)
		}
	case whole, long:
		n, err := strconv.ParseInt(v.text, 10, 64)
		if err != nil {
			return none(map[kind]string{whole: "int", long: "int64_t"}[p.kind])
		}
		v.number = float64(n)
		return v, p.inRange(v.number)
	case number, single:
		x, err := strconv.ParseFloat(v.text, 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) || strings.ContainsAny(v.text, "xX_pP") {
			return none(map[kind]string{number: "double", single: "float"}[p.kind])
		}
		v.number = x
		return v, p.inRange(x)
	}
	return v, nil
}

func (p *param) inRange(x float64) error {
	if x >= p.min && x <= p.max || shortest(x) == p.standard {
		return nil
	}
	low, high := stream(p.min), stream(p.max)
	if p.kind == whole || p.kind == long {
		low, high = fmt.Sprintf("%.0f", p.min), fmt.Sprintf("%.0f", p.max)
	}
	return refusef("Key '%s' must be in the range %s to %s", p.name, low, high)
}

// profiles matches the profiles that a net of human games knows, and the ranks from 21k to 30k, which KataGo does not
// have.
var profiles = regexp.MustCompile(`^(preaz|rank)_([1-9]d|[12]?[1-9]k|[123]0k)(_([1-9]d|[12]?[1-9]k|[123]0k))?$|^proyear_(1[89][0-9][0-9]|20[012][0-9])$`)

// Profile returns the profile that a value of humanSLProfile names. The result is empty if the value stands for no
// profile. KataGo has three such values: an empty text, an underscore, and two double quotes.
func Profile(text string) string {
	if text = strings.TrimSpace(text); text == "_" || text == `""` {
		return ""
	}
	return text
}

// json returns a value as JSON, the form in which kata-get-param writes most settings.
func (p *param) json(s string) string {
	v, err := p.parse(s)
	switch {
	case err != nil || p.kind == text || p.kind == player || p.kind == profile || p.kind == tri || p.kind == winner:
		return quote(v.text)
	case p.kind == number || p.kind == single:
		return jsonFloat(v.number)
	case p.kind == truth:
		return strconv.FormatBool(v.truth)
	}
	return fmt.Sprintf("%.0f", v.number)
}

// plain returns a value in the form in which kata-get-param writes settings that it does not write as JSON.
func (p *param) plain(s string) string {
	v, _ := p.parse(s)
	if p.kind == number {
		return stream(v.number)
	}
	return v.text
}

func quote(s string) string {
	data, _ := json.Marshal(s) // marshalling a string cannot fail
	return string(data)
}

// JSON returns all settings as kata-get-params answers them.
func (s Settings) JSON() string {
	members := make(map[string]json.RawMessage)
	for i := range searchParams {
		if p := &searchParams[i]; !p.unlisted {
			members[p.name] = json.RawMessage(p.json(s.text(p)))
		}
	}
	for i := range ownParams {
		p := &ownParams[i]
		members[p.name] = json.RawMessage(quote(p.plain(s.text(p))))
	}
	return sortedObject(members)
}

// sortedObject writes an object by hand, because encoding/json writes numbers in another form.
func sortedObject(members map[string]json.RawMessage) string {
	var b strings.Builder
	b.WriteByte('{')
	for i, name := range sortedKeys(members) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(quote(name) + ":" + string(members[name]))
	}
	b.WriteByte('}')
	return b.String()
}

// jsonFloat returns a number in the form of KataGo's JSON: the shortest text that reads back as the same
// number, always with a decimal point or an exponent.
func jsonFloat(x float64) string {
	if x == 0 {
		if math.Signbit(x) {
			return "-0.0"
		}
		return "0.0"
	}
	if a := math.Abs(x); a < 1e-4 || a >= 1e15 {
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// stream returns a number as C++ writes it to a stream, with at most six digits.
func stream(x float64) string { return streamFloat(x, 6) }

// streamFloat returns a number as C++ writes it to a stream, with at most the given number of digits.
func streamFloat(x float64, digits int) string {
	s := fmt.Sprintf("%.*g", digits, x)
	return s
}

// shortest returns the shortest text that reads back as the same number.
func shortest(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
