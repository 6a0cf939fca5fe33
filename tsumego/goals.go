package tsumego

import (
	"tengen/baduk"
	"tengen/tactics"
)

// fate reads the life or the death of a stone with a [tactics.Study].
type fate struct {
	study *tactics.Study
	kill  bool // the player wants to capture the stone
}

func (f fate) steps(t tactics.Turn) []step[tactics.Turn] {
	var list []step[tactics.Turn]
	for _, s := range f.study.Steps(t) {
		list = append(list, step[tactics.Turn]{s.Point, s.After})
	}
	return list
}

func (f fate) won(t tactics.Turn) (won, decided bool) {
	captured, decided := f.study.Captured(t)
	return captured == f.kill, decided
}

// scene is a position of a [hunt].
type scene struct {
	board  *baduk.Board
	toMove baduk.Color
	ban    baduk.Point
}

// hunt reads the capture of a chain by ladders and nets.
type hunt struct {
	reader *tactics.NetReader
	stone  baduk.Point
	color  baduk.Color // of the stone
	kill   bool        // the player wants to capture the stone
	near   []bool      // the points where moves are tried; nil for all
}

func (h hunt) steps(s scene) []step[scene] {
	list := []step[scene]{{baduk.Pass, scene{s.board, s.toMove.Opponent(), baduk.NoPoint}}}
	for i := range s.board.Graph().Len() {
		m := baduk.Move{Color: s.toMove, Point: baduk.Point(i)}
		if s.board.At(m.Point) != baduk.Empty || m.Point == s.ban || s.board.IsSuicide(m) {
			continue
		}
		if s.board.At(h.stone) != h.color || h.near != nil && !h.near[i] {
			continue
		}
		after := baduk.NewBoard(s.board.Graph())
		after.CopyFrom(s.board)
		u, _ := after.Place(m)
		list = append(list, step[scene]{m.Point, scene{after, s.toMove.Opponent(), tactics.KoBan(after, m.Point, u)}})
	}
	return list
}

func (h hunt) won(s scene) (won, decided bool) {
	if s.board.At(h.stone) != h.color {
		return h.kill, true
	}
	captured, decided := h.reader.Captured(s.board, h.stone, s.toMove, s.ban)
	return captured == h.kill, decided
}
