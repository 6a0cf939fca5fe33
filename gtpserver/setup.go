package gtpserver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
)

// boardsize takes "N", and for rectangles "W H", "W:H" or "WxH".
func (e *Engine) boardsize(_ context.Context, args []string) (string, error) {
	words := strings.FieldsFunc(strings.Join(args, " "), func(r rune) bool { return strings.ContainsRune(" :xX", r) })
	if len(words) == 1 {
		words = append(words, words[0])
	}
	if len(words) != 2 {
		return "", errSyntax
	}
	width, err1 := strconv.Atoi(words[0])
	height, err2 := strconv.Atoi(words[1])
	if errors.Is(err1, strconv.ErrSyntax) || errors.Is(err2, strconv.ErrSyntax) {
		return "", errSyntax
	}
	if err1 != nil || err2 != nil || min(width, height) < 1 || max(width, height) > MaxSide {
		return "", e.refuse(errSize, fmt.Errorf("sides are 1 to %d", MaxSide))
	}
	e.start(baduk.NewGame(baduk.MustRectangle(width, height), e.game.Rules()))
	return "", nil
}

func (e *Engine) clearBoard(context.Context, []string) (string, error) {
	e.start(baduk.NewGame(e.game.Graph(), e.game.Rules()))
	return "", nil
}

func (e *Engine) komi(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	k, err := baduk.ParseKomi(args[0])
	if err != nil {
		return "", e.refuse(errSyntax, err)
	}
	r := e.game.Rules()
	r.Komi = k
	e.game.SetRules(r)
	return "", nil
}

func (e *Engine) getKomi(context.Context, []string) (string, error) {
	return e.game.Rules().Komi.String(), nil
}

// getRules leaves the komi out, as KataGo does: GTP has commands of its own for
// it.
func (e *Engine) getRules(context.Context, []string) (string, error) {
	return e.game.Rules().KataGoWithoutKomi(), nil
}

// setRules keeps the komi, as KataGo does. As there, what a JSON object leaves
// out is as in Tromp-Taylor, so that {} is Tromp-Taylor, and of a key that is
// there twice the last counts.
func (e *Engine) setRules(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", errSyntax
	}
	if err := e.useRules(strings.Join(args, " ")); err != nil {
		return "", gtp.Failf("%s", oneLine(err))
	}
	return "", nil
}

func (e *Engine) useRules(text string) error {
	r, err := baduk.ParseRules(text)
	if err != nil {
		return err
	}
	r.Komi = e.game.Rules().Komi
	e.game.SetRules(r)
	return nil
}

func (e *Engine) setRule(_ context.Context, args []string) (string, error) {
	if len(args) != 2 {
		return "", errSyntax
	}
	r, err := e.game.Rules().With(args[0], args[1])
	if err != nil {
		return "", gtp.Failf("%s", oneLine(err))
	}
	e.game.SetRules(r)
	return "", nil
}

// kgsRules takes the four names of KGS, whose Chinese rules have superko.
func (e *Engine) kgsRules(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	name := strings.ToLower(args[0])
	switch name {
	case "chinese":
		name = "chinese-kgs"
	case "aga", "new_zealand", "japanese":
	default:
		return "", e.refuse(errSyntax, errors.New("the rules of KGS are chinese, aga, new_zealand and japanese"))
	}
	if err := e.useRules(name); err != nil {
		return "", e.refuse(errSyntax, err)
	}
	return "", nil
}

func (e *Engine) fixedHandicap(_ context.Context, args []string) (string, error) {
	n, err := e.handicapSize(args)
	if err != nil {
		return "", err
	}
	points, err := e.game.Graph().HandicapPoints(n)
	if err != nil {
		return "", e.refuse(errStones, err)
	}
	return e.placeHandicap(points)
}

func (e *Engine) placeFreeHandicap(_ context.Context, args []string) (string, error) {
	n, err := e.handicapSize(args)
	if err != nil {
		return "", err
	}
	graph := e.game.Graph()
	if n < 2 || n >= graph.Len() {
		return "", e.refuse(errStones, fmt.Errorf("a %v board takes 2 to %d stones", graph, graph.Len()-1))
	}
	return e.placeHandicap(freeHandicap(graph, n))
}

func (e *Engine) setFreeHandicap(_ context.Context, args []string) (string, error) {
	if !e.boardEmpty() {
		return "", errNotEmpty
	}
	var points []baduk.Point
	for _, a := range args {
		p, err := e.parseVertex(a, errBadVertices)
		if err != nil || p == baduk.Pass {
			return "", errBadVertices
		}
		points = append(points, p)
	}
	if len(points) < 2 || len(points) >= e.game.Graph().Len() {
		return "", errBadVertices
	}
	if _, err := e.placeHandicap(points); err != nil {
		return "", e.refuse(errBadVertices, err)
	}
	return "", nil
}

func (e *Engine) handicapSize(args []string) (int, error) {
	if len(args) != 1 {
		return 0, errSyntax
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return 0, errSyntax
	}
	if !e.boardEmpty() {
		return 0, errNotEmpty
	}
	return n, nil
}

func (e *Engine) boardEmpty() bool {
	return e.game.Position().Stones(baduk.Empty) == e.game.Graph().Len()
}

// placeHandicap starts the game anew from the stones, which thereby are no
// history, and answers their vertices.
func (e *Engine) placeHandicap(points []baduk.Point) (string, error) {
	g, err := baduk.NewGameFrom(e.game.Graph(), e.game.Rules(), baduk.Setup{Black: points, Handicap: len(points)})
	if err != nil {
		return "", err
	}
	e.start(g)
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = g.Graph().Vertex(p)
	}
	return strings.Join(names, " "), nil
}

// freeHandicap is the largest fixed pattern of at most n stones and then one
// stone after the other as far as possible from those before: first where there
// are two lines to the edge, then one, then none. There are fewer than n where
// more would have no liberty.
func freeHandicap(graph *baduk.Graph, n int) []baduk.Point {
	var points []baduk.Point
	for k := n; k >= 2; k-- {
		if pattern, err := graph.HandicapPoints(k); err == nil {
			points = pattern
			break
		}
	}
	geo, _ := graph.Geometry()
	b := baduk.NewBoard(graph)
	for _, p := range points {
		b.Place(baduk.Move{Color: baduk.Black, Point: p})
	}
	for edge := 2; edge >= 0; edge-- {
		for len(points) < n && b.Stones(baduk.Empty) > 1 {
			best, bestDistance := baduk.NoPoint, 1 // touching stones only at the last
			if edge == 0 {
				bestDistance = 0
			}
			for _, p := range b.Empties() {
				x, y := int(geo.X[p]), int(geo.Y[p])
				if min(x, y, geo.Width-1-x, geo.Height-1-y) < edge || b.IsSuicide(baduk.Move{Color: baduk.Black, Point: p}) {
					continue
				}
				distance := graph.Len()
				for _, q := range points {
					distance = min(distance, distanceBetween(geo, p, q))
				}
				if distance > bestDistance || distance == bestDistance && best > p {
					best, bestDistance = p, distance
				}
			}
			if best == baduk.NoPoint {
				break
			}
			b.Place(baduk.Move{Color: baduk.Black, Point: best})
			points = append(points, best)
		}
	}
	return points
}

func distanceBetween(geo baduk.Geometry, p, q baduk.Point) int {
	return int(math.Abs(geo.X[p]-geo.X[q]) + math.Abs(geo.Y[p]-geo.Y[q]))
}
