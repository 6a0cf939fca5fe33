package main

import (
	"fmt"
	"os"
	"strings"

	"tengen/baduk"
	"tengen/findings"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/store"
)

// patternFlags say which position or pattern to look for.
type patternFlags struct {
	Pattern     *string `placeholder:"ROWS" help:"Find this pattern: rows from the top, separated by /, of X (black), O (white), . (empty) and ? (anything). @FILE is a file with the rows, FILE.sgf the position at the end of a record." config:"-"`
	At          string  `placeholder:"FILE.sgf" help:"Find a position of this record: after --move moves, within --part." config:"-"`
	Move        *int    `placeholder:"N" help:"Of --at: after N moves; at its end by default." config:"-"`
	Part        string  `placeholder:"A1:G7" help:"Of --at: only the points between these two; the whole board when not given." config:"-"`
	Anchor      string  `placeholder:"SIDES" help:"Which sides of the pattern lie on the edge of the board: left, right, top, bottom, two of them for a corner as in top-right, all, or none." config:"-"`
	FixedColors bool    `help:"Do not look for the pattern with the colours exchanged." config:"-"`
	Size        Size    `placeholder:"N" help:"Games on boards of this size; patterns are for 19 when neither this nor a record says." config:"-"`
}

// wanted is the pattern that is asked for, nil for none, and the game that it is
// from, nil if it was drawn.
func (f *patternFlags) wanted(env *Env, limits recordLimits) (*store.Pattern, *baduk.Game, error) {
	at := f.At
	switch {
	case f.Pattern != nil && strings.TrimSpace(*f.Pattern) == "":
		return nil, nil, usagef("--pattern: there is nothing in it")
	case f.Pattern != nil && f.At != "":
		return nil, nil, usagef("--pattern and --at exclude each other")
	case strings.HasSuffix(strings.ToLower(f.pattern()), ".sgf"):
		at = f.pattern()
	case f.Pattern != nil:
		p, err := f.drawn()
		return p, nil, err
	case f.At == "" && (f.Move != nil || f.Part != "" || f.Anchor != "" || f.FixedColors):
		return nil, nil, usagef("--move, --part, --anchor and --fixed-colors belong to --at or --pattern: say which")
	case f.At == "":
		return nil, nil, nil
	}
	return f.taken(env, limits, at)
}

func (f *patternFlags) pattern() string {
	if f.Pattern == nil {
		return ""
	}
	return *f.Pattern
}

// drawn reads a pattern that is drawn.
func (f *patternFlags) drawn() (*store.Pattern, error) {
	if f.Move != nil || f.Part != "" {
		return nil, usagef("--move and --part belong to a record: --at FILE.sgf")
	}
	text := strings.ReplaceAll(*f.Pattern, "/", "\n")
	if name, ok := strings.CutPrefix(*f.Pattern, "@"); ok {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, usagef("--pattern: %s: %v", name, wording.WithoutPath(err))
		}
		text = string(data)
	}
	p, err := findings.ParseDrawing(text)
	if err != nil {
		return nil, usagef("--pattern: %v", err)
	}
	if f.Anchor != "" {
		if p.Edges, err = findings.ParseAnchor(f.Anchor); err != nil {
			return nil, usagef("--anchor: %v", err)
		}
	}
	if f.Size > 0 {
		if p.Board, err = baduk.Rectangle(int(f.Size), int(f.Size)); err != nil {
			return nil, err
		}
	}
	p.FixedColors = f.FixedColors
	return &p, nil
}

// taken takes a pattern from a record.
func (f *patternFlags) taken(env *Env, limits recordLimits, path string) (*store.Pattern, *baduk.Game, error) {
	file, err := loadOne(env, limits, path, kifu.Options{})
	if err != nil {
		return nil, nil, err
	}
	tree := file.Trees[0]
	game, err := findings.PositionAfter(tree, f.Move)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	p := store.WholePosition(&game.Position().Board)
	if f.Part != "" {
		r, err := findings.RectOf(tree.Graph, f.Part)
		if err != nil {
			return nil, nil, err
		}
		if p, err = store.CutOut(&game.Position().Board, r); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if f.Anchor != "" {
		if p.Edges, err = findings.ParseAnchor(f.Anchor); err != nil {
			return nil, nil, usagef("--anchor: %v", err)
		}
	}
	p.FixedColors = f.FixedColors
	return &p, game, nil
}
