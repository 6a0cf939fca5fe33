package mcts

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc64"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/rollout"
)

// saved is a search of so many playouts, written down.
func saved(tb testing.TB, s *Search, playouts int) []byte {
	tb.Helper()
	if _, err := s.Run(tb.Context(), Playouts(playouts), false); err != nil {
		tb.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// TestSavedSearchGoesOn: a search that is saved, loaded and gone on with is, bit for bit,
// the one that was never interrupted.
func TestSavedSearchGoesOn(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(7, 7), baduk.TrompTaylor())
	for _, test := range []struct {
		e      eval.Evaluator
		change func(*Params)
	}{{eval.Hashed(4), netLike}, {rollout.NewEvaluator(g.Graph(), rollout.DefaultParams()), nil}, {eval.Hashed(5), nil}} {
		whole, first, second := newSearch(t, test.e, test.change), newSearch(t, test.e, test.change), newSearch(t, test.e, test.change)
		for _, s := range []*Search{whole, first, second} {
			s.SetGame(g)
		}
		run(t, whole, Playouts(700))
		file := saved(t, first, 700)
		if err := second.Load(bytes.NewReader(file)); err != nil {
			t.Fatal(err)
		}
		if fingerprint(second) != fingerprint(whole) {
			t.Errorf("%s: another graph was loaded than was saved", test.e.Info().Name)
		}
		run(t, second, Playouts(700))
		run(t, whole, Playouts(700))
		if fingerprint(second) != fingerprint(whole) {
			t.Errorf("%s: gone on with, the loaded search is another", test.e.Info().Name)
		}
	}
}

// TestLoadRefuses: each file that does not fit is one clear error, and leaves a search
// that can be run.
func TestLoadRefuses(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.TrompTaylor())
	source := newSearch(t, eval.Hashed(4), netLike)
	source.SetGame(g)
	file := saved(t, source, 100)
	load := func(name string, data []byte, e eval.Evaluator, change func(*Params), game *baduk.Game, say string) {
		t.Helper()
		s := newSearch(t, e, change)
		s.SetGame(game)
		err := s.Load(bytes.NewReader(data))
		if !errors.Is(err, ErrSaved) || !strings.Contains(err.Error(), say) {
			t.Errorf("%s: %v", name, err)
		}
		run(t, s, Playouts(20))
	}
	other := g.Clone()
	other.Play(baduk.Move{Color: baduk.Black, Point: 3})
	load("empty", nil, eval.Hashed(4), netLike, g, "no saved search")
	load("text", []byte("(;GM[1])"), eval.Hashed(4), netLike, g, "no saved search")
	load("another evaluator", file, eval.Uniform(), netLike, g, "hashed")
	load("another position", file, eval.Hashed(4), netLike, other, "another position")
	load("another board", file, eval.Hashed(4), netLike, baduk.NewGame(baduk.MustRectangle(6, 6), baduk.TrompTaylor()), "another board")
	load("other parameters", file, eval.Hashed(4), nil, g, "other parameters")
	cuts := 200
	if testing.Short() {
		cuts = 20
	}
	for n := 0; n < len(file); n += 1 + len(file)/cuts {
		load("cut short", file[:n], eval.Hashed(4), netLike, g, "")
		bad := slices.Clone(file)
		bad[n] ^= 0x40
		load("a bit turned", bad, eval.Hashed(4), netLike, g, "")
	}
	small := newSearch(t, eval.Hashed(4), func(p *Params) { *p = NetParams(); p.MaxBytes = smallestBudget })
	small.SetGame(g)
	if err := small.Load(bytes.NewReader(saved(t, source, 20000))); !errors.Is(err, ErrSaved) {
		t.Errorf("more than there is memory for: %v", err)
	}
}

// FuzzLoad loads what it likes with a right checksum: it is refused, or can be searched.
func FuzzLoad(f *testing.F) {
	g := baduk.NewGame(baduk.MustRectangle(3, 3), baduk.TrompTaylor())
	for _, n := range []int{1, 30} {
		s, err := New(eval.Hashed(4), NetParams())
		if err != nil {
			f.Fatal(err)
		}
		s.SetGame(g)
		f.Add(saved(f, s, n))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 8 {
			data = slices.Clone(data)
			body := data[:len(data)-8]
			binary.LittleEndian.PutUint64(data[len(body):], crc64.Checksum(body, crc64.MakeTable(crc64.ECMA)))
		}
		p := NetParams()
		p.MaxBytes = 8 << 20
		s, err := New(eval.Hashed(4), p)
		if err != nil {
			t.Fatal(err)
		}
		s.SetGame(g)
		if s.Load(bytes.NewReader(data)) != nil {
			return
		}
		r, err := s.Run(t.Context(), Playouts(20), true)
		if err == nil && r.Playouts < 1 {
			t.Error("no playouts")
		}
	})
}
