package clock

import (
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
			t.Errorf("%q: got %+v, %v, want %+v", text, got, err, want)
		}
		if again, err := Parse(got.String()); again != got || err != nil {
			t.Errorf("%q is written %q, which is read as %+v, %v, want %+v", text, got, again, err, got)
		}
	}
	for text, want := range map[string]string{
		"":             `time control "": "" is not a time`,
		"soon":         `"soon" is not a time`,
		"-5s":          `"-5s" is not a time`,
		"0s":           "the main time of time control absolute has to be above 0",
		"0+0":          "the increment of time control fischer has to be above 0",
		"10m+":         `"" is not a time`,
		"10m+3x":       `"" is not a time`,
		"10m+0x30s":    "the number of periods is 0; it can be 1 to",
		"10m+x30s":     `"" is not a number of periods or stones`,
		"10m+3x0s":     "the period of time control byoyomi has to be above 0",
		"0+0/5":        "the period of time control canadian has to be above 0",
		"10m+5m/0":     "the number of stones is 0",
		"10m+5m/many":  `"many" is not a number`,
		"99999h":       "of 1000 days at most",
		"10m+5s+5s":    `"5s+5s" is not a time`,
		"10m+3x30s/25": `"30s/25" is not a time`,
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
		{Settings{Kind: 9}, "Kind(9) is not a time control"},
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

// TestGTP lists the commands for every kind of settings. That tengen itself reads them
// back as the same settings is tested in gtpserver.
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
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestGTPBelowASecond rounds fractions of a second up to one: 0 would mean no limit.
func TestGTPBelowASecond(t *testing.T) {
	for text, want := range map[string]string{
		"0.5":        "time_settings 1 0 0",
		"0+1.9/2":    "time_settings 0 1 2",
		"0.2+2x0.5s": "time_settings 1 1 1",
	} {
		commands := mustParse(t, text).GTP()
		if got := commands[len(commands)-1]; got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"none", "10m+3x30s", "10m+5m/25", "10m+5s", "1.5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(s.String()); again != s || err != nil {
			t.Fatalf("%q is written %q, which is read as %q, %v", text, s, again, err)
		}
		New(s).Spend(MaxTime)
	})
}
