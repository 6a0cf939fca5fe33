package kifu

import (
	"fmt"
	"io"
	"slices"

	"tengen/baduk"
	"tengen/sgf"
)

// Write writes the record as SGF, FF[4] in UTF-8. Passes are written as empty
// values. What the record says in Info.Komi, Rules and Handicap is written if it
// says so, otherwise what follows from Rules and Setup. It errs, and writes
// nothing, when the board is no rectangle or has a side beyond 52.
func (r *Record) Write(w io.Writer) error {
	root, err := r.tree()
	if err != nil {
		return err
	}
	return sgf.Write(w, sgf.Collection{root})
}

func (r *Record) tree() (*sgf.Node, error) {
	geo, ok := r.Graph.Geometry()
	if !ok || geo.Width == 0 {
		return nil, fmt.Errorf("SGF cannot record a %v: it knows only rectangles", r.Graph)
	}
	if max(geo.Width, geo.Height) > sgf.MaxSide {
		return nil, fmt.Errorf("SGF cannot record a %v board: its sides are at most %d", r.Graph, sgf.MaxSide)
	}
	root := &sgf.Node{}
	for _, p := range [][2]string{{"FF", "4"}, {"GM", "1"}, {"CA", "UTF-8"}, {"SZ", sgf.FormatSize(geo.Width, geo.Height)}} {
		root.Set(p[0], p[1])
	}
	info := r.Info
	if info.Rules == "" && r.RulesKnown {
		info.Rules = r.Rules.Name()
	}
	if info.Komi == "" && r.KomiKnown {
		info.Komi = r.Rules.Komi.String()
	}
	if info.Handicap == "" && r.Setup.Handicap > 1 {
		info.Handicap = fmt.Sprint(r.Setup.Handicap)
	}
	for _, f := range info.fields() {
		if *f.value != "" {
			root.Set(f.name, sgf.Escape(*f.value))
		}
	}
	r.writeSetup(root, geo.Width)
	node := root
	for _, m := range r.Moves {
		node = node.NewChild()
		name := "B"
		if m.Color == baduk.White {
			name = "W"
		}
		node.Set(name, formatPoint(m.Point, geo.Width))
	}
	return root, nil
}

func (r *Record) writeSetup(root *sgf.Node, width int) {
	for _, side := range []struct {
		name   string
		points []baduk.Point
	}{{"AB", r.Setup.Black}, {"AW", r.Setup.White}} {
		// One value a stone: some programs do not read compressed lists.
		for _, p := range slices.Sorted(slices.Values(side.points)) {
			root.Add(side.name, formatPoint(p, width))
		}
	}
	// PL says what set-up leaves open; without stones Black begins anyway.
	first := r.Setup.ToPlay
	if first == baduk.Empty && r.Setup.Handicap > 0 {
		first = baduk.White
	}
	if first == baduk.White {
		root.Set("PL", "W")
	} else if len(r.Setup.Black)+len(r.Setup.White) > 0 {
		root.Set("PL", "B")
	}
}
