package replay_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"tengen/replay"
)

// Games are imported as rows, and rows are drawn.
func Example() {
	dir, err := os.MkdirTemp("", "rows")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	record := "(;SZ[9]KM[7]RU[Chinese]RE[W+R];B[ee];W[cd];B[fc];W[dg];B[gf])"
	o := replay.DefaultImport()
	o.Dir, o.MinMoves, o.PerGame = dir, 5, 2
	o.Inputs = []replay.Input{{Name: "game.sgf", Files: slices.Values([]replay.File{{
		Name: "game.sgf", Size: int64(len(record)), Read: func() ([]byte, error) { return []byte(record), nil },
	}})}}
	m, err := replay.Import(context.Background(), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Games, "game,", m.Samples, "rows")
	r, err := replay.NewReader(replay.ReaderOptions{Dirs: []string{dir}, Seed: 1, Epochs: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		row, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		game, sample := row.Turned()
		at, err := game.At(sample.Turn)
		if err != nil {
			fmt.Println(err)
			return
		}
		win, _ := game.Result.Win()
		fmt.Println(at.Len() == sample.Turn, at.ToPlay() == game.Moves[sample.Turn].Color, win)
	}
	// Output:
	// 1 game, 2 rows
	// true true 0
	// true true 0
}
