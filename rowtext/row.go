package rowtext

import (
	"fmt"
	"io"
	"strings"

	"tengen/baduk"
	"tengen/diagram"
	"tengen/internal/wording"
	"tengen/replay"
)

// shownMoves is the largest number of moves of a policy that are listed.
const shownMoves = 8

// WriteRow draws the position of the row with the given number, and prints its targets.
func WriteRow(out io.Writer, number int, row replay.Row) error {
	g, s := row.Game, row.Sample()
	at, err := g.At(s.Turn)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "row %d: position %d of %d of a game from %s\n", number, row.Index+1, len(g.Samples), orUnknown(g.Source))
	if row.Branch > 0 {
		fmt.Fprintf(out, "the last %s: from a search tree, not played in the game\n", wording.Counted(row.Branch, "move"))
	}
	fmt.Fprintf(out, "%s against %s, %s; %s; %s\n", orUnknown(g.BlackRank), orUnknown(g.WhiteRank), orUnknown(g.Date), g.Rules, outcome(g.Result))
	picture := diagram.Of(at)
	picture.Labels = map[baduk.Point]string{}
	for i, share := range s.Policy {
		if i < shownMoves && share.Point >= 0 {
			picture.Labels[share.Point] = string(rune('a' + i))
		}
	}
	if err := picture.WriteText(out, diagram.TextOptions{Marks: len(s.Policy) > 0}); err != nil {
		return err
	}
	fmt.Fprintf(out, "turn %d of %d, %s to move, weight %v\n", s.Turn, len(g.Moves), at.ToPlay(), s.Weight)
	fmt.Fprintf(out, "played: %s; next move: %s\n", moveAt(g, s.Turn), moveAt(g, s.Turn+1))
	if s.Doubt > 0 {
		fmt.Fprintf(out, "weight of the played moves as a target: %.2f\n", 1-float64(s.Doubt)/255)
	}
	if s.Policy != nil {
		var list []string
		total := 0
		for i, share := range s.Policy {
			if total += int(share.Part); i < shownMoves {
				list = append(list, fmt.Sprintf("%s %.1f %%", g.Graph.Vertex(share.Point), 100*float64(share.Part)/65535))
			}
		}
		fmt.Fprintf(out, "policy: %s (%d moves, %.2f %% in all)\n", strings.Join(list, ", "), len(s.Policy), 100*float64(total)/65535)
	}
	if v := s.Value; v != nil {
		fmt.Fprintf(out, "Black wins %.1f %%, no result %.2f %%, lead %+.1f, score %+.1f, standard deviation %.1f\n", 100*v.Win, 100*v.NoResult, v.Lead, v.ScoreMean, v.ScoreStdev)
	}
	if s.Ownership != nil {
		fmt.Fprintln(out, "expected owners of the points, in tenths: 1 to 9 and # for Black, a to i and o for White:")
		ownershipText(out, g.Graph, func(p baduk.Point) int { return int(s.Ownership[p]) * 10 / 127 })
	}
	if g.Final != nil {
		fmt.Fprintln(out, "owners at the end of the game:")
		ownershipText(out, g.Graph, func(p baduk.Point) int { return 10 * int(g.Final[p].Number()) })
	}
	return nil
}

// orUnknown returns the text, or a question mark if it is missing.
func orUnknown(text string) string {
	if text == "" {
		return "?"
	}
	return wording.OneLine(text)
}

// outcome returns the result in words.
func outcome(r replay.Result) string {
	switch {
	case r.By == replay.EndCounted && r.Lead == 0:
		return "a draw"
	case r.By == replay.EndCounted:
		return fmt.Sprintf("%s won by %v", r.Winner, max(r.Lead, -r.Lead))
	case r.Winner != baduk.Empty:
		return fmt.Sprintf("%s won (%s)", r.Winner, r.By)
	}
	return "result " + r.By.String()
}

// moveAt returns the move at a turn of the game, or "none" after the last move.
func moveAt(g *replay.Game, turn int) string {
	if turn >= len(g.Moves) {
		return "none"
	}
	return fmt.Sprintf("%s %s", g.Moves[turn].Color, g.Graph.Vertex(g.Moves[turn].Point))
}

// ownershipText draws ownership in tenths, from 10 to -10. It needs a rectangular board.
func ownershipText(out io.Writer, g *baduk.Graph, tenths func(baduk.Point) int) {
	grid, ok := g.Rectangle()
	if !ok {
		fmt.Fprintln(out, "  (not a rectangle)")
		return
	}
	for y := range grid.Height {
		line := []byte("   ")
		for x := range grid.Width {
			letter := byte('.')
			switch t := tenths(grid.At(x, y)); {
			case t >= 10:
				letter = '#'
			case t > 0:
				letter = byte('0' + t)
			case t <= -10:
				letter = 'o'
			case t < 0:
				letter = byte('a' - t - 1)
			}
			line = append(line, ' ', letter)
		}
		fmt.Fprintf(out, "%s\n", line)
	}
}
