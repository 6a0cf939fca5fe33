package kifu

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/sgf"
)

func smallBoard(t testing.TB) notation {
	t.Helper()
	g, err := baduk.Rectangle(9, 9)
	if err != nil {
		t.Fatal(err)
	}
	return notationOf(g)
}

// sampleOwnership is the ownership in the sample files, by point.
func sampleOwnership(sign float64) []float32 {
	list := make([]float32, 81)
	for i := range list {
		list[i] = float32(sign * float64(i*37%200-100) / 100)
	}
	return list
}

func pointsAt(t testing.TB, n notation, vertices string) []baduk.Point {
	t.Helper()
	line, err := n.line(strings.Fields(vertices))
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// TestAnalysisOfOtherPrograms reads testdata/foreign/analysis.sgf. Its values were made
// from the numbers below by the functions of KaTrain, LizzieYzy and Lizzie themselves,
// and by hand for Sabaki. White is to move in all positions.
func TestAnalysisOfOtherPrograms(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "foreign", "analysis.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	trees, err := sgf.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	n := smallBoard(t)
	var got []*Analysis
	for node := range trees[0].MainLine() {
		a, err := analysisOf(node, n)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, a)
	}
	f := pointer
	policy := make([]float32, 82)
	for i := range policy {
		if policy[i] = -1; i%5 != 0 {
			policy[i] = float32(i%7) / 100
		}
	}
	kt := got[1]
	if kt == nil || len(kt.Ownership) != 81 || len(kt.Policy) != 82 {
		t.Fatalf("KaTrain: got %+v, want 81 values of ownership and 82 of policy", kt)
	}
	for i, v := range sampleOwnership(1) { // kept in 11 bits
		if math.Abs(float64(kt.Ownership[i]-v)) > 1.0/2048 {
			t.Errorf("KaTrain: ownership %d is %v, want %v", i, kt.Ownership[i], v)
		}
	}
	for i, v := range policy {
		if math.Abs(float64(kt.Policy[i]-v)) > 1.0/16384 {
			t.Errorf("KaTrain: policy %d is %v, want %v", i, kt.Policy[i], v)
		}
	}
	kt.Ownership, kt.Policy = nil, nil
	e5, c3 := pointsAt(t, n, "E5")[0], pointsAt(t, n, "C3")[0]
	want := []*Analysis{
		nil,
		{Visits: 91, Win: f(0.5271), Lead: f(0.98), ScoreStdev: f(11), Candidates: []Candidate{
			{Point: e5, Order: 0, Visits: 60, Win: f(0.5312345678901234), Lead: f(1.25), ScoreStdev: f(11.5), Prior: f(0.25), LCB: f(0.51), PV: pointsAt(t, n, "E5 C3 pass")},
			{Point: c3, Order: 1, Visits: 30, Win: f(0.5), Lead: f(0.1), ScoreStdev: f(12), Prior: f(0.125), LCB: f(0.4), PV: pointsAt(t, n, "C3")},
			{Point: baduk.Pass, Order: 999, Visits: 1, Win: f(0.1), Lead: f(-20.5), Prior: f(0.001), PV: pointsAt(t, n, "pass")},
		}},
		// White's chance is 54.04 %, which the first line has as Black's 46.0, and 1234
		// visits, which it has as 13k.
		{Engine: "KataGo", Visits: 1234, Win: f(0.46), Lead: f(-1.5), ScoreStdev: f(17.3), Ownership: sampleOwnership(-1), Candidates: []Candidate{
			{Point: e5, Order: 0, Visits: 900, Win: f(0.4596), Lead: f(-1.53), Prior: f(0.1828), PV: pointsAt(t, n, "E5 C3 pass")},
			{Point: c3, Order: 1, Visits: 334, Win: f(0.485), Lead: f(0.25), Prior: f(0.075), PV: pointsAt(t, n, "C3")},
		}},
		{Engine: "0.7.4", Visits: 1234, Win: f(0.46), Candidates: []Candidate{
			{Point: e5, Order: 0, Visits: 900, Win: f(0.4596), Lead: f(-1.53), PV: pointsAt(t, n, "E5 C3 pass")},
			{Point: c3, Order: 1, Visits: 334, Win: f(0.485), Lead: f(0.25), PV: pointsAt(t, n, "C3")},
		}},
		{Win: f(0.4596), Lead: f(-1.53)},
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("node %d:\n got %s\nwant %s", i, show(t, got[i], n), show(t, want[i], n))
		}
	}
}

func show(t testing.TB, a *Analysis, n notation) string {
	t.Helper()
	if a == nil {
		return "nothing"
	}
	s, err := writeTengen(a, n)
	if err != nil {
		return err.Error()
	}
	return s
}

func sampleAnalysis(t testing.TB, n notation) *Analysis {
	f := pointer
	policy := make([]float32, 82)
	for i := range policy {
		policy[i] = float32(i) / 821
	}
	policy[3] = -1
	return &Analysis{
		Engine: `a <b> "c" \ ] : d`, Model: "b18", Visits: 12345, Win: f(1.0 / 3), Lead: f(-math.Pi), ScoreStdev: f(math.E),
		Candidates: []Candidate{
			{Point: pointsAt(t, n, "E5")[0], Order: 0, Visits: 12000, Win: f(0.25), Lead: f(-2.5), ScoreStdev: f(1e-300), Prior: f(0.1), LCB: f(0.2), PV: pointsAt(t, n, "E5 C3 pass")},
			{Point: baduk.Pass, Order: 7, Visits: 0, Win: f(0), Lead: f(-50)},
		},
		Ownership: sampleOwnership(1), Policy: policy,
	}
}

// TestAnalysisTengen checks that TGA, written and read back, is equal bit for bit.
func TestAnalysisTengen(t *testing.T) {
	n := smallBoard(t)
	for _, a := range []*Analysis{sampleAnalysis(t, n), {}, {Win: pointer(math.SmallestNonzeroFloat64)}, {Candidates: []Candidate{{Point: 0}}}} {
		root := &sgf.Node{}
		root.Set("GM", "1")
		if err := setAnalysis(root, n, a, AnalysisTengen); err != nil {
			t.Fatal(err)
		}
		data, err := sgf.Collection{root}.AppendTo(nil)
		if err != nil {
			t.Fatal(err)
		}
		trees, err := sgf.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := analysisOf(trees[0], n)
		if err != nil || !reflect.DeepEqual(got, a) {
			t.Errorf("%v\n got %s\nwant %s", err, show(t, got, n), show(t, a, n))
		}
	}
}

// TestAnalysisRoundTrips checks that the other properties keep the values that they can
// store, with Black and with White to move.
func TestAnalysisRoundTrips(t *testing.T) {
	n := smallBoard(t)
	for _, move := range []string{"B", "W", ""} {
		for _, kind := range []AnalysisKind{AnalysisKaTrain, AnalysisLizzie, AnalysisSabaki} {
			node := &sgf.Node{}
			if move != "" {
				node.Set(move, "aa")
			}
			a := sampleAnalysis(t, n)
			if err := setAnalysis(node, n, a, kind); err != nil {
				t.Fatal(err)
			}
			if kind == AnalysisLizzie && node.Has(propLizzieRoot) == (move != "") {
				t.Errorf("move %q: LZOP is in the node: got %v, want %v", move, node.Has(propLizzieRoot), move == "")
			}
			got, err := analysisOf(node, n)
			if err != nil {
				t.Fatal(err)
			}
			want, tolerance := *a, 0.005
			switch kind {
			case AnalysisKaTrain:
				want.Engine, want.Model, tolerance = "", "", 0
				want.Candidates[1].PV = []baduk.Point{baduk.Pass}
			case AnalysisLizzie:
				want.Engine, want.Model, want.Policy = `a_<b>_"c"_\_]_:_d`, "", nil
				want.Candidates[0].ScoreStdev, want.Candidates[0].LCB = nil, nil
				want.Candidates[1].Order, want.Candidates[1].PV = 1, []baduk.Point{baduk.Pass}
			case AnalysisSabaki:
				want = Analysis{Win: a.Win, Lead: a.Lead}
			}
			if !near(got, &want, tolerance) {
				t.Errorf("kind %d after %q:\n got %s\nwant %s", kind, move, show(t, got, n), show(t, &want, n))
			}
			if err := setAnalysis(node, n, nil, kind); err != nil || len(node.Properties) != len(move) {
				t.Errorf("after removing the analysis: got %v, %v, want only the move", err, node.Properties)
			}
		}
	}
}

// near compares two analyses: single numbers with a tolerance, and lists of numbers with
// the precision of their formats.
func near(a, b *Analysis, tolerance float64) bool {
	number := func(x, y *float64) bool {
		return x == nil && y == nil || x != nil && y != nil && math.Abs(*x-*y) <= tolerance
	}
	list := func(x, y []float32) bool {
		for i := range x {
			if i < len(y) && math.Abs(float64(x[i]-y[i])) > 0.001 {
				return false
			}
		}
		return len(x) == len(y)
	}
	if a.Engine != b.Engine || a.Model != b.Model || a.Visits != b.Visits || len(a.Candidates) != len(b.Candidates) {
		return false
	}
	for i, x := range a.Candidates {
		y := b.Candidates[i]
		if x.Point != y.Point || x.Order != y.Order || x.Visits != y.Visits || !reflect.DeepEqual(x.PV, y.PV) || !number(x.Win, y.Win) ||
			!number(x.Lead, y.Lead) || !number(x.ScoreStdev, y.ScoreStdev) || !number(x.Prior, y.Prior) || !number(x.LCB, y.LCB) {
			return false
		}
	}
	return number(a.Win, b.Win) && number(a.Lead, b.Lead) && number(a.ScoreStdev, b.ScoreStdev) && list(a.Ownership, b.Ownership) && list(a.Policy, b.Policy)
}

// TestAnalysisOfSmallerWindow checks that an analysis can be read after the window of an infinite board has grown.
func TestAnalysisOfSmallerWindow(t *testing.T) {
	for _, kind := range []AnalysisKind{AnalysisTengen, AnalysisKaTrain, AnalysisLizzie} {
		tree := treeOf(t, `(;BOARD[{"shape":"infinite"}];BV[0,0])`)
		small := tree.Graph.Len()
		a := &Analysis{Engine: "x", Visits: 10, Win: pointer(0.5), Lead: pointer(1), Candidates: []Candidate{{Point: 3, Visits: 10, Win: pointer(0.5), Lead: pointer(1), PV: []baduk.Point{3}}}}
		a.Ownership, a.Policy = make([]float32, small), make([]float32, small+1)
		a.Ownership[1], a.Ownership[small-1] = -0.5, 0.25
		a.Policy[1], a.Policy[small] = 0.75, 0.125
		n := tree.root.children[0]
		if err := n.SetAnalysis(a, kind); err != nil {
			t.Fatal(err)
		}
		if _, err := tree.Widen("-20,0"); err != nil || tree.Graph.Len() <= small {
			t.Fatalf("the window has %d points, %v", tree.Graph.Len(), err)
		}
		large := tree.Graph.Len()
		got, err := n.Analysis()
		if err != nil || len(got.Ownership) != large {
			t.Fatalf("%v: after the window has grown: %v", kind, err)
		}
		if o := got.Ownership; o[1] != -0.5 || o[small-1] != 0.25 || o[large-1] != 0.25 || o[small-2] != 0 {
			t.Errorf("%v: got the ownership %v", kind, o)
		}
		if kind == AnalysisLizzie { // has no policy
			continue
		}
		if p := got.Policy; len(p) != large+1 || p[1] != 0.75 || p[small-1] != 0 || p[small] != 0 || p[large] != 0.125 {
			t.Errorf("%v: got the policy %v", kind, p)
		}
	}
}

// TestAnalysisBroken checks that a broken property is reported, that it does not change,
// and that another property is still read.
func TestAnalysisBroken(t *testing.T) {
	n := smallBoard(t)
	bomb, err := zip(make([]byte, maxKaTrain+1))
	if err != nil {
		t.Fatal(err)
	}
	empty, err := zip(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		values []string
		want   string
	}{
		{"TGA", []string{"{"}, "unexpected end"},
		{"TGA", []string{`{"v":2}`}, "version is 2"},
		{"TGA", []string{`{"v":1,"moves":[{"m":"Z99"}]}`}, "Z99"},
		{"TGA", []string{`{"v":1,"win":1.5}`}, "not from 0 to 1"},
		{"TGA", []string{`{"v":1,"ownership":"AAAA"}`}, "81 numbers"},
		{"TGA", []string{`{"v":1,"visits":-1}`}, "-1 visits"},
		{"KT", []string{"x"}, "1 values of 3"},
		{"KT", []string{"x", "y", "z"}, "not gzip"},
		{"KT", []string{empty, empty, bomb}, "too large"},
		{"KT", []string{bomb, empty, empty}, "too large"},
		{"KT", []string{empty, empty, empty}, "end of JSON"},
		{"LZ", []string{""}, "its first line"},
		{"LZ", []string{"x 50.0 10\nmove"}, "has no move"},
		{"LZ", []string{"x 50.0 10\nmove E5 visits q"}, "visits"},
		{"LZ", []string{"x 50.0 10\nmove E5 pv E5 ownership 1 2"}, "2 values of ownership"},
		{"SBKV", []string{"NaN"}, "not a number from 0 to 100"},
	} {
		node := &sgf.Node{}
		node.Set(c.name, c.values...)
		node.Set("SBKS", "1.25")
		a, err := analysisOf(node, n)
		if a == nil || a.Lead == nil || *a.Lead != 1.25 {
			t.Errorf("%s%q: got %+v, want the lead 1.25 of SBKS", c.name, c.values, a)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if got := node.Values(c.name); !reflect.DeepEqual(got, c.values) {
			t.Errorf("%s: got %q after reading, want %q", c.name, got, c.values)
		}
	}
	node := &sgf.Node{}
	for _, a := range []*Analysis{{Win: pointer(2)}, {Lead: pointer(math.NaN())}, {Candidates: []Candidate{{Point: 81}}},
		{Ownership: []float32{1}}, {Policy: make([]float32, 81)}, {Visits: -1}} {
		if err := setAnalysis(node, n, a, AnalysisSabaki, AnalysisTengen); err == nil || len(node.Properties) > 0 {
			t.Errorf("%+v was written: %v", a, node.Properties)
		}
	}
	if err := setAnalysis(node, n, &Analysis{Lead: pointer(1)}, AnalysisSabaki, AnalysisKaTrain); err == nil || len(node.Properties) > 0 {
		t.Errorf("an analysis without a chance was written: %v", node.Properties)
	}
}

func TestLizzieSummary(t *testing.T) {
	for text, want := range map[string]struct {
		engine string
		win    float64
		visits int
	}{
		"Leela 0.17 1.2k":                  {"Leela", 0.9983, 1200}, // White has just moved: the chance is White's
		"KataGo 1.8 b40 54,3 12.3m 3.1 20": {"KataGo 1.8 b40", 0.457, 12300000},
		"- 0.0 950":                        {"", 1, 950},
	} {
		a := &Analysis{}
		if _, err := a.lizzieSummary(strings.Fields(text), baduk.Black); err != nil || a.Engine != want.engine || a.Win == nil || *a.Win != want.win || a.Visits != want.visits {
			t.Errorf("%q: got %v, %s, want %+v", text, err, show(t, a, smallBoard(t)), want)
		}
	}
}
