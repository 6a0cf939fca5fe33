package kifu

import (
	"strings"
	"testing"

	"tengen/baduk"
)

// TestPrisonersOfRecords checks that the stones taken before the record are read, written
// and counted, and that impossible numbers are noted and left out.
func TestPrisonersOfRecords(t *testing.T) {
	rec, err := Parse([]byte("(;GM[1]FF[4]SZ[3]RU[Japanese]KM[0]PRISONERS[3:1]AB[ab][bb][cb];B[aa];W[])"))
	if err != nil {
		t.Fatal(err)
	}
	want := [3]int32{baduk.White: 3, baduk.Black: 1}
	g, err := rec.Game()
	if err != nil || g.Position().Prisoners != want {
		t.Fatalf("got %v, %v, want %v", g.Position().Prisoners, err, want)
	}
	var b strings.Builder
	if err := FromGame(g, rec.Info).Write(&b); err != nil || !strings.Contains(b.String(), "PRISONERS[3:1]") {
		t.Errorf("got %s, %v, want PRISONERS[3:1]", &b, err)
	}
	file, err := LoadBytes([]byte(b.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if at := file.Trees[0].At(file.Trees[0].Root()).Game; at.Position().Prisoners != want {
		t.Errorf("in a tree: got %v, want %v", at.Position().Prisoners, want)
	}
	for _, bad := range []string{"3", "10:0", "-1:0", "a:b", "1:2:3"} {
		rec, err := Parse([]byte("(;GM[1]FF[4]SZ[3]PRISONERS[" + bad + "])"))
		if err != nil || rec.Setup.Prisoners != [3]int32{} || len(rec.Notes) == 0 {
			t.Errorf("%s: got %v, notes %q, %v, want no prisoners and a note", bad, rec.Setup.Prisoners, rec.Notes, err)
		}
	}
}
