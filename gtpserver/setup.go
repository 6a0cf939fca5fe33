package gtpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
	"tengen/topology"
)

// boardsize takes "N", and for rectangles "W H", "W:H" or "WxH".
func (e *Engine) boardsize(ctx context.Context, args []string) (string, error) {
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
	e.board = topology.Board{Graph: baduk.MustRectangle(width, height)}
	return e.clearBoard(ctx, nil)
}

// clearBoard begins again as the board says: a board file may have stones.
func (e *Engine) clearBoard(context.Context, []string) (string, error) {
	g, err := begin(&e.board, e.game.Rules())
	if err != nil {
		return "", err
	}
	e.start(g)
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

// setRules keeps the komi, as KataGo does, and refuses one among the rules. As
// there, what a JSON object leaves out is as in Tromp-Taylor, so that {} is
// Tromp-Taylor, and of a key that is there twice the last counts.
func (e *Engine) setRules(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", errSyntax
	}
	return "", e.useRules(strings.Join(args, " "))
}

// useRules plays by rules in any form that [baduk.ParseRules] reads.
func (e *Engine) useRules(text string) error {
	r, err := baduk.ParseRules(text)
	switch {
	case err != nil:
		return gtp.Failf("Unknown rules '%.100s', %s", clip(text), oneLine(err))
	case namesKomi(text):
		return gtp.Failf("Unknown rules '%.100s', Unknown rules option: komi", clip(text))
	}
	r.Komi = e.game.Rules().Komi
	if err := e.changeRules(r); err != nil {
		return gtp.Failf("%s", oneLine(err))
	}
	return nil
}

// namesKomi reports whether a text that says rules says a komi too.
func namesKomi(text string) bool {
	var object map[string]any
	if json.Unmarshal([]byte(text), &object) == nil {
		for key := range object {
			if strings.EqualFold(key, "komi") {
				return true
			}
		}
		return false
	}
	return strings.Contains(strings.ToLower(text), "komi")
}

func (e *Engine) setRule(_ context.Context, args []string) (string, error) {
	if len(args) != 2 {
		return "", gtp.Failf("Expected two arguments for kata-set-rule but got '%s'", clip(strings.Join(args, " ")))
	}
	if strings.EqualFold(args[0], "komi") {
		return "", gtp.Failf("Unknown rules option: komi")
	}
	r, err := e.game.Rules().With(args[0], args[1])
	if err == nil {
		err = e.changeRules(r)
	}
	if err != nil {
		return "", gtp.Failf("%s", oneLine(err))
	}
	return "", nil
}

// kgsRules takes the four names of KGS, whose Chinese rules have superko.
func (e *Engine) kgsRules(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", gtp.Failf("Expected one argument kgs-rules")
	}
	name := strings.ToLower(args[0])
	switch name {
	case "chinese":
		name = "chinese-kgs"
	case "aga", "new_zealand", "japanese":
	default:
		return "", gtp.Failf("Unknown rules '%s'", clip(args[0]))
	}
	return "", e.useRules(name)
}

// listRules answers the names of all rulesets that are known by one.
func (e *Engine) listRules(context.Context, []string) (string, error) {
	var lines []string
	for _, p := range baduk.Presets() {
		lines = append(lines, p.Name+": "+p.Description)
	}
	return strings.Join(lines, "\n"), nil
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
	if w, _, ok := rectangle(graph); !ok || w == 0 {
		return e.placeHandicap(spreadHandicap(graph, n))
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

// setPosition begins a game from stones: pairs of a colour and a vertex, as
// KataGo takes them. Black moves first. A stone that has no liberties or stands on
// another fails, and nothing changes.
func (e *Engine) setPosition(_ context.Context, args []string) (string, error) {
	setup := baduk.Setup{Scores: e.board.Setup.Scores, ToPlay: baduk.Black}
	if len(args)%2 != 0 {
		return "", gtp.Failf("Expected a space-separated sequence of <COLOR> <VERTEX> pairs but got '%s'", clip(strings.Join(args, " ")))
	}
	for i := 0; i < len(args); i += 2 {
		c, err := parseColor(args[i])
		if err != nil {
			return "", gtp.Failf("Expected a space-separated sequence of <COLOR> <VERTEX> pairs but got '%s': could not parse color: '%s'",
				clip(strings.Join(args, " ")), clip(args[i]))
		}
		p, err := e.point(args[i+1])
		if err != nil || p == baduk.Pass {
			return "", gtp.Failf("Expected a space-separated sequence of <COLOR> <VERTEX> pairs but got '%s': could not parse vertex: '%s'",
				clip(strings.Join(args, " ")), clip(args[i+1]))
		}
		if c == baduk.Black {
			setup.Black = append(setup.Black, p)
		} else {
			setup.White = append(setup.White, p)
		}
	}
	g, err := baduk.NewGameFrom(e.game.Graph(), e.game.Rules(), setup)
	if err != nil {
		return "", e.refuse(gtp.Failf("Illegal stone placements - overlapping stones or stones with no liberties?"), err)
	}
	e.start(g)
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
	b := e.game.Position()
	return b.Stones(baduk.Black)+b.Stones(baduk.White) == 0
}

// placeHandicap starts the game anew from the stones, which thereby are no
// history, and answers their vertices.
func (e *Engine) placeHandicap(points []baduk.Point) (string, error) {
	g, err := baduk.NewGameFrom(e.game.Graph(), e.game.Rules(),
		baduk.Setup{Black: points, Handicap: len(points), Scores: e.board.Setup.Scores})
	if err != nil {
		return "", err
	}
	e.start(g)
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = e.vertex(p)
	}
	return strings.Join(names, " "), nil
}
