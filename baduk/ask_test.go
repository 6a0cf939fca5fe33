package baduk

import (
	"math/rand/v2"
	"testing"
)

// TestAsk checks under every preset that a pass ends the phase or game that PassEnds
// predicts. It also checks that PositionAfter returns earlier positions unchanged.
func TestAsk(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, preset := range Presets() {
		g := MustRectangle(4, 4)
		if preset.Rules.CheckOn(g) != nil {
			continue
		}
		for range 20 {
			game := NewGame(g, preset.Rules)
			var past []*Position
			for range 60 {
				if game.Over() {
					break
				}
				p := NewPosition(g)
				p.CopyFrom(game.Position())
				past = append(past, p)
				key := game.SearchKey()
				end := game.PassEnds(game.ToPlay())
				if game.SearchKey() != key {
					t.Fatalf("%s: asking has changed the game", preset.Name)
				}
				phase := game.Phase()
				probe := game.Clone()
				if err := probe.Play(Move{game.ToPlay(), Pass}); err != nil {
					t.Fatal(err)
				}
				if end.Game != probe.Over() || end.Phase != (probe.Over() || probe.Phase() != phase) {
					t.Fatalf("%s: PassEnds gives %+v, but the pass leads to over %v, phase %d from %d", preset.Name, end, probe.Over(), probe.Phase(), phase)
				}
				moves := game.Actions(nil)
				m := moves[rng.IntN(len(moves))]
				if rng.IntN(4) == 0 {
					m.Point = Pass
				}
				if err := game.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			got := NewPosition(g)
			for n, want := range past {
				game.PositionAfter(n, got)
				if got.Hash() != want.Hash() || got.ToPlay != want.ToPlay || got.KoBan != want.KoBan || got.Passes != want.Passes || got.Prisoners != want.Prisoners {
					t.Fatalf("%s: after %d turns: got %v to play, ban %v; want %v, %v", preset.Name, n, got.ToPlay, got.KoBan, want.ToPlay, want.KoBan)
				}
				if err := got.CheckInvariants(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
