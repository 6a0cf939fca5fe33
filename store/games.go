package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
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

// Problems lists the problems of all imported files, in the order of the import.
func (l *Library) Problems(ctx context.Context) ([]Problem, error) {
	var list []Problem
	err := l.reading(ctx, func(c *sql.Conn) error {
		rows, err := c.QueryContext(ctx, `SELECT f.name, p.place, p.reason FROM problems p JOIN files f ON f.id=p.file ORDER BY p.rowid`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var p Problem
			if err := rows.Scan(&p.File, &p.Place, &p.Reason); err != nil {
				return err
			}
			list = append(list, p)
		}
		return rows.Err()
	})
	return list, err
}

// Remove deletes games and returns how many it deleted. The library still knows the
// files of these games, so importing the files again does not restore the games.
func (l *Library) Remove(ctx context.Context, ids ...int64) (int, error) {
	return l.removing(ctx, func(c *sql.Conn) ([]int64, error) { return ids, nil }, nil)
}

// RemoveOrigin deletes all games that came from a file, an archive or a folder, and
// returns how many it deleted. It also deletes what the library knows about the files,
// so importing them again restores the games.
func (l *Library) RemoveOrigin(ctx context.Context, path string) (int, error) {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	under := func(name string) bool {
		rest, ok := strings.CutPrefix(name, path)
		return ok && (rest == "" || rest[0] == '!' || rest[0] == filepath.Separator || strings.HasSuffix(path, string(filepath.Separator)))
	}
	var files []int64
	return l.removing(ctx, func(c *sql.Conn) (games []int64, err error) {
		names, err := column[string](ctx, c, "SELECT name FROM files")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !under(name) {
				continue
			}
			file, err := column[int64](ctx, c, "SELECT id FROM files WHERE name=?", name)
			if err != nil {
				return nil, err
			}
			ids, err := column[int64](ctx, c, "SELECT g.id FROM games g JOIN files f ON f.id=g.file WHERE f.name=?", name)
			if err != nil {
				return nil, err
			}
			files, games = append(files, file...), append(games, ids...)
		}
		return games, nil
	}, &files)
}

// removing deletes the games whose ids the function choose returns, and then the files
// whose ids are in files.
func (l *Library) removing(ctx context.Context, choose func(*sql.Conn) ([]int64, error), files *[]int64) (int, error) {
	c, err := l.db.Conn(ctx)
	if err != nil {
		return 0, l.explain(err)
	}
	defer c.Close()
	removed := 0
	err = transact(ctx, c, func() error {
		ids, err := choose(c)
		if err != nil {
			return err
		}
		gone := map[int64]map[int64]bool{} // ids of the deleted games, by segment
		for _, id := range ids {
			segment, err := column[sql.NullInt64](ctx, c, "DELETE FROM games WHERE id=? RETURNING segment", id)
			if err != nil {
				return err
			}
			removed += len(segment)
			if len(segment) == 1 && segment[0].Valid {
				s := segment[0].Int64
				if gone[s] == nil {
					gone[s] = map[int64]bool{}
				}
				gone[s][id] = true
			}
		}
		for s, ids := range gone {
			if err := l.thin(ctx, c, s, ids); err != nil {
				return err
			}
		}
		if files == nil {
			return nil
		}
		for _, id := range *files {
			if _, err := c.ExecContext(ctx, "DELETE FROM files WHERE id=?", id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, l.explain(err)
	}
	return removed, nil
}

// thin deletes games from a segment.
func (l *Library) thin(ctx context.Context, c *sql.Conn, id int64, gone map[int64]bool) error {
	row := segmentRow{id: id}
	err := c.QueryRowContext(ctx, "SELECT s.version, s.games, b.points FROM segments s JOIN boards b ON b.id=s.board WHERE s.id=?", id).Scan(&row.version, &row.games, &row.points)
	if err != nil {
		return err
	}
	s, err := l.load(ctx, c, row)
	if err != nil {
		return err
	}
	var data []byte
	games := 0
	for e := range entries(s.data) {
		if !gone[e.id()] {
			data = append(data, e...)
			games++
		}
	}
	if games == 0 {
		_, err = c.ExecContext(ctx, "DELETE FROM segments WHERE id=?", id)
		return err
	}
	_, err = c.ExecContext(ctx, "UPDATE segments SET games=?, version=version+1, crc=?, data=? WHERE id=?", games, checksum(data), data, id)
	return err
}
