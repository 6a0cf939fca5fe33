package kifu

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
	"tengen/topology"
)

// The private properties for boards that SGF does not know. The package
// documentation explains them.
const (
	propBoard  = "BOARD"
	propScores = "SCORES"
	// propPrisoners is in the root. It counts the stones that Black and White had
	// taken before the first position of the record, as in "9:6".
	propPrisoners = "PRISONERS"
	propBlack     = "BV" // a move of Black at a vertex
	propWhite     = "WV"
	propSetB      = "ABV" // a black stone of the set-up at a vertex
	propSetW      = "AWV"
	propClear     = "AEV" // a vertex that the set-up clears
	propTerrB     = "TBV" // a vertex of Black's territory
	propTerrW     = "TWV"
)

// ownNames returns the names of all private properties of tengen.
func ownNames() []string {
	names := []string{propBoard, propScores, propPrisoners, propBlack, propWhite, propSetB, propSetW, propClear, propTengen, propRemarks}
	for _, mark := range markNames {
		names = append(names, mark[1])
	}
	return names
}

// notation reads and writes the points of a board.
type notation struct {
	graph *baduk.Graph
	// grid is the grid of a board whose points have SGF coordinates. It is zero if
	// points are written as vertices.
	grid baduk.Grid
}

// notationOf returns the notation for the points of a board.
func notationOf(g *baduk.Graph) notation {
	grid, ok := g.Rows()
	if !ok || max(grid.Width, grid.Height) > sgf.MaxSide {
		return notation{graph: g}
	}
	return notation{g, grid}
}

// rows reports whether points have SGF coordinates.
func (n notation) rows() bool { return n.grid.Width > 0 }

// format returns the raw SGF value of a point or a pass.
func (n notation) format(p baduk.Point) string {
	switch {
	case !n.rows():
		return sgf.Escape(n.graph.Vertex(p))
	case p == baduk.Pass:
		return ""
	}
	x, y := n.grid.XY(p)
	return sgf.XY{X: x, Y: y}.String()
}

// move reads the value of B or W. Both "" and, on boards up to 19x19, "tt" are
// passes.
func (n notation) move(raw string) (baduk.Point, error) {
	s := strings.TrimSpace(raw)
	if s == "" || s == "tt" && n.grid.Width <= 19 && n.grid.Height <= 19 {
		return baduk.Pass, nil
	}
	at, err := sgf.ParsePoint(s)
	if err != nil {
		return baduk.NoPoint, err
	}
	if p, ok := n.at(at); ok {
		return p, nil
	}
	return baduk.NoPoint, fmt.Errorf("%q is not on %v", s, n)
}

// moveByVertex reads the name of a point, or "pass".
func (n notation) moveByVertex(raw string) (baduk.Point, error) {
	return n.graph.ParseVertex(sgf.SimpleText(raw))
}

// at returns the point in the column and row of xy, or false if it is not on the board.
func (n notation) at(xy sgf.XY) (baduk.Point, bool) {
	if !n.grid.Contains(xy.X, xy.Y) {
		return baduk.NoPoint, false
	}
	return n.grid.At(xy.X, xy.Y), true
}

// points reads a list of points and rectangles. It skips empty values, which some
// programs write for an empty list. With an error, it returns the points before the
// invalid value.
func (n notation) points(raw []string) ([]baduk.Point, error) {
	all, err := sgf.ParsePoints(withoutBlanks(raw))
	var list []baduk.Point
	for _, xy := range all {
		p, ok := n.at(xy)
		if !ok {
			return list, fmt.Errorf("%v is not on %v", xy, n)
		}
		list = append(list, p)
	}
	return list, err
}

// vertices reads a list of points that are written as vertices. It skips empty values.
func (n notation) vertices(raw []string) ([]baduk.Point, error) {
	var list []baduk.Point
	for _, v := range withoutBlanks(raw) {
		p, err := n.graph.ParseVertex(sgf.SimpleText(v))
		if err == nil && p == baduk.Pass {
			err = errors.New("a pass is not a point")
		}
		if err != nil {
			return list, err
		}
		list = append(list, p)
	}
	return list, nil
}

// String names the board with an article, for messages.
func (n notation) String() string {
	if n.rows() && n.graph.Source() == "" {
		return fmt.Sprintf("a %dx%d board", n.grid.Width, n.grid.Height)
	}
	return fmt.Sprintf("the board %v", n.graph)
}

// readBoard sets the board of the record from the properties of its root.
func (t *Tree) readBoard(root *sgf.Node, shared *boards) (err error) {
	text := strings.TrimSpace(root.Text(propBoard))
	if strings.HasPrefix(text, "{") {
		if t.board, err = shared.file(text); err == nil {
			t.Graph = t.board.Graph
		}
		return err
	}
	if text != "" {
		t.note("the property %s was ignored: it is not a board file", propBoard)
	} else if root.Has(propSetB) || root.Has(propSetW) || len(root.Children) > 0 && (root.Children[0].Has(propBlack) || root.Children[0].Has(propWhite)) {
		t.note("moves and stones that are named by vertices were ignored: the property %s is missing", propBoard)
	}
	width, height := 19, 19
	if sz := root.SimpleText("SZ"); strings.TrimSpace(sz) != "" {
		if width, height, err = sgf.ParseSize(sz); err != nil {
			return err
		}
	}
	t.Graph, err = shared.rectangle(width, height)
	return err
}

// boards has the boards that the games of one file share. Sharing saves memory, since a
// board is much larger than a short game. With a nil *boards, every game gets its own
// board.
type boards struct {
	rectangles map[[2]int]*baduk.Graph
	files      map[string]boardFile // by the text of the board file
	points     int                  // points of all boards
	failed     int                  // number of board files that could not be read, and of windows that could not grow
}

// boardFile is the result of reading a board file.
type boardFile struct {
	board *topology.Board
	err   error
}

// maxPoints is the largest number of points of all boards of a file together. The last
// board may exceed it.
const maxPoints = 1 << 20

// failedPoints is the number of points for which a board counts that could not be read.
// Reading it can take as long as reading a large board.
const failedPoints = 1 << 13

func (b *boards) rectangle(width, height int) (*baduk.Graph, error) {
	if b == nil {
		return baduk.Rectangle(width, height)
	}
	size := [2]int{width, height}
	if g := b.rectangles[size]; g != nil {
		return g, nil
	}
	if err := b.full(); err != nil {
		return nil, err
	}
	g, err := baduk.Rectangle(width, height)
	if err != nil {
		return nil, err
	}
	if b.rectangles == nil {
		b.rectangles = map[[2]int]*baduk.Graph{}
	}
	b.rectangles[size] = g
	b.points += g.Len()
	return g, nil
}

func (b *boards) file(text string) (*topology.Board, error) {
	const name = "the board of the record"
	if b == nil {
		return topology.Read(name, []byte(text))
	}
	if f, ok := b.files[text]; ok {
		return f.board, f.err
	}
	if err := b.full(); err != nil {
		return nil, err
	}
	board, err := topology.Read(name, []byte(text))
	if b.files == nil {
		b.files = map[string]boardFile{}
	}
	b.files[text] = boardFile{board, err}
	if err != nil {
		b.failed++
		return nil, err
	}
	b.points += board.Graph.Len()
	return board, nil
}

// full returns an error if the file may not have another board.
func (b *boards) full() error {
	if b != nil && b.points+b.failed*failedPoints >= maxPoints {
		return fmt.Errorf("the games of the file are on too many different boards: they may have %d points together", maxPoints)
	}
	return nil
}

// release drops the boards if there are too many of them. It keeps the count of boards
// that could not be read, because that count limits the time and not the memory.
func (b *boards) release() {
	if b.full() != nil {
		*b = boards{failed: b.failed}
	}
}

// writeBoard sets the properties that describe the board. It returns an error if SGF
// cannot record the board.
func (r *Record) writeBoard(root *sgf.Node) error {
	n := notationOf(r.Graph)
	geo, _ := r.Graph.Geometry()
	if n.rows() {
		root.Set("SZ", sgf.FormatSize(n.grid.Width, n.grid.Height))
	}
	switch source := r.Graph.Source(); {
	case source != "":
		root.Set(propBoard, sgf.Escape(source))
	case geo.Width > sgf.MaxSide || geo.Height > sgf.MaxSide:
		return fmt.Errorf("SGF cannot record a %v board: its sides are at most %d", r.Graph, sgf.MaxSide)
	case geo.Width == 0 || r.Graph.Life() != nil:
		return fmt.Errorf("SGF cannot record a %v: it was not read from a board file", r.Graph)
	}
	return nil
}

// parseScores reads the initial scores of both players, "9:5.5".
func parseScores(raw string) (scores [3]float64, err error) {
	first, second, composed := sgf.SplitValue(raw)
	if composed {
		scores[baduk.Black], err = strconv.ParseFloat(strings.TrimSpace(first), 64)
	}
	if err == nil {
		scores[baduk.White], err = strconv.ParseFloat(strings.TrimSpace(second), 64)
	}
	for _, s := range scores {
		if !(s >= -maxScore && s <= maxScore) { // the comparison is false for NaN
			err = errors.New("out of range")
		}
	}
	if err != nil || !composed {
		return [3]float64{}, fmt.Errorf("%q is not Black's and White's initial score, such as 0:5.5", clip(raw))
	}
	return scores, nil
}

// parsePrisoners reads the numbers of stones that Black and White have taken, as in
// "9:6". The result is indexed by the colour of the taken stones.
func parsePrisoners(raw string, points int) (taken [3]int32, err error) {
	first, second, composed := sgf.SplitValue(raw)
	black, err1 := strconv.Atoi(strings.TrimSpace(first))
	white, err2 := strconv.Atoi(strings.TrimSpace(second))
	if !composed || err1 != nil || err2 != nil || min(black, white) < 0 || max(black, white) > points {
		return taken, fmt.Errorf("%q is not the numbers of stones that Black and White have taken, such as 9:6, each 0 to %d", clip(raw), points)
	}
	taken[baduk.White], taken[baduk.Black] = int32(black), int32(white)
	return taken, nil
}

func formatPrisoners(taken [3]int32) string {
	return fmt.Sprintf("%d:%d", taken[baduk.White], taken[baduk.Black])
}

// maxScore is the largest initial score that is accepted. Board files have the same
// limit.
const maxScore = 1e30

func formatScores(scores [3]float64) string {
	f := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	return f(scores[baduk.Black]) + ":" + f(scores[baduk.White])
}
