package ladder

import (
	"fmt"
	"io"

	"tengen/internal/columns"
	"tengen/stat"
)

// Write prints a table for each size of board.
func (r Ranking) Write(out io.Writer) error {
	t := columns.New(out)
	number := func(elo float64) string { return fmt.Sprintf("%+.0f", elo) }
	for _, b := range r.Boards {
		t.Row(fmt.Sprintf("%dx%d", b.Size, b.Size), "Elo", "95 %", "should be", "against the rank below")
		for _, s := range b.Ranks {
			won := ""
			if s.Played > 0 {
				low, high := stat.Wilson(s.Won, s.Played)
				won = fmt.Sprintf("%v of %d, %.0f %% (%.0f to %.0f)", s.Won, s.Played, 100*s.Won/float64(s.Played), 100*low, 100*high)
			}
			t.Row(s.Rank.String(), number(s.Elo), number(s.Low)+" to "+number(s.High), number(s.Expected), won)
		}
		t.Row("")
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}
