package replay

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"tengen/internal/durable"
)

// A Recorder adds games to a folder of rows while they are played. A game is in its file when [Recorder.Add] returns,
// so a process that is killed loses no game that it has added. It belongs to one goroutine.
type Recorder struct {
	dir    string
	held   *os.File
	m      *Manifest
	writer *shardWriter
}

// NewRecorder opens a folder, or creates it. If an earlier recorder did not finish, its games are kept. All games of a
// folder must have the same settings. Only one process at a time can record into a folder.
func NewRecorder(dir string, settings Settings) (*Recorder, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	held, err := durable.Lock(filepath.Join(dir, ".lock"))
	if errors.Is(err, durable.ErrHeld) {
		return nil, fmt.Errorf("another process is writing rows into %s", dir)
	}
	if err != nil {
		return nil, err
	}
	r := &Recorder{dir: dir, held: held}
	if err := r.open(settings); err != nil {
		held.Close()
		return nil, err
	}
	return r, nil
}

func (r *Recorder) open(settings Settings) (err error) {
	r.m, err = ReadManifest(r.dir)
	if errors.Is(err, fs.ErrNotExist) {
		r.m, err = &Manifest{Settings: settings, Counts: Counts{Rejected: map[Reason]int{}}}, nil
	}
	if err != nil {
		return err
	}
	if r.m.Settings != settings {
		return fmt.Errorf("%s has rows that were made with other settings: use another folder", r.dir)
	}
	path := filepath.Join(r.dir, shardName(len(r.m.Shards)+1))
	// A file with its final name that the manifest does not list was finished just before the process ended.
	if _, err := os.Stat(path); err == nil {
		if err := os.Rename(path, path+durable.Partial); err != nil {
			return err
		}
	}
	r.writer, err = continueShard(path)
	return err
}

// Add writes a game. If the game cannot be stored, Add changes nothing.
func (r *Recorder) Add(g *Game) error {
	if err := r.writer.writeGame(g); err != nil {
		return err
	}
	r.writer.flush()
	return r.writer.err
}

// Games and Samples are the numbers of games and samples in the folder.
func (r *Recorder) Games() int   { return r.m.Games + r.writer.info.Games }
func (r *Recorder) Samples() int { return r.m.Samples + r.writer.info.Samples }

// Finish makes the folder readable with all its games, and closes the recorder. If it fails, the games that are in the
// file are not lost: the next recorder of the folder continues.
func (r *Recorder) Finish() error {
	defer r.held.Close()
	if r.writer.games() == 0 {
		r.writer.abort()
	} else {
		info, err := r.writer.close()
		if err != nil {
			_ = r.writer.leave() // repeats the error
			return err
		}
		r.m.Shards = append(r.m.Shards, info)
		r.m.Games, r.m.Samples = r.m.Games+info.Games, r.m.Samples+info.Samples
		r.m.Counts.Read, r.m.Counts.Final = r.m.Games, r.m.Games
		r.writer.info = ShardInfo{}
	}
	return r.m.write(r.dir)
}

// Close closes the recorder. The next recorder of the folder continues.
func (r *Recorder) Close() error {
	defer r.held.Close()
	return r.writer.leave()
}

// continueShard continues the shard that was not finished under this path, or begins a new one.
func continueShard(path string) (*shardWriter, error) {
	partial := path + durable.Partial
	file, err := os.OpenFile(partial, os.O_RDWR, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		return createShard(path)
	}
	if err != nil {
		return nil, err
	}
	stat, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	s, err := openShard(partial, file, stat.Size())
	if errors.Is(err, errNotShard) { // the process ended before it wrote the header or the first game
		_ = file.Close()
		return createShard(path)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	w := newShardWriter(path, file)
	if err := w.keep(s); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	_, errSeek := file.Seek(w.offset, 0)
	if err := errors.Join(file.Truncate(w.offset), errSeek); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return w, nil
}

// keep keeps the blocks of a shard that come before the first damage. It fails if the shard cannot be read.
func (w *shardWriter) keep(s *shard) error {
	w.offset = headerLen
	for i, b := range s.blocks {
		if b.offset != w.offset {
			break // what follows a gap is not contiguous, so it would not be readable in a finished shard
		}
		_, err := s.block(i, &boardCache{})
		if _, damaged := errors.AsType[*Damage](err); damaged {
			break
		}
		if err != nil {
			return err
		}
		w.blocks = append(w.blocks, b)
		w.offset = b.end()
		w.info.Games, w.info.Samples = w.info.Games+int(b.games), w.info.Samples+int(b.rows)
	}
	return nil
}
