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

// TestSavedSearchGoesOn: a search that is saved, loaded and continued equals, bit for bit, one that was not
// interrupted.
func TestSavedSearchGoesOn(t *testing.T) {
	g := rectangle(7, 7)
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

// TestLoadRefuses: each file that does not fit gives one clear error, and the search can still be run.
func TestLoadRefuses(t *testing.T) {
	g := rectangle(5, 5)
	source := searchOf(t, g, eval.Hashed(4), netLike)
	file := saved(t, source, 100)
	load := func(name string, data []byte, e eval.Evaluator, change func(*Params), game *baduk.Game, say string) {
		t.Helper()
		s := searchOf(t, game, e, change)
		err := s.Load(bytes.NewReader(data))
		if !errors.Is(err, ErrSaved) || !strings.Contains(err.Error(), say) {
			t.Errorf("%s: got %v, want ErrSaved with %q", name, err, say)
		}
		run(t, s, Playouts(20))
	}
	other := g.Clone()
	other.Play(baduk.Move{Color: baduk.Black, Point: 3})
	load("empty", nil, eval.Hashed(4), netLike, g, "not a saved search")
	load("text", []byte("(;GM[1])"), eval.Hashed(4), netLike, g, "not a saved search")
	load("another evaluator", file, eval.Uniform(), netLike, g, "hashed")
	load("another position", file, eval.Hashed(4), netLike, other, "another position")
	load("another board", file, eval.Hashed(4), netLike, rectangle(6, 6), "another board")
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
	small := searchOf(t, g, eval.Hashed(4), func(p *Params) { *p = NetParams(); p.MaxBytes = smallestBudget })
	if err := small.Load(bytes.NewReader(saved(t, source, 20000))); !errors.Is(err, ErrSaved) {
		t.Errorf("more than there is memory for: %v", err)
	}
}

// TestLoadWantsTheSameScale: a file that was saved with other parameters of the utility is refused. Different
// threads, seed and memory do not matter.
func TestLoadWantsTheSameScale(t *testing.T) {
	g := rectangle(5, 5)
	source := searchOf(t, g, eval.Hashed(4), netLike)
	file := saved(t, source, 100)
	for _, test := range []struct {
		change func(*Params)
		fits   bool
	}{
		{func(p *Params) { p.WinFactor = 0.5 }, false},
		{func(p *Params) { p.DynamicScore = 0 }, false},
		{func(p *Params) { p.NoResult = -1 }, false},
		{func(p *Params) { p.Threads, p.Seed, p.MaxBytes = 3, 99, 64<<20 }, true},
	} {
		s := searchOf(t, g, eval.Hashed(4), func(p *Params) { *p = NetParams(); test.change(p) })
		err := s.Load(bytes.NewReader(file))
		if test.fits && err != nil || !test.fits && (!errors.Is(err, ErrSaved) || !strings.Contains(err.Error(), "other parameters")) {
			t.Errorf("%+v: got %v, want success: %v, else ErrSaved because of other parameters", s.params, err, test.fits)
		}
	}
}

// TestRefusedFileLeavesNothing: nothing of a refused file remains in the search. Nothing of a loaded file
// remains either when another game is searched.
func TestRefusedFileLeavesNothing(t *testing.T) {
	g := rectangle(5, 5)
	source := searchOf(t, g, eval.Hashed(4), netLike)
	run(t, source, Playouts(100))
	source.run.cycles.Store(7)
	source.seeds.Store(9)
	source.valuer.centre = 2
	file := saved(t, source, 1)
	s := searchOf(t, g, eval.Hashed(4), netLike)
	if err := s.Load(bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	if s.run.cycles.Load() != 7 || s.seeds.Load() != 9 || s.valuer.centre != 2 {
		t.Errorf("loaded %d cycles, %d seeds, centre %v", s.run.cycles.Load(), s.seeds.Load(), s.valuer.centre)
	}
	other := g.Clone()
	other.Play(baduk.Move{Color: baduk.Black, Point: baduk.Pass})
	other.Play(baduk.Move{Color: baduk.White, Point: 3})
	other.Play(baduk.Move{Color: baduk.Black, Point: 4})
	s.SetGame(other)
	s.SetGame(g)
	if n := s.run.cycles.Load(); n != 0 {
		t.Errorf("an empty graph has %d cycles", n)
	}
	s.seeds.Store(0)
	s.valuer.centre = 0
	file[len(file)-1] ^= 1
	if err := s.Load(bytes.NewReader(file)); !errors.Is(err, ErrSaved) {
		t.Error(err)
	}
	if s.run.cycles.Load() != 0 || s.seeds.Load() != 0 || s.valuer.centre != 0 {
		t.Errorf("a refused file leaves %d cycles, %d seeds, centre %v", s.run.cycles.Load(), s.seeds.Load(), s.valuer.centre)
	}
}

// FuzzLoad loads arbitrary data with a correct checksum. Load must refuse the data, or the search must be
// able to run.
func FuzzLoad(f *testing.F) {
	g := rectangle(3, 3)
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
