package records

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/wire"
)

// edit is the body of every request that changes a record. Op names the operation and decides which fields are used.
type edit struct {
	Version int64  `json:"version"` // the version of the record that the client has seen
	Game    *int   `json:"game"`    // may be missing if Node is given
	Node    *int   `json:"node"`
	Op      string `json:"op"`

	Vertex string          `json:"vertex"`
	Color  string          `json:"color"`
	Text   *string         `json:"text"`
	Was    *string         `json:"was"` // comment, name: the text before the user began to write
	Kind   string          `json:"kind"`
	On     *bool           `json:"on"` // on or off; if missing, the operation switches to the other state
	From   string          `json:"from"`
	To     string          `json:"to"`
	Arrow  bool            `json:"arrow"`
	Name   string          `json:"name"`
	Level  int             `json:"level"`
	Index  int             `json:"index"`
	Info   json.RawMessage `json:"info"`
	Values []string        `json:"values"`
	Record string          `json:"record"`
	// FromGame is the index of a game of the record that Record names. Its variations are merged into the edited game.
	FromGame int `json:"fromGame"`
	// The fields other and otherErr are set unless Record names the edited record itself. The field other is the
	// content of the record that Record names. otherErr is the error of reading that record.
	other    []byte
	otherErr error

	emptyGame // the game that the operation addGame adds
}

// effect says what an operation has changed.
type effect struct {
	to      *kifu.Node // the node to show; nil for the edited node
	tree    bool       // nodes other than the edited node have changed or moved
	judge   bool       // the legality of moves may have changed
	head    bool       // the game info may have changed
	reparse bool       // properties that define the board may have changed
	reload  bool       // the board or the list of games may have changed
}

// operation changes the trees. After an error it has changed nothing.
type operation func(d *Document, n *kifu.Node, e *edit) (effect, error)

var operations = map[string]operation{
	"play": opPlay, "put": opPut, "toPlay": opToPlay, "comment": opComment, "name": opName,
	"mark": opMark, "label": opLabel, "line": opLine, "judge": opJudge,
	"cut": opCut, "remove": opRemove, "promote": opPromote, "moveTo": opMoveTo, "insert": opInsert,
	"info": opInfo, "property": opProperty, "merge": opMerge, "addGame": opAddGame, "deleteGame": opDeleteGame, "review": opReview,
}

// point returns the point with the given vertex. A pass or a vertex outside the board is an error.
func point(n *kifu.Node, field, vertex string) (baduk.Point, error) {
	g := n.Tree().Graph
	p, err := g.ParseVertex(vertex)
	if err == nil && (!g.Contains(p) || p == g.Beyond()) {
		err = errors.New(strconv.Quote(vertex) + " is not a point of the board")
	}
	if err != nil {
		return p, wire.FailWith(http.StatusBadRequest, field, err)
	}
	return p, nil
}

func colorOrEmpty(name string) (baduk.Color, error) {
	c := boards.ColorOf(name)
	if c == baduk.Empty && name != "empty" {
		return c, wire.Misuse(http.StatusBadRequest, "color", "%.20q is not black, white or empty", name)
	}
	return c, nil
}

func opPlay(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	t := n.Tree()
	at := t.At(n)
	m := baduk.Move{Color: at.Game.ToPlay()}
	if e.Color != "" {
		if m.Color = boards.ColorOf(e.Color); m.Color == baduk.Empty {
			return effect{}, wire.Misuse(http.StatusBadRequest, "color", "%.20q is not black or white", e.Color)
		}
	}
	back, err := t.Widen(e.Vertex)
	if err == nil {
		m.Point, err = t.Graph.ParseVertex(e.Vertex)
	}
	if err != nil {
		return effect{}, wire.FailWith(http.StatusBadRequest, "vertex", err)
	}
	count := len(n.Children())
	next, err := t.Play(n, m)
	if err != nil || len(n.Children()) == count {
		if back != nil {
			back()
		}
		return effect{to: next}, err
	}
	return effect{to: next, tree: true, judge: true, reparse: back != nil, reload: back != nil}, nil
}

func opPut(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	c, err := colorOrEmpty(e.Color)
	if err != nil {
		return effect{}, err
	}
	back, err := n.Tree().Widen(e.Vertex)
	if err != nil {
		return effect{}, wire.FailWith(http.StatusBadRequest, "vertex", err)
	}
	p, err := point(n, "vertex", e.Vertex)
	if err != nil {
		return effect{}, err
	}
	if n.Tree().At(n).Game.At(p) == c {
		if back != nil {
			back()
		}
		return effect{to: n}, nil
	}
	to, err := n.Tree().Put(n, p, c)
	return effect{to: to, tree: true, judge: true, reparse: back != nil, reload: back != nil}, err
}

func opToPlay(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	c, err := colorOrEmpty(e.Color)
	if err != nil {
		return effect{}, err
	}
	if n.HasMove() {
		if c == baduk.Empty {
			return effect{to: n}, nil
		}
		n = n.Append() // SGF does not allow set-up in a node with a move
	}
	n.SetToPlay(c)
	return effect{to: n, tree: true, judge: true}, nil
}

func opComment(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	if e.Text == nil {
		return effect{}, wire.Misuse(http.StatusBadRequest, "text", "the comment is missing; an empty text removes a comment")
	}
	if err := e.unchanged(n.Comment()); err != nil {
		return effect{}, err
	}
	n.SetComment(*e.Text)
	return effect{}, nil
}

func opName(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	if e.Text == nil {
		return effect{}, wire.Misuse(http.StatusBadRequest, "text", "the name is missing; an empty text removes a name")
	}
	if err := e.unchanged(n.Name()); err != nil {
		return effect{}, err
	}
	n.SetName(*e.Text)
	return effect{}, nil
}

func opMark(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	kind := kifu.MarkNone
	for _, k := range markKinds {
		if k.name == e.Kind {
			kind = k.kind
		}
	}
	if kind == kifu.MarkNone {
		return effect{}, wire.Misuse(http.StatusBadRequest, "kind", "unknown kind of mark %.20q", e.Kind)
	}
	p, err := point(n, "vertex", e.Vertex)
	if err != nil {
		return effect{}, err
	}
	if kind == kifu.MarkDim || kind == kifu.MarkView {
		n.SetInherited(p, kind, wire.OrElse(e.On, !slices.Contains(n.Inherited(kind), p)))
		return effect{}, nil
	}
	n.SetMark(p, kind, wire.OrElse(e.On, !slices.Contains(n.Markup().Points[kind], p)))
	return effect{}, nil
}

func opLabel(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	p, err := point(n, "vertex", e.Vertex)
	if err != nil {
		return effect{}, err
	}
	labels := n.Markup().Labels
	text := wire.OrElse(e.Text, "")
	if e.Text == nil && labels[p] == "" {
		text = nextLabel(labels)
	}
	n.SetLabel(p, text)
	return effect{}, nil
}

// nextLabel returns the first letter that is not yet used as a label. If all letters are used, it returns the first
// number that is not yet used.
func nextLabel(labels map[baduk.Point]string) string {
	taken := map[string]bool{}
	for _, text := range labels {
		taken[text] = true
	}
	for c := 'A'; c <= 'Z'; c++ {
		if !taken[string(c)] {
			return string(c)
		}
	}
	i := 1
	for taken[strconv.Itoa(i)] {
		i++
	}
	return strconv.Itoa(i)
}

func opLine(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	from, err := point(n, "from", e.From)
	if err != nil {
		return effect{}, err
	}
	to, err := point(n, "to", e.To)
	if err != nil {
		return effect{}, err
	}
	if from == to {
		return effect{}, wire.Fail(http.StatusBadRequest, "to", "a line joins two points, and both are %s", e.To)
	}
	there := slices.Contains(n.Markup().Arrows, [2]baduk.Point{from, to})
	if lines := n.Markup().Lines; !e.Arrow {
		there = slices.Contains(lines, [2]baduk.Point{from, to}) || slices.Contains(lines, [2]baduk.Point{to, from})
	}
	if on := wire.OrElse(e.On, !there); on != there {
		n.SetLine(from, to, e.Arrow, on)
	}
	return effect{}, nil
}

func opJudge(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	if kifu.KindOf(e.Name) != kifu.KindJudgement {
		return effect{}, wire.Misuse(http.StatusBadRequest, "name", "%.20q is not a judgement: write BM, TE, DO, IT of a move, GB, GW, DM, UC of a position, or HO", e.Name)
	}
	if e.Level < 0 || e.Level > 2 {
		return effect{}, wire.Misuse(http.StatusBadRequest, "level", "the level must be 1, 2 (emphasis) or 0 (remove the judgement), not %d", e.Level)
	}
	n.SetJudgement(kifu.Judgement{Name: e.Name, Level: e.Level})
	return effect{}, nil
}

func opCut(_ *Document, n *kifu.Node, _ *edit) (effect, error) {
	parent := n.Parent()
	return effect{to: parent, tree: true, judge: true}, n.Tree().Cut(n)
}

func opRemove(_ *Document, n *kifu.Node, _ *edit) (effect, error) {
	parent := n.Parent()
	return effect{to: parent, tree: true, judge: true}, n.Tree().Remove(n)
}

func opPromote(_ *Document, n *kifu.Node, _ *edit) (effect, error) {
	return effect{tree: true, judge: true, head: true}, n.Tree().Promote(n)
}

func opMoveTo(_ *Document, n *kifu.Node, e *edit) (effect, error) {
	return effect{tree: true, judge: true, head: true}, n.Tree().Move(n, e.Index)
}

func opInsert(_ *Document, n *kifu.Node, _ *edit) (effect, error) {
	to, err := n.Tree().Insert(n)
	return effect{to: to, tree: true, judge: true}, err
}
