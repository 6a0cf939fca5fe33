package kifu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tengen/baduk"
)

// maxReplay is the largest estimated size, in bytes, of the games of a walk, in addition
// to one game without moves. At this size the walk does not replay the line any further.
const maxReplay = 64 << 20

// maxMade is the largest estimated size, in bytes, of all games that a walk makes, one
// after the other. It limits the time of set-ups on large boards.
const maxMade = 8 << 30

// The estimated size of a game in bytes. The sets of liberties of its board come in
// addition: one bit for each pair of points.
const (
	gameBytes = 96  // bytes of a game for each point of its board
	moveBytes = 256 // bytes of a move, in addition to one byte for each point
)

// walk replays a record from node to node.
type walk struct {
	tree  *Tree
	rules baduk.Rules
	limit int   // largest value of used
	made  int64 // estimated bytes of all games that the walk has made, without their moves
	// games are the games to which the walk will return. The last one is the current
	// game. A new game begins where stones are set up.
	games []*baduk.Game
	progress
	frames []frame // the nodes to return to
	forks  [maxForks]struct{ depth, index int }
}

// progress is the state of the walk at a node.
type progress struct {
	number   int  // number of moves so far
	used     int  // estimated bytes of all games
	depth    int  // number of nodes so far
	turnings int  // number of nodes on the path that are not a first child
	toldTurn bool // two moves in a row were already reported
	toldTwo  bool // moves of both players in one node were already reported
	toldLong bool // the limit was already reported
}

// frame is the state needed to return to a node.
type frame struct {
	progress
	games, turns int // number of games, and number of turns in the last game
}

// maxForks is the largest number of turnings that a Diagnostic names. A path can have a
// turning and a fault at every node, so the list has to be short.
const maxForks = 20

func (t *Tree) newWalk(rules baduk.Rules, limit int) *walk {
	w := &walk{tree: t, rules: rules, limit: limit}
	setup := baduk.Setup{ToPlay: t.firstToPlay()}
	if raw, ok := t.root.data.Value(propScores); ok {
		if scores, err := parseScores(raw); err == nil {
			setup.Scores = scores
		}
	}
	if raw, ok := t.root.data.Value(propPrisoners); ok {
		if taken, err := parsePrisoners(raw, t.Graph.Len()); err == nil {
			setup.Prisoners = taken
		}
	}
	w.begin(setup, make([]baduk.Color, t.Graph.Len()))
	w.used = 0 // the limit does not include one game without moves
	return w
}

func (w *walk) game() *baduk.Game { return w.games[len(w.games)-1] }

// begin starts a game from a set-up and leaves out chains without liberties. It
// returns false if the set-up has such chains.
func (w *walk) begin(setup baduk.Setup, stones []baduk.Color) bool {
	whole := true
	for {
		stand := baduk.SetupOf(stones, setup.ToPlay)
		setup.Black, setup.White = stand.Black, stand.White
		game, err := baduk.NewGameFrom(w.tree.Graph, w.rules, setup)
		if err == nil {
			w.follow(game)
			return whole
		}
		if !errors.Is(err, baduk.ErrSetup) || !removeSmothered(w.tree.Graph, stones) {
			panic(err) // cannot happen: the rules were checked, and all chains have liberties
		}
		whole = false
	}
}

// follow makes a game the current one. It drops the games to which the walk will not
// return.
func (w *walk) follow(game *baduk.Game) {
	kept := 0
	if len(w.frames) > 0 {
		kept = w.frames[len(w.frames)-1].games
	}
	for _, g := range w.games[kept:] {
		w.used -= w.gameSize() + g.Len()*w.moveSize()
	}
	w.games = append(w.games[:kept], game)
	w.used += w.gameSize()
	w.made += int64(w.gameSize())
}

func (w *walk) gameSize() int {
	n := w.tree.Graph.Len()
	return n*((n+63)/64)*8 + gameBytes*n + moveBytes
}

func (w *walk) moveSize() int { return w.tree.Graph.Len() + moveBytes }

// full reports whether a limit is reached. The walk then does not replay the line any
// further.
func (w *walk) full() bool { return w.used > w.limit || w.made > maxMade }

// removeSmothered removes all chains without liberties at the same time. It returns
// false if there are no such chains.
func removeSmothered(g *baduk.Graph, stones []baduk.Color) bool {
	seen := make([]bool, len(stones))
	var gone []baduk.Point
	for i, c := range stones {
		if c == baduk.Empty || seen[i] {
			continue
		}
		chain, free := []baduk.Point{baduk.Point(i)}, false
		seen[i] = true
		for k := 0; k < len(chain); k++ {
			for _, q := range g.Neighbours(chain[k]) {
				switch {
				case stones[q] == baduk.Empty:
					free = true
				case stones[q] == c && !seen[q]:
					seen[q] = true
					chain = append(chain, q)
				}
			}
		}
		if !free {
			gone = append(gone, chain...)
		}
	}
	for _, p := range gone {
		stones[p] = baduk.Empty
	}
	return len(gone) > 0
}

// enter moves the walk to n, which is the child of the current node at the given index.
func (w *walk) enter(n *Node, index int) Position {
	if index > 0 {
		if w.turnings < maxForks {
			w.forks[w.turnings] = struct{ depth, index int }{w.depth - 1, index}
		}
		w.turnings++
	}
	w.depth++
	p := Position{Node: n, walk: w}
	fault := func(s Severity, code Code, vertex, wrong, assumed string) {
		p.Faults = append(p.Faults, Diagnostic{Severity: s, Code: code, Game: w.tree.number, Move: w.number, Vertex: vertex,
			Variation: w.variation(), Wrong: wrong, Assumed: assumed, Node: n})
	}
	w.setUp(n, fault)
	p.judged = w.move(n, fault)
	p.Game, p.Number = w.game(), w.number
	return p
}

type faultFunc func(s Severity, code Code, vertex, wrong, assumed string)

// back returns to the node of the last frame.
func (w *walk) back(forTheLastTime bool) {
	f := w.frames[len(w.frames)-1]
	if forTheLastTime {
		w.frames = w.frames[:len(w.frames)-1]
	}
	clear(w.games[f.games:])
	w.games, w.progress = w.games[:f.games], f.progress
	w.game().UndoTo(f.turns)
}

// tooLong reports whether the limit is reached. If so, it adds a diagnostic, but only
// once per line.
func (w *walk) tooLong(fault faultFunc) bool {
	if w.full() && !w.toldLong {
		w.toldLong = true
		fault(Warning, CodeLong, "", fmt.Sprintf("the line is too long: only the first %d moves are replayed", w.number), "the stones stay as they are from here on")
	}
	return w.full()
}

// setUp sets up the stones of a node.
func (w *walk) setUp(n *Node, fault faultFunc) {
	placement, err := n.Placement()
	if err != nil {
		fault(Error, CodePoint, "", "set-up stones: "+oneLine(err), "these were left out")
	}
	names := setupNames[w.tree.notation.written()]
	for _, p := range n.data.Properties {
		if slices.Contains(names[:], p.Name) && slices.ContainsFunc(p.Values, isBlank) {
			fault(Warning, CodePoint, "", p.Name+" has an empty value", "the value was ignored")
		}
	}
	player, said := n.ToPlay()
	said = said && !n.HasMove() // PL in a node with a move names the player after the move
	if placement.IsZero() && (!said || player == w.game().ToPlay()) || w.tooLong(fault) {
		return
	}
	if n.HasMove() && !placement.IsZero() {
		fault(Warning, CodeMixed, "", "a node has both a move and set-up stones", "the stones were set up first")
	}
	stones := slices.Clone(w.game().StonesAfter(w.game().Len()))
	var set baduk.PointSet
	twice := baduk.NoPoint
	for c, points := range [3][]baduk.Point{placement.Empty, placement.Black, placement.White} {
		for _, p := range points {
			if set.Has(p) && stones[p] != baduk.Color(c) {
				twice = p
			}
			set.Add(p)
			stones[p] = baduk.Color(c)
		}
	}
	if twice != baduk.NoPoint {
		fault(Warning, CodeSetup, w.tree.Graph.Vertex(twice), "the node sets up the point in two ways", "a stone was preferred to an empty point, and a white stone to a black one")
	}
	setup := Continued(w.game(), player)
	if !said {
		setup.ToPlay = w.game().ToPlay()
		if n.parent == nil {
			setup.ToPlay = w.tree.firstToPlay()
		} else if m, ok := n.nextMove(); ok {
			setup.ToPlay = m.Color
		}
	}
	if n.parent == nil {
		setup.Handicap = w.tree.handicap()
	}
	if !w.begin(setup, stones) {
		fault(Error, CodeSetup, "", "the set-up leaves stones without liberties", "these were taken off")
	}
}

// move plays the moves of a node and returns their number.
func (w *walk) move(n *Node, fault faultFunc) (played int) {
	if !n.HasMove() {
		return 0
	}
	if names := moveNames[w.tree.notation.written()]; !w.toldTwo && n.data.Has(names[baduk.Black]) && n.data.Has(names[baduk.White]) {
		w.toldTwo = true
		fault(Warning, CodeTwoMoves, "", "a node has moves of both players", "they were played in the order of the file")
	}
	moves, err := n.Moves()
	if err != nil {
		w.number++
		fault(Error, CodePoint, "", oneLine(err), "the move was left out")
		w.number--
	}
	for _, m := range moves {
		if w.tooLong(fault) {
			return played
		}
		w.number++
		w.used += w.moveSize()
		w.play(m, fault)
		played++
	}
	if err != nil && len(moves) == 0 {
		w.number++
	}
	return played
}

// play plays a move, legal or not.
func (w *walk) play(m baduk.Move, fault faultFunc) {
	g := w.game()
	vertex := w.tree.Graph.Vertex(m.Point)
	if m.Color != g.ToPlay() && g.Len() > 0 && !w.toldTurn {
		w.toldTurn = true
		fault(Note, CodeTurn, vertex, fmt.Sprintf("%v moves twice in a row", m.Color), "")
	}
	g.Reopen()
	wrong := fmt.Sprintf("move %d, %v %s, is illegal: ", w.number, m.Color, vertex)
	const played = "it was played all the same"
	switch v := g.Legal(m); v {
	case baduk.Legal:
		g.Force(m)
	case baduk.Suicide:
		g.Force(m)
		fault(Warning, CodeSuicide, vertex, wrong+"suicide", played)
	case baduk.KoBanned:
		g.Force(m)
		fault(Warning, CodeKo, vertex, wrong+"it retakes a ko at once", played)
	case baduk.Superko:
		g.Force(m)
		fault(Warning, CodeSuperko, vertex, wrong+"it repeats a position", played)
	case baduk.Occupied:
		stones := slices.Clone(g.StonesAfter(g.Len()))
		there := stones[m.Point]
		stones[m.Point] = baduk.Empty
		w.begin(Continued(w.game(), m.Color), stones)
		w.game().Force(m)
		fault(Error, CodeOccupied, vertex, wrong+fmt.Sprintf("there is a stone already, a %v one", there), "the new stone took its place")
	default:
		fault(Error, CodePoint, vertex, wrong+v.String(), "it was left out")
	}
}

// variation returns the path to the current node in the form of [Diagnostic.Variation].
func (w *walk) variation() string {
	var parts []string
	for _, f := range w.forks[:min(w.turnings, maxForks)] {
		parts = append(parts, fmt.Sprintf("%d:%d", f.depth, f.index))
	}
	if w.turnings > maxForks {
		parts = append(parts, "...")
	}
	return strings.Join(parts, ",")
}

// Continued returns the set-up, without its stones, of a game that continues g with other stones. It keeps what the
// moves so far add to the score: prisoners, pass stones and the handicap.
func Continued(g *baduk.Game, toPlay baduk.Color) baduk.Setup {
	old := g.Setup()
	setup := baduk.Setup{ToPlay: toPlay, Scores: old.Scores, Handicap: old.Handicap}
	if g.Len() > 0 { // before the first move, set-ups may still add handicap stones
		setup.Handicap = min(g.Handicap(), g.Graph().Len()) // the largest number that a game can begin with
	}
	for c, n := range g.Position().Prisoners {
		setup.Prisoners[c] = min(n, int32(g.Graph().Len())) // the largest number that a game can begin with
	}
	for i := range g.Len() {
		if m := g.Turn(i); g.Rules().PassStones && m.IsPass() {
			setup.Scores[m.Color.Opponent()]++
		}
	}
	return setup
}
