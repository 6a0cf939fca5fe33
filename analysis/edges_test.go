package analysis

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// TestEdges compares the answers to right and wrong queries with what KataGo 1.17.2
// answered: errors, warnings, and how many results there are. What it answers without an
// id comes with one here where the line had one.
func TestEdges(t *testing.T) {
	f, err := os.Open("testdata/edges.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e := newTestEngine(t, func(o *Options) { // these were in KataGo's file, so that queries may set them in vain
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
