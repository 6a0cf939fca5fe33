package neteval

import (
	"math/rand/v2"
	"testing"

	"tengen/baduk"
	"tengen/nn"
)

// middleGames returns games on 19x19 with 60 to 200 turns, by players who prefer contact.
func middleGames(t testing.TB, n int, rules string) []*baduk.Game {
	r, err := baduk.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	w := &wanderer{rng: rand.New(rand.NewPCG(3, 4)), limit: 19}
	var games []*baduk.Game
	for i := range n {
		g := baduk.NewGame(baduk.MustRectangle(19, 19), r)
		for g.Len() < 60+140*i/n {
			if err := g.Play(w.move(g, 1000)); err != nil {
				t.Fatal(err)
			}
		}
		games = append(games, g)
	}
	return games
}

// BenchmarkFill measures inputs of positions in the middle of games: of unrelated positions, and of
// positions that follow each other in a game, as in a search.
func BenchmarkFill(b *testing.B) {
	for _, rules := range []string{"tromp-taylor", "chinese", "japanese"} {
		games := middleGames(b, 20, rules)
		f := make([]*Features, len(games))
		for i, g := range games {
			var err error
			if f[i], err = NewFeatures(g.Graph(), &nn.Model{Version: 8}); err != nil {
				b.Fatal(err)
			}
		}
		var in nn.Input
		b.Run(rules+"/new", func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				k := i % len(games)
				for j := range f[k].cache {
					f[k].cache[j].valid = false
				}
				f[k].Fill(games[k], &in)
			}
		})
		b.Run(rules+"/next", func(b *testing.B) {
			b.ReportAllocs()
			rng := rand.New(rand.NewPCG(5, 6))
			var work *baduk.Game
			var moves []baduk.Move
			for i := 0; b.Loop(); i++ {
				k := i / 16 % len(games)
				if i%16 == 0 {
					b.StopTimer()
					work = games[k].Clone()
					b.StartTimer()
				}
				moves = work.Actions(moves[:0])
				if err := work.Play(moves[rng.IntN(len(moves)-1)]); err != nil {
					b.Fatal(err)
				}
				f[k].Fill(work, &in)
			}
		})
	}
}
