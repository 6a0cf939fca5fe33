package reviews

import (
	"bytes"
	"net/http"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/review"
	"tengen/server/records"
	"tengen/server/wire"
)

const maxDiagram = 30 // moves in one diagram

// getDiagram draws a line that begins in a position of the main line. Usually this is the move that was played with the
// moves that follow; the request can give another line. The moves of the line have numbers from 1. The last move before
// the line has a ring. If the line does not begin with the move that was played, that move has a cross. A browser may
// cache the picture, because it depends only on the URL, which includes the hash of the main line.
func (r *Reviews) getDiagram(w http.ResponseWriter, req *http.Request) error {
	data, err := r.drawDiagram(req)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
	_, _ = wire.Paced(w).Write(data) // the client may have gone away
	return nil
}

func (r *Reviews) drawDiagram(req *http.Request) ([]byte, error) {
	game, err := wire.IntOf(req, "game", 0)
	if err != nil {
		return nil, err
	}
	i, err := wire.IntOf(req, "move", 0)
	if err != nil {
		return nil, err
	}
	var p diagram.Picture
	err = r.records.With(req.PathValue("id"), func(d *records.Document) error {
		t, err := d.Tree(game)
		if err != nil {
			return err
		}
		line, err := newLine(t)
		if err != nil {
			return err
		}
		if of := req.URL.Query().Get("of"); of != shortSum(sumOf(t)) {
			return wire.Fail(http.StatusNotFound, "of", "the main line has changed: load the review again")
		}
		if i < 0 || i >= line.Len() {
			return wire.Misuse(http.StatusBadRequest, "move", "the number of a move is from 0 to %d", line.Len()-1)
		}
		p, err = linePicture(line, i, req.URL.Query().Get("line"))
		return err
	})
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = p.WriteSVG(&b)
	return b.Bytes(), err
}

// linePicture draws a line that begins in the position before move i.
func linePicture(line *review.Line, i int, text string) (diagram.Picture, error) {
	g, played := line.Graph, line.Turns[i].Move
	var moves []baduk.Move
	c := played.Color
	for vertex := range strings.SplitSeq(text, ",") {
		p, err := g.ParseVertex(vertex)
		if err != nil || len(moves) >= maxDiagram {
			return diagram.Picture{}, wire.Misuse(http.StatusBadRequest, "line", "%.40q is not a line of at most %d moves", text, maxDiagram)
		}
		moves = append(moves, baduk.Move{Color: c, Point: p})
		c = c.Opponent()
	}
	p := diagram.Figure{Graph: g, Before: line.Stones(i), Moves: moves, First: 1}.Picture()
	p.Marks = map[baduk.Point]diagram.Mark{}
	free := func(q baduk.Point) bool { return q >= 0 && p.Labels[q] == "" }
	if i > 0 {
		if last := line.Turns[i-1].Move.Point; free(last) {
			p.Marks[last] = diagram.Circle
		}
	}
	if played != moves[0] && free(played.Point) && p.Stones[played.Point] == baduk.Empty {
		p.Marks[played.Point] |= diagram.Cross
	}
	return p, nil
}
