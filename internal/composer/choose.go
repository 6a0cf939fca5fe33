package composer

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"tengen/engine"
	"tengen/internal/durable"
	"tengen/tsumego"
)

// Counts say how many problems a run has.
type Counts struct {
	Games, Found int
	Kinds        map[tsumego.Kind]int // problems in the collections
	Bytes        int                  // size of the collections
}

// write chooses the problems and writes a compressed SGF file for each kind, with a problem on each
// line: NN-KIND.sgf.gz.
func write(dir string, lines []gameLine, most int) (Counts, error) {
	c := Counts{Games: len(lines), Kinds: map[tsumego.Kind]int{}}
	byKind := map[tsumego.Kind][]problem{}
	seen := map[string]bool{}
	for _, line := range lines {
		for _, p := range line.Problems {
			if !seen[p.Key] {
				seen[p.Key] = true
				byKind[p.Kind] = append(byKind[p.Kind], p)
				c.Found++
			}
		}
	}
	for i, kind := range tsumego.Kinds() {
		list := choose(byKind[kind], most)
		if len(list) == 0 {
			continue
		}
		c.Kinds[kind] = len(list)
		var packed bytes.Buffer
		z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return c, err
		}
		for _, p := range list {
			if _, err := fmt.Fprintln(z, strings.ReplaceAll(p.SGF, "\n", "")); err != nil {
				return c, err
			}
		}
		if err := z.Close(); err != nil {
			return c, err
		}
		c.Bytes += packed.Len()
		if err := durable.Replace(filepath.Join(dir, fmt.Sprintf("%02d-%v.sgf.gz", i+1, kind)), packed.Bytes(), false); err != nil {
			return c, err
		}
	}
	return c, nil
}

// levelShare limits the problems of one level to this share of Options.Most.
const levelShare = 0.2

// choose returns at most the given number of problems, sorted by level. It takes the same number from each level as
// far as there are enough, and of a level those with the longest right lines first.
func choose(all []problem, most int) []problem {
	levels := map[engine.Rank][]problem{}
	for _, p := range all {
		levels[p.Level] = append(levels[p.Level], p)
	}
	var ranks []engine.Rank
	for rank, list := range levels {
		ranks = append(ranks, rank)
		slices.SortStableFunc(list, func(a, b problem) int { return cmp.Compare(b.Depth, a.Depth) })
	}
	slices.Sort(ranks)
	var chosen []problem
	for round := 0; len(chosen) < most; round++ {
		before := len(chosen)
		for _, rank := range ranks {
			if list := levels[rank]; round < len(list) && float64(round) < levelShare*float64(most) && len(chosen) < most {
				chosen = append(chosen, list[round])
			}
		}
		if len(chosen) == before {
			break
		}
	}
	slices.SortStableFunc(chosen, func(a, b problem) int { return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(b.Chance, a.Chance)) })
	return chosen
}
