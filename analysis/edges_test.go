package analysis

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// TestEdges compares the answers to valid and invalid queries with those of KataGo 1.17.2: errors, warnings, and the
// number of results. KataGo leaves the id out of some errors. Tengen's errors have the id if the line had one.
func TestEdges(t *testing.T) {
	f, err := os.Open("testdata/edges.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e := newTestEngine(t, func(o *Options) { // KataGo's configuration file had these, so queries may set them without effect
		for _, name := range []string{"numAnalysisThreads", "nnMaxBatchSize"} {
			if err := o.Settings.Set(name, "2"); err != nil {
				t.Fatal(err)
			}
		}
	})
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var want struct {
			Line    string
			Answers []map[string]any
			Results int
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		c := newClient(t, e)
		c.send(want.Line)
		var got []map[string]any
		results := 0
		for _, o := range c.rest() {
			if _, ok := o["turnNumber"]; ok {
				results++
				continue
			}
			if i := len(got); i < len(want.Answers) && want.Answers[i]["id"] == nil {
				delete(o, "id")
			}
			got = append(got, o)
		}
		if len(got)+len(want.Answers) > 0 && !reflect.DeepEqual(got, want.Answers) || results != want.Results {
			t.Errorf("%s\n got %v, %d results\nwant %v, %d results", want.Line, got, results, want.Answers, want.Results)
		}
	}
	if lines.Err() != nil {
		t.Error(lines.Err())
	}
}
