package analysis

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDocumented checks that docs/analysis.md has every field of a query, and docs/openapi.yaml every field and every
// key of an answer.
func TestDocumented(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile("../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	page, api := read("analysis.md"), read("openapi.yaml")
	for _, field := range known {
		if !strings.Contains(page, "`"+field+"`") {
			t.Errorf("docs/analysis.md does not have %s", field)
		}
		if !strings.Contains(api, " "+field+":") {
			t.Errorf("docs/openapi.yaml does not have %s", field)
		}
	}
	c := newClient(t, newTestEngine(t, nil))
	c.send(`{"id":"a",` + strings.Replace(board9, `"moves":[["b","E5"],["w","C3"],["b","G7"]]`, `"moves":[]`, 1) + `,"includeOwnership":true,"includeOwnershipStdev":true,` +
		`"includeMovesOwnership":true,"includeMovesOwnershipStdev":true,"includePolicy":true,"includePVVisits":true,"includeNoResultValue":true}`)
	o := c.read()
	keys := slices.Concat(slices.Collect(maps.Keys(o)), slices.Collect(maps.Keys(o["rootInfo"].(map[string]any))))
	for _, m := range o["moveInfos"].([]any) {
		keys = append(keys, slices.Collect(maps.Keys(m.(map[string]any)))...)
	}
	for _, key := range keys {
		if !strings.Contains(api, " "+key+": ") {
			t.Errorf("docs/openapi.yaml does not have %s", key)
		}
	}
	if !slices.Contains(keys, "isSymmetryOf") || !slices.Contains(keys, "pvEdgeVisits") || !slices.Contains(keys, "policy") {
		t.Errorf("the answer has the keys %v, want isSymmetryOf, pvEdgeVisits and policy among them", keys)
	}
}
