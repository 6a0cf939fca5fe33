package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"tengen/baduk"
	"tengen/kifu"
)

// Answer is the result of a search.
type Answer struct {
	// Totals counts all games found. For a query without a pattern only Games is set.
	Totals
	// Page lists up to Query.Limit games, in order, after the first Query.Offset games.
	Page []Found
}

// Found is a game that a search found.
type Found struct {
	Summary
	// Hits lists the places where the game shows the pattern, the earliest first.
	Hits []Hit
}

// Summary describes a game in a list.
type Summary struct {
	ID   int64
	Info kifu.Info
	// File and Place say where the record came from: the name of the file, and the place
	// of the game in the file, from 0.
	File  string
	Place int
	Board string // the name of the graph
	Turns int
	// Indexed reports whether a search for a pattern can find the game.
	Indexed bool
	// Since and Until are the earliest and the latest day on which the game may have been
	// played.
	Since, Until Date
	Winner       baduk.Color
	Ending       Ending
}

// Hit is a place where a game shows a pattern.
type Hit struct {
	// Turn is the number of the first position that shows the pattern at this place.
	Turn int
	// Symmetry is the symmetry that was applied to the pattern: its index in the list of
	// [baduk.Geometry]. Swapped reports whether the colours of the pattern were
	// exchanged.
	Symmetry int
	Swapped  bool
	// Points lists the point of the board for each point of the pattern.
	Points []baduk.Point
	// Next is the continuation, in the pattern's orientation and colours.
	Next Play
}

const (
	defaultLimit = 50
	maxLimit     = 10000
)

// Search finds games. It returns an error if the query is invalid, the context is
// cancelled, or the library is damaged.
func (l *Library) Search(ctx context.Context, q Query) (Answer, error) {
	if q.Limit == 0 {
		q.Limit = defaultLimit
	}
	if q.Limit < 0 || q.Limit > maxLimit || q.Offset < 0 {
		return Answer{}, fmt.Errorf("a page has 1 to %d games and begins at 0 or later", maxLimit)
	}
	var a Answer
	err := l.reading(ctx, func(c *sql.Conn) (err error) {
		if q.Pattern == nil {
			a, err = l.searchInfo(ctx, c, q)
		} else {
			a, err = l.searchPattern(ctx, c, q)
		}
		return err
	})
	return a, err
}

func (l *Library) searchInfo(ctx context.Context, c *sql.Conn, q Query) (Answer, error) {
	w, err := q.where()
	if err != nil {
		return Answer{}, err
	}
	var a Answer
	if err := c.QueryRowContext(ctx, "SELECT count(*) FROM games WHERE "+w.sql(), w.args...).Scan(&a.Games); err != nil {
		return a, err
	}
	order, args := q.order()
	args = append(append(w.args, args...), q.Limit, q.Offset)
	ids, err := column[int64](ctx, c, "SELECT id FROM games WHERE "+w.sql()+" ORDER BY "+order+" LIMIT ? OFFSET ?", args...)
	if err != nil {
		return a, err
	}
	for _, id := range ids {
		s, err := summary(ctx, c, id)
		if err != nil {
			return a, err
		}
		a.Page = append(a.Page, Found{Summary: s})
	}
	return a, nil
}

func (l *Library) searchPattern(ctx context.Context, c *sql.Conn, q Query) (Answer, error) {
	p := *q.Pattern
	if p.Board == nil {
		p.Board = q.Board
	}
	if p.Board == nil {
		p.Board = baduk.MustRectangle(19, 19)
	}
	if q.Board != nil && q.Board.Fingerprint() != p.Board.Fingerprint() {
		return Answer{}, fmt.Errorf("the query is for games on the board %v, but its pattern is for the board %v", q.Board, p.Board)
	}
	families, same, err := p.families()
	if err != nil {
		return Answer{}, err
	}
	h := searchPlan{families: families, same: same}
	if h.selection, err = q.selected(ctx, c); err != nil {
		return Answer{}, err
	}
	key := boardKey{p.Board.Fingerprint(), p.Board.Len()}
	rows, err := l.segmentRows(ctx, c, key)
	if err != nil {
		return Answer{}, err
	}
	total, games, err := l.scanAll(ctx, c, &h, rows)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Totals: total.totals()}
	begin := min(q.Offset, len(games))
	games = best(games, begin+min(q.Limit, len(games)-begin), q.Sort.compare)[begin:]
	a.Page, err = l.page(ctx, c, &h, rows, games)
	return a, err
}

// scanAll runs the scanners over all segments. While the scanners work, it reads the
// segments that are not in memory, on one connection.
func (l *Library) scanAll(ctx context.Context, c *sql.Conn, h *searchPlan, rows []segmentRow) (*tally, []matched, error) {
	type task struct {
		number  int
		segment *segment
	}
	tasks := make(chan task)
	scanners := make([]scanner, min(l.options.Workers, max(1, len(rows))))
	var group sync.WaitGroup
	for i := range scanners {
		s := &scanners[i]
		*s = scanner{searchPlan: h, tally: newTally(len(h.same))}
		group.Go(func() {
			for t := range tasks {
				s.scan(t.number, t.segment)
			}
		})
	}
	var err error
	for number, row := range rows {
		var s *segment
		if s, err = l.load(ctx, c, row); err == nil {
			err = ctx.Err()
		}
		if err != nil {
			break
		}
		tasks <- task{number, s}
	}
	close(tasks)
	group.Wait()
	if err != nil {
		return nil, nil, err
	}
	total := newTally(len(h.same))
	var games []matched
	for i := range scanners {
		total.add(scanners[i].tally)
		games = append(games, scanners[i].found...)
	}
	return total, games, nil
}

// page searches the games of a page again to collect their hits.
func (l *Library) page(ctx context.Context, c *sql.Conn, h *searchPlan, rows []segmentRow, games []matched) ([]Found, error) {
	page := make([]Found, len(games))
	bySegment := map[int32][]int{}
	for i, g := range games {
		bySegment[g.segment] = append(bySegment[g.segment], i)
	}
	for number, list := range bySegment {
		s, err := l.load(ctx, c, rows[number])
		if err != nil {
			return nil, err
		}
		wanted := map[int32]int{}
		for _, i := range list {
			wanted[games[i].entry] = i
		}
		index := int32(-1)
		for e := range entries(s.data) {
			index++
			if i, ok := wanted[index]; ok {
				page[i].Hits = h.hits(e, s.points)
			}
		}
	}
	for i, g := range games {
		var err error
		if page[i].Summary, err = summary(ctx, c, g.id); err != nil {
			return nil, err
		}
	}
	return page, nil
}

// hits returns all hits in one game, the earliest first. Hits of the same turn are in the
// order of the pattern's variants (symmetries and colours), and then of their places.
func (h *searchPlan) hits(e entry, n int) []Hit {
	var list []Hit
	h.each(e, n, &sets{}, func(f *family, t *template, turn int) {
		hit := Hit{Turn: turn, Symmetry: f.symmetry, Swapped: f.swapped, Next: t.next(e, n, turn, f.swapped)}
		hit.Next.Point = h.same[hit.Next.Point]
		for _, p := range t.region {
			hit.Points = append(hit.Points, baduk.Point(p))
		}
		list = append(list, hit)
	})
	slices.SortStableFunc(list, func(a, b Hit) int { return a.Turn - b.Turn })
	return list
}

const summaryColumns = `g.id, f.name, g.place, b.name, g.turns, g.segment IS NOT NULL, g.since, g.until, g.winner, g.ending, g.info`

const summaryTables = ` FROM games g JOIN files f ON f.id=g.file JOIN boards b ON b.id=g.board `

// summary reads the summary of a game.
func summary(ctx context.Context, c *sql.Conn, id int64) (Summary, error) {
	return scanSummary(c.QueryRowContext(ctx, "SELECT "+summaryColumns+summaryTables+"WHERE g.id=?", id).Scan)
}

func scanSummary(scan func(...any) error, more ...any) (Summary, error) {
	var s Summary
	var info []byte
	err := scan(append([]any{&s.ID, &s.File, &s.Place, &s.Board, &s.Turns, &s.Indexed, &s.Since, &s.Until, &s.Winner, &s.Ending, &info}, more...)...)
	if err == nil {
		err = json.Unmarshal(info, &s.Info)
	}
	return s, err
}

// column returns the values of a query with one column.
func column[T any](ctx context.Context, c *sql.Conn, query string, args ...any) ([]T, error) {
	rows, err := c.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}
