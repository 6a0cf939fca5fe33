package heldout

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"tengen/baduk"
	"tengen/internal/columns"
	"tengen/neteval"
)

// Group has the moves of players of similar rank on boards of one size.
type Group struct {
	Board string `json:"board"` // as baduk.Graph.String
	Ranks string `json:"ranks"` // such as "9k-5k", or "professional"
	// Moves, Top1 and PolicyLoss have the same meaning as in [Knowledge].
	Moves      int     `json:"moves"`
	Top1       float64 `json:"top1"`
	PolicyLoss float64 `json:"policyLoss"`

	points, strongest int // the order of the groups
}

// rankGroups are the groups of ranks. The last rank of each group is a number of [neteval.Profile.Rank].
var rankGroups = []struct {
	name string
	last int
}{{"9d-5d", 5}, {"4d-1d", 9}, {"1k-5k", 14}, {"6k-10k", 19}, {"11k-15k", 24}, {"16k-20k", 29}, {"21k-30k", 39}}

// group returns the group of a player's moves. The pointer is valid until the next call.
func (k *Knowledge) group(g *baduk.Graph, p neteval.Profile, c baduk.Color) *Group {
	is := Group{Board: g.String(), Ranks: "professional", points: g.Len()}
	if !p.Professional() {
		for _, r := range rankGroups {
			if is.Ranks, is.strongest = r.name, r.last; p.Rank(c) <= r.last {
				break
			}
		}
	}
	order := func(a, b Group) int {
		return cmp.Or(cmp.Compare(a.points, b.points), cmp.Compare(a.Board, b.Board), cmp.Compare(b.strongest, a.strongest))
	}
	i, found := slices.BinarySearchFunc(k.Groups, is, order)
	if !found {
		k.Groups = slices.Insert(k.Groups, i, is)
	}
	return &k.Groups[i]
}

// add counts a move. It does nothing if g is nil.
func (g *Group) add(first bool, loss float64) {
	if g == nil {
		return
	}
	g.Moves++
	g.PolicyLoss += loss
	if first {
		g.Top1++
	}
}

// finishGroups turns sums into averages.
func (k *Knowledge) finishGroups() {
	for i := range k.Groups {
		g := &k.Groups[i]
		n := float64(max(1, g.Moves))
		g.Top1, g.PolicyLoss = g.Top1/n, g.PolicyLoss/n
	}
}

// writeGroups prints the groups as a table.
func (k *Knowledge) writeGroups(out io.Writer) error {
	t := columns.New(out)
	t.Row("board", "rank", "moves", "first choice", "policy loss")
	for _, g := range k.Groups {
		t.Row(g.Board, g.Ranks, fmt.Sprint(g.Moves), fmt.Sprintf("%.1f %%", 100*g.Top1), fmt.Sprintf("%.3f nats", g.PolicyLoss))
	}
	return t.Flush()
}
