package gtpserver

import (
	"math"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/katago"
	"tengen/mcts"
	"tengen/neteval"
)

// style is the form in which an analysis is written.
type style uint8

const (
	styleKata   style = iota // kata-analyze
	styleLeela               // lz-analyze
	styleSabaki              // analyze
)

// request holds the arguments of an analysis command.
type request struct {
	style              style
	color              baduk.Color
	interval           time.Duration // 0 for no reports
	minMoves, maxMoves int
	root, none         bool // rootInfo, noResultValue
	owner, ownerStdev  bool // ownership
	moves, movesStdev  bool // movesOwnership
	visits, edgeVisits bool // pvVisits, pvEdgeVisits
	restrict           []mcts.Restriction
	avoids, allows     [3]bool            // by colour: whether the request has the key avoid or allow
	net                *neteval.Judgement // the net's judgement of the position; nil if not needed
}

// shortest is the shortest time between two reports.
const shortest = 10 * time.Millisecond

// parseRequest reads "[COLOR] [INTERVAL] [KEY VALUE ...]". It returns false for arguments that KataGo
// refuses.
func (e *Engine) parseRequest(s style, args []string) (r request, ok bool) {
	r = request{style: s, color: e.game.ToPlay(), maxMoves: math.MaxInt}
	if len(args) > 0 {
		if c, err := parseColor(args[0]); err == nil {
			r.color, args = c, args[1:]
		}
	}
	if len(args) > 0 && r.setInterval(args[0]) {
		args = args[1:]
	}
	for len(args) > 0 {
		if len(args) < 2 {
			return r, false
		}
		key, value := args[0], args[1]
		args = args[2:]
		if key == "avoid" || key == "allow" {
			if len(args) < 2 || !e.addRestriction(&r, key, value, args[0], args[1]) {
				return r, false
			}
			args = args[2:]
		} else if !r.set(key, value) {
			return r, false
		}
	}
	return r, true
}

// setInterval reads hundredths of a second.
func (r *request) setInterval(text string) bool {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x < katago.MostTime) {
		return false
	}
	r.interval = max(shortest, time.Duration(min(x, 1e9)*float64(10*time.Millisecond)))
	return true
}

// set reads one key with its value.
func (r *request) set(key, value string) bool {
	count := func(to *int) bool {
		n, err := strconv.Atoi(value)
		*to = n
		return err == nil && n >= 0 && n < 1e9
	}
	switch key {
	case "interval":
		return r.setInterval(value)
	case "minmoves":
		return count(&r.minMoves)
	case "maxmoves":
		return count(&r.maxMoves)
	}
	switches := map[string]*bool{
		"rootInfo": &r.root, "noResultValue": &r.none, "ownership": &r.owner, "ownershipStdev": &r.ownerStdev, "movesOwnership": &r.moves,
		"movesOwnershipStdev": &r.movesStdev, "pvVisits": &r.visits, "pvEdgeVisits": &r.edgeVisits,
	}
	to, known := switches[key]
	if !known || r.style != styleKata {
		return false
	}
	switch strings.ToLower(value) {
	case "true":
		*to = true
	case "false":
		*to = false
	default:
		return false
	}
	return true
}

// addRestriction reads the arguments of avoid and allow.
func (e *Engine) addRestriction(r *request, key, color, vertices, depth string) bool {
	n, err := strconv.Atoi(depth)
	if err != nil || n < 1 {
		return false
	}
	c, err := parseColor(color)
	if err != nil {
		return false
	}
	only := key == "allow"
	if r.allows[c] || only && r.avoids[c] {
		return false
	}
	r.allows[c], r.avoids[c] = only, !only
	var points []baduk.Point
	for name := range strings.SplitSeq(vertices, ",") {
		if name == "" {
			continue
		}
		p, err := e.vertexOf(name)
		if err != nil {
			return false
		}
		points = append(points, p)
	}
	r.restrict = append(r.restrict, mcts.Restriction{Color: c, Points: points, Only: only, Depth: n})
	return true
}

// analysis converts the request to the form that players accept.
func (r *request) analysis() engine.Analysis {
	return engine.Analysis{
		Color: r.color, Restrict: r.restrict, Every: r.interval,
		Ask: mcts.Ask{Ownership: r.owner || r.ownerStdev, Moves: r.moves || r.movesStdev},
	}
}
