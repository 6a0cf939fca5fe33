package lab

import (
	"testing"

	"tengen/baduk"
)

// TestExampleCountings checks the totals of the article and those of the literal rules of the reference
// (refgo.TestLRSExample). Black wins in every way of counting.
func TestExampleCountings(t *testing.T) {
	got, err := ExampleCountings()
	if err != nil {
		t.Fatal(err)
	}
	want := [][2]float64{{44, 42.5}, {32, 29.5}, {32, 28.5}, {32, 17.5}}
	if len(got) != len(want) {
		t.Fatalf("%d ways to count; want %d", len(got), len(want))
	}
	for i, c := range got {
		if c.Black != want[i][0] || c.White != want[i][1] || c.Result[0] != 'B' || c.Why == "" {
			t.Errorf("%s: %v to %v, want %v to %v, %s", c.Name, c.Black, c.White, want[i][0], want[i][1], c.Result)
		}
	}
	played, _ := example(t, "lrs-004")
	set, _, err := WorkedExample("lrs-004")
	if err != nil {
		t.Fatal(err)
	}
	for i := range set.Graph().Len() {
		if p := baduk.Point(i); set.At(p) != played.At(p) {
			t.Errorf("%s is %v, want %v as in the game that was played", set.Graph().Vertex(p), set.At(p), played.At(p))
		}
	}
	if set.Position().Prisoners != played.Position().Prisoners {
		t.Errorf("prisoners %v, want %v as in the game that was played", set.Position().Prisoners, played.Position().Prisoners)
	}
}
