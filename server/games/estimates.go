package games

import (
	"fmt"

	"tengen/kifu"
)

// NoteEstimates writes the engine's estimates into a record without variations, each at the move that it belongs to.
func NoteEstimates(t *kifu.Tree, estimates []Estimate) error {
	number := 0
	for n := range t.Root().MainLine() {
		if n.HasMove() {
			number++
		}
		for _, e := range estimates {
			if e.Number != number || !n.HasMove() {
				continue
			}
			if err := n.SetAnalysis(&kifu.Analysis{Engine: "tengen", Visits: e.Visits, Win: &e.Win, Lead: &e.Lead}); err != nil {
				return fmt.Errorf("the estimate of move %d: %w", number, err)
			}
		}
	}
	return nil
}
