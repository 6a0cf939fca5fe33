package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"tengen/kifu"
	"tengen/recordfiles"
	"tengen/review"
)

// gameToReview is a game of a file. The file is read again when the game's turn comes.
type gameToReview struct {
	file   recordfiles.File
	number int    // number of the game in the file, from 1
	alone  bool   // whether the file has no other game
	base   string // name of its reports, without extension
}

// name is the name of the game in messages.
func (g gameToReview) name() string {
	if g.alone {
		return g.file.Name
	}
	return fmt.Sprintf("%s: game %d", g.file.Name, g.number)
}

// line reads the game.
func (g gameToReview) line() (*review.Line, error) {
	l := g.file.Load(kifu.Options{})
	if len(l.Trees) < g.number {
		return nil, l.NoGame() // the file has changed
	}
	return review.NewLine(l.Trees[g.number-1])
}

// find lists the games to review. A file that cannot be read is a failure and is skipped.
func (r *reviewing) find() ([]gameToReview, error) {
	all, err := findRecords(r.env, r.recordLimits, r.Paths)
	if err != nil {
		return nil, err
	}
	var games []gameToReview
	named := map[string]bool{}
	for f := range all.All {
		if r.env.Ctx.Err() != nil {
			return nil, errInterrupted
		}
		if !slices.Contains(r.Paths, Path(f.Path)) && r.folder.Contains(f.Path) {
			continue // a review does not read its own reports
		}
		l := f.Load(kifu.Options{})
		if err := l.NoGame(); err != nil {
			r.fail(f.Name, err)
			continue
		}
		printFaults(r.env, l)
		r.folder.Inputs = append(r.folder.Inputs, f.Path)
		base := strings.TrimSuffix(f.Within, filepath.Ext(f.Within))
		if f.Path == recordfiles.Dash {
			base = "stdin"
		}
		if !filepath.IsLocal(base) {
			r.fail(f.Name, fmt.Errorf("its name points outside the output folder"))
			continue
		}
		for i := range l.Trees {
			g := gameToReview{file: f, number: i + 1, alone: len(l.Trees) == 1, base: base}
			if !g.alone {
				g.base = fmt.Sprintf("%s-%0*d", base, max(3, len(fmt.Sprint(len(l.Trees)))), i+1)
			}
			for n, first := 2, g.base; named[strings.ToLower(g.base)] || strings.EqualFold(g.base, "index"); n++ {
				g.base = fmt.Sprintf("%s-%d", first, n)
			}
			named[strings.ToLower(g.base)] = true
			games = append(games, g)
		}
	}
	return games, nil
}
