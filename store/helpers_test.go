package store

import (
	"bytes"
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
)

// written returns a record as SGF; more is added to the root node.
func written(r *kifu.Record, more string) []byte {
	grid, _ := gridOf(r.Graph)
	xy := func(p baduk.Point) string {
		if p == baduk.Pass {
			return ""
		}
		x, y := grid.XY(p)
		return string([]byte{'a' + byte(x), 'a' + byte(y)})
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "(;FF[4]GM[1]SZ[%d:%d]RE[%s]DT[%s]%s", grid.Width, grid.Height, r.Info.Result, r.Info.Date, more)
	for i, stones := range [2][]baduk.Point{r.Setup.Black, r.Setup.White} {
		for _, p := range stones {
			fmt.Fprintf(&b, "A%c[%s]", "BW"[i], xy(p))
		}
	}
	for _, m := range r.Moves {
		fmt.Fprintf(&b, ";%c[%s]", " BW"[m.Color], xy(m.Point))
	}
	b.WriteString(")")
	return b.Bytes()
}

// randomFiles returns n different random games as SGF files.
func randomFiles(seed uint64, n, side int) [][]byte {
	rng := rand.New(rand.NewPCG(seed, 3))
	g := baduk.MustRectangle(side, side)
	var files [][]byte
	for i := range n {
		files = append(files, written(randomRecord(rng, g, 30+rng.IntN(40)), fmt.Sprintf("PB[b%d]PW[w%d]", i, i)))
	}
	return files
}

func newLibrary(t testing.TB, o Options) *Library {
	t.Helper()
	l, err := Open(filepath.Join(t.TempDir(), "games"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func imported(t testing.TB, l *Library, source Source, o ImportOptions) Report {
	t.Helper()
	if o.Parse == nil {
		o.Parse = parseSGF
	}
	r, err := l.Import(t.Context(), source, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

// content returns everything in a library except the games' numbers, sorted.
func content(t testing.TB, l *Library) []string {
	t.Helper()
	a, err := l.Search(t.Context(), Query{Sort: Added, Limit: maxLimit})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range a.Page {
		g, err := l.Game(t.Context(), f.ID)
		if err != nil {
			t.Fatal(err)
		}
		f.ID = 0
		list = append(list, fmt.Sprintf("%+v %s", f, g.Record))
	}
	slices.Sort(list)
	return list
}

// counted returns a Parse that counts its calls.
func counted(calls *atomic.Int32) Parse {
	return func(name string, data []byte, skip int) iter.Seq2[Parsed, error] {
		calls.Add(1)
		return parseSGF(name, data, skip)
	}
}
