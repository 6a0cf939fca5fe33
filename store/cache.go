package store

import (
	"context"
	"database/sql"
	"sync"
)

// segmentRow is a segment without its data.
type segmentRow struct {
	id, version int64
	games       int
	points      int
}

// segment is a row with its data, which nobody changes.
type segment struct {
	segmentRow
	data []byte
}

// cache keeps segments in memory, up to a bound. What is in stays in while it is
// current: every search reads all of them, so that throwing out the oldest for
// the newest would always throw out the one needed next.
type cache struct {
	mu       sync.Mutex
	segments map[int64]*segment
	bytes    int64
}

// current is the segment if it is there in this version.
func (c *cache) current(row segmentRow) *segment {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.segments[row.id]
	if s == nil || s.version != row.version {
		return nil
	}
	return s
}

// keep takes a segment in if there is room for it, in place of an older version.
func (c *cache) keep(s *segment, limit int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.segments == nil {
		c.segments = map[int64]*segment{}
	}
	if old := c.segments[s.id]; old != nil {
		c.bytes -= int64(len(old.data))
		delete(c.segments, s.id)
	}
	if c.bytes+int64(len(s.data)) <= limit {
		c.bytes += int64(len(s.data))
		c.segments[s.id] = s
	}
}

// retain drops the segments of which there is no row any more. The rows are those
// of one board, so it looks only at segments of as many points.
func (c *cache) retain(rows []segmentRow, points int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	live := map[int64]bool{}
	for _, r := range rows {
		live[r.id] = true
	}
	for id, s := range c.segments {
		if s.points == points && !live[id] {
			c.bytes -= int64(len(s.data))
			delete(c.segments, id)
		}
	}
}

// segmentRows are the segments of a board as the transaction sees them.
func (l *Library) segmentRows(ctx context.Context, c *sql.Conn, board boardKey) ([]segmentRow, error) {
	rows, err := c.QueryContext(ctx, `SELECT s.id, s.version, s.games FROM segments s JOIN boards b ON b.id=s.board
		WHERE b.fingerprint=? AND b.points=? ORDER BY s.id`, int64(board.fingerprint), board.points)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []segmentRow
	for rows.Next() {
		r := segmentRow{points: board.points}
		if err := rows.Scan(&r.id, &r.version, &r.games); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// load is a segment from the cache or the file.
func (l *Library) load(ctx context.Context, c *sql.Conn, row segmentRow) (*segment, error) {
	if s := l.cache.current(row); s != nil {
		return s, nil
	}
	s := &segment{segmentRow: row}
	var crc uint32
	if err := c.QueryRowContext(ctx, "SELECT crc, data FROM segments WHERE id=?", row.id).Scan(&crc, &s.data); err != nil {
		return nil, err
	}
	if checksum(s.data) != crc || checkSegment(s.data, row.points, row.games) != nil {
		return nil, l.damaged("segment %d of the index is not as it was written", row.id)
	}
	l.cache.keep(s, l.options.CacheBytes)
	return s, nil
}
