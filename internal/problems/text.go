package problems

import (
	"fmt"
	"io"

	"tengen/internal/columns"
)

// Write prints the shares by type and by rank, headed by the name of the player.
func (x Examination) Write(out io.Writer, name string) error {
	t := columns.New(out)
	row := func(title string, s share) {
		t.Row(title, fmt.Sprintf("%d of %d", s.Solved, s.Of), fmt.Sprintf("%.1f %%", 100*s.Share), fmt.Sprintf("%.1f to %.1f", 100*s.Low, 100*s.High))
	}
	t.Row(fmt.Sprintf("%s, %d visit(s)", name, x.Visits), "solved", "share", "95 %")
	row("all", x.All)
	for _, s := range x.ByType {
		row(s.Name, s)
	}
	for _, s := range x.ByRank {
		row("rank "+s.Name, s)
	}
	return t.Flush()
}
