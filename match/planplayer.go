package match

import (
	"fmt"
	"strings"
)

// PlanPlayer is a player of a plan.
type PlanPlayer struct {
	Name string `json:"name"`
	// Is is the text of Side.Plan. For a player of [Spec] it is the player as the user wrote it, followed by the values
	// that the caller chose: the threads, the net, the kernel, the rollout policy and the net of the values. The text
	// "; " separates the parts.
	Is    string   `json:"is,omitempty"`
	Clock string   `json:"clock,omitempty"`
	Elo   *float64 `json:"elo,omitempty"`
}

const (
	partMark = "; "
	netMark  = "net " // before the checksum of the net
	// rolloutMark is before the checksum of the rollout policy.
	rolloutMark = "rollout policy "
	// valueMark is before the checksum of the net of the values.
	valueMark = "value net "
)

// Sums has the checksums of the files of a player, or "" for files that it does not use: its net, its rollout policy
// and the net of its values. Kernel is the kernel of its nets.
type Sums struct{ Net, Rollout, Value, Kernel string }

// Plan returns the text of [Side.Plan] for the player. threads is the number of its search threads, or 0 if the plan
// does not have it, as the plans of older matches.
func (s Spec) Plan(threads int, sums Sums) string {
	parts := []string{s.Text}
	if s.Threads == 0 && threads > 0 {
		parts = append(parts, fmt.Sprintf("threads=%d", threads))
	}
	if sums.Net != "" {
		parts = append(parts, netMark+sums.Net)
	}
	if sums.Net != "" || sums.Value != "" {
		parts = append(parts, "kernel "+sums.Kernel)
	}
	if sums.Rollout != "" {
		parts = append(parts, rolloutMark+sums.Rollout)
	}
	if sums.Value != "" {
		parts = append(parts, valueMark+sums.Value)
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

// Value returns the checksum of the net with the values of the search, or "" if the player has no such net.
func (p PlanPlayer) Value() string { return p.after(valueMark) }

// after returns the rest of the part that begins with a mark, or "".
func (p PlanPlayer) after(mark string) string {
	for part := range strings.SplitSeq(p.Is, partMark) {
		if sum, ok := strings.CutPrefix(part, mark); ok {
			return sum
		}
	}
	return ""
}
