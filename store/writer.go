package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"time"

	"tengen/internal/wording"
)

// writer writes the games of an import in batches. Each batch is one transaction with
// the games and their index, so the library is consistent at any time.
type writer struct {
	library *Library
	options ImportOptions
	conn    *sql.Conn
	total   int64
	report  Report // report of the committed batches
	done    int64

	steps []step
	games int       // number of games in the steps
	bytes int       // number of bytes of the records in the steps
	since time.Time // start of the batch

	last   int64             // id of the last game before this import
	failed map[string]string // reason why a file has no games, by the hash of its content

	statements
}

// statements has the SQL statements of an import. Each of them is prepared only once.
type statements struct{ file, complete, part, problem, forget, rekey, game, twin, record, earlier *sql.Stmt }

// flushAfter is the age at which a batch is written, even if the batch is not full.
const flushAfter = 2 * time.Second

// step is one thing to write.
type step struct {
	job *job
	item
	begin, end bool // the step begins or ends the file
}

func (w *writer) open(ctx context.Context) (err error) {
	if w.conn, err = w.library.db.Conn(ctx); err != nil {
		return err
	}
	for _, s := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&w.file, `INSERT INTO files(name, size, modified, hash, complete) VALUES(?,?,?,?,0)
			ON CONFLICT(name) DO UPDATE SET size=excluded.size, modified=excluded.modified, hash=excluded.hash, complete=? RETURNING id`},
		{&w.complete, `UPDATE files SET complete=1 WHERE id=?`},
		{&w.part, `UPDATE files SET complete=-? WHERE id=? AND complete<>1`},
		{&w.forget, `DELETE FROM problems WHERE file=? AND place>=?`},
		{&w.problem, `INSERT INTO problems(file, place, reason) VALUES(?,?,?)`},
		{&w.rekey, `UPDATE OR IGNORE games SET key=? WHERE key=? AND EXISTS (SELECT 1 FROM records WHERE game=games.id AND data=?)`},
		{&w.game, `INSERT INTO games(file, place, key, board, segment, turns, winner, ending, since, until, komi, black, white, event, rules, text, info)
			VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(key) DO NOTHING`},
		{&w.twin, `SELECT file=? AND place=?, id>? FROM games WHERE key=?`},
		{&w.record, `INSERT INTO records(game, data) VALUES(?,?)`},
		{&w.earlier, `SELECT count(*) FROM games WHERE file=? AND place<?`},
	} {
		if *s.to, err = w.conn.PrepareContext(ctx, s.text); err != nil {
			return errors.Join(err, w.conn.Close())
		}
	}
	w.failed = map[string]string{}
	if err = w.conn.QueryRowContext(ctx, "SELECT coalesce(max(id), 0) FROM games").Scan(&w.last); err != nil {
		w.close()
	}
	return err
}

// close copies the write-ahead log into the file of the library. It does not wait for
// readers, so a part of the log may remain. Then close returns the connection to the
// pool.
func (w *writer) close() {
	for _, s := range []*sql.Stmt{w.file, w.complete, w.part, w.problem, w.forget, w.rekey, w.game, w.twin, w.record, w.earlier} {
		_ = s.Close() // its work is committed or rolled back
	}
	_, _ = w.conn.ExecContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)")
	_ = w.conn.Close()
}

// write writes the games of the jobs in order. If the context is cancelled, it writes
// the last batch before it returns.
func (w *writer) write(ctx context.Context, order <-chan *job) error {
	for j := range until(ctx, order) {
		err := w.take(ctx, j)
		j.done()
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return err
		}
	}
	return w.flush(context.WithoutCancel(ctx))
}

// until yields the values of a channel. It ends when the channel is closed or the context
// is cancelled.
func until[T any](ctx context.Context, from <-chan T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for {
			select {
			case v, ok := <-from:
				if !ok || !yield(v) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// take adds the steps of a file to the batch.
func (w *writer) take(ctx context.Context, j *job) error {
	if err := w.add(ctx, step{job: j, begin: true}); err != nil {
		return err
	}
	for i := range until(ctx, j.items) {
		if err := w.add(ctx, step{job: j, item: i}); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return nil // the last games of the file may be missing
	}
	return w.add(ctx, step{job: j, end: true})
}

// maxBatch is the size in bytes at which a batch is written. A single record may be larger.
const maxBatch = 32 << 20

// add adds a step, and writes the batch if it is full or old.
func (w *writer) add(ctx context.Context, s step) error {
	if len(w.steps) == 0 {
		w.since = time.Now()
	}
	w.steps = append(w.steps, s)
	if s.game != nil {
		w.games++
		w.bytes += len(s.game.raw)
	}
	if w.games >= w.options.Batch || w.bytes >= maxBatch || time.Since(w.since) > flushAfter {
		return w.flush(ctx)
	}
	return nil
}

// flush writes the batch and reports the progress. It can be cancelled only while it
// waits for another program that is writing.
func (w *writer) flush(ctx context.Context) error {
	if len(w.steps) == 0 {
		return nil
	}
	var made Report
	err := transact(ctx, w.conn, func() error {
		b := batch{writer: w, ctx: context.WithoutCancel(ctx), boards: map[boardKey]*openSegment{}}
		for _, s := range w.steps {
			if err := b.write(s); err != nil {
				return err
			}
		}
		if last := w.steps[len(w.steps)-1]; !last.end && last.job.at > 0 {
			if _, err := b.part.ExecContext(b.ctx, last.job.at, last.job.id); err != nil {
				return err
			}
		}
		made = b.report
		return b.saveSegments()
	})
	if err != nil {
		return err
	}
	w.report.add(made)
	for _, s := range w.steps {
		if s.end {
			w.done = s.job.file.Passed
		}
	}
	clear(w.steps)
	w.steps, w.games, w.bytes = w.steps[:0], 0, 0
	if w.options.Progress != nil {
		r := &w.report
		w.options.Progress(Progress{Done: w.done, Total: w.total, Files: r.Files + r.Known, Games: r.Games,
			Duplicates: r.Duplicates, Unindexed: r.Unindexed, Problems: r.Failed})
	}
	return nil
}

// batch is one transaction of a writer.
type batch struct {
	*writer
	ctx    context.Context
	report Report
	boards map[boardKey]*openSegment
}

func (b *batch) write(s step) error {
	switch {
	case s.begin:
		return b.begin(s.job)
	case s.problem != nil:
		s.job.at = max(s.job.at, s.problem.Place+1)
		return b.note(s.job, *s.problem)
	case s.game != nil:
		s.job.at = s.game.place + 1
		return b.add(s.job, s.game)
	}
	switch s.job.state {
	case fileUnreadable:
		return nil // the file stays incomplete, so that the next import tries it again
	case fileKnown:
		b.report.Known++
		return nil
	case fileMoved:
		b.report.Known++
	case fileCopy:
		if reason, bad := b.failed[string(s.job.hash)]; bad {
			b.report.Files++
			if err := b.note(s.job, Problem{File: s.job.file.Name, Place: -1, Reason: reason}); err != nil {
				return err
			}
		} else {
			b.report.Known++
			b.report.Copies++
		}
	case fileNew:
		var earlier int
		if err := b.earlier.QueryRowContext(b.ctx, s.job.id, s.job.skip).Scan(&earlier); err != nil {
			return err
		}
		b.report.Already += earlier
		b.report.Files++
	}
	_, err := b.complete.ExecContext(b.ctx, s.job.id)
	return err
}

// begin writes the row of the file, unless the library knows the file.
func (b *batch) begin(j *job) error {
	if j.state == fileKnown {
		return nil
	}
	hash := j.hash
	if j.state == fileUnreadable {
		hash = []byte{}
	}
	if err := b.file.QueryRowContext(b.ctx, j.file.Name, j.file.Size, j.file.Modified.UnixNano(), hash, -j.skip).Scan(&j.id); err != nil {
		return err
	}
	j.at = j.skip
	if _, err := b.forget.ExecContext(b.ctx, j.id, from(j.skip)); err != nil {
		return err
	}
	if j.state == fileUnreadable {
		return b.note(j, Problem{File: j.file.Name, Place: -1, Reason: wording.WithoutPath(j.file.Err).Error()})
	}
	return nil
}

// from returns the place of the first game whose earlier problems are deleted. If the file
// is read from its beginning, all earlier problems are deleted, including those of the file
// itself.
func from(skip int) int {
	if skip == 0 {
		return -1
	}
	return skip
}

func (b *batch) note(j *job, p Problem) error {
	if p.Place < 0 && j.state == fileNew {
		b.failed[string(j.hash)] = p.Reason
	}
	b.report.Failed++
	if len(b.report.Problems) < listed {
		b.report.Problems = append(b.report.Problems, p)
	}
	_, err := b.problem.ExecContext(b.ctx, j.id, p.Place, p.Reason)
	return err
}

// add writes a game, unless the library has it.
func (b *batch) add(j *job, g *prepared) error {
	s, err := b.openSegment(g)
	if err != nil {
		return err
	}
	if g.former != nil { // the same record gets its new key, so it is found as a duplicate
		if _, err := b.rekey.ExecContext(b.ctx, g.key, g.former, g.raw); err != nil {
			return err
		}
	}
	segment := sql.NullInt64{Int64: s.segment, Valid: g.unusual == nil}
	r, err := b.game.ExecContext(b.ctx, j.id, g.place, g.key, s.board, segment, g.turns, g.result.winner, g.result.ending,
		g.since, g.until, g.komi, g.black, g.white, g.event, g.rules, g.text, g.info)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		var same, now bool
		if err := b.twin.QueryRowContext(b.ctx, j.id, g.place, b.last, g.key).Scan(&same, &now); err != nil {
			return err
		}
		switch {
		case same:
			b.report.Already++
		default:
			b.report.Duplicates++
			if now {
				b.report.Repeated++
			}
		}
		return nil
	}
	b.report.Games++
	id, err := r.LastInsertId()
	if err != nil {
		return err
	}
	if _, err := b.record.ExecContext(b.ctx, id, append([]byte{}, g.raw...)); err != nil {
		return err
	}
	if g.unusual != nil {
		b.report.Unindexed++
		return b.note(j, Problem{j.file.Name, g.place, "kept, but not found by patterns: " + g.unusual.Error()})
	}
	s.data = appendEntry(s.data, id, g)
	s.games++
	s.changed = true
	if g.cut != nil {
		return b.note(j, Problem{j.file.Name, g.place, fmt.Sprintf("kept; found by positions only up to move %d: %v", g.turns, g.cut)})
	}
	return nil
}
