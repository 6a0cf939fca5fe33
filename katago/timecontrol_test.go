package katago

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestTimeAgainstKataGo replays the recorded time commands and compares every line that KataGo printed about the clocks.
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
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	cap := func(text string) float64 {
		if x := number(text); x >= 0 {
			return x
		}
		return MostTime
	}
	both := map[string]TimeControl{"black": NoTimeControl(), "white": NoTimeControl()}
	set := func(tc TimeControl) { both["black"], both["white"] = tc, tc }
	compared := 0
	for line := range strings.Lines(string(script)) {
		w := strings.Fields(line)
		switch {
		case len(w) == 0:
		case w[0] == "time_settings":
			switch stones := int(number(w[3])); {
			case stones == 0 && number(w[2]) > 0:
				set(NoTimeControl())
			case stones == 0:
				set(AbsoluteTime(number(w[1])))
			default:
				set(OvertimeTime(number(w[1]), number(w[2]), 1, stones))
			}
		case strings.HasSuffix(w[0], "-time_settings"):
			switch w[1] {
			case "none":
				set(NoTimeControl())
			case "absolute":
				set(AbsoluteTime(number(w[2])))
			case "byoyomi":
				set(OvertimeTime(number(w[2]), number(w[3]), int(number(w[4])), 1))
			case "canadian":
				set(OvertimeTime(number(w[2]), number(w[3]), 1, int(number(w[4]))))
			case "fischer":
				set(FischerTime(number(w[2]), number(w[3])))
			case "fischer-capped":
				tc, err := FischerCappedTime(number(w[2]), number(w[3]), cap(w[4]), cap(w[5]))
				if err != nil {
					t.Fatal(err)
				}
				set(tc)
			default:
				t.Fatal(line)
			}
		case w[0] == "time_left":
			name := map[byte]string{'b': "black", 'w': "white"}[strings.ToLower(w[1])[0]]
			tc := both[name]
			if err := tc.SetLeft(number(w[2]), int(number(w[3]))); err != nil {
				t.Error(line, err)
			}
			both[name] = tc
		case w[0] == "kata-debug-print-tc":
			for i, name := range []string{"Black", "White"} {
				if len(want) < 2 {
					t.Fatal("KataGo printed less")
				}
				if got := name + " " + both[strings.ToLower(name)].Debug(361, 0, 1); got != want[i] {
					t.Errorf("got  %s\nwant %s", got, want[i])
				}
				compared++
			}
			want = want[2:]
		}
	}
	if len(want) != 0 || compared < 50 {
		t.Errorf("%d lines are left, %d were compared", len(want), compared)
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
