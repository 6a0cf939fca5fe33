package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

const (
	// applicationID marks the file as a library in the header of the SQLite file.
	applicationID = 0x74676e4c // "tgnL"
	// schemaVersion is the version of the tables and of the index.
	schemaVersion = 1
	// pageSize is larger than SQLite's default, since blobs make up most of the file.
	pageSize = 16384
)

// schema creates the tables. Ids are never reused, since caches identify rows by them.
const schema = `
CREATE TABLE files (
	id       INTEGER PRIMARY KEY,
	name     TEXT NOT NULL UNIQUE,
	size     INTEGER NOT NULL,
	modified INTEGER NOT NULL, -- nanoseconds since 1970
	hash     BLOB NOT NULL,    -- of the content
	complete INTEGER NOT NULL  -- 1: imported; -n: only its first n games; 0: nothing yet
);
CREATE INDEX files_hash ON files(hash);
CREATE TABLE problems (
	file   INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
	place  INTEGER NOT NULL, -- of the game in the file, -1 for the file
	reason TEXT NOT NULL
);
CREATE INDEX problems_file ON problems(file);
CREATE TABLE boards (
	id          INTEGER PRIMARY KEY,
	fingerprint INTEGER NOT NULL,
	points      INTEGER NOT NULL,
	name        TEXT NOT NULL,
	UNIQUE (fingerprint, points)
);
CREATE TABLE games (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	file    INTEGER NOT NULL REFERENCES files(id),
	place   INTEGER NOT NULL,
	key     BLOB NOT NULL UNIQUE, -- by which duplicates are found; see keyOf
	board   INTEGER NOT NULL REFERENCES boards(id),
	segment INTEGER REFERENCES segments(id), -- null: not indexed
	turns   INTEGER NOT NULL,
	winner  INTEGER NOT NULL,
	ending  INTEGER NOT NULL,
	since   INTEGER NOT NULL, -- first and last day, yyyymmdd, 0 unknown
	until   INTEGER NOT NULL,
	komi    INTEGER,          -- half points
	black   TEXT NOT NULL,    -- folded, up to text
	white   TEXT NOT NULL,
	event   TEXT NOT NULL,
	rules   TEXT NOT NULL,
	text    TEXT NOT NULL,
	info    TEXT NOT NULL     -- JSON
);
CREATE INDEX games_since ON games(since);
CREATE INDEX games_file ON games(file);
CREATE TABLE records (
	game INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
	data BLOB NOT NULL
);
CREATE TABLE segments (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	board   INTEGER NOT NULL REFERENCES boards(id),
	games   INTEGER NOT NULL,
	version INTEGER NOT NULL, -- counts its changes
	crc     INTEGER NOT NULL,
	data    BLOB NOT NULL
);
CREATE INDEX segments_board ON segments(board);
`

var (
	// ErrForeign is wrapped if a file is not a library.
	ErrForeign = errors.New("not a library of games")
	// ErrNewer is wrapped if a newer version of the program wrote the library.
	ErrNewer = errors.New("written by a newer version of this program")
	// ErrDamaged is wrapped if the content of a library is impossible.
	ErrDamaged = errors.New("the library is damaged")
	// ErrFull is wrapped if the disk is full.
	ErrFull = errors.New("no room is left for the library")
	// ErrBusy is wrapped if another program is still writing after Options.Wait.
	ErrBusy = errors.New("another program is writing to the library")
)

// checkHead checks the header of a file before SQLite opens the file, so a file that is not
// a library is not changed. It reports whether the library exists.
func checkHead(path string) (exists bool, err error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || info.IsDir() {
		return false, errors.Join(err, fmt.Errorf("%s: %w, but a folder", path, ErrForeign))
	}
	head := make([]byte, 100)
	switch n, err := io.ReadFull(file, head); {
	case n == 0 && err == io.EOF:
		return false, nil
	case err != nil || string(head[:16]) != "SQLite format 3\x00":
		return false, fmt.Errorf("%s: %w: give the name of a library, or of a file that does not exist yet", path, ErrForeign)
	}
	// If a write-ahead log exists, the header may be older than the tables. In this case an
	// application ID of zero does not prove that the file is foreign.
	if id := binary.BigEndian.Uint32(head[68:]); id != applicationID && id != 0 {
		return false, fmt.Errorf("%s: %w, but a database of another program", path, ErrForeign)
	}
	return true, nil
}

// checkVersion creates the tables of a new library, and rejects other databases.
func checkVersion(ctx context.Context, c *sql.Conn, path string, readOnly bool) error {
	var id, version, tables int
	row := c.QueryRowContext(ctx, `SELECT (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`)
	if err := row.Scan(&id, &version, &tables); err != nil {
		return err
	}
	switch {
	case id == applicationID && version == schemaVersion:
		return nil
	case id == applicationID && version > schemaVersion:
		return fmt.Errorf("%s: %w: it has version %d, and this program knows %d: update the program", path, ErrNewer, version, schemaVersion)
	case id != 0 || tables != 0 || version != 0 || readOnly:
		return fmt.Errorf("%s: %w, but another database", path, ErrForeign)
	}
	_, err := c.ExecContext(ctx, fmt.Sprintf("%s; PRAGMA application_id=%d; PRAGMA user_version=%d", schema, applicationID, schemaVersion))
	return err
}
