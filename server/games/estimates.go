package games

import (
	"fmt"

	"tengen/kifu"
)

// NoteEstimates writes what the engine thought after its moves into a record of one line.
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
