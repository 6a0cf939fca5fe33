package heldout

import (
	"fmt"
	"io"

	"tengen/internal/columns"
	"tengen/internal/wording"
)

// Write prints the knowledge as text. If unfinished is true, the text says that the test ended early.
func (k *Knowledge) Write(out io.Writer, unfinished bool) error {
	t := columns.New(out)
	positions := fmt.Sprint(k.Positions)
	if unfinished {
		positions += "; the test ended early"
	}
	t.Row("positions", positions)
	if k.Moves > 0 {
		t.Row("first choice", fmt.Sprintf("%.1f %% of %s that were played; among the first five choices: %.1f %%", 100*k.Top1, wording.Counted(k.Moves, "move"), 100*k.Top5))
		t.Row("policy loss", fmt.Sprintf("%.3f nats", k.PolicyLoss))
	} else {
		t.Row("first choice", "unknown: the rows have no move to learn")
	}
	if k.Results > 0 {
		t.Row("value loss", fmt.Sprintf("%.3f nats in %s; a net that always says one half has 0.693", k.ValueLoss, wording.Counted(k.Results, "position")))
		t.Row("calibration", fmt.Sprintf("off by %.3f; logits %.2f times as large would give the smallest value loss, %.3f nats", k.CalibrationError, k.ValueScale, k.ScaledLoss))
	} else {
		t.Row("value loss", "unknown: the rows have no results")
	}
	for _, b := range k.Calibration {
		if b.Count > 0 {
			t.Row("", fmt.Sprintf("the net said %.2f, Black won %.2f, in %d positions", b.Said, b.Won, b.Count))
		}
	}
	if d := k.Teacher; d != nil {
		t.Row("from the teacher", fmt.Sprintf("policy %.3f nats, chances %.4f nats, lead %.2f points, in %s",
			d.Policy, d.Value, d.Lead, wording.Counted(max(d.Policies, d.Values), "position")))
	}
	if err := t.Flush(); err != nil || k.Groups == nil {
		return err
	}
	return k.writeGroups(out)
}
