package rowtext

import (
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
	Held       int              `json:"heldOut"` // games, by the usual split
	Bytes      int64            `json:"bytes"`
	RowBytes   float64          `json:"bytesPerRow"`
	Moves      int              `json:"moves"`
	Judged     int              `json:"judged"` // samples with a teacher's value
	Leaves     int              `json:"leaves"` // rows from inside search trees
	Final      int              `json:"final"`  // games with the owners of the last position
	Sources    map[string]int   `json:"sources"`
	Boards     map[string]int   `json:"boards"`
	Rules      map[string]int   `json:"rules"`
	Komi       map[string]int   `json:"komi"`
	Endings    map[string]int   `json:"endings"`
	Manifest   *replay.Manifest `json:"manifest"`
	Damage     []*replay.Damage `json:"damage"`
	Unreadable int              `json:"lostGames"`
}

// usualSplit is the usual N of "one game in N is held out".
const usualSplit = 100

// NewSummary is the summary of a folder with this manifest before its games are counted.
func NewSummary(m *replay.Manifest) *Summary {
	s := &Summary{Manifest: m, Sources: map[string]int{}, Boards: map[string]int{}, Rules: map[string]int{}, Komi: map[string]int{}, Endings: map[string]int{}}
	for _, shard := range m.Shards {
		s.Bytes += shard.Bytes
	}
	return s
}

// End notes the damage that was found while the games were read.
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
	if (replay.Split{OneIn: usualSplit}).Held(g) {
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

// Write prints the summary for a person.
func (i *Summary) Write(out io.Writer) error {
	t := columns.New(out)
	t.Row("games", strconv.Itoa(i.Games), fmt.Sprintf("%d of them are held out by the usual split, one in %d", i.Held, usualSplit))
	t.Row("rows", strconv.Itoa(i.Samples), fmt.Sprintf("%d judged by a teacher", i.Judged))
	if i.Leaves > 0 {
		t.Row("leaves", strconv.Itoa(i.Leaves), "rows from inside search trees")
	}
	t.Row("bytes a row", fmt.Sprintf("%.1f", i.RowBytes), fmt.Sprintf("%d bytes in %s", i.Bytes, wording.Counted(len(i.Manifest.Shards), "shard")))
	t.Row("moves", strconv.Itoa(i.Moves), "")
	t.Row("final owners", strconv.Itoa(i.Final), fmt.Sprintf("and %d counted games whose count was not the written one", i.Manifest.Counts.Disagree))
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
		t.Row("blocks", "", "all sound")
	}
	return t.Flush()
}

// listedEach is the most values of a property that are listed.
const listedEach = 12

// largest are the keys, those with the largest counts first.
func largest[K ~string](counts map[K]int) []K {
	return slices.SortedFunc(maps.Keys(counts), func(a, b K) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		if a < b {
			return -1
		}
		return 1
	})
}

// WriteImport prints what an import brought into a folder, and what it left out. Rows came in
// this time, in the time that it took.
func WriteImport(out io.Writer, folder string, m *replay.Manifest, rows int, took time.Duration) error {
	t := columns.New(out)
	t.Row("games read", strconv.Itoa(m.Counts.Read), "")
	t.Row("games in "+folder, strconv.Itoa(m.Games), fmt.Sprintf("%d rows; %d of them now, %.0f a second", m.Samples, rows, float64(rows)/max(took.Seconds(), 1e-3)))
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
		t.Row("left out, "+string(r), strconv.Itoa(n), first)
	}
	for _, part := range []struct {
		name string
		n    int
		note string
	}{
		{"rules not written", m.Counts.NoRules, "or not understood: " + m.Settings.Rules}, {"komi not written", m.Counts.NoKomi, fmt.Sprintf("or not credible: %v", m.Settings.Komi)},
		{"owners at the end", m.Counts.Final, ""}, {"no owners", m.Counts.Disagree, "the count differs from the written one"},
		{"not judged", m.Counts.Unjudged, "boards that the teacher cannot read"},
	} {
		if part.n > 0 {
			t.Row(part.name, strconv.Itoa(part.n), part.note)
		}
	}
	return t.Flush()
}
