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

// patternFlags choose the position or pattern to find.
type patternFlags struct {
	Pattern     *string `placeholder:"ROWS" help:"Find this pattern: rows from top to bottom, separated by /, of X (black), O (white), . (empty) and ? (anything). @FILE reads the rows from a file; FILE.sgf is the position at the end of a record." config:"-"`
	At          string  `placeholder:"FILE.sgf" help:"Find a position of this record; see --move and --part." config:"-"`
	Move        *int    `placeholder:"N" help:"With --at: the position after N moves. Default: the end." config:"-"`
	Part        string  `placeholder:"A1:G7" help:"With --at: only the rectangle between these two points. Default: the whole board." config:"-"`
	Anchor      string  `placeholder:"SIDES" help:"Sides of the pattern that lie on the edge of the board: left, right, top, bottom, a corner such as top-right, all, or none." config:"-"`
	FixedColors bool    `help:"Do not exchange the colours of the pattern." config:"-"`
	Size        Size    `placeholder:"N" help:"Games on boards of this size. Without it, a drawn pattern is for 19x19." config:"-"`
}

// pattern returns the pattern to find, and the names of its points on the board from which it was cut. The pattern is
// nil if there is none. The names are nil if the pattern is a drawing.
func (f *patternFlags) pattern(env *Env, limits recordLimits) (*store.Pattern, []string, error) {
	at := f.At
	switch {
	case f.Pattern != nil && strings.TrimSpace(*f.Pattern) == "":
		return nil, nil, usagef("--pattern: the pattern is empty")
	case f.Pattern != nil && f.At != "":
		return nil, nil, usagef("--pattern and --at exclude each other")
	case strings.HasSuffix(strings.ToLower(f.patternText()), ".sgf"):
		at = f.patternText()
	case f.Pattern != nil:
		p, err := f.parseDrawing()
		return p, nil, err
	case f.At == "" && (f.Move != nil || f.Part != "" || f.Anchor != "" || f.FixedColors):
		return nil, nil, usagef("--move, --part, --anchor and --fixed-colors need --at or --pattern")
	case f.At == "":
		return nil, nil, nil
	}
	return f.cutFromRecord(env, limits, at)
}

func (f *patternFlags) patternText() string {
	if f.Pattern == nil {
		return ""
	}
	return *f.Pattern
}

// parseDrawing reads a drawn pattern.
func (f *patternFlags) parseDrawing() (*store.Pattern, error) {
	if f.Move != nil || f.Part != "" {
		return nil, usagef("--move and --part need a record: --at FILE.sgf")
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

// cutFromRecord takes a pattern from a position of a record.
func (f *patternFlags) cutFromRecord(env *Env, limits recordLimits, path string) (*store.Pattern, []string, error) {
	file, err := loadOne(env, limits, path, kifu.Options{})
	if err != nil {
		return nil, nil, err
	}
	game, err := findings.PositionAfter(file.Trees[0], f.Move)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	p, vertices, err := findings.Cut(&game.Position().Board, f.Part)
	if err != nil {
		return nil, nil, usagef("--part: %v", err)
	}
	if f.Anchor != "" {
		if p.Edges, err = findings.ParseAnchor(f.Anchor); err != nil {
			return nil, nil, usagef("--anchor: %v", err)
		}
	}
	p.FixedColors = f.FixedColors
	return &p, vertices, nil
}
