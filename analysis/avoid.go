package analysis

import (
	"maps"
	"slices"

	"tengen/baduk"
	"tengen/mcts"
)

// avoided holds the restrictions of a query by colour and by point. Each element is a number of moves from the
// root. During these moves the player must not play on the point. The last element of each list is for the
// pass. A player without restrictions has a nil list.
type avoided [3][]int32

// parseAvoided reads avoidMoves or allowMoves.
func parseAvoided(o object, width, height int) (a avoided, err error) {
	_, allow := o["allowMoves"]
	_, avoid := o["avoidMoves"]
	field := "avoidMoves"
	switch {
	case allow && avoid:
		return a, wrong("allowMoves", "Cannot specify both allowMoves and avoidMoves")
	case allow:
		field = "allowMoves"
	case !avoid:
		return a, nil
	}
	const form = "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'"
	list, ok := o[field].([]any)
	if !ok {
		return a, wrong(field, form)
	}
	if allow && len(list) > 2 {
		return a, wrong(field, "Currently allowMoves only allows at most one entry per player")
	}
	for _, v := range list {
		entry, _ := v.(object)
		for _, key := range []string{"moves", "untilDepth", "player"} {
			if _, ok := entry[key]; !ok {
				return a, wrong(field, form)
			}
		}
		c, err := parsePlayer(entry, "player")
		if err != nil {
			return a, err
		}
		points, err := parsePoints(entry["moves"], "moves", width, height)
		if err != nil {
			return a, err
		}
		depth, err := integer(entry, "untilDepth", 1, 1_000_000_000, "Must be a positive integer")
		if err != nil {
			return a, err
		}
		if allow && a[c] != nil {
			return a, wrong(field, "Cannot specify allowMoves more than once for the same player")
		}
		until := a.of(c, width*height)
		listed := int32(depth)
		if allow {
			for i := range until {
				until[i] = int32(depth)
			}
			listed = 0
		}
		for _, p := range points {
			if p == baduk.Pass {
				p = baduk.Point(width * height)
			}
			until[p] = listed
		}
	}
	return a, nil
}

// of returns the list of a player. If the list is nil, of makes it first.
func (a *avoided) of(c baduk.Color, points int) []int32 {
	if a[c] == nil {
		a[c] = make([]int32, points+1)
	}
	return a[c]
}

// at returns the number of moves from the root during which a player must not play on a point.
func (a *avoided) at(c baduk.Color, p baduk.Point) int32 {
	if a[c] == nil {
		return 0
	}
	return a[c][p]
}

// clone is a deep copy.
func (a avoided) clone() avoided {
	for c := range a {
		a[c] = slices.Clone(a[c])
	}
	return a
}

// restrictions converts the list for the search.
func (a *avoided) restrictions() (list []mcts.Restriction) {
	for c, until := range a {
		byDepth := map[int32][]baduk.Point{}
		for i, depth := range until {
			if depth == 0 {
				continue
			}
			p := baduk.Point(i)
			if i == len(until)-1 {
				p = baduk.Pass
			}
			byDepth[depth] = append(byDepth[depth], p)
		}
		for _, depth := range slices.Sorted(maps.Keys(byDepth)) {
			list = append(list, mcts.Restriction{Color: baduk.Color(c), Points: byDepth[depth], Depth: int(depth)})
		}
	}
	return list
}
