package kifu

import (
	"slices"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// literal replays a line move by move with boards that never change. It uses the rules of
// refgo, and those of SGF where they add something.
type literal struct {
	graph   refgo.Graph
	place   func(b refgo.Board, p int, c refgo.Color) refgo.Board
	regions bool          // stones without liberties may stand
	rules   baduk.Rules   // only ko and suicide matter
	boards  []refgo.Board // all boards since the last set-up, the current one included
	facing  []refgo.Color // the player to move on each of boards
	moves   int           // number of moves since the root
	turned  bool          // two moves in a row were already reported
	two     bool          // moves of both players in a node were already reported
}

func newLiteral(t *Tree, rules baduk.Rules) *literal {
	r := &literal{rules: rules, graph: make(refgo.Graph, t.Graph.Len())}
	for p := range r.graph {
		for _, q := range t.Graph.Neighbours(baduk.Point(p)) {
			r.graph[p] = append(r.graph[p], int(q))
		}
	}
	r.place = func(b refgo.Board, p int, c refgo.Color) refgo.Board {
		after, _, _ := r.graph.Place(b, p, c)
		return after
	}
	if t.Graph.Regional() {
		m := &refgo.Mango{Graph: r.graph, T: t.Graph.Life().Alive}
		if m.T == nil {
			m.T = func(z float64) bool { return z > 0 }
		}
		for p := range r.graph {
			m.F = append(m.F, t.Graph.Weight(baduk.Point(p)))
		}
		r.regions = true
		r.place = func(b refgo.Board, p int, c refgo.Color) refgo.Board {
			after, _, _ := m.Move(b, p, c)
			return after
		}
	}
	return r
}

// fork returns an independent copy. Boards never change, so sharing them is safe.
func (r *literal) fork() *literal {
	c := *r
	c.boards, c.facing = slices.Clone(r.boards), slices.Clone(r.facing)
	return &c
}

func (r *literal) now() refgo.Board    { return r.boards[len(r.boards)-1] }
func (r *literal) toPlay() refgo.Color { return r.facing[len(r.facing)-1] }

// begin starts again from a board and forgets the earlier moves.
func (r *literal) begin(b refgo.Board, toPlay refgo.Color) {
	r.boards, r.facing = []refgo.Board{b}, []refgo.Color{toPlay}
}

// told returns the player to move before the node's moves, or Empty if the node does not say. PL in a node with a move
// names the player after the move.
func (s *scene) told() refgo.Color {
	if len(s.moves) > 0 {
		return refgo.Empty
	}
	return s.player
}

// soon returns the colour of the first move within four nodes of the main line, or Empty.
func soon(s *scene) refgo.Color {
	for range 4 {
		for _, m := range s.moves {
			if m.point != noPoint {
				return m.color
			}
		}
		if len(s.next) == 0 {
			break
		}
		s = s.next[0]
	}
	return refgo.Empty
}

// start begins on the empty board. Black moves first unless the scenes say otherwise.
func (r *literal) start(root *scene) {
	toPlay := root.told()
	if toPlay == refgo.Empty {
		toPlay = soon(root)
	}
	if toPlay == refgo.Empty {
		toPlay = refgo.Black
	}
	r.begin(make(refgo.Board, len(r.graph)), toPlay)
}

// enter applies a node and returns its faults.
func (r *literal) enter(s *scene) (faults []Code) {
	if s.badStone {
		faults = append(faults, CodePoint)
	}
	player := s.told()
	if len(s.set) > 0 || player != refgo.Empty && player != r.toPlay() {
		if len(s.set) > 0 && len(s.moves) > 0 {
			faults = append(faults, CodeMixed)
		}
		b := slices.Clone(r.now())
		for p, c := range s.set {
			b[p] = c
		}
		toPlay := player
		if toPlay == refgo.Empty {
			if toPlay = soon(s); toPlay == refgo.Empty {
				toPlay = r.toPlay()
			}
		}
		smothered := false
		for !r.regions && !r.graph.Legal(b) {
			smothered = true
			lifted := slices.Clone(b)
			for p := range b {
				if b[p] != refgo.Empty && len(r.graph.Liberties(b, p)) == 0 {
					lifted[p] = refgo.Empty
				}
			}
			b = lifted
		}
		if smothered {
			faults = append(faults, CodeSetup)
		}
		r.begin(b, toPlay)
	}
	unread, read := false, 0
	for _, m := range s.moves {
		unread = unread || m.point == noPoint
	}
	if !r.two && slices.ContainsFunc(s.moves, func(m turnOf) bool { return m.color != s.moves[0].color }) {
		r.two = true
		faults = append(faults, CodeTwoMoves)
	}
	if unread {
		faults = append(faults, CodePoint)
	}
	for _, m := range s.moves {
		if m.point != noPoint {
			read++
			faults = append(faults, r.play(m)...)
		}
	}
	r.moves += read
	if read == 0 && unread {
		r.moves++
	}
	return faults
}

func (r *literal) play(m turnOf) (faults []Code) {
	if m.color != r.toPlay() && len(r.boards) > 1 && !r.turned {
		r.turned = true
		faults = append(faults, CodeTurn)
	}
	if m.point == refgo.Pass {
		r.boards, r.facing = append(r.boards, r.now()), append(r.facing, -m.color)
		return faults
	}
	if r.now()[m.point] != refgo.Empty {
		faults = append(faults, CodeOccupied)
		b := slices.Clone(r.now())
		b[m.point] = refgo.Empty
		r.begin(b, m.color)
	} else if code := r.verdict(m); code != "" {
		faults = append(faults, code)
	}
	r.boards, r.facing = append(r.boards, r.place(r.now(), m.point, m.color)), append(r.facing, -m.color)
	return faults
}

// verdict returns the fault of a move on an empty point, or "" if the move is legal.
func (r *literal) verdict(m turnOf) Code {
	after := r.place(r.now(), m.point, m.color)
	if after[m.point] == refgo.Empty {
		switch r.rules.Suicide {
		case baduk.SuicideLiteral:
		case baduk.SuicideForbidden:
			return CodeSuicide
		case baduk.SuicideMulti:
			if slices.Equal(after, r.now()) {
				return CodeSuicide
			}
		default:
			panic("the reference does not know this rule of suicide")
		}
	}
	switch r.rules.Ko {
	case baduk.KoSimple:
		// A player who moves twice in a row does not retake a ko.
		retakes := m.color == r.toPlay() && refgo.ReturnsToPrevious(r.boards, after)
		if slices.Equal(after, r.now()) || retakes {
			return CodeKo
		}
	case baduk.KoPositional:
		if slices.ContainsFunc(r.boards, func(b refgo.Board) bool { return slices.Equal(b, after) }) {
			return CodeSuperko
		}
	case baduk.KoSituational:
		for i, b := range r.boards {
			if slices.Equal(b, after) && r.facing[i] == -m.color {
				return CodeSuperko
			}
		}
	default:
		panic("the reference does not know this rule of ko")
	}
	return ""
}
