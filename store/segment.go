package store

import (
	"database/sql"
	"errors"

	"tengen/internal/durable"
)

type boardKey struct {
	fingerprint uint64
	points      int
}

// openSegment is the segment of a board to which games are added.
type openSegment struct {
	board   int64
	segment int64
	games   int
	data    []byte
	changed bool
}

// openSegment returns the segment to which a game is added. This is the last segment of
// the board or, if that segment is full, a new segment.
func (b *batch) openSegment(g *prepared) (*openSegment, error) {
	key := boardKey{g.graph.Fingerprint(), g.graph.Len()}
	s := b.boards[key]
	if s == nil {
		s = &openSegment{}
		b.boards[key] = s
		_, err := b.conn.ExecContext(b.ctx, `INSERT INTO boards(fingerprint, points, name) VALUES(?,?,?) ON CONFLICT DO NOTHING`,
			int64(key.fingerprint), key.points, g.graph.String())
		if err != nil {
			return nil, err
		}
		err = b.conn.QueryRowContext(b.ctx, `SELECT id FROM boards WHERE fingerprint=? AND points=?`, int64(key.fingerprint), key.points).Scan(&s.board)
		if err != nil {
			return nil, err
		}
		if err := b.reopen(s, key.points); err != nil {
			return nil, err
		}
	}
	if g.unusual != nil || s.segment != 0 && s.games < segmentGames {
		return s, nil
	}
	if err := b.save(s); err != nil {
		return nil, err
	}
	r, err := b.conn.ExecContext(b.ctx, `INSERT INTO segments(board, games, version, crc, data) VALUES(?,0,0,0,x'')`, s.board)
	if err != nil {
		return nil, err
	}
	s.games, s.data = 0, nil
	s.segment, err = r.LastInsertId()
	return s, err
}

// reopen reads the last segment of the board, so that more games can be added to the segment.
func (b *batch) reopen(s *openSegment, points int) error {
	var crc uint32
	err := b.conn.QueryRowContext(b.ctx, `SELECT id, games, crc, data FROM segments WHERE board=? ORDER BY id DESC LIMIT 1`,
		s.board).Scan(&s.segment, &s.games, &crc, &s.data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil && (durable.Checksum(s.data) != crc || checkSegment(s.data, points, s.games) != nil) {
		err = b.library.damaged("segment %d of the index has invalid content", s.segment)
	}
	return err
}

// saveSegments writes the segments that have changed.
func (b *batch) saveSegments() error {
	for _, s := range b.boards {
		if err := b.save(s); err != nil {
			return err
		}
	}
	return nil
}

func (b *batch) save(s *openSegment) error {
	if !s.changed {
		return nil
	}
	s.changed = false
	_, err := b.conn.ExecContext(b.ctx, `UPDATE segments SET games=?, version=version+1, crc=?, data=? WHERE id=?`, s.games, durable.Checksum(s.data), s.data, s.segment)
	return err
}
