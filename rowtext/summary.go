package rowtext

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"tengen/internal/columns"
	"tengen/internal/wording"
	"tengen/replay"
)

// Summary counts the rows of a folder.
type Summary struct {
	Games      int              `json:"games"`
	Samples    int              `json:"samples"`
	Held       int              `json:"heldOut"` // number of games that the default split holds out
	Bytes      int64            `json:"bytes"`
	RowBytes   float64          `json:"bytesPerRow"`
	Moves      int              `json:"moves"`
	Judged     int              `json:"judged"` // samples with a teacher's value
	Leaves     int              `json:"leaves"` // rows from inside search trees
	Final      int              `json:"final"`  // games with owners of the points in the last position
	Sources    map[string]int   `json:"sources"`
	Boards     map[string]int   `json:"boards"`
	Rules      map[string]int   `json:"rules"`
	Komi       map[string]int   `json:"komi"`
	Endings    map[string]int   `json:"endings"`
	Manifest   *replay.Manifest `json:"manifest"`
	Damage     []*replay.Damage `json:"damage"`
	Unreadable int              `json:"lostGames"`
}

// defaultSplit is the default of N if one game in N is held out.
const defaultSplit = 100

// NewSummary returns the summary of a folder with the given manifest, before any game is added.
func NewSummary(m *replay.Manifest) *Summary {
	s := &Summary{Manifest: m, Sources: map[string]int{}, Boards: map[string]int{}, Rules: map[string]int{}, Komi: map[string]int{}, Endings: map[string]int{}}
	for _, shard := range m.Shards {
		s.Bytes += shard.Bytes
	}
	return s
}

// End records the damage that was found while the games were read.
func (i *Summary) End(damage []*replay.Damage) {
	i.Damage, i.Unreadable = damage, max(0, i.Manifest.Games-i.Games)
	if i.Samples > 0 {
		i.RowBytes = float64(i.Bytes) / float64(i.Samples)
	}
}

// Add counts a game.
func (i *Summary) Add(g *replay.Game) {
	i.Games++
	i.Samples += len(g.Samples)
	i.Moves += len(g.Moves)
	if (replay.Split{OneIn: defaultSplit}).Held(g) {
		i.Held++
	}
	if g.Final != nil {
		i.Final++
	}
	for k := range g.Samples {
		if g.Samples[k].Value != nil {
			i.Judged++
		}
		if len(g.Samples[k].Branch) > 0 {
			i.Leaves++
		}
	}
	i.Sources[g.Source]++
	i.Boards[g.Graph.String()]++
	i.Rules[g.Rules.Name()]++
	i.Komi[g.Rules.Komi.String()]++
	i.Endings[g.Result.By.String()]++
}

// Write prints the summary as text.
func (i *Summary) Write(out io.Writer) error {
	t := columns.New(out)
	t.Row("games", strconv.Itoa(i.Games), fmt.Sprintf("%d of them are held out by the default split, one in %d", i.Held, defaultSplit))
	t.Row("rows", strconv.Itoa(i.Samples), fmt.Sprintf("%d judged by a teacher", i.Judged))
	if i.Leaves > 0 {
		t.Row("leaves", strconv.Itoa(i.Leaves), "rows from inside search trees")
	}
	t.Row("bytes per row", fmt.Sprintf("%.1f", i.RowBytes), fmt.Sprintf("%d bytes in %s", i.Bytes, wording.Counted(len(i.Manifest.Shards), "shard")))
	t.Row("moves", strconv.Itoa(i.Moves), "")
	t.Row("final owners", strconv.Itoa(i.Final), fmt.Sprintf("and %d scored games whose score differs from the recorded one", i.Manifest.Counts.Disagree))
	for _, part := range []struct {
		name   string
		counts map[string]int
	}{{"source", i.Sources}, {"board", i.Boards}, {"rules", i.Rules}, {"komi", i.Komi}, {"result", i.Endings}} {
		for n, key := range largest(part.counts) {
			if n == listedEach {
				t.Row(part.name, "", fmt.Sprintf("and %d more", len(part.counts)-n))
				break
			}
			t.Row(part.name, strconv.Itoa(part.counts[key]), key)
		}
	}
	for _, d := range i.Damage {
		t.Row("damage", "", d.Error())
	}
	if len(i.Damage) == 0 {
		t.Row("blocks", "", "all intact")
	}
	return t.Flush()
}

// listedEach is the largest number of values that are listed for each property.
const listedEach = 12

// largest returns the keys of a map of counts. The keys with the largest counts come first.
func largest(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}

// WriteImport prints the outcome of an import into a folder: the rows that it added, the time
// that it took, and the games that it skipped.
func WriteImport(out io.Writer, folder string, m *replay.Manifest, rows int, took time.Duration) error {
	t := columns.New(out)
	t.Row("games read", strconv.Itoa(m.Counts.Read), "")
	t.Row("games in "+folder, strconv.Itoa(m.Games), fmt.Sprintf("%d rows; %d of them added now, %.0f per second", m.Samples, rows, float64(rows)/max(took.Seconds(), 1e-3)))
	for _, r := range replay.Reasons() {
		n := m.Counts.Rejected[r]
		if n == 0 {
			continue
		}
		first := ""
		for _, e := range m.Examples {
			if e.Reason == r {
				first = filepath.Base(e.File)
				if e.Game > 0 {
					first += fmt.Sprintf(", game %d", e.Game)
				}
				first += ": " + e.Wrong
				break
			}
		}
		t.Row("skipped, "+string(r), strconv.Itoa(n), first)
	}
	for _, part := range []struct {
		name string
		n    int
		note string
	}{
		{"rules missing", m.Counts.NoRules, "or unknown; used instead: " + m.Settings.Rules}, {"komi missing", m.Counts.NoKomi, fmt.Sprintf("or not credible; used instead: %v", m.Settings.Komi)},
		{"owners at the end", m.Counts.Final, ""}, {"no owners", m.Counts.Disagree, "the score differs from the recorded one"},
		{"not judged", m.Counts.Unjudged, "boards that the teacher cannot read"},
	} {
		if part.n > 0 {
			t.Row(part.name, strconv.Itoa(part.n), part.note)
		}
	}
	return t.Flush()
}
