package records

import (
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/server/boards"
)

// Record is a game of a record, with information about the whole file.
type Record struct {
	ID       string `json:"id"`
	Name     string `json:"name"`     // name of the file
	Format   string `json:"format"`   // format of the file that was opened
	Encoding string `json:"encoding"` // encoding of its text
	Original bool   `json:"original"` // the opened file can be downloaded
	Version  int64  `json:"version"`
	Message  string `json:"message,omitempty"` // the fault in the server's file of the record, if any

	Games []gameLine    `json:"games"`
	Game  int           `json:"game"` // index of this game, from 0
	Graph *boards.Graph `json:"graph"`
	Head

	CanUndo  bool      `json:"canUndo"`
	CanRedo  bool      `json:"canRedo"`
	Node     int       `json:"node"` // the node to show first
	Tree     *tree     `json:"tree"`
	Position *Position `json:"position"` // the position of that node
}

// Head is the game info of a game, with the rules that the server applies and the problems that it found.
type Head struct {
	Info        kifu.Info    `json:"info"`
	Rules       string       `json:"rules"` // title of the rules that the server applies
	RulesKnown  bool         `json:"rulesKnown"`
	Komi        float64      `json:"komi"` // komi in points
	KomiKnown   bool         `json:"komiKnown"`
	Notes       []string     `json:"notes"`
	Diagnostics []diagnostic `json:"diagnostics"`
	Omitted     int          `json:"omitted"` // number of further diagnostics
}

// gameLine is a game in the list of the games of a file.
type gameLine struct {
	Title  string `json:"title"`
	Black  string `json:"black"`
	White  string `json:"white"`
	Result string `json:"result"`
	Date   string `json:"date"`
	Nodes  int    `json:"nodes"`
}

// diagnostic is a finding about a file or a game.
type diagnostic struct {
	Severity string `json:"severity"` // note, warning or error
	Place    string `json:"place"`    // the place of the finding, in words
	Wrong    string `json:"wrong"`
	Assumed  string `json:"assumed"`
	Node     *int   `json:"node,omitempty"`
}

// Position is a node of a record with the position there.
type Position struct {
	Version  int64          `json:"version"`
	Game     int            `json:"game"`
	Node     int            `json:"node"`
	Number   int            `json:"number"` // number of moves so far
	Stones   []int8         `json:"stones"` // by point: 1 Black, -1 White, 0 empty
	ToPlay   string         `json:"toPlay"`
	LastMove string         `json:"lastMove"` // a vertex, "pass", or empty
	KoBan    string         `json:"koBan"`    // the vertex that ko forbids, or empty
	Captures map[string]int `json:"captures"` // by colour: the stones that the player has captured since the last set-up

	Comment string `json:"comment"`
	Name    string `json:"name"`
	Markup
	Setup      map[string][]string `json:"setup"` // vertices where this node places stones or removes them: black, white and empty
	Judgements []judgement         `json:"judgements"`
	Clocks     map[string]clock    `json:"clocks"`
	Analysis   *analysis           `json:"analysis,omitempty"`
	Faults     []diagnostic        `json:"faults"`

	Parent     int           `json:"parent"` // -1 for the root
	Children   []childNode   `json:"children"`
	Variation  []int         `json:"variation"` // the children of the parent, including this node
	Properties []rawProperty `json:"properties"`
}

// Markup is the markup of a node.
type Markup struct {
	Marks  map[string][]string `json:"marks"` // vertices by kind of mark
	Labels map[string]string   `json:"labels"`
	Lines  [][2]string         `json:"lines"`
	Arrows [][2]string         `json:"arrows"`
}

// judgement is a judgement of a move or a position.
type judgement struct {
	Name  string `json:"name"` // BM TE DO IT GB GW DM UC HO
	Level int    `json:"level"`
}

// clock is the time that a player has left after a move.
type clock struct {
	Seconds  *float64 `json:"seconds,omitempty"`
	Overtime *int     `json:"overtime,omitempty"` // moves or periods
}

// childNode is a child of the node that is shown.
type childNode struct {
	Node   int    `json:"node"`
	Color  string `json:"color"`  // empty when the node has no move
	Vertex string `json:"vertex"` // empty when the node has no move
}

// rawProperty is a property that is not in any other field.
type rawProperty struct {
	Name   string   `json:"name"`
	Values []string `json:"values"` // the values in SGF; null when they are too long to show
	Bytes  int      `json:"bytes"`  // size of the values
}

// maxShown is the most bytes of a property that are shown.
const maxShown = 16 << 10

// analysis is a program's analysis of a position, from Black's perspective.
type analysis struct {
	Engine     string      `json:"engine,omitempty"`
	Win        *float64    `json:"win,omitempty"`   // probability that Black wins, 0..1
	Lead       *float64    `json:"lead,omitempty"`  // Black's lead in points
	Exact      bool        `json:"exact,omitempty"` // Win and Lead are proved
	Visits     int         `json:"visits"`
	Candidates []candidate `json:"candidates"`
	Ownership  []float32   `json:"ownership,omitempty"` // by point: from 1 for Black to -1 for White
}

// candidate is a move that the analysis considers.
type candidate struct {
	Vertex string   `json:"vertex"`
	Win    *float64 `json:"win,omitempty"`
	Lead   *float64 `json:"lead,omitempty"`
	Visits int      `json:"visits"`
	Prior  *float64 `json:"prior,omitempty"`
	PV     []string `json:"pv"`
}

// markKinds has the kinds of marks and their names in the interface.
var markKinds = []struct {
	name string
	kind kifu.Mark
}{
	{"circle", kifu.MarkCircle}, {"square", kifu.MarkSquare}, {"triangle", kifu.MarkTriangle}, {"cross", kifu.MarkCross},
	{"selected", kifu.MarkSelected}, {"dim", kifu.MarkDim},
	{"territoryBlack", kifu.MarkTerritoryBlack}, {"territoryWhite", kifu.MarkTerritoryWhite}, {"view", kifu.MarkView},
}

// shownAsProperty reports whether a property of a node is shown as it is, because no other field of a [Position] or of
// the game info contains it, and it does not describe the file.
func shownAsProperty(n *kifu.Node, property string) bool {
	switch kifu.KindOf(property) {
	case kifu.KindOther, kifu.KindMoveRule:
		return true
	case kifu.KindInfo:
		return n.Parent() != nil
	}
	return false
}

// GameTitle returns the title of a game in a list. It is empty when the game info has only players.
func GameTitle(info kifu.Info) string {
	if info.Name != "" {
		return boards.Shorten(info.Name)
	}
	return boards.Shorten(strings.TrimSpace(info.Event + " " + info.Round))
}

// show returns a game with everything that the page shows first.
func (d *Document) show(game int) (*Record, error) {
	t, err := d.Tree(game)
	if err != nil {
		return nil, err
	}
	r := &Record{
		ID: d.id, Name: d.meta.Name, Format: d.meta.Format, Encoding: d.meta.Encoding, Original: d.records.files.hasOriginal(d.id),
		Version: d.version, Message: d.message,
		Games: d.games(), Game: game, Graph: boards.NewGraph(t.Graph), Head: d.head(t),
		CanUndo: len(d.history.done) > 0, CanRedo: len(d.history.undone) > 0,
		Node: int(d.numbers[t.Root()]), Tree: d.drawn(t), Position: d.position(t.Root()),
	}
	return r, nil
}

func (d *Document) games() []gameLine {
	list := make([]gameLine, 0, len(d.trees))
	for _, t := range d.trees {
		info := t.Info()
		list = append(list, gameLine{GameTitle(info), boards.Shorten(info.Black), boards.Shorten(info.White), boards.Shorten(info.Result), boards.Shorten(info.Date), t.Root().Count()})
	}
	return list
}

func (d *Document) head(t *kifu.Tree) Head {
	h := Head{
		Info: t.Info(), Rules: t.Rules.Name(), RulesKnown: t.RulesKnown, Komi: t.Rules.Komi.Points(), KomiKnown: t.KomiKnown,
		Notes: append([]string{}, t.Notes...), Diagnostics: append([]diagnostic{}, d.meta.Found...), Omitted: d.meta.Omitted,
	}
	c := d.judge(t)
	for _, f := range c.found {
		h.Diagnostics = append(h.Diagnostics, d.diagnostic(f))
	}
	h.Omitted += c.omitted
	if c.skipped > 0 {
		h.Diagnostics = append(h.Diagnostics, diagnostic{Severity: "note", Wrong: "the game has " + strconv.Itoa(c.skipped) + " nodes",
			Assumed: "a move is checked only when it is shown"})
	}
	return h
}

func (d *Document) diagnostic(f kifu.Diagnostic) diagnostic {
	r := diagnostic{Severity: strings.ToLower(f.Severity.String()), Place: f.Place(), Wrong: f.Wrong, Assumed: f.Assumed}
	if number, ok := d.numbers[f.Node]; ok {
		n := int(number)
		r.Node = &n
	}
	return r
}

// position returns the position of a node, and the content of the node.
func (d *Document) position(n *kifu.Node) *Position {
	t := n.Tree()
	g := t.Graph
	at := t.At(n)
	game := at.Game
	pos := game.Position()
	p := &Position{
		Version: d.version, Game: d.gameOf(t), Node: int(d.numbers[n]), Number: at.Number,
		Stones: pos.Numbers(nil), ToPlay: game.ToPlay().String(),
		Captures: map[string]int{"black": int(pos.Prisoners[baduk.White]), "white": int(pos.Prisoners[baduk.Black])},
		Comment:  n.Comment(), Name: n.Name(), Faults: d.faults(n, at),
		Judgements: []judgement{}, Clocks: map[string]clock{}, Analysis: analysisOf(n),
		Parent: -1, Children: []childNode{}, Variation: []int{}, Properties: []rawProperty{},
	}
	if k := game.Len(); k > 0 {
		p.LastMove = g.Vertex(game.Turn(k - 1).Point)
	}
	if pos.KoBan != baduk.NoPoint && game.Legal(baduk.Move{Color: game.ToPlay(), Point: pos.KoBan}) != baduk.Legal {
		p.KoBan = g.Vertex(pos.KoBan)
	}
	p.Markup = MarkupOf(n)
	placement, _ := n.Placement()
	p.Setup = map[string][]string{"black": names(g, placement.Black), "white": names(g, placement.White), "empty": names(g, placement.Empty)}
	for _, j := range n.Judgements() {
		p.Judgements = append(p.Judgements, judgement(j))
	}
	for _, c := range [...]baduk.Color{baduk.Black, baduk.White} {
		k := n.Clock(c)
		var left clock
		if k.HasSeconds {
			left.Seconds = &k.Seconds
		}
		if k.HasOvertime {
			left.Overtime = &k.Overtime
		}
		if k.HasSeconds || k.HasOvertime {
			p.Clocks[c.String()] = left
		}
	}
	if parent := n.Parent(); parent != nil {
		p.Parent = int(d.numbers[parent])
		for _, sibling := range parent.Children() {
			p.Variation = append(p.Variation, int(d.numbers[sibling]))
		}
	}
	for _, child := range n.Children() {
		c := childNode{Node: int(d.numbers[child])}
		if m, ok := child.Move(); ok {
			c.Color, c.Vertex = m.Color.String(), g.Vertex(m.Point)
		}
		p.Children = append(p.Children, c)
	}
	for _, name := range n.Properties() {
		if shownAsProperty(n, name) {
			p.Properties = append(p.Properties, property(name, n.Values(name)))
		}
	}
	return p
}

// MarkupOf returns the markup of a node, with the dimmed and hidden points of earlier nodes.
func MarkupOf(n *kifu.Node) Markup {
	g, markup := n.Tree().Graph, n.Markup()
	m := Markup{Marks: map[string][]string{}, Labels: map[string]string{}, Lines: [][2]string{}, Arrows: [][2]string{}}
	for _, k := range markKinds {
		points := markup.Points[k.kind]
		if k.kind == kifu.MarkDim || k.kind == kifu.MarkView {
			points = n.Inherited(k.kind)
		}
		m.Marks[k.name] = names(g, points)
	}
	for point, text := range markup.Labels {
		m.Labels[g.Vertex(point)] = text
	}
	for _, l := range markup.Lines {
		m.Lines = append(m.Lines, [2]string{g.Vertex(l[0]), g.Vertex(l[1])})
	}
	for _, l := range markup.Arrows {
		m.Arrows = append(m.Arrows, [2]string{g.Vertex(l[0]), g.Vertex(l[1])})
	}
	return m
}

// faults returns the faults of a node. If the whole game was checked, they come from the result of that check.
func (d *Document) faults(n *kifu.Node, at kifu.Position) []diagnostic {
	list := []diagnostic{}
	c := d.judge(n.Tree())
	found := c.found
	if c.skipped > 0 || c.omitted > 0 {
		found = at.Faults
	}
	for _, f := range found {
		if f.Node == n {
			list = append(list, d.diagnostic(f))
		}
	}
	return list
}

func property(name string, values []string) rawProperty {
	p := rawProperty{Name: name, Values: values}
	for _, v := range values {
		p.Bytes += len(v)
	}
	if p.Bytes > maxShown {
		p.Values = nil
	}
	return p
}

// names returns the names of points. The list is never null in JSON.
func names(g *baduk.Graph, points []baduk.Point) []string {
	return append([]string{}, boards.Vertices(g, points)...)
}
