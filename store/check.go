package store

import (
	"context"
	"database/sql"
)

// Check verifies the library. The file has to pass SQLite's own check, every game must
// have a record, and every indexed game must be in exactly one place of the index. The
// error describes the first fault and wraps [ErrDamaged]. Check reads the whole file.
func (l *Library) Check(ctx context.Context) error {
	return l.reading(ctx, func(c *sql.Conn) error {
		words, err := column[string](ctx, c, "PRAGMA integrity_check(1)")
		if err != nil {
			return err
		}
		if len(words) != 1 || words[0] != "ok" {
			return l.damaged("%v", words)
		}
		for _, rule := range []struct{ count, wrong string }{
			{"SELECT count(*) FROM pragma_foreign_key_check", "rows refer to missing rows"},
			{"SELECT count(*) FROM games WHERE id NOT IN (SELECT game FROM records)", "games have no record"},
			{"SELECT count(*) FROM games g JOIN segments s ON s.id=g.segment WHERE s.board<>g.board", "games are indexed under another board"},
		} {
			var n int
			if err := c.QueryRowContext(ctx, rule.count).Scan(&n); err != nil {
				return err
			}
			if n != 0 {
				return l.damaged("%d %s", n, rule.wrong)
			}
		}
		return l.checkIndex(ctx, c)
	})
}

// checkIndex compares the segments with the games that name them.
func (l *Library) checkIndex(ctx context.Context, c *sql.Conn) error {
	boards, err := c.QueryContext(ctx, "SELECT fingerprint, points FROM boards")
	if err != nil {
		return err
	}
	defer boards.Close()
	var keys []boardKey
	for boards.Next() {
		var fingerprint int64
		var k boardKey
		if err := boards.Scan(&fingerprint, &k.points); err != nil {
			return err
		}
		k.fingerprint = uint64(fingerprint)
		keys = append(keys, k)
	}
	if err := boards.Err(); err != nil {
		return err
	}
	for _, k := range keys {
		rows, err := l.segmentRows(ctx, c, k)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := l.checkSegment(ctx, c, row); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *Library) checkSegment(ctx context.Context, c *sql.Conn, row segmentRow) error {
	s, err := l.load(ctx, c, row)
	if err != nil {
		return err
	}
	ids, err := column[int64](ctx, c, "SELECT id FROM games WHERE segment=?", row.id)
	if err != nil {
		return err
	}
	named := map[int64]bool{}
	for _, id := range ids {
		named[id] = true
	}
	for e := range entries(s.data) {
		if !named[e.id()] {
			return l.damaged("segment %d of the index has game %d, which is missing or indexed elsewhere", row.id, e.id())
		}
		delete(named, e.id())
	}
	if len(named) != 0 {
		return l.damaged("%d games are not in segment %d of the index, which should have them", len(named), row.id)
	}
	return nil
}
