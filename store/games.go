package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// ErrNoGame is wrapped if the requested game is not in the library.
var ErrNoGame = errors.New("there is no such game in the library")

// Game is a game with its record.
type Game struct {
	Summary
	// Record holds the bytes of the record as they were imported.
	Record []byte
}

// Game returns the game with the given number. Numbers are never reused.
func (l *Library) Game(ctx context.Context, id int64) (Game, error) {
	var g Game
	err := l.reading(ctx, func(c *sql.Conn) (err error) {
		row := c.QueryRowContext(ctx, "SELECT "+summaryColumns+", r.data"+summaryTables+"JOIN records r ON r.game=g.id WHERE g.id=?", id)
		g.Summary, err = scanSummary(row.Scan, &g.Record)
		if errors.Is(err, sql.ErrNoRows) {
			err = fmt.Errorf("%w: number %d", ErrNoGame, id)
		}
		return err
	})
	return g, err
}

// Count returns the number of games.
func (l *Library) Count(ctx context.Context) (int, error) {
	var n int
	err := l.db.QueryRowContext(ctx, "SELECT count(*) FROM games").Scan(&n)
	return n, l.explain(err)
}

// Stats describes the content of a library.
type Stats struct {
	Games, Indexed, Files, Problems int
	Boards                          []BoardStats // the board with the most games first
	// FileBytes is the size of the file. IndexBytes and RecordBytes are the sizes of the
	// index and of the records in the file.
	FileBytes, IndexBytes, RecordBytes int64
	// First and Last are the dates of the oldest and the newest game.
	First, Last Date
}

// BoardStats is the number of games on one board.
type BoardStats struct {
	Name  string
	Games int
}

// Stats counts the content of the library. It reads much of the file.
func (l *Library) Stats(ctx context.Context) (Stats, error) {
	var s Stats
	err := l.reading(ctx, func(c *sql.Conn) error {
		row := c.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM games WHERE segment IS NOT NULL),
			(SELECT count(*) FROM files), (SELECT count(*) FROM problems),
			(SELECT page_count FROM pragma_page_count)*(SELECT page_size FROM pragma_page_size),
			(SELECT coalesce(sum(length(data)), 0) FROM segments), (SELECT coalesce(sum(length(data)), 0) FROM records),
			(SELECT coalesce(min(since), 0) FROM games WHERE since>0), (SELECT coalesce(max(until), 0) FROM games)`)
		if err := row.Scan(&s.Games, &s.Indexed, &s.Files, &s.Problems, &s.FileBytes, &s.IndexBytes, &s.RecordBytes, &s.First, &s.Last); err != nil {
			return err
		}
		rows, err := c.QueryContext(ctx, `SELECT b.name, count(*) FROM games g JOIN boards b ON b.id=g.board GROUP BY b.id ORDER BY 2 DESC, 1`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var b BoardStats
			if err := rows.Scan(&b.Name, &b.Games); err != nil {
				return err
			}
			s.Boards = append(s.Boards, b)
		}
		return rows.Err()
	})
	return s, err
}
