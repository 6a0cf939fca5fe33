package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"tengen/internal/durable"
)

// DefaultCacheBytes is the default cache size, enough for the index of about 250,000
// games on 19x19.
const DefaultCacheBytes = 256 << 20

// Options configure [Open]. The zero value suits most programs.
type Options struct {
	// ReadOnly opens an existing library and never changes it.
	ReadOnly bool
	// CacheBytes is the largest size of the index in memory; 0 means [DefaultCacheBytes].
	CacheBytes int64
	// Wait is the longest time to wait for another program that is writing; 0 means 30
	// seconds.
	Wait time.Duration
	// Workers is the number of goroutines that search and that parse records; 0 means
	// one for each core.
	Workers int
	// maxPages limits the size of the file, for tests of a full disk.
	maxPages int
}

// Library is an open library. It is safe for concurrent use.
type Library struct {
	db      *sql.DB
	path    string
	options Options
	cache   cache
}

// Open opens the library in the file path. If the file is missing, Open creates a
// library. The error wraps [ErrForeign] if the file is not a library, [ErrNewer] if a
// newer version of the program wrote it, and [ErrDamaged] if it cannot be read.
func Open(path string, o Options) (*Library, error) {
	if o.CacheBytes == 0 {
		o.CacheBytes = DefaultCacheBytes
	}
	if o.Wait == 0 {
		o.Wait = 30 * time.Second
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	exists, err := checkHead(path)
	if err != nil {
		return nil, err
	}
	if !exists && o.ReadOnly {
		return nil, fmt.Errorf("%s: the library does not exist", path)
	}
	l := &Library{path: path, options: o}
	if l.db, err = sql.Open("sqlite", l.address()); err != nil {
		return nil, err
	}
	l.db.SetMaxIdleConns(o.Workers + 1)
	if err := l.begin(); err != nil {
		return nil, errors.Join(l.explain(err), l.db.Close())
	}
	return l, nil
}

// address returns the data source name for SQLite: the path and the settings of every
// connection.
func (l *Library) address() string {
	path, err := filepath.Abs(l.path)
	if err != nil {
		path = l.path
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a Windows path with a drive letter
	}
	pragmas := url.Values{"_pragma": {
		fmt.Sprintf("busy_timeout(%d)", l.options.Wait.Milliseconds()),
		"foreign_keys(1)", "synchronous(normal)", "cache_size(-16384)",
	}}
	if l.options.maxPages > 0 {
		pragmas.Add("_pragma", fmt.Sprintf("max_page_count(%d)", l.options.maxPages))
	}
	if l.options.ReadOnly {
		pragmas.Set("mode", "ro")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + pragmas.Encode()
}

// begin checks the file. In a new file it creates the tables.
func (l *Library) begin() error {
	ctx := context.Background()
	c, err := l.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if l.options.ReadOnly {
		return checkVersion(ctx, c, l.path, true)
	}
	var version int
	if err := c.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version != 0 {
		return checkVersion(ctx, c, l.path, false)
	}
	// The page size and the journal mode must be set before the first table is created.
	var tables int
	if err := c.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return err
	}
	if tables == 0 {
		if _, err := c.ExecContext(ctx, fmt.Sprintf("PRAGMA page_size=%d; PRAGMA journal_mode=wal", pageSize)); err != nil {
			return err
		}
	}
	return transact(ctx, c, func() error { return checkVersion(ctx, c, l.path, false) })
}

// reading runs a function in one read transaction. The function sees the library as it
// was at the start, even if another connection writes at the same time.
func (l *Library) reading(ctx context.Context, do func(*sql.Conn) error) error {
	c, err := l.db.Conn(ctx)
	if err != nil {
		return l.explain(err)
	}
	defer c.Close()
	if _, err := c.ExecContext(ctx, "BEGIN"); err != nil {
		return l.explain(err)
	}
	defer c.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // the transaction only read
	return l.explain(do(c))
}

// transact runs a function in a write transaction. If the context is cancelled after
// the function has returned, transact commits nevertheless.
func transact(ctx context.Context, c *sql.Conn, do func() error) error {
	if _, err := c.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	end := context.WithoutCancel(ctx)
	// After COMMIT, and after some errors, there is no transaction. ROLLBACK then returns an error.
	defer c.ExecContext(end, "ROLLBACK")
	if err := do(); err != nil {
		return err
	}
	_, err := c.ExecContext(end, "COMMIT")
	return err
}

// Close closes the library. No other method may run at the same time or afterwards.
func (l *Library) Close() error { return l.explain(l.db.Close()) }

// explain adds to an SQLite error what it means and what the user can do.
func (l *Library) explain(err error) error {
	var e *sqlite.Error
	switch {
	case err == nil:
		return nil
	case durable.DiskFull(err):
		return fmt.Errorf("%s: %w: free some space on the disk and try again; nothing was lost (%w)", l.path, ErrFull, err)
	case errors.Is(err, sql.ErrNoRows):
		return l.damaged("a row refers to one that is missing")
	case !errors.As(err, &e):
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: %w: free some space on the disk and try again; nothing was lost (%w)", l.path, ErrFull, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s: %w for more than %v: wait until it has finished (%w)", l.path, ErrBusy, l.options.Wait, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA:
		return fmt.Errorf("%s: %w: restore a backup, or import the records into a new library (%w)", l.path, ErrDamaged, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s: the library cannot be opened or written: check the permissions of the file and its folder (%w)", l.path, err)
	}
	return fmt.Errorf("%s: %w", l.path, err)
}

// damaged returns the error for impossible content.
func (l *Library) damaged(format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s: restore a backup, or import the records into a new library", l.path, ErrDamaged, fmt.Sprintf(format, args...))
}
