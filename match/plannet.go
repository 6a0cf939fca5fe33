package match

import "strings"

// netMark is the text before the checksum of a player's net in [PlanPlayer.Is].
const netMark = "net "

// WithNet returns the text of [Side.Plan] for a player that uses the net with this checksum.
func WithNet(text, sum, kernel string) string {
	return strings.Join([]string{text, netMark + sum, "kernel " + kernel}, "; ")
}

// Net returns the checksum of the net that the player uses, or "" if it uses no net.
func (p PlanPlayer) Net() string {
	for part := range strings.SplitSeq(p.Is, "; ") {
		if sum, ok := strings.CutPrefix(part, netMark); ok {
			return sum
		}
	}
	return ""
}
