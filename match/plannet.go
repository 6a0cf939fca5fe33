package match

import "strings"

// netMark stands before the sum of a player's net in [PlanPlayer.Is].
const netMark = "net "

// WithNet is the text of [Side.Plan] for a player that plays by the net with this sum.
func WithNet(text, sum, kernel string) string {
	return strings.Join([]string{text, netMark + sum, "kernel " + kernel}, "; ")
}

// Net is the sum of the net by which the player plays, or "" if it has none.
func (p PlanPlayer) Net() string {
	for part := range strings.SplitSeq(p.Is, "; ") {
		if sum, ok := strings.CutPrefix(part, netMark); ok {
			return sum
		}
	}
	return ""
}
