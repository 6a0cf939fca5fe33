package analysis

import (
	"strconv"
	"strings"

	"tengen/baduk"
)

// parseColor reads b, w, black or white, in any case.
func parseColor(text string) (baduk.Color, bool) {
	switch strings.ToLower(text) {
	case "b", "black":
		return baduk.Black, true
	case "w", "white":
		return baduk.White, true
	}
	return baduk.Empty, false
}

// column returns the number of the column with this letter. The letter I is not used.
func column(c byte) (int, bool) {
	switch c |= 0x20; {
	case c >= 'a' && c <= 'h':
		return int(c - 'a'), true
	case c >= 'j' && c <= 'z':
		return int(c-'a') - 1, true
	}
	return 0, false
}

// parseVertex reads the forms of vertices that KataGo reads: D4, AA1 for columns beyond Z, (3,15) counted
// from the top left, and pass.
func parseVertex(text string, width, height int) (baduk.Point, bool) {
	text = strings.TrimSpace(text)
	if len(text) < 2 {
		return 0, false
	}
	if strings.EqualFold(text, "pass") || strings.EqualFold(text, "pss") {
		return baduk.Pass, true
	}
	var x, y int
	if text[0] == '(' {
		left, right, ok := strings.Cut(text[1:len(text)-1], ",")
		if !ok || text[len(text)-1] != ')' {
			return 0, false
		}
		var errX, errY error
		x, errX = strconv.Atoi(strings.TrimSpace(left))
		y, errY = strconv.Atoi(strings.TrimSpace(right))
		if errX != nil || errY != nil {
			return 0, false
		}
	} else {
		var ok bool
		if x, ok = column(text[0]); !ok {
			return 0, false
		}
		rest := text[1:]
		if low, ok := column(rest[0]); ok {
			x, rest = (x+1)*25+low, rest[1:]
		}
		row, err := strconv.Atoi(strings.TrimSpace(rest))
		if err != nil {
			return 0, false
		}
		y = height - row
	}
	grid := baduk.Grid{Width: width, Height: height}
	if !grid.Contains(x, y) {
		return 0, false
	}
	return grid.At(x, y), true
}

// parseMoves reads pairs of a player and a vertex.
func parseMoves(v any, field string, width, height int, passes bool) ([]baduk.Move, error) {
	const form = "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]"
	list, ok := v.([]any)
	if !ok {
		return nil, wrong(field, form)
	}
	if len(list) > maxMoves {
		return nil, wrong(field, "Must be at most %d of them", maxMoves)
	}
	moves := make([]baduk.Move, 0, len(list))
	for _, v := range list {
		pair, _ := v.([]any)
		if len(pair) != 2 {
			return nil, wrong(field, form)
		}
		who, ok := pair[0].(string)
		where, ok2 := pair[1].(string)
		if !ok || !ok2 {
			return nil, wrong(field, form)
		}
		c, ok := parseColor(who)
		if !ok {
			return nil, wrong(field, "Could not parse player: %s", who)
		}
		p, ok := parseVertex(where, width, height)
		if !ok || p == baduk.Pass && !passes {
			return nil, wrong(field, "Could not parse board location: %s", where)
		}
		moves = append(moves, baduk.Move{Color: c, Point: p})
	}
	return moves, nil
}

// parsePoints reads vertices.
func parsePoints(v any, field string, width, height int) ([]baduk.Point, error) {
	const form = "Must be an array of GTP board vertices"
	list, ok := v.([]any)
	if !ok {
		return nil, wrong(field, form)
	}
	var points []baduk.Point
	for _, v := range list {
		text, ok := v.(string)
		if !ok {
			return nil, wrong(field, form)
		}
		p, ok := parseVertex(text, width, height)
		if !ok {
			return nil, wrong(field, "Could not parse board location: %s", text)
		}
		points = append(points, p)
	}
	return points, nil
}

// parsePlayer reads a field that names a player.
func parsePlayer(o object, field string) (baduk.Color, error) {
	text, _ := o[field].(string)
	c, ok := parseColor(text)
	if !ok {
		return baduk.Empty, wrong(field, "Must be \"b\" or \"w\"")
	}
	return c, nil
}
