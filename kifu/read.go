package kifu

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"tengen/baduk"
	"tengen/sgf"
)

// ErrNotGo means that a record is of another game than Go.
var ErrNotGo = errors.New("not a game of Go")

// Read reads a record; see [Parse].
func Read(r io.Reader) (*Record, error) {
	games, err := sgf.Read(r)
	if len(games) == 0 {
		return nil, cmp.Or(err, sgf.ErrNotSGF)
	}
	t, bad := newTree(games[0], nil)
	if bad != nil {
		return nil, errors.Join(bad, err)
	}
	record := t.Record()
	if len(games) > 1 {
		record.note("the file has %d games; this is the first", len(games))
	}
	return record, err
}

// Parse reads the main line of the first game of a file in SGF; [LoadBytes] reads
// all games. Parse returns an error if the file is not SGF or the game is not Go. After
// an error of the grammar, it also returns the part of the record before the error.
// Parse reports other faults in [Record.Notes], and [Record.Game] reports the faults of
// moves.
//
// Parse tolerates the following, because such records are common:
//
//   - set-up stones in any node before the first move
//   - several moves in a node
//   - invalid PL, HA, KM and RU, and empty values among set-up stones, which it notes and
//     ignores
//   - a missing SZ: the board is 19x19
//   - KM in hundredths or in stones
func Parse(data []byte) (*Record, error) { return Read(bytes.NewReader(data)) }

func (r *Record) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// read fills the record from a line of nodes.
func (r *Record) read(line []*Node, how notation) {
	s := start{record: r, notation: how, stones: make([]baduk.Color, r.Graph.Len())}
	for i, n := range line {
		if err := s.readNode(n); err != nil {
			r.end = fmt.Errorf("node %d of the record: %w", i+1, err)
			break
		}
	}
	s.finish()
}

// start collects set-up and moves.
type start struct {
	notation
	record *Record
	stones []baduk.Color
	toPlay baduk.Color
}

// readNode reads a node. After an error, no further nodes of the record can be read.
// The order of the properties in a node has no meaning in SGF. readNode therefore reads
// the set-up first, then the moves, and the marks at the end, as the walk does. Both skip
// PL in a node with a move, because that PL names the player after the move.
func (s *start) readNode(n *Node) error {
	byVertex := n.tree.board != nil // tengen's private properties name points by their vertices
	for c, name := range setupNames[0] {
		if err := s.place(n, name, baduk.Color(c), s.points); err != nil {
			return err
		}
		if !byVertex {
			continue
		}
		if err := s.place(n, setupNames[1][c], baduk.Color(c), s.vertices); err != nil {
			return err
		}
	}
	if raw, ok := n.data.Value("PL"); ok && !n.HasMove() {
		s.setPlayer(raw)
	}
	for _, p := range n.data.Properties {
		if err := s.readMoves(p, byVertex); err != nil {
			return err
		}
	}
	for _, p := range n.data.Properties {
		s.readOther(p, byVertex)
	}
	return nil
}

func (s *start) readMoves(p sgf.Property, byVertex bool) error {
	switch {
	case p.Name == "B":
		return s.moves(p.Values, baduk.Black, s.move)
	case p.Name == "W":
		return s.moves(p.Values, baduk.White, s.move)
	case byVertex && p.Name == propBlack:
		return s.moves(p.Values, baduk.Black, s.moveByVertex)
	case byVertex && p.Name == propWhite:
		return s.moves(p.Values, baduk.White, s.moveByVertex)
	}
	return nil
}

// readOther reads the marks of territory, the initial scores and the prisoners.
func (s *start) readOther(p sgf.Property, byVertex bool) {
	switch {
	case p.Name == "TB":
		s.territory(p.Values, baduk.Black, s.points)
	case p.Name == "TW":
		s.territory(p.Values, baduk.White, s.points)
	case byVertex && p.Name == propTerrB:
		s.territory(p.Values, baduk.Black, s.vertices)
	case byVertex && p.Name == propTerrW:
		s.territory(p.Values, baduk.White, s.vertices)
	case p.Name == propScores:
		s.setScores(p.Values[0])
	case p.Name == propPrisoners:
		s.setPrisoners(p.Values[0])
	}
}

// setPlayer reads PL before the first move. After a move PL has no effect, since a record
// may have a move of either colour at any time.
func (s *start) setPlayer(raw string) {
	if len(s.record.Moves) > 0 {
		return
	}
	c, err := parsePlayer(raw)
	if err != nil {
		s.record.note("the player to move was ignored: %v", err)
		return
	}
	s.toPlay = c
}

func (s *start) setScores(raw string) {
	scores, err := parseScores(raw)
	if err != nil {
		s.record.note("the initial scores were ignored: %v", err)
		return
	}
	s.record.Setup.Scores = scores
}

func (s *start) setPrisoners(raw string) {
	taken, err := parsePrisoners(raw, s.record.Graph.Len())
	if err != nil {
		s.record.note("the prisoners were ignored: %v", err)
		return
	}
	s.record.Setup.Prisoners = taken
}

// territory adds the readable marks of territory. It only adds a note about unreadable
// marks, since marks are not part of the game.
func (s *start) territory(raw []string, c baduk.Color, read func([]string) ([]baduk.Point, error)) {
	points, err := read(raw)
	if err != nil {
		s.record.note("a mark of territory was ignored: %v", err)
	}
	s.record.Territory[c] = append(s.record.Territory[c], points...)
}

// place sets up the stones of a property. Their colour is c; Empty clears the points.
// With an error, place sets up the stones before the value that cannot be read.
func (s *start) place(n *Node, name string, c baduk.Color, read func([]string) ([]baduk.Point, error)) error {
	raw := n.data.Values(name)
	if raw == nil {
		return nil
	}
	if slices.ContainsFunc(raw, isBlank) {
		s.record.note("an empty value of %s was ignored", name)
	}
	points, err := read(raw)
	if len(points) > 0 && len(s.record.Moves) > 0 {
		return fmt.Errorf("stones are set up after move %d; the moves after that cannot be replayed as one game", len(s.record.Moves))
	}
	for _, p := range points {
		s.stones[p] = c
	}
	if err != nil {
		return fmt.Errorf("set-up stones: %w", err)
	}
	return nil
}

// moves adds moves. It drops the marks of territory read so far, because they are not
// about the final position.
func (s *start) moves(raw []string, c baduk.Color, read func(string) (baduk.Point, error)) error {
	s.record.Territory = [3][]baduk.Point{}
	for _, v := range raw {
		p, err := read(v)
		if err != nil {
			return fmt.Errorf("move %d, %v: %w", len(s.record.Moves)+1, c, err)
		}
		s.record.Moves = append(s.record.Moves, baduk.Move{Color: c, Point: p})
	}
	return nil
}

// finish sets the Setup of the record.
func (s *start) finish() {
	r := s.record
	stones := baduk.SetupOf(s.stones, s.toPlay)
	r.Setup.Black, r.Setup.White, r.Setup.ToPlay = stones.Black, stones.White, stones.ToPlay
	if ha := r.Info.Handicap; ha != "" {
		n, err := strconv.Atoi(ha)
		if err != nil || n < 0 || n >= r.Graph.Len() {
			r.note("the handicap was ignored: %q is not a number of stones", clip(ha))
		} else if n > 1 {
			r.Setup.Handicap = n
		}
	}
	if s.toPlay == baduk.Empty && len(r.Moves) > 0 {
		r.Setup.ToPlay = r.Moves[0].Color
	}
}
