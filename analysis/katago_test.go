package analysis

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
	"tengen/nn"
)

// sharedNet is the net of KataGo's recorded answers. Without its file the test is skipped.
func sharedNet(t testing.TB) *nn.Net {
	t.Helper()
	const path = "../../shared/models/g170-b6c96-s175395328-d26788732.bin.gz"
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the net is not available: %v", err)
	}
	model, err := nn.ReadFile(path, nn.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	net, err := nn.NewNet(model, nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func netFactory(net *nn.Net) eval.Factory {
	return func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		return neteval.New(net, g, neteval.Options{Optimism: 1})
	}
}

// TestKataGo sends KataGo's own test scripts and compares the answers with KataGo's. The number of answers and their
// keys must be the same. Values must be the same unless they depend on chance or on the last digits of a computation.
func TestKataGo(t *testing.T) {
	scripts, _ := filepath.Glob("../../shared/testdata/katago-protocol/analysis/*.txt")
	if len(scripts) == 0 {
		t.Skip("KataGo's scripts are not available")
	}
	net := sharedNet(t)
	for _, script := range scripts {
		t.Run(filepath.Base(script), func(t *testing.T) {
			in, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			recorded, err := os.ReadFile(script + ".stdout")
			if err != nil {
				t.Fatal(err)
			}
			e := newTestEngine(t, func(o *Options) {
				o.Evaluator, o.Threads = func(string) eval.Factory { return netFactory(net) }, 1
				// The settings of the recording.
				for _, s := range [][2]string{{"maxVisits", "100"}, {"maxPlayouts", "10000"}, {"rootSymmetryPruning", "false"}, {"reportAnalysisWinratesAs", "BLACK"}} {
					if err := o.Settings.Set(s[0], s[1]); err != nil {
						t.Fatal(err)
					}
				}
			})
			var out bytes.Buffer
			if err := e.Serve(t.Context(), bytes.NewReader(in), &out, Wait); err != nil {
				t.Fatal(err)
			}
			compareAnswers(t, answersOf(t, out.Bytes()), answersOf(t, recorded))
		})
	}
}

// answersOf returns answers by their id, turn, and warning or error.
func answersOf(t *testing.T, text []byte) map[string][]map[string]any {
	all := map[string][]map[string]any{}
	for line := range bytes.Lines(text) {
		o := decoded(t, bytes.TrimSpace(line))
		key := fmt.Sprint(o["id"], " ", o["turnNumber"], " ", o["warning"], o["error"])
		all[key] = append(all[key], o)
	}
	return all
}

func compareAnswers(t *testing.T, got, want map[string][]map[string]any) {
	for key := range maps.Keys(got) {
		if want[key] == nil {
			t.Errorf("%s: got %v, which KataGo did not answer", key, got[key])
		}
	}
	for key, wanted := range want {
		if len(got[key]) != len(wanted) {
			t.Errorf("%s: %d answers, want %d", key, len(got[key]), len(wanted))
			continue
		}
		for i, w := range wanted {
			compareValue(t, key, got[key][i], w)
		}
	}
}

var hash = regexp.MustCompile(`^[0-9A-F]{32}$`)

// compareValue compares values that do not depend on chance: keys, types, the visits and the player of the root, and
// the lengths of lists by point.
func compareValue(t *testing.T, where string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if a, b := slices.Sorted(maps.Keys(g)), slices.Sorted(maps.Keys(want)); !ok || !slices.Equal(a, b) {
			t.Errorf("%s has the keys %v, want %v", where, a, b)
			return
		}
		for key := range want {
			compareValue(t, where+" "+key, g[key], want[key])
		}
	case []any:
		g, ok := got.([]any)
		switch {
		case !ok || (len(g) == 0) != (len(want) == 0):
			t.Errorf("%s is %v, want %v", where, got, want)
		case strings.HasSuffix(where, "moveInfos"):
			for i := range g {
				compareValue(t, fmt.Sprint(where, " ", i), g[i], want[0])
			}
		case strings.HasSuffix(where, "policy"):
			if len(g) != len(want) {
				t.Errorf("%s has %d numbers, want %d", where, len(g), len(want))
				return
			}
			for i := range g {
				if (g[i] == -1.0) != (want[i] == -1.0) {
					t.Errorf("%s of point %d is %v, want %v", where, i, g[i], want[i])
				}
			}
		case strings.HasSuffix(where, "ownership"), strings.HasSuffix(where, "ownershipStdev"):
			if len(g) != len(want) {
				t.Errorf("%s has %d numbers, want %d", where, len(g), len(want))
			}
		}
	case string:
		g, ok := got.(string)
		masked := strings.HasSuffix(where, " move") || hash.MatchString(g) && hash.MatchString(want)
		if !ok || g != want && !masked {
			t.Errorf("%s is %v, want %q", where, got, want)
		}
	case float64:
		exact := strings.HasSuffix(where, "rootInfo visits") || strings.HasSuffix(where, "turnNumber") || strings.HasSuffix(where, "rawVarTimeLeft") ||
			strings.HasSuffix(where, "rawStWrError") || strings.HasSuffix(where, "rawStScoreError")
		if g, ok := got.(float64); !ok || exact && g != want {
			t.Errorf("%s is %v, want %v", where, got, want)
		}
	default:
		if got != want {
			t.Errorf("%s is %v, want %v", where, got, want)
		}
	}
}

// TestVoid checks that, as in KataGo, the next round of a triple ko that has already made the game void makes it void
// again.
func TestVoid(t *testing.T) {
	net := sharedNet(t)
	data, err := os.ReadFile("../../shared/testdata/katago-protocol/analysis/basic.txt")
	if err != nil {
		t.Skipf("KataGo's scripts are not available: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	e := newTestEngine(t, func(o *Options) {
		o.Evaluator = func(string) eval.Factory { return netFactory(net) }
		o.Settings.Set("reportAnalysisWinratesAs", "BLACK")
	})
	c := newClient(t, e)
	c.send(strings.Replace(lines[len(lines)-1], `"moves"`, `"allowMoves":[{"player":"b","moves":["D1"],"untilDepth":1}],"moves"`, 1))
	m := c.read()["moveInfos"].([]any)[0].(map[string]any)
	if m["noResultValue"] != 1.0 || m["winrate"] != 0.5 {
		t.Errorf("got %v, want noResultValue 1 and winrate 0.5", m)
	}
}
