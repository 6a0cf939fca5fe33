package store

import (
	"database/sql"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/internal/realgames"
	"tengen/kifu"
)

// proGames returns up to limit games of professionals as SGF, or all if limit is 0. It skips the test
// if the collection is missing. The collection has no names, so proGames invents some for the searches.
func proGames(t testing.TB, limit int) [][]byte {
	var games [][]byte
	for c := range realgames.Games(t, "pro") {
		n := len(games)
		games = append(games, []byte(realgames.SGF(c, fmt.Sprintf("PB[Player %d]PW[Player %d]BR[%s]WR[%s]DT[%s]KM[%s]RU[%s]RE[%s]EV[Event %d]",
			n%977, n%1009, c[8], c[9], c[10], c[realgames.Komi], c[realgames.Rules], c[realgames.Result], n%300))))
		if len(games) == limit {
			break
		}
	}
	return games
}

// memory returns a source of files in memory.
func memory(prefix string, files [][]byte) Source {
	total := int64(0)
	for _, f := range files {
		total += int64(len(f))
	}
	return Source{Total: total, Files: func(yield func(File) bool) {
		passed := int64(0)
		for i, data := range files {
			passed += int64(len(data))
			f := File{Name: fmt.Sprintf("%s%06d.sgf", prefix, i), Size: int64(len(data)), Modified: time.Unix(1e9, 0), Passed: passed,
				Read: func() ([]byte, error) { return data, nil }}
			if !yield(f) {
				return
			}
		}
	}}
}

// parseSGF reads the first game of a file.
func parseSGF(_ string, data []byte, _ int) iter.Seq2[Parsed, error] {
	return func(yield func(Parsed, error) bool) {
		r, err := kifu.Parse(data)
		yield(Parsed{Raw: data, Record: r}, err)
	}
}

// corner returns a pattern in the upper left corner. stones lists points in SGF coordinates, Black's
// and White's alternately.
func corner(t testing.TB, w, h int, stones string) Pattern {
	t.Helper()
	p := Pattern{Width: w, Height: h, Points: make([]Want, w*h), Edges: Left | Top}
	for i := range p.Points {
		p.Points[i] = WantEmpty
	}
	for i, m := range strings.Fields(stones) {
		x, y := int(m[0]-'a'), int(m[1]-'a')
		p.Points[y*w+x] = [2]Want{WantBlack, WantWhite}[i%2]
	}
	return p
}

// benchPatterns returns the patterns of the measurements in the ADR.
func benchPatterns(t testing.TB) map[string]Pattern {
	whole := corner(t, 19, 19, "pd dd pq dp fq cn") // the most common first six moves
	whole.Edges = AllEdges
	side := corner(t, 9, 5, "ec cc")
	side.Edges = Top
	floating := corner(t, 5, 5, "bb bc cb cc db dc")
	floating.Edges = 0
	return map[string]Pattern{
		"empty corner 7x7":     corner(t, 7, 7, ""),
		"star corner 7x7":      corner(t, 7, 7, "dd"),
		"joseki corner 9x9":    corner(t, 9, 9, "dd cf fc"),
		"3-3 invasion 9x9":     corner(t, 9, 9, "dd cc cd dc ec"),
		"whole board, 6":       whole,
		"side 9x5":             side,
		"floating 5x5":         floating,
		"corner 7x7 and any":   anyhow(corner(t, 7, 7, "dd cc")),
		"floating 5x5, empty":  {Width: 5, Height: 5, Points: corner(t, 5, 5, "").Points},
		"floating 3x3 ponnuki": {Width: 3, Height: 3, Points: []Want{WantAny, WantBlack, WantAny, WantBlack, WantEmpty, WantBlack, WantAny, WantBlack, WantAny}},
	}
}

// anyhow changes the empty points of a pattern so that they match anything.
func anyhow(p Pattern) Pattern {
	for i, w := range p.Points {
		if w == WantEmpty {
			p.Points[i] = WantAny
		}
	}
	return p
}

// proLibrary imports the games into the library at path, which may have them from an earlier run.
func proLibrary(t testing.TB, path string, games [][]byte) (*Library, Report) {
	l, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	report, err := l.Import(t.Context(), memory("pro/", games), ImportOptions{Parse: parseSGF})
	if err != nil {
		t.Fatal(err)
	}
	return l, report
}

// proPatterns returns patterns cut out of positions of the games: corners, sides, whole boards and
// other rectangles, with and without points that match anything.
func proPatterns(rng *rand.Rand, n int, g *baduk.Graph, positions [][][]baduk.Color) []Pattern {
	type rect struct{ X, Y, Width, Height int } // X and Y are the upper left point
	var list []Pattern
	for i := 0; len(list) < n; i++ {
		game := positions[rng.IntN(len(positions))]
		stones := game[min(len(game)-1, rng.IntN(1+rng.IntN(80)))]
		r := rect{Width: 3 + rng.IntN(7), Height: 3 + rng.IntN(7)}
		p := Pattern{Board: g}
		switch i % 4 {
		case 0:
			r.Width, r.Height = 7+rng.IntN(5), 7+rng.IntN(5)
			r.X, r.Y = rng.IntN(2)*(19-r.Width), rng.IntN(2)*(19-r.Height)
			p.Edges = [4]Edges{Left | Top, Right | Top, Left | Bottom, Right | Bottom}[b2i(r.X > 0)+2*b2i(r.Y > 0)]
		case 1:
			r.X, p.Edges = rng.IntN(20-r.Width), Top
		case 2:
			r = rect{Width: 19, Height: 19}
			stones = game[min(len(game)-1, 2+rng.IntN(6))]
		default:
			r.X, r.Y = rng.IntN(20-r.Width), rng.IntN(20-r.Height)
		}
		p.Width, p.Height = r.Width, r.Height
		free := rng.IntN(3) == 0
		for y := range r.Height {
			for x := range r.Width {
				w := wanted(stones[(r.Y+y)*19+r.X+x])
				if free && rng.IntN(3) == 0 {
					w = WantAny
				}
				p.Points = append(p.Points, w)
			}
		}
		// Patterns with fewer than two stones have too many hits: the reference keeps
		// all hits in memory.
		if stones := strings.Count(p.String(), "X") + strings.Count(p.String(), "O"); stones >= 2 {
			list = append(list, p)
		}
	}
	return list
}

// TestProfessionalGames compares searches in a library of real games with the reference.
// With TENGEN_LONG=1 it uses all games and takes about an hour.
func TestProfessionalGames(t *testing.T) {
	limit, patterns := 200, 24
	switch {
	case os.Getenv("TENGEN_LONG") != "":
		limit, patterns = 0, 48
	case testing.Short():
		limit, patterns = 40, 12
	}
	l, report := proLibrary(t, t.TempDir()+"/pro", proGames(t, limit))
	if report.Failed != 0 {
		t.Errorf("got %+v, want no problems", report)
	}
	if err := l.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	g := baduk.MustRectangle(19, 19)
	ids, records := proRecords(t, l, g)
	rng := rand.New(rand.NewPCG(19, 19))
	var some [][][]baduk.Color
	for range 40 {
		some = append(some, referencePositions(records[rng.IntN(len(records))]))
	}
	list := proPatterns(rng, patterns, g, some)
	for _, p := range benchPatterns(t) {
		if p.Edges != 0 || strings.ContainsAny(p.String(), "O") {
			p.Board = g
			list = append(list, p)
		}
	}
	refs := make([]*reference, len(list))
	want := make([][][]Hit, len(list))
	for i, p := range list {
		refs[i], want[i] = newReference(p), make([][]Hit, len(records))
	}
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				positions := referencePositions(records[i])
				for j := range refs {
					want[j][i] = refs[j].hits(records[i], positions)
				}
			}
		})
	}
	for i := range records {
		next <- i
	}
	close(next)
	group.Wait()
	found := 0
	for j, p := range list {
		a, err := l.Search(t.Context(), Query{Pattern: &p, Sort: Added, Limit: maxLimit})
		if err != nil {
			t.Fatal(err)
		}
		if totals := refs[j].totals(records, want[j]); !reflect.DeepEqual(a.Totals, totals) {
			t.Errorf("edges %b\n%vgot\n%+v\nwant\n%+v", p.Edges, p, a.Totals, totals)
		}
		found += a.Hits
		hits := map[int64][]Hit{}
		for _, f := range a.Page {
			sortHits(f.Hits)
			hits[f.ID] = f.Hits
		}
		for i, id := range ids {
			if len(a.Page) == maxLimit && id > a.Page[maxLimit-1].ID {
				break
			}
			if !reflect.DeepEqual(hits[id], want[j][i]) {
				t.Fatalf("edges %b\n%vgame %d: got\n%v\nwant\n%v", p.Edges, p, id, hits[id], want[j][i])
			}
		}
	}
	t.Logf("%d patterns, %d games, %d hits", len(list), len(records), found)
}

// proRecords returns the games of the library on the given board.
func proRecords(t *testing.T, l *Library, g *baduk.Graph) (ids []int64, records []*kifu.Record) {
	ids, err := func() (list []int64, err error) {
		err = l.reading(t.Context(), func(c *sql.Conn) (err error) {
			list, err = column[int64](t.Context(), c, "SELECT g.id FROM games g JOIN boards b ON b.id=g.board WHERE b.fingerprint=? ORDER BY g.id", int64(g.Fingerprint()))
			return err
		})
		return list, err
	}()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		game, err := l.Game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		r, err := kifu.Parse(game.Record)
		if err != nil {
			t.Fatal(err)
		}
		r.Graph = g // all records share one graph, to save memory
		records = append(records, r)
	}
	return ids, records
}

func TestFigures(t *testing.T) {
	if os.Getenv("TENGEN_FIGURES") == "" {
		t.Skip("set TENGEN_FIGURES=1 to measure")
	}
	path := os.Getenv("TENGEN_LIBRARY")
	if path == "" {
		path = t.TempDir() + "/pro"
	}
	games := proGames(t, 0)
	start := time.Now()
	l, report := proLibrary(t, path, games)
	took := time.Since(start)
	t.Logf("import: %d games in %v, %.0f a second; %d known, %d duplicates, %d unindexed, %d problems", report.Games, took.Round(time.Millisecond),
		float64(report.Games)/took.Seconds(), report.Known, report.Duplicates, report.Unindexed, report.Failed)
	s, err := l.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v; %d bytes of index a game", s, s.IndexBytes/int64(max(1, s.Indexed)))
	for name, p := range benchPatterns(t) {
		start := time.Now()
		cold, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := cold.Search(t.Context(), Query{Pattern: &p}); err != nil {
			t.Fatal(err)
		}
		first := time.Since(start)
		cold.Close()
		best := time.Hour
		var a Answer
		for range 5 {
			start := time.Now()
			if a, err = l.Search(t.Context(), Query{Pattern: &p}); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		t.Logf("%-22s %6.1f ms warm, %6.1f ms cold: %d games, %d hits, %d continuations, %d tenuki, %d ended", name,
			float64(best.Microseconds())/1000, float64(first.Microseconds())/1000, a.Games, a.Hits, len(a.Continuations), a.Tenuki, a.Ended)
	}
	for _, q := range []Query{{Player: "player 12"}, {Since: "1990", Until: "1999-06"}, {Text: "event 7", Sort: Relevant}, {Board: baduk.MustRectangle(13, 13)}} {
		start := time.Now()
		a, err := l.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("info %+v: %v, %d games", q, time.Since(start).Round(100*time.Microsecond), a.Games)
	}
}
