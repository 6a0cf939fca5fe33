package lessons

import (
	"net/http"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/exercise"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/records"
	"tengen/server/wire"
)

// The verdicts on a move.
const (
	isOpen  = "open"  // the move is right, and the problem goes on
	isRight = "right" // the problem is solved
	isWrong = "wrong"
	isOther = "other" // the tree does not have the move; the position stays
	// isIllegal is a move that the rules forbid, and that the tree does not have. It does not count as an answer.
	isIllegal = "illegal"
)

// maxMoves is the most moves of a request.
const maxMoves = 2000

// Position is a position of a lesson.
type Position struct {
	Stones   []int8         `json:"stones"` // by point: 1 Black, -1 White, 0 empty
	LastMove string         `json:"lastMove"`
	KoBan    string         `json:"koBan"`
	Captures map[string]int `json:"captures"` // by colour: the stones that the player has captured
	Text     string         `json:"text"`
	records.Markup
}

// positionOf describes the position at a node.
func positionOf(n *kifu.Node) *Position { return describe(n, n.Tree().At(n).Game) }

// describe describes a position with the comment and the marks of a node.
func describe(n *kifu.Node, game *baduk.Game) *Position {
	pos := game.Position()
	p := &Position{
		Stones: pos.Numbers(nil), Text: exercise.Text(n), Markup: records.MarkupOf(n),
		Captures: map[string]int{"black": int(pos.Prisoners[baduk.White]), "white": int(pos.Prisoners[baduk.Black])},
	}
	if k := game.Len(); k > 0 {
		p.LastMove = n.Tree().Graph.Vertex(game.Turn(k - 1).Point)
	}
	if pos.KoBan != baduk.NoPoint && game.Legal(baduk.Move{Color: game.ToPlay(), Point: pos.KoBan}) != baduk.Legal {
		p.KoBan = n.Tree().Graph.Vertex(pos.KoBan)
	}
	return p
}

// problem is a problem that a client plays through.
type problem struct{ *exercise.Problem }

// answer is what the lesson says to a move.
type answer struct {
	verdict string
	node    *kifu.Node // the node afterwards, with the opponent's reply
	moves   []string   // all moves up to the node
	// before is the position after the pupil's move. It is nil if the opponent does not reply.
	before *Position
	// at is the position afterwards. Its text also has the comment on the pupil's move.
	at *Position
}

// follow returns the node after some moves of both players.
func (p problem) follow(moves []string) (*kifu.Node, error) {
	if len(moves) > maxMoves {
		return nil, wire.Misuse(http.StatusBadRequest, "moves", "the request has %d moves, at most %d are read", len(moves), maxMoves)
	}
	n := p.Start
	for i, vertex := range moves {
		point, err := p.Tree.Graph.ParseVertex(vertex)
		if err != nil {
			return nil, wire.FailWith(http.StatusBadRequest, "moves", err)
		}
		child := p.Child(n, point)
		if child == nil {
			return nil, wire.Fail(http.StatusConflict, "moves", "the problem has no move %d at %s: open it again", i+1, vertex)
		}
		n = exercise.Settle(child)
	}
	return n, nil
}

// play answers a move of the pupil. An illegal move at the end of a line is an explanation: the tree says what is wrong
// with the move, and the stones stay as they are. An illegal move inside a line is played, as in the record.
func (p problem) play(moves []string, vertex string) (*answer, error) {
	n, err := p.follow(moves)
	if err != nil {
		return nil, err
	}
	if p.Over(n) {
		return nil, wire.Fail(http.StatusConflict, "moves", "the problem has no further moves here")
	}
	point, err := p.Tree.Graph.ParseVertex(vertex)
	if err != nil {
		return nil, wire.FailWith(http.StatusBadRequest, "vertex", err)
	}
	move := baduk.Move{Color: p.Pupil, Point: point}
	game := p.Tree.At(n).Game.Clone()
	illegal := game.Play(move)
	a := &answer{node: n, moves: moves, at: positionOf(n)}
	child := p.Child(n, point)
	switch {
	case child == nil && illegal != nil:
		refused := wire.AsError(boards.Refused(illegal))
		a.verdict, a.at.Text = isIllegal, refused.Sentence
	case child == nil && n.Text(exercise.AnyMove) != "":
		a.verdict = isRight
		a.at = describe(n, game)
		a.at.Text = n.Text(exercise.AnyMove)
	case child == nil:
		a.verdict, a.at.Text = isOther, n.Text(exercise.OtherMove)
	case illegal != nil && len(child.Children()) == 0:
		a.verdict, a.at.Text = isWrong, exercise.Text(child)
		if p.Right(child) {
			a.verdict = isRight
		}
	default:
		p.enter(a, child)
	}
	return a, nil
}

// enter plays a move of the tree and the reply to it.
func (p problem) enter(a *answer, child *kifu.Node) {
	a.node = exercise.Settle(child)
	a.moves = append(slices.Clone(a.moves), p.vertexOf(child))
	a.at = positionOf(a.node)
	texts := []string{comments(child, a.node)}
	if next := p.Reply(a.node); next != nil {
		a.before = a.at
		a.before.Text = texts[0]
		a.node = exercise.Settle(next)
		a.moves = append(a.moves, p.vertexOf(next))
		a.at = positionOf(a.node)
		texts = append(texts, comments(next, a.node))
	}
	a.at.Text = strings.TrimSpace(strings.Join(texts, "\n\n"))
	switch {
	case !p.Right(a.node):
		a.verdict = isWrong
	case p.Over(a.node):
		a.verdict = isRight
	default:
		a.verdict = isOpen
	}
}

// rest returns the positions of the first line of the tree after a node.
func (p problem) rest(n *kifu.Node) []*Position {
	var list []*Position
	for next := range n.MainLine() {
		if next != n && next.HasMove() {
			list = append(list, positionOf(next))
		}
	}
	return list
}

func (p problem) vertexOf(n *kifu.Node) string {
	m, _ := n.Move()
	return p.Tree.Graph.Vertex(m.Point)
}

// comments returns the comments of the nodes from one node to another, which follows it without moves.
func comments(from, to *kifu.Node) string {
	var texts []string
	for n := to; ; n = n.Parent() {
		if text := exercise.Text(n); text != "" {
			texts = append(texts, text)
		}
		if n == from || n.Parent() == nil {
			break
		}
	}
	slices.Reverse(texts)
	return strings.Join(texts, "\n\n")
}
