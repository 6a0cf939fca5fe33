package heldout

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/neteval"
	"tengen/nn"
	"tengen/replay"
)

// TestGroups checks the order of the groups, their limits and their averages.
func TestGroups(t *testing.T) {
	var k Knowledge
	add := func(side int, black, white, date string, c baduk.Color, first bool, loss float64) {
		t.Helper()
		p, ok := neteval.ProfileOf("", black, white, date)
		if !ok {
			t.Fatalf("%s and %s are not ranks", black, white)
		}
		k.group(baduk.MustRectangle(side, side), p, c).add(first, loss)
	}
	add(19, "5d", "30k", "", baduk.Black, true, 1)
	add(9, "1k", "5k", "", baduk.White, true, 1)
	add(9, "1k", "5k", "", baduk.Black, false, 2)
	add(9, "6k", "5k", "", baduk.Black, false, 4)
	add(19, "5d", "30k", "", baduk.White, false, 8)
	add(19, "9p", "1p", "1990", baduk.White, true, 0.5)
	add(9, "1d", "21k", "", baduk.Black, false, 3)
	(*Group)(nil).add(true, 1)
	k.finishGroups()
	var text strings.Builder
	if err := k.writeGroups(&text); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(text.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{"board rank moves first choice policy loss", "9x9 6k-10k 1 0.0 % 4.000 nats", "9x9 1k-5k 2 50.0 % 1.500 nats", "9x9 4d-1d 1 0.0 % 3.000 nats",
		"19x19 21k-30k 1 0.0 % 8.000 nats", "19x19 9d-5d 1 100.0 % 1.000 nats", "19x19 professional 1 100.0 % 0.500 nats"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestByRank checks that a human policy net is told the ranks of a game, that games without ranks are left out, and
// that another net is tested on the same moves.
func TestByRank(t *testing.T) {
	var text strings.Builder
	for game, rank := range []string{"5k", "1d", ""} {
		fmt.Fprintf(&text, "s\t9\t6.5\tChinese\t0\t\tB\tB+R\t%s\t%s\t2019\t", rank, rank)
		for y := range 9 - game {
			fmt.Fprintf(&text, "a%cc%c", 'a'+y, 'a'+y)
		}
		text.WriteByte('\n')
	}
	o := replay.DefaultImport()
	o.Dir, o.MinMoves = t.TempDir(), 10
	o.Inputs = []replay.Input{{Name: "a.tsv", Files: slices.Values([]replay.File{{Name: "a.tsv", Read: func() ([]byte, error) { return []byte(text.String()), nil }}})}}
	if _, err := replay.Import(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	for _, imitates := range []bool{false, true} {
		m := nn.Random(1, nn.RandomOptions{Version: 15, Blocks: "r", Metadata: imitates})
		net, err := nn.NewNet(m, nn.FastestLevel().Exact())
		if err != nil {
			t.Fatal(err)
		}
		h := Test{Net: net, Count: 100, ByRank: true, Rows: replay.ReaderOptions{Dirs: []string{o.Dir}, NoSymmetry: true}}
		k, err := h.Run(t.Context())
		if err != nil || k.Moves != 16 || len(k.Groups) != 2 || k.Groups[0].Moves != 8 {
			t.Fatalf("imitates %v: got %+v, %v, want 16 moves in two groups", imitates, k, err)
		}
		if !imitates {
			continue
		}
		// The loss of 5 kyu is the mean over the positions of the first game, judged as 5 kyu.
		profile, err := neteval.ParseProfile("rank_5k")
		if err != nil {
			t.Fatal(err)
		}
		reader, err := replay.NewReader(replay.ReaderOptions{Dirs: []string{o.Dir}, Ordered: true, Epochs: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for range 8 {
			row, err := reader.Next()
			if err != nil || row.Game.BlackRank != "5k" {
				t.Fatalf("got %+v, %v, want the game of 5 kyu first", row, err)
			}
			at, err := row.Game.At(row.Sample().Turn)
			if err != nil {
				t.Fatal(err)
			}
			e, err := neteval.New(net, at.Graph(), neteval.Options{Profile: profile})
			if err != nil {
				t.Fatal(err)
			}
			j, err := e.Judge(at, 0)
			if err != nil {
				t.Fatal(err)
			}
			want -= math.Log(float64(j.Policy[row.Game.Moves[row.Sample().Turn].Point])) / 8
		}
		h.As = profile
		as, err := h.Run(t.Context())
		if err != nil || math.Abs(as.Groups[0].PolicyLoss-k.Groups[0].PolicyLoss) > 1e-9 || as.Groups[1].PolicyLoss == k.Groups[1].PolicyLoss {
			t.Errorf("as 5 kyu: got %+v, %v, want another loss of 1 dan than in %+v", as.Groups, err, k.Groups)
		}
		if got := k.Groups[0]; got.Ranks != "1k-5k" || math.Abs(got.PolicyLoss-want) > 1e-6 {
			t.Errorf("got %+v, want the loss %g of 1k-5k", got, want)
		}
	}
}
