package reviews

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"net/http"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/review"
	"tengen/server/records"
	"tengen/server/wire"
	"tengen/tsumego"
)

// Exercise is a mistake of a reviewed game as a problem.
type Exercise struct {
	Key   string // identifies the mistake
	Title string // of the game
	Tree  *kifu.Tree
}

// Exercises returns the mistakes of a player in a game whose review is finished. A mistake in a position with exactly
// one move that captures, kills or saves stones, proved by reading, also gives this problem.
func (r *Reviews) Exercises(id string, game int, c baduk.Color) ([]Exercise, error) {
	l, leave, err := r.look(gameID{id, game}, false)
	if err != nil {
		return nil, err
	}
	defer leave()
	g := l.snapshot()
	if g.doing != "done" {
		return nil, wire.Fail(http.StatusConflict, "", "the review is not finished: train when all positions are judged")
	}
	made := l.made(g, 0)
	title, err := r.titleOf(id, game)
	if err != nil {
		return nil, err
	}
	var list []Exercise
	for _, i := range made.Mistakes(c) {
		key := fmt.Sprintf("%s-%d-%s", id, game, sumOfMove(made, i))
		tree, err := made.Exercise(i)
		if err != nil {
			return nil, err
		}
		list = append(list, Exercise{key, title, tree})
		if tree, err = missed(made, i); err != nil {
			return nil, err
		}
		if tree != nil {
			list = append(list, Exercise{key + "-read", title, tree})
		}
	}
	return list, nil
}

// sumOfMove returns a hash of a move and of the stones before it. It does not depend on the game info, which may change
// after the review.
func sumOfMove(made *review.Review, i int) string {
	m := made.Moves[i].Move
	stones := made.Line.At(i).Position().Board.AppendPacked(nil)
	return shortSum(sha256.Sum256(fmt.Appendf(stones, "%v %s", m.Color, made.Line.Graph.Vertex(m.Point))))
}

func (r *Reviews) titleOf(id string, game int) (title string, err error) {
	err = r.records.With(id, func(d *records.Document) error {
		t, err := d.Tree(game)
		if err != nil {
			return err
		}
		if title = records.GameTitle(t.Info()); title == "" {
			title = d.Name()
		}
		return nil
	})
	return title, err
}

// missed returns the problem that a move missed, or nil. It is a problem with a proved answer, which the search prefers
// to the played move.
func missed(made *review.Review, i int) (*kifu.Tree, error) {
	graph := made.Line.Graph
	if _, ok := graph.Rectangle(); !ok {
		return nil, nil
	}
	m := &made.Moves[i]
	board := &made.Line.At(i).Position().Board
	for _, p := range tsumego.NewFinder(graph).Find(board, m.Move.Color, true) {
		if right := p.Right(); right != m.Best || right == m.Move.Point {
			continue
		}
		t, err := p.Tree()
		if err != nil {
			return nil, err
		}
		t.Root().SetName(fmt.Sprintf("Move %d: a point that was missed", m.Number))
		return t, nil
	}
	return nil, nil
}

// Loss searches a position, and returns how many points a move loses there compared with the best move, and the largest
// loss of a good move.
func (r *Reviews) Loss(ctx context.Context, g *baduk.Game, m baduk.Move) (loss, margin float64, err error) {
	after := g.Clone()
	if err := after.Play(m); err != nil {
		return 0, 0, err
	}
	tree, err := kifu.FromGame(after, kifu.Info{}).Tree()
	if err != nil {
		return 0, 0, err
	}
	line, err := review.NewLine(tree)
	if err != nil {
		return 0, 0, err
	}
	o, err := r.options(line)
	if err != nil {
		return 0, 0, err
	}
	judged := make([]*kifu.Analysis, 0, 2)
	for _, at := range []*baduk.Game{g, after} {
		a, err := review.Analyze(ctx, at, o)
		if err != nil {
			return 0, 0, err
		}
		judged = append(judged, a)
	}
	made := review.New(line, judged, review.Settings{})
	if last := made.Moves[len(made.Moves)-1]; last.Known {
		return math.Round(10*last.Loss) / 10, made.Margin(), nil
	}
	return 0, 0, wire.Fail(http.StatusConflict, "vertex", "the move could not be judged")
}
