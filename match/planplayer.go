package match

import (
	"fmt"
	"strings"
)

// PlanPlayer is a player of a plan.
type PlanPlayer struct {
	Name string `json:"name"`
	// Is is the text of Side.Plan. For a player of [Spec] it is the player as the user wrote it, followed by the values
	// that the caller chose: the threads, the net and its kernel, and the rollout policy. The text "; " separates the
	// parts.
	Is    string   `json:"is,omitempty"`
	Clock string   `json:"clock,omitempty"`
	Elo   *float64 `json:"elo,omitempty"`
}

const (
	partMark = "; "
	netMark  = "net " // before the checksum of the net
	// rolloutMark is before the checksum of the rollout policy.
	rolloutMark = "rollout policy "
)

// Plan returns the text of [Side.Plan] for the player. threads is the number of its search threads, or 0 if the plan
// does not have it. The parameters sum and rollout are the checksums of its net and of its rollout policy, or "" if it
// uses none.
func (s Spec) Plan(threads int, sum, kernel, rollout string) string {
	parts := []string{s.Text}
	if s.Threads == 0 && threads > 0 {
		parts = append(parts, fmt.Sprintf("threads=%d", threads))
	}
	if sum != "" {
		parts = append(parts, netMark+sum, "kernel "+kernel)
	}
	if rollout != "" {
		parts = append(parts, rolloutMark+rollout)
	}
	return strings.Join(parts, partMark)
}

// Text returns the player as the user wrote it. A program whose command has "; " is cut there.
func (p PlanPlayer) Text() string {
	text, _, _ := strings.Cut(p.Is, partMark)
	return text
}

// Net returns the checksum of the net that the player uses, or "" if it uses no net.
func (p PlanPlayer) Net() string { return p.after(netMark) }

// Rollout returns the checksum of the rollout policy that the player uses, or "" if it uses the built-in one.
func (p PlanPlayer) Rollout() string { return p.after(rolloutMark) }

// after returns the rest of the part that begins with a mark, or "".
func (p PlanPlayer) after(mark string) string {
	for part := range strings.SplitSeq(p.Is, partMark) {
		if sum, ok := strings.CutPrefix(part, mark); ok {
			return sum
		}
	}
	return ""
}
