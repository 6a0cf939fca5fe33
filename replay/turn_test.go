package replay

import (
	"math"
	"testing"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/nn"
)

// TestTurnedAsNets checks that package neteval numbers the symmetries in the same way. The input of
// the turned game must equal the input of the original game under the symmetry with the same number.
func TestTurnedAsNets(t *testing.T) {
	net, err := nn.NewNet(nn.Random(1, nn.RandomOptions{Version: 11, Blocks: "rg"}), nn.FastestLevel().Exact())
	if err != nil {
		t.Fatal(err)
	}
	for _, board := range []*baduk.Graph{baduk.MustRectangle(9, 9), baduk.MustRectangle(9, 7)} {
		e, err := neteval.New(net, board, neteval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		game := randomGame(t, board, 5)
		index := len(game.Samples) - 1
		turn := game.Samples[index].Turn
		at, err := game.At(turn)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[float64]bool{}
		for symmetry := range uint8(8) {
			if symmetry&^game.symmetries() != 0 {
				continue
			}
			row := Row{Game: game, Index: index, Symmetry: symmetry}
			turned, _ := row.Turned()
			other, err := turned.At(turn)
			if err != nil {
				t.Fatal(err)
			}
			want, err := e.Judge(at, neteval.Symmetry(symmetry))
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Judge(other, 0)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got.Lead-want.Lead) > 1e-4 || math.Abs(got.Win-want.Win) > 1e-5 {
				t.Errorf("%v, symmetry %d: got win %v, lead %v, want %v, %v", board, symmetry, got.Win, got.Lead, want.Win, want.Lead)
			}
			seen[math.Round(1e6*want.Lead)] = true
		}
		if len(seen) < 3 {
			t.Errorf("%v: the net's outputs are the same in all symmetries, so the test shows nothing", board)
		}
	}
}
