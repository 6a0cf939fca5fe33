package replay

import (
	"testing"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/nn"
	"tengen/rollout"
)

// longGames returns random games of 200 moves on 19x19. Each has one row, about half-way.
func longGames(b *testing.B) (rows []Row) {
	b.Helper()
	board := baduk.MustRectangle(19, 19)
	player := rollout.NewUniform(board)
	for seed := range uint64(20) {
		random := newRandom(seed)
		at := baduk.NewGame(board, baduk.Japanese())
		for at.Len() < 200 {
			m := baduk.Move{Color: at.ToPlay(), Point: player.Choose(at, at.ToPlay(), random)}
			if err := at.Play(m); err != nil {
				b.Fatal(err)
			}
		}
		g := &Game{Graph: board, Rules: at.Rules(), Setup: at.Setup(), Moves: at.Moves()}
		g.Samples = []Sample{{Turn: 60 + random.Below(80), Weight: 1}}
		rows = append(rows, Row{Game: g, Symmetry: uint8(seed % 8)})
	}
	return rows
}

// BenchmarkAt measures how long it takes to apply a symmetry to a row's game and to play the game up
// to the row's turn, about 100 moves.
func BenchmarkAt(b *testing.B) {
	rows := longGames(b)
	player := &Player{}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g, s := rows[i%len(rows)].Turned()
		if _, err := player.At(g, s.Turn); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRow measures the same as BenchmarkAt, and in addition the encoding of the input of a net.
func BenchmarkRow(b *testing.B) {
	rows := longGames(b)
	player := &Player{}
	f, err := neteval.NewFeatures(rows[0].Game.Graph, &nn.Model{Version: 8})
	if err != nil {
		b.Fatal(err)
	}
	var in nn.Input
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g, s := rows[i%len(rows)].Turned()
		at, err := player.At(g, s.Turn)
		if err != nil {
			b.Fatal(err)
		}
		f.Fill(at, &in)
	}
}

// BenchmarkReader measures how long it takes to draw rows from a folder of small boards, without
// playing their games.
func BenchmarkReader(b *testing.B) {
	r := newReader(b, ReaderOptions{Dirs: []string{newFolder(b, 1, 500, 500)}})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Next(); err != nil {
			b.Fatal(err)
		}
	}
}
