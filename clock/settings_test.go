package clock

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	const s, m, h = time.Second, time.Minute, time.Hour
	for text, want := range map[string]Settings{
		"none":        {},
		"None":        {},
		"10m":         {Kind: Absolute, Main: 10 * m},
		"90":          {Kind: Absolute, Main: 90 * s},
		"1h30m":       {Kind: Absolute, Main: 90 * m},
		"10m + 3x30s": {Kind: ByoYomi, Main: 10 * m, Period: 30 * s, Periods: 3},
		"0+1x10":      {Kind: ByoYomi, Period: 10 * s, Periods: 1},
		"1h+5m/25":    {Kind: Canadian, Main: h, Period: 5 * m, Stones: 25},
		"10m+5s":      {Kind: Fischer, Main: 10 * m, Increment: 5 * s},
		"1.5+0.5":     {Kind: Fischer, Main: 1500 * time.Millisecond, Increment: 500 * time.Millisecond},
		"1m+0s":       {Kind: Fischer, Main: m},
		"0+5":         {Kind: Fischer, Increment: 5 * s},
		"0+30s/1":     {Kind: Canadian, Period: 30 * s, Stones: 1},
	} {
		got, err := Parse(text)
		if got != want || err != nil {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
		if again, err := Parse(got.String()); again != got || err != nil {
			t.Errorf("%q is written %q, which is %+v, %v", text, got, again, err)
		}
	}
	for text, want := range map[string]string{
		"":             `time control "": "" is no time`,
		"soon":         `"soon" is no time`,
		"-5s":          `"-5s" is no time`,
		"0s":           "the main time of time control absolute has to be above 0",
		"0+0":          "the increment of time control fischer has to be above 0",
		"10m+":         `"" is no time`,
		"10m+3x":       `"" is no time`,
		"10m+0x30s":    "the number of periods is 0; it can be 1 to",
		"10m+x30s":     `"" is not a number of periods or stones`,
		"10m+3x0s":     "the period of time control byoyomi has to be above 0",
		"0+0/5":        "the period of time control canadian has to be above 0",
		"10m+5m/0":     "the number of stones is 0",
		"10m+5m/many":  `"many" is not a number`,
		"99999h":       "of 1000 days at most",
		"10m+5s+5s":    `"5s+5s" is no time`,
		"10m+3x30s/25": `"30s/25" is no time`,
	} {
		if got, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %+v, %v, want %s", text, got, err, want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		s    Settings
		want string
	}{
		{Settings{Kind: 9}, "there is no time control Kind(9)"},
		{Settings{Main: 1}, "time control none has no main time"},
		{Settings{Kind: Absolute, Main: -1}, "the main time is -1ns; it can be 0 to 1000 days"},
		{Settings{Kind: Absolute, Main: 1, Increment: 1}, "time control absolute has no increment"},
		{Settings{Kind: Fischer, Main: 1, Period: 1}, "time control fischer has no period"},
		{Settings{Kind: Canadian, Period: 1, Stones: 1, Periods: 1}, "time control canadian has no periods"},
		{Settings{Kind: ByoYomi, Period: 1, Periods: 1, Stones: 1}, "time control byoyomi has no stones"},
		{Settings{Kind: ByoYomi, Period: MaxTime + 1, Periods: 1}, "it can be 0 to 1000 days"},
	} {
		if err := c.s.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %s", c.s, err, c.want)
		}
	}
}

func TestSettingsJSON(t *testing.T) {
	for text, want := range map[string]string{
		"none":      `{"kind":"none"}`,
		"10m":       `{"kind":"absolute","main":600}`,
		"10m+3x30s": `{"kind":"byoyomi","main":600,"period":30,"periods":3}`,
		"10m+5m/25": `{"kind":"canadian","main":600,"period":300,"stones":25}`,
		"1m+0.1s":   `{"kind":"fischer","main":60,"increment":0.1}`,
	} {
		s := mustParse(t, text)
		data, err := json.Marshal(s)
		if string(data) != want || err != nil {
			t.Errorf("%s: %s, %v", text, data, err)
		}
		var again Settings
		if err := json.Unmarshal(data, &again); again != s || err != nil {
			t.Errorf("%s became %v, %v", data, again, err)
		}
	}
	var s Settings
	for _, bad := range []string{`7`, `{"kind":"hourglass"}`, `{"kind":"absolute"}`, `{"kind":"absolute","main":1e300}`, `{"main":5}`} {
		if json.Unmarshal([]byte(bad), &s) == nil || s != (Settings{}) {
			t.Errorf("took %s", bad)
		}
	}
}

func TestParseGTP(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"600 0 0", "10m"},
		{"600 0 25", "10m"},
		{"600 300 25", "10m+5m/25"},
		{"0 30 1", "0s+30s/1"},
		{"600.5 0 0", "10m0.5s"},
		{"0 1 0", "none"},
		{"600 30 0", "none"},
		{"0 0 0", "none"},
		{"", "takes main time, overtime and stones"},
		{"1 2 3 4", "takes main time, overtime and stones"},
		{"a 2 3", `"a" is no time`},
		{"-1 2 3", `"-1" is no time`},
		{"1 Inf 3", `"Inf" is no time`},
		{"inf 0 0", `"inf" is no time: write a number of seconds, 0 or more`},
		{"NaN 0 0", `"NaN" is no time`},
		{"1e300 0 0", `"1e300" is no time`},
		{"1e9 0 0", "24000h"},
		{"10 5 99999999999", `"99999999999" is not a number of periods or stones`},
		{"1 2 3.5", `"3.5" is not a number`},
	} {
		check(t, ParseGTP, c.args, c.want)
	}
}

func TestParseKGS(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"none", "none"},
		{"absolute 600", "10m"},
		{"byoyomi 600 30 3", "10m+3x30s"},
		{"Canadian 600 300 25", "10m+5m/25"},
		{"fischer 600 5", "10m+5s"},
		{"fischer 0 1", "0s+1s"},
		{"byoyomi 0 30 3", "0s+3x30s"},
		{"canadian 0 30 3", "0s+30s/3"},
		{"", "takes a time control: none, absolute, byoyomi, canadian, fischer"},
		{"hourglass 5", `"hourglass" is no time control`},
		{"none 5", `"none 5" is no time control: write none`},
		{"byoyomi 600 30", `"byoyomi 600 30" is no time control: write byoyomi MAIN PERIOD PERIODS`},
		{"fischer 0 0", "the increment of time control fischer has to be above 0"},
		{"absolute inf", `"inf" is no time`},
		{"byoyomi 600 30 0", "the number of periods is 0"},
		{"canadian 600 x 25", `"x" is no time`},
		{"absolute 0", "the main time of time control absolute has to be above 0"},
	} {
		check(t, ParseKGS, c.args, c.want)
	}
}

func check(t *testing.T, parse func([]string) (Settings, error), args, want string) {
	t.Helper()
	s, err := parse(strings.Fields(args))
	got := s.String()
	if err != nil {
		if s != (Settings{}) {
			t.Errorf("%q: %+v beside an error", args, s)
		}
		got = err.Error()
	}
	if got != want && (err == nil || !strings.Contains(got, want)) {
		t.Errorf("%q: got %s, want %s", args, got, want)
	}
}

// What we tell a program is what our own program understands.
func TestGTP(t *testing.T) {
	for text, want := range map[string]string{
		"none":      "time_settings 0 1 0",
		"10m":       "time_settings 600 0 0",
		"10m+5m/25": "time_settings 600 300 25",
		"10m+3x30s": "kgs-time_settings byoyomi 600 30 3|time_settings 600 30 1",
		"10m+5s":    "kata-time_settings fischer 600 5|time_settings 600 0 0",
		"300h+5s":   "kata-time_settings fischer 1080000 5|time_settings 1080000 0 0",
		"2m+0.5s":   "kata-time_settings fischer 120 0.5|time_settings 120 0 0",
		"0s+5s":     "kata-time_settings fischer 0 5|time_settings 0 5 1",
	} {
		s := mustParse(t, text)
		if got := strings.Join(s.GTP(), "|"); got != want {
			t.Errorf("%s: got %s", text, got)
		}
		words := strings.Fields(s.GTP()[0])
		parse := ParseKGS
		if words[0] == "time_settings" {
			parse = ParseGTP
		}
		if again, err := parse(words[1:]); again != s || err != nil {
			t.Errorf("%s: %v became %v, %v", text, words, again, err)
		}
	}
}

// 0 would mean no limit.
func TestGTPBelowASecond(t *testing.T) {
	for text, want := range map[string]string{
		"0.5":        "time_settings 1 0 0",
		"0+1.9/2":    "time_settings 0 1 2",
		"0.2+2x0.5s": "time_settings 1 1 1",
	} {
		commands := mustParse(t, text).GTP()
		if got := commands[len(commands)-1]; got != want {
			t.Errorf("%s: got %s", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"none", "10m+3x30s", "10m+5m/25", "10m+5s", "1.5", "byoyomi 600 30 3", "600 300 25"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, parse := range []func([]string) (Settings, error){ParseGTP, ParseKGS} {
			if s, err := parse(strings.Fields(text)); err == nil && s.Validate() != nil {
				t.Fatalf("%q: %+v: %v", text, s, s.Validate())
			}
		}
		s, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(s.String()); again != s || err != nil {
			t.Fatalf("%q is %q, and that is %q, %v", text, s, again, err)
		}
		New(s).Spend(MaxTime)
	})
}
