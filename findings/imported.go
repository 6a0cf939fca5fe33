package findings

import (
	"fmt"
	"io"
	"time"

	"tengen/internal/wording"
	"tengen/store"
)

// mostProblems is the largest number of problems that are printed.
const mostProblems = 20

// Imported is the outcome of an import into the library.
type Imported struct {
	Library     string   `json:"library"`
	Files       int      `json:"files"`
	Known       int      `json:"known"`  // number of files that the library already had, including copies
	Copies      int      `json:"copies"` // copies of other files of this import
	Games       int      `json:"games"`
	Duplicates  int      `json:"duplicates"` // number of games that the library already had, including repeated games
	Repeated    int      `json:"repeated"`   // games that occur more than once in this import
	Already     int      `json:"already"`
	Unindexed   int      `json:"unindexed"`
	Problems    int      `json:"problems"`
	Listed      []string `json:"listed"`
	Seconds     float64  `json:"seconds"`
	Interrupted bool     `json:"interrupted"`
	Total       int      `json:"total"` // games in the library
}

// NewImported returns the outcome of an import with the given report. The parameter named
// total is the number of games in the library after the import.
func NewImported(library string, report store.Report, took time.Duration, interrupted bool, total int) Imported {
	r := Imported{
		Library: library, Files: report.Files, Known: report.Known, Copies: report.Copies, Games: report.Games,
		Duplicates: report.Duplicates, Repeated: report.Repeated, Already: report.Already,
		Unindexed: report.Unindexed, Problems: report.Failed, Listed: []string{}, Seconds: took.Seconds(), Interrupted: interrupted, Total: total,
	}
	for _, p := range report.Problems {
		r.Listed = append(r.Listed, wording.OneLine(p.String()))
	}
	return r
}

// Write prints the outcome as text to the writer out, and the problems to the writer notes.
func (r *Imported) Write(out, notes io.Writer) error {
	for i, p := range r.Listed {
		if i == mostProblems {
			fmt.Fprintf(notes, "tengen: and %d more; --json lists up to 1000\n", r.Problems-i)
			break
		}
		fmt.Fprintf(notes, "tengen: %s\n", p)
	}
	fmt.Fprintf(out, "%s added from %s in %.1f s", wording.Counted(r.Games, "game"), wording.Counted(r.Files, "file"), r.Seconds)
	for _, part := range []struct {
		n    int
		text string
	}{
		{r.Known - r.Copies, "files that were in the library: %d"}, {r.Copies, "copies of other files: %d"},
		{r.Duplicates - r.Repeated, "games that were in the library: %d"}, {r.Repeated, "games that came more than once: %d"},
		{r.Already, "games from an earlier run: %d"},
		{r.Unindexed, "games that cannot be found by position: %d"}, {r.Problems, "problems: %d"},
	} {
		if part.n > 0 {
			fmt.Fprintf(out, "; "+part.text, part.n)
		}
	}
	_, err := fmt.Fprintf(out, "\n%s: %s\n", r.Library, wording.Counted(r.Total, "game"))
	return err
}
