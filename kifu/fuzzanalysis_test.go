package kifu

import (
	"reflect"
	"strings"
	"testing"

	"tengen/sgf"
)

// FuzzAnalysis reads any text in the properties of an analysis. A readable analysis can
// be written and read back.
func FuzzAnalysis(f *testing.F) {
	n := smallBoard(f)
	add := func(a *Analysis) {
		node := &sgf.Node{}
		if err := setAnalysis(node, n, a, AnalysisTengen, AnalysisKaTrain, AnalysisLizzie, AnalysisSabaki); err != nil {
			f.Fatal(err)
		}
		for i, p := range node.Properties {
			f.Add(uint8(i), strings.Join(p.Values, "\x00"))
		}
	}
	add(sampleAnalysis(f, n))
	names := [...]string{propTengen, propKaTrain, propLizzie, propLizzieRoot, propSabakiWin, propSabakiLead}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		node := &sgf.Node{}
		text = strings.ToValidUTF8(text, "?") // the text of a tree is always valid
		name := names[int(which)%len(names)]
		node.Set(name, strings.Split(text, "\x00")...)
		before := node.Values(name)[0]
		a, err := analysisOf(node, n)
		if node.Values(name)[0] != before {
			t.Fatal("reading changed the property")
		}
		if a == nil {
			if err == nil {
				t.Fatalf("%s%q: got neither an analysis nor an error", name, text)
			}
			return
		}
		second := &sgf.Node{}
		if err := setAnalysis(second, n, a, AnalysisTengen); err != nil {
			t.Fatalf("%s%q was read and cannot be written: %v", name, text, err)
		}
		back, err := analysisOf(second, n)
		if err != nil || !reflect.DeepEqual(normal(a), normal(back)) {
			t.Fatalf("%v:\n got %s\nwant %s", err, show(t, back, n), show(t, a, n))
		}
		if a.Win != nil && a.Lead != nil {
			if err := setAnalysis(second, n, a, AnalysisKaTrain, AnalysisLizzie, AnalysisSabaki); err != nil {
				t.Fatal(err)
			}
			for kind := AnalysisKaTrain; kind <= AnalysisSabaki; kind++ {
				if _, err := readAnalysis(second, n, kind); err != nil {
					t.Fatalf("kind %d: %v", kind, err)
				}
			}
		}
	})
}

// normal replaces empty lists by nil, because JSON does not distinguish them.
func normal(a *Analysis) *Analysis {
	b := *a
	b.Candidates = nil
	for _, c := range a.Candidates {
		if len(c.PV) == 0 {
			c.PV = nil
		}
		b.Candidates = append(b.Candidates, c)
	}
	return &b
}
