package katago

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// clocks are both players' time controls, by "black" and "white", as the commands of a script set them.
type clocks struct {
	t        *testing.T
	controls map[string]TimeControl
}

func (c *clocks) number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		c.t.Fatal(err)
	}
	return x
}

// limit reads a limit of fischer-capped. A negative number means no limit.
func (c *clocks) limit(text string) float64 {
	if x := c.number(text); x >= 0 {
		return x
	}
	return MostTime
}

func (c *clocks) set(tc TimeControl) { c.controls["black"], c.controls["white"] = tc, tc }

// command performs one command of the script, given as its words.
func (c *clocks) command(w []string) {
	switch {
	case w[0] == "time_settings":
		switch stones := int(c.number(w[3])); {
		case stones == 0 && c.number(w[2]) > 0:
			c.set(NoTimeControl())
		case stones == 0:
			c.set(AbsoluteTime(c.number(w[1])))
		default:
			c.set(OvertimeTime(c.number(w[1]), c.number(w[2]), 1, stones))
		}
	case strings.HasSuffix(w[0], "-time_settings"):
		c.setKind(w[1], w[2:])
	case w[0] == "time_left":
		name := map[byte]string{'b': "black", 'w': "white"}[strings.ToLower(w[1])[0]]
		tc := c.controls[name]
		if err := tc.SetLeft(c.number(w[2]), int(c.number(w[3]))); err != nil {
			c.t.Errorf("%v: %v", w, err)
		}
		c.controls[name] = tc
	}
}

// setKind sets a kind of time control with its arguments.
func (c *clocks) setKind(kind string, args []string) {
	switch kind {
	case "none":
		c.set(NoTimeControl())
	case "absolute":
		c.set(AbsoluteTime(c.number(args[0])))
	case "byoyomi":
		c.set(OvertimeTime(c.number(args[0]), c.number(args[1]), int(c.number(args[2])), 1))
	case "canadian":
		c.set(OvertimeTime(c.number(args[0]), c.number(args[1]), 1, int(c.number(args[2]))))
	case "fischer":
		c.set(FischerTime(c.number(args[0]), c.number(args[1])))
	case "fischer-capped":
		tc, err := FischerCappedTime(c.number(args[0]), c.number(args[1]), c.limit(args[2]), c.limit(args[3]))
		if err != nil {
			c.t.Fatal(err)
		}
		c.set(tc)
	default:
		c.t.Fatalf("unknown time control %s", kind)
	}
}

// TestTimeAgainstKataGo replays the recorded time commands and compares every line that KataGo printed about the
// clocks.
func TestTimeAgainstKataGo(t *testing.T) {
	folder := filepath.FromSlash("../../shared/testdata/katago-protocol/gtp")
	script, err := os.ReadFile(filepath.Join(folder, "time.txt"))
	if err != nil {
		t.Skip("KataGo's recorded answers are not available: ", err)
	}
	answers, err := os.ReadFile(filepath.Join(folder, "time.txt.stdout"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for line := range strings.Lines(string(answers)) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "= ")
		if strings.HasPrefix(line, "Black ") || strings.HasPrefix(line, "White ") {
			want = append(want, line)
		}
	}
	both := clocks{t, map[string]TimeControl{}}
	both.set(NoTimeControl())
	compared := 0
	for line := range strings.Lines(string(script)) {
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		if w[0] != "kata-debug-print-tc" {
			both.command(w)
			continue
		}
		for i, name := range []string{"Black", "White"} {
			if len(want) < 2 {
				t.Fatal("KataGo printed fewer lines")
			}
			if got := name + " " + both.controls[strings.ToLower(name)].Debug(361, 0, 1); got != want[i] {
				t.Errorf("got  %s\nwant %s", got, want[i])
			}
			compared++
		}
		want = want[2:]
	}
	if len(want) != 0 || compared < 50 {
		t.Errorf("%d lines are left and %d were compared, want 0 and at least 50", len(want), compared)
	}
}

func TestTimeControlErrors(t *testing.T) {
	tc := AbsoluteTime(60)
	if err := tc.SetLeft(5, 2); err == nil {
		t.Error("SetLeft accepts stones without overtime")
	}
	if _, err := FischerCappedTime(60, 1, 30, 10); err == nil {
		t.Error("a limit below the main time is accepted")
	}
	for _, odd := range []TimeControl{{}, {PeriodsLeft: 3, PeriodLeft: -5, Overtime: true, Stones: 1, StonesLeft: 1}, OvertimeTime(0, 0, 3, 1)} {
		_ = odd.Debug(81, 5, 0) // must end
	}
}
