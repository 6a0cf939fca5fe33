package server

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestTrainingDocumented finds the paths of the curves, every key of their answers and the order of the measures in the
// description of the interface.
func TestTrainingDocumented(t *testing.T) {
	data, err := os.ReadFile("../docs/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	api := string(data)
	for _, part := range []string{"\n  /api/training:\n", "\n  /api/training/events:\n", " " + strings.Join(measureNames[:], ", ") + ".\n"} {
		if !strings.Contains(api, part) {
			t.Errorf("docs/openapi.yaml does not tell of %s", strings.TrimSpace(part))
		}
	}
	next := regexp.MustCompile(`(?m)^    \w+:$`) // schema
	for _, kind := range []reflect.Type{reflect.TypeFor[RunList](), reflect.TypeFor[RunSummary](), reflect.TypeFor[Curve](), reflect.TypeFor[Points]()} {
		_, schema, found := strings.Cut(api, "\n    "+kind.Name()+":\n")
		if !found {
			t.Errorf("docs/openapi.yaml has no %s", kind.Name())
		}
		if end := next.FindStringIndex(schema); end != nil {
			schema = schema[:end[0]]
		}
		for n := range kind.NumField() {
			key, _, _ := strings.Cut(kind.Field(n).Tag.Get("json"), ",")
			if key != "" && !strings.Contains(schema, "\n        "+key+": {") {
				t.Errorf("docs/openapi.yaml does not tell of %s of a %s", key, kind.Name())
			}
		}
	}
}
