package facts

import (
	"context"
	"fmt"
	"io"

	"tengen/internal/columns"
	"tengen/kifustats"
)

// Verdict compares the article's number with ours.
type Verdict uint8

// The verdicts.
const (
	Unchecked Verdict = iota // it cannot be checked, or not without records
	Right
	Nearly // right except for a case that the fact names, or within a seventh of our number
	Wrong
)

// String names the verdict.
func (v Verdict) String() string {
	return [...]string{"cannot be checked", "right", "nearly", "wrong"}[v]
}

// MarshalText writes the name of the verdict.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Fact is a figure of the article, the number that tengen or the literature has for it, and a verdict.
type Fact struct {
	About   string  `json:"about"`
	Article string  `json:"article"`
	Ours    string  `json:"ours,omitempty"`
	How     string  `json:"how"` // computed, counted over records, or from the literature
	Verdict Verdict `json:"verdict"`
	Command string  `json:"command,omitempty"` // repeats our number; "" if tengen has no such command
}

// Options say what the figures are computed from.
type Options struct {
	Threads int
	// Records are the statistics of game records; nil if there are none. Command is the command that makes them.
	Records *kifustats.Statistics
	Command string
}

// List checks all figures, in the order of the article.
func List(ctx context.Context, o Options) ([]Fact, error) {
	var all []Fact
	for _, part := range []func(context.Context, Options) ([]Fact, error){history, solved, rules, example, memory, longest, positions, games} {
		list, err := part(ctx, o)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// Write prints the facts as text.
func Write(w io.Writer, list []Fact) error {
	for i, f := range list {
		if i > 0 {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(w, "%s: %v\n", f.About, f.Verdict); err != nil {
			return err
		}
		t := columns.New(w)
		for _, row := range [][2]string{{"article", f.Article}, {"tengen", f.Ours}, {"how", f.How}, {"repeat", f.Command}} {
			if row[1] != "" {
				t.Row("  "+row[0], row[1])
			}
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// needsRecords completes a fact that cannot be checked without records.
func (f Fact) needsRecords() Fact {
	f.How, f.Command = "needs game records", "tengen facts RECORDS"
	return f
}

// within compares a number of the article with ours: it is right within a twentieth, and nearly right within a seventh.
func within(article, ours float64) Verdict {
	switch miss := (article - ours) / ours; {
	case miss >= -1./20 && miss <= 1./20:
		return Right
	case miss >= -1./7 && miss <= 1./7:
		return Nearly
	}
	return Wrong
}
