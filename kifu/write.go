package kifu

import (
	"fmt"
	"io"
	"slices"

	"tengen/baduk"
	"tengen/sgf"
)

// Write writes the record as SGF, in FF[4] and UTF-8. Passes are written as empty
// values. KM, RU and HA are written from Info.Komi, Info.Rules and Info.Handicap. If
// these are empty, the values follow from Rules and Setup.
//
// Write returns an error and writes nothing if a side of the board is above 52, or if
// the board is neither a rectangle nor from a board file.
func (r *Record) Write(w io.Writer) error {
	root, err := r.tree()
	if err != nil {
		return err
	}
	return sgf.Write(w, sgf.Collection{root})
}

// newRoot returns a root with only the properties that describe the file.
func newRoot() *sgf.Node {
	root := &sgf.Node{}
	root.Set("FF", "4")
	root.Set("GM", "1")
	root.Set("CA", "UTF-8")
	return root
}

func (r *Record) tree() (*sgf.Node, error) {
	root := newRoot()
	if err := r.writeBoard(root); err != nil {
		return nil, err
	}
	info := r.Info
	if info.Rules == "" && r.RulesKnown {
		info.Rules = r.Rules.Name()
	}
	if info.Komi == "" && r.KomiKnown {
		info.Komi = formatKomi(r.Rules.Komi)
	}
	if info.Handicap == "" && r.Setup.Handicap > 1 {
		info.Handicap = fmt.Sprint(r.Setup.Handicap)
	}
	for _, f := range info.fields() {
		if *f.value != "" {
			root.Set(f.name, sgf.Escape(*f.value))
		}
	}
	n := notationOf(r.Graph)
	r.writeSetup(root, n)
	node := root
	for _, m := range r.Moves {
		node = node.NewChild()
		node.Set(moveNames[n.written()][m.Color], n.format(m.Point))
	}
	for c, mark := range [3]Mark{baduk.Black: MarkTerritoryBlack, baduk.White: MarkTerritoryWhite} {
		for _, p := range r.Territory[c] {
			node.Add(markNames[mark][n.written()], n.format(p))
		}
	}
	return root, nil
}

func (r *Record) writeSetup(root *sgf.Node, n notation) {
	for _, side := range []struct {
		color  baduk.Color
		points []baduk.Point
	}{{baduk.Black, r.Setup.Black}, {baduk.White, r.Setup.White}} {
		// One value for each stone: some programs do not read compressed lists.
		for _, p := range slices.Sorted(slices.Values(side.points)) {
			root.Add(setupNames[n.written()][side.color], n.format(p))
		}
	}
	// PL names the first player after a set-up. Without stones Black begins by default.
	if r.Setup.First() == baduk.White {
		root.Set("PL", "W")
	} else if len(r.Setup.Black)+len(r.Setup.White) > 0 || len(r.Moves) > 0 && r.Moves[0].Color == baduk.White && r.Setup.ToPlay == baduk.Black {
		root.Set("PL", "B")
	}
	if r.Setup.Scores != ([3]float64{}) {
		root.Set(propScores, formatScores(r.Setup.Scores))
	}
	if r.Setup.Prisoners != ([3]int32{}) {
		root.Set(propPrisoners, formatPrisoners(r.Setup.Prisoners))
	}
}
