package neteval

import (
	"slices"

	"tengen/internal/refgo"
)

// caught finds the ladders on the board after n turns: all stones of chains that are captured, and the
// player's moves that capture a chain of two liberties. The definition is that of
// [tactics.Reader.Captured]. Here it is evaluated by listing all positions that can follow.
func (l *literal) caught(n int) (stones, moves map[int]bool) {
	if known, ok := l.ladders[n]; ok {
		return known[0], known[1]
	}
	stones, moves = map[int]bool{}, map[int]bool{}
	defer func() { l.ladders[n] = [2]map[int]bool{stones, moves} }()
	board, ban := l.boards[n], -1
	if l.phases[n] == 0 {
		ban = l.ban(n)
	}
	for p, c := range board {
		if c == refgo.Empty || stones[p] {
			continue
		}
		liberties := l.Graph.Liberties(board, p)
		o := &ladder{graph: l.Graph, koOf: l.koOf, target: p, defender: c, next: map[standing][]standing{}, won: map[standing]bool{}}
		taken := false
		switch len(liberties) {
		case 1:
			taken = o.captured(standing{pack(board), -1, false})
		case 2:
			for q := range liberties {
				after, _, suicided := l.Graph.Place(board, q, -c)
				if q == ban || slices.Contains(suicided, q) || !o.captured(standing{pack(after), -1, false}) {
					continue
				}
				taken = true
				if c != l.me {
					moves[q] = true
				}
			}
		}
		if taken {
			for q := range l.Graph.Block(board, p) {
				stones[q] = true
			}
		}
	}
	return stones, moves
}

// pack turns a board into a map key.
func pack(b refgo.Board) string {
	key := make([]byte, len(b))
	for p, c := range b {
		key[p] = byte(c + 1)
	}
	return string(key)
}

func unpack(key string) refgo.Board {
	b := make(refgo.Board, len(key))
	for p := range b {
		b[p] = refgo.Color(key[p]) - 1
	}
	return b
}

// standing is a position in a ladder.
type standing struct {
	board  string
	ban    int
	attack bool // the attacker is to move
}

// ladder finds the positions from which a chain is captured.
type ladder struct {
	graph    refgo.Graph
	koOf     func(before, after refgo.Board, p int, c refgo.Color) int
	target   int
	defender refgo.Color
	next     map[standing][]standing
	won      map[standing]bool
}

// captured lists all positions that can follow, and then marks those that the attacker wins, beginning with
// the last positions.
func (o *ladder) captured(root standing) bool {
	before, open := map[standing][]standing{}, []standing{}
	for queue := []standing{root}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if _, known := o.next[s]; known {
			continue
		}
		next, won := o.follow(s)
		o.next[s], o.won[s] = next, won
		queue = append(queue, next...)
	}
	for s, next := range o.next {
		for _, n := range next {
			before[n] = append(before[n], s)
		}
		if o.won[s] {
			open = append(open, s)
		}
	}
	for ; len(open) > 0; open = open[1:] {
		for _, s := range before[open[0]] {
			lost := func(n standing) bool { return !o.won[n] }
			if !o.won[s] && (s.attack || !slices.ContainsFunc(o.next[s], lost)) {
				o.won[s] = true
				open = append(open, s)
			}
		}
	}
	return o.won[root]
}

// follow lists the positions that can follow. won says that the chain is captured already.
func (o *ladder) follow(s standing) (next []standing, won bool) {
	board := unpack(s.board)
	liberties := o.graph.Liberties(board, o.target)
	if s.attack {
		switch {
		case len(liberties) == 1:
			return nil, !liberties[s.ban]
		case len(liberties) > 2:
			return nil, false
		case o.doubleKo(board, liberties):
			return nil, true
		}
		for p := range liberties {
			after, _, suicided := o.graph.Place(board, p, -o.defender)
			if p != s.ban && !slices.Contains(suicided, p) && o.koOf(board, after, p, -o.defender) < 0 {
				next = append(next, standing{pack(after), -1, false})
			}
		}
		return next, false
	}
	if len(liberties) > 1 {
		return nil, false
	}
	for p := range liberties {
		next = o.try(next, board, p)
	}
	for p := range o.captures(board) {
		if !liberties[p] {
			next = o.try(next, board, p)
		}
	}
	return next, len(next) == 0
}

// try adds the positions that a stone of the defender leads to.
func (o *ladder) try(next []standing, board refgo.Board, p int) []standing {
	after, _, suicided := o.graph.Place(board, p, o.defender)
	if slices.Contains(suicided, p) {
		return next
	}
	return append(next, standing{pack(after), o.koOf(board, after, p, o.defender), true})
}

// captures returns the points that capture a chain next to the target.
func (o *ladder) captures(board refgo.Board) map[int]bool {
	found := map[int]bool{}
	for p := range o.graph.Block(board, o.target) {
		for _, q := range o.graph[p] {
			if last := o.graph.Liberties(board, q); board[q] == -o.defender && len(last) == 1 {
				for r := range last {
					found[r] = true
				}
			}
		}
	}
	return found
}

// doubleKo reports whether the exception in the definition applies.
func (o *ladder) doubleKo(board refgo.Board, liberties map[int]bool) bool {
	for p := range liberties {
		after, _, _ := o.graph.Place(board, p, -o.defender)
		connected, _, _ := o.graph.Place(board, p, o.defender)
		surrounded := !slices.ContainsFunc(o.graph[p], func(q int) bool { return board[q] != o.defender })
		if !surrounded || o.koOf(board, after, p, -o.defender) < 0 || len(o.graph.Liberties(connected, p)) > 2 {
			return false
		}
	}
	return len(o.captures(board)) == 0
}
