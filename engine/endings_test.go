package engine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/neteval"
	"tengen/nn"
)

// shared holds nets that are not part of the project.
var shared = filepath.Join("..", "..", "shared", "models", "g170-b6c96-s175395328-d26788732.bin.gz")

var theNet = sync.OnceValues(func() (*nn.Net, error) {
	m, err := nn.ReadFile(shared, nn.Limits{})
	if err != nil {
		return nil, err
	}
	return nn.NewNet(m, nn.FastestLevel().Exact())
})

// nets returns a factory of evaluators that use a small net. The test is skipped if the net is missing.
func nets(t *testing.T) eval.Factory {
	t.Helper()
	if _, err := os.Stat(shared); err != nil {
		t.Skipf("no net: %v", err)
	}
	net, err := theNet()
	if err != nil {
		t.Fatal(err)
	}
	return func(g *baduk.Graph, _ baduk.Rules) (eval.Evaluator, error) {
		e, err := neteval.New(net, g, neteval.Options{Optimism: 1})
		if err != nil {
			return nil, err
		}
		return eval.CacheBytes(e, 20<<20, g), nil
	}
}

func picture(g *baduk.Game) string {
	geo, _ := g.Graph().Geometry()
	var b strings.Builder
	for y := range geo.Height {
		for x := range geo.Width {
			b.WriteByte(".XO"[g.At(baduk.Point(y*geo.Width+x))])
			b.WriteByte(' ')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestEndings plays games with a net against itself and checks their ends. TENGEN_GAMES is the number of
// games of each kind, TENGEN_SIZE is the side of the board, and TENGEN_VISITS is the number of visits a move.
func TestEndings(t *testing.T) {
	if testing.Short() {
		t.Skip("which moves are made is judged in the long run")
	}
	number := func(name string, usual int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return usual
	}
	games, size, visits := number("TENGEN_GAMES", 1), number("TENGEN_SIZE", 9), number("TENGEN_VISITS", 8)
	level := Limit{Visits: visits}
	if text := os.Getenv("TENGEN_LEVEL"); text != "" {
		var err error
		if level, err = ParseLevel(text); err != nil {
			t.Fatal(err)
		}
	}
	f := nets(t)
	for _, p := range baduk.Presets() {
		if only := os.Getenv("TENGEN_RULES"); only != "" && only != p.Name {
			continue
		}
		switch p.Name {
		case "chinese", "japanese", "tromp-taylor", "aga":
		default:
			continue
		}
		for i := range games {
			params := NetParams()
			params.Search.Seed = uint64(i + 1)
			params.Resign.After = 0
			e, err := New(params, f)
			if err != nil {
				t.Fatal(err)
			}
			g := baduk.NewGame(baduk.MustRectangle(size, size), p.Rules)
			var words []string
			for !g.Over() && g.Len() < 4*g.Graph().Len() {
				d, err := e.Genmove(t.Context(), g, g.ToPlay(), level)
				if err != nil {
					t.Fatal(err)
				}
				words = append(words, g.Graph().Vertex(d.Move.Point)+":"+strconv.FormatFloat(d.Lead, 'f', 1, 64))
				if err := g.Play(d.Move); err != nil {
					t.Fatal(err)
				}
				if g.Settling() && !g.Over() {
					words = append(words, "|")
				}
			}
			dead, err := e.Dead(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			agreed, bare := g.Score(dead), g.Score(nil)
			odd := ""
			if agreed.Scoring == baduk.ScoringArea && agreed.Neutral > 0 || g.Len() >= 4*g.Graph().Len() {
				odd = "ODD "
			}
			if !p.Rules.FriendlyPass && agreed.Winner() != bare.Winner() {
				odd = "ODD "
			}
			if os.Getenv("TENGEN_GAMES") != "" && odd == "" && os.Getenv("TENGEN_ALL") == "" {
				t.Logf("%s game %d: %d moves, agreed %s bare %s, last: %s", p.Name, i, g.Len(), agreed.Result(), bare.Result(), strings.Join(words[max(0, len(words)-12):], " "))
				continue
			}
			t.Logf(odd+"%s game %d: %d moves, agreed %s bare %s, neutral %d, last: %s\n%s", p.Name, i, g.Len(), agreed.Result(), bare.Result(), agreed.Neutral, strings.Join(words[max(0, len(words)-24):], " "), picture(g))
		}
	}
}
