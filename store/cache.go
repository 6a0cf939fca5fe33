package store

import (
	"context"
	"database/sql"
	"sync"

	"tengen/internal/durable"
)

// segmentRow is a segment without its data.
type segmentRow struct {
	id, version int64
	games       int
	points      int
}

// segment is a row with its data. The data is never modified.
type segment struct {
	segmentRow
	data []byte
}

// cache keeps segments in memory, up to a limit. A segment stays cached as long as it
// is current. Every search reads all segments in the same order, so a cache that evicts
// the oldest segment would always evict the segment that is needed next.
type cache struct {
	mu       sync.Mutex
	segments map[int64]*segment
	bytes    int64
}

// current returns the cached segment of a row. It returns nil if the cache does not have
// the segment or has another version of it.
func (c *cache) current(row segmentRow) *segment {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.segments[row.id]
	if s == nil || s.version != row.version {
		return nil
	}
	return s
}

// keep drops an older version of a segment, and adds the segment if there is room.
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

// segmentRows lists the segments of a board as the transaction sees them.
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

// load returns a segment from the cache. If the cache does not have it, load reads it
// from the file.
func (l *Library) load(ctx context.Context, c *sql.Conn, row segmentRow) (*segment, error) {
	if s := l.cache.current(row); s != nil {
		return s, nil
	}
	s := &segment{segmentRow: row}
	var crc uint32
	if err := c.QueryRowContext(ctx, "SELECT crc, data FROM segments WHERE id=?", row.id).Scan(&crc, &s.data); err != nil {
		return nil, err
	}
	if durable.Checksum(s.data) != crc || checkSegment(s.data, row.points, row.games) != nil {
		return nil, l.damaged("segment %d of the index has invalid content", row.id)
	}
	l.cache.keep(s, l.options.CacheBytes)
	return s, nil
}
