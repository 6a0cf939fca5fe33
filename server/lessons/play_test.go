package lessons

import (
	"testing"

	"tengen/exercise"
	"tengen/kifu"
)

// TestTexts checks the comments on answers. The instructions of problem files are left out, and the comments of nodes
// without moves are read too.
func TestTexts(t *testing.T) {
	read, err := kifu.LoadBytes([]byte("(;SZ[9]C[CHOICE of moves](;B[aa]C[RIGHT];W[bb])(;B[ba]C[This kills. RIGHT.];C[more]))"), kifu.Options{Format: "sgf", Encoding: "UTF-8"})
	if err != nil {
		t.Fatal(err)
	}
	p := problem{exercise.New(read.Trees[0])}
	for vertex, want := range map[string]string{"A9": "", "B9": "This kills.\n\nmore"} {
		a, err := p.play(nil, vertex)
		if err != nil || a.at.Text != want || a.verdict != isRight {
			t.Errorf("%s: %q, %s, %v, want %q", vertex, a.at.Text, a.verdict, err, want)
		}
	}
}
