package records

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/kifu"
	"tengen/server/boards"
	"tengen/server/wire"
)

const (
	maxPictureWidth = 4000   // pixels
	maxMotionWidth  = 1200   // pixels of an animation
	maxFilm         = 2000   // moves in an animation or in the figures of a game
	maxWay          = 10_000 // nodes on the path to the node that is drawn
	maxLines        = 200    // lines in a picture; the limit for arrows is the same
)

// pictureTypes has the content type of each format of pictures.
var pictureTypes = map[string]string{
	"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf", "txt": "text/plain; charset=utf-8",
}

// pictureRequest asks for a picture.
type pictureRequest struct {
	game, node int
	format     string
	theme      diagram.Theme
	numbers    int // how many of the last moves have numbers
	part       string
	width      int // pixels
	figures    int // moves in each figure; 0 draws one picture instead of figures
	card       bool
	words      diagram.CardWords // of the card
}

func readPictureRequest(r *http.Request) (w pictureRequest, err error) {
	q := r.URL.Query()
	for _, field := range []struct {
		name      string
		into      *int
		otherwise int
		least     int
		most      int
	}{
		{"game", &w.game, 0, 0, maxNodes}, {"node", &w.node, -1, -1, 1 << 31}, {"numbers", &w.numbers, 0, 0, 1 << 31},
		{"width", &w.width, 0, 0, maxPictureWidth}, {"figures", &w.figures, 0, 0, maxFilm},
	} {
		if *field.into, err = wire.IntOf(r, field.name, field.otherwise); err != nil {
			return w, err
		}
		if v := *field.into; v < field.least || v > field.most {
			return w, wire.Fail(http.StatusBadRequest, field.name, "%s is from %d to %d, not %d", field.name, max(field.least, 0), field.most, v)
		}
	}
	if w.format = q.Get("format"); w.format == "" {
		w.format = "svg"
	}
	if pictureTypes[w.format] == "" {
		return w, wire.Misuse(http.StatusBadRequest, "format", "%.20q is not a format of pictures: choose svg, png, gif, pdf or txt", w.format)
	}
	if w.theme, err = themeOf(r); err != nil {
		return w, err
	}
	if w.card = wire.IsTrue(q.Get("card")); w.card && w.format != "svg" && w.format != "png" {
		return w, wire.Misuse(http.StatusBadRequest, "card", "a card is svg or png, not %s", w.format)
	}
	w.words = diagram.CardWords{Black: q.Get("black"), White: q.Get("white"), Result: q.Get("result"), Terms: q.Get("terms")}
	if w.format == "gif" {
		w.width = min(w.width, maxMotionWidth)
	}
	w.part = q.Get("part")
	return w, nil
}

// themeOf returns the theme that a request names; the zero value if it names none.
func themeOf(r *http.Request) (diagram.Theme, error) {
	name := r.URL.Query().Get("theme")
	theme, ok := diagram.Themes()[name]
	if name != "" && !ok {
		return theme, wire.Misuse(http.StatusBadRequest, "theme", "%.20q is not a theme: choose wood, print or dark", name)
	}
	return theme, nil
}

// getPicture answers with a picture of a position, of the moves that lead to it, or of a game.
func (r *Records) getPicture(w http.ResponseWriter, req *http.Request) error {
	wanted, err := readPictureRequest(req)
	if err != nil {
		return err
	}
	name, data, err := r.drawPicture(req.PathValue("id"), &wanted)
	if err != nil {
		return err
	}
	kind := pictureTypes[wanted.format]
	if wire.IsTrue(req.URL.Query().Get("download")) {
		wire.File{Name: name, Type: kind, Data: data}.Send(w)
		return nil
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	_, _ = wire.Paced(w).Write(data) // the client may have gone away
	return nil
}

// drawPicture returns the picture as a file, with its name.
func (r *Records) drawPicture(id string, wanted *pictureRequest) (name string, data []byte, err error) {
	if err := r.acquireLoad(); err != nil {
		return "", nil, err
	}
	defer r.releaseLoad()
	sheet, card := diagram.Sheet{}, diagram.Card{}
	err = r.With(id, func(d *Document) error {
		n, err := d.pictured(wanted)
		if err != nil {
			return err
		}
		name = fmt.Sprintf("%s-%d.%s", withExt(d.meta.Name, ""), n.Depth(), wanted.format)
		info := n.Tree().Info()
		sheet.Title, sheet.Header = headOf(info)
		if sheet.Pictures, err = wanted.pictures(n); err == nil && wanted.card {
			name = fmt.Sprintf("%s-card.%s", withExt(d.meta.Name, ""), wanted.format)
			sheet.Pictures[0].Coordinates = false
			card = diagram.CardOf(sheet.Pictures[0], info, wanted.words)
		}
		return err
	})
	if err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	first, pixels := &sheet.Pictures[0], diagram.Pixels{Width: wanted.width}
	switch {
	case wanted.card && wanted.format == "svg":
		err = card.WriteSVG(&b)
	case wanted.card:
		err = card.WritePNG(&b, pixels)
	case wanted.format == "svg":
		err = first.WriteSVG(&b)
	case wanted.format == "png":
		err = first.WritePNG(&b, pixels)
	case wanted.format == "gif":
		err = diagram.WriteGIF(&b, sheet.Pictures, diagram.Motion{Pixels: pixels})
	case wanted.format == "pdf":
		if wanted.figures == 0 {
			sheet.PerPage = 1
		}
		err = sheet.WritePDF(&b)
	case wanted.format == "txt":
		err = first.WriteText(&b, diagram.TextOptions{Marks: true})
	}
	if err != nil {
		return "", nil, wire.FailWith(http.StatusUnprocessableEntity, "", err)
	}
	return name, b.Bytes(), nil
}

// pictured returns the node to draw: the node that the request names, or else the first node of the game. For an
// animation, for figures and for a card the default is the last node of the main line.
func (d *Document) pictured(w *pictureRequest) (*kifu.Node, error) {
	if w.node >= 0 {
		n, _, err := d.node(w.node)
		return n, err
	}
	t, err := d.Tree(w.game)
	if err != nil {
		return nil, err
	}
	last := t.Root()
	if w.format == "gif" || w.figures > 0 || w.card {
		for n := range t.Root().MainLine() {
			last = n
		}
	}
	return last, nil
}

// pictures returns one picture of a node, or an animation or figures of the moves that lead to the node.
func (w *pictureRequest) pictures(n *kifu.Node) ([]diagram.Picture, error) {
	t := n.Tree()
	part, err := partOf(t.Graph, w.part)
	if err != nil {
		return nil, err
	}
	var all []diagram.Picture
	if w.format != "gif" && w.figures == 0 {
		all = []diagram.Picture{pictureOf(n, w.numbers)}
	} else {
		line, err := wayTo(n)
		if err != nil {
			return nil, err
		}
		if w.format == "gif" {
			all = diagram.Film(t.Graph, line.Moves, line.StonesAfter)
		} else {
			all = line.Figures(t.Graph, w.figures)
		}
	}
	for i := range all {
		all[i].Theme = w.theme
		if part != nil {
			all[i].Part = part
		}
	}
	return all, nil
}

// partOf returns the points between two opposite corners, "A1:G7".
func partOf(g *baduk.Graph, text string) ([]baduk.Point, error) {
	if text == "" {
		return nil, nil
	}
	a, b, err := diagram.ParseCorners(g, text)
	var part []baduk.Point
	if err == nil {
		part, err = diagram.Between(g, a, b)
	}
	if err != nil {
		return nil, wire.Fail(http.StatusBadRequest, "part", "a part is given by two corners such as A1:G7: %s", wire.Shorten(err.Error()))
	}
	return part, nil
}

// pictureOf draws a node, with numbers on the last moves.
func pictureOf(n *kifu.Node, numbers int) diagram.Picture {
	t := n.Tree()
	at := t.At(n)
	p := diagram.Of(at.Game)
	if numbers > 0 {
		p.Marks, p.Labels = nil, map[baduk.Point]string{}
		number := at.Number
		for m := n; m != nil && number > at.Number-numbers; m = m.Parent() {
			moves, _ := m.Moves()
			for _, move := range slices.Backward(moves) {
				if move.Point >= 0 && number > at.Number-numbers && p.Stones[move.Point] == move.Color && p.Labels[move.Point] == "" {
					p.Labels[move.Point] = strconv.Itoa(number)
				}
				number--
			}
		}
	}
	p.AddMarkup(n)
	p.Lines, p.Arrows = p.Lines[:min(len(p.Lines), maxLines)], p.Arrows[:min(len(p.Arrows), maxLines)]
	if view := n.Inherited(kifu.MarkView); len(view) > 0 {
		p.Part = view
	}
	return p
}

// wayTo returns the moves that lead to a node, or an error if there are too many to draw.
func wayTo(n *kifu.Node) (*diagram.Line, error) {
	if d := n.Depth(); d > maxWay {
		return nil, wire.Fail(http.StatusUnprocessableEntity, "node", "%d nodes lead to this position, and at most %d are drawn", d, maxWay)
	}
	line := &diagram.Line{}
	for p := range n.Tree().Along(n) {
		if line.Add(p); len(line.Moves) > maxFilm {
			return nil, wire.Fail(http.StatusUnprocessableEntity, "node", "more than %d moves lead to this position, and no more are drawn", maxFilm)
		}
	}
	return line, nil
}

// headOf returns the title and the header of a sheet.
func headOf(info kifu.Info) (title string, lines []string) {
	player := func(name, rank string) string { return strings.TrimSpace(name + " " + rank) }
	black, white := player(info.Black, info.BlackRank), player(info.White, info.WhiteRank)
	title = GameTitle(info)
	if black != "" || white != "" {
		lines = append(lines, "Black: "+black, "White: "+white)
	}
	for _, l := range []struct{ what, text string }{{"", strings.Join(strings.Fields(info.Date+" "+info.Place), " ")}, {"Result: ", info.Result}} {
		if text := boards.Shorten(l.text); text != "" {
			lines = append(lines, l.what+text)
		}
	}
	if title == "" {
		title = "Game record"
	}
	return title, lines
}
