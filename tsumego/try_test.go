package tsumego

import (
	"fmt"
	"os"
	"testing"
	"time"
	"context"
	"log/slog"

	"tengen/baduk"
	"tengen/player"
	"tengen/selfplay"
	"tengen/kifu"
)

func TestTry(t *testing.T) {
	loader := player.Loader{Log: slog.New(slog.DiscardHandler)}
	net, err := loader.LoadAny(context.Background(), player.BuiltInHuman, 1)
	if err != nil { t.Fatal(err) }
	size := 9
	g := baduk.MustRectangle(size, size)
	seen := map[string]bool{}
	counts := map[Kind]int{}
	var trees []*kifu.Tree
	start := time.Now()
	var hunt, fate time.Duration
	pos := 0
	n := selfplay.Net{Name: "h", Evaluator: net.Imitating("rank_8k", 1)}
	f := NewFinder(g)
	err = selfplay.PlayPolicies(context.Background(), selfplay.PolicyOptions{Boards: []selfplay.Board{{Graph: g, Rules: baduk.Chinese(), Share: 1}}, First: n, Second: n,
		Seed: 7, Games: 20, Parallel: 4, Threads: 1, Batch: 4, Done: func(gm *selfplay.Game) (bool, error) {
			fmt.Println("game", gm.Number, len(gm.Moves), time.Since(start))
			game, err := baduk.NewGameFrom(gm.Graph, gm.Rules, gm.Setup)
			if err != nil { return false, err }
			for i, m := range gm.Moves {
				if err := game.Play(m); err != nil { return false, err }
				_ = i
				if game.Position().KoBan != baduk.NoPoint { continue }
				pos++
				b := &game.Position().Board
				owner := b.PassAlive(false)
				for i := range g.Len() {
					p := baduk.Point(i)
					if b.At(p) == baduk.Empty || b.Head(p) != p || owner[p] != baduk.Empty { continue }
					t0 := time.Now()
					a := f.Hunt(b, p, game.ToPlay())
					hunt += time.Since(t0); t0 = time.Now()
					c := f.Fate(b, p, game.ToPlay())
					fate += time.Since(t0)
					for _, x := range []*Problem{a, c} {
						if x == nil || seen[x.Key()] { continue }
						seen[x.Key()] = true
						counts[x.Kind]++
						tr, err := x.Tree()
						if err != nil { return false, err }
						trees = append(trees, tr)
					}
				}
			}
			fmt.Println(pos, counts, hunt, fate)
			return false, nil
		}})
	if err != nil { t.Fatal(err) }
	out, _ := os.Create("/tmp/try.sgf")
	kifu.Write(out, kifu.WriteOptions{}, trees...)
	out.Close()
}
