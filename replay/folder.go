package replay

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
)

// A Folder is a folder of shards, open for reading. It belongs to one goroutine.
type Folder struct {
	Dir      string
	Manifest *Manifest
	// Damage lists the damage found so far: shards that are missing or differ from the manifest, and
	// blocks that could not be read.
	Damage []*Damage
	shards []*shard // the shards of the manifest; a lost shard has no blocks
	boards boardCache
}

// OpenFolder reads the manifest of a folder and checks its shards. A missing or damaged shard is not an error, but is
// listed in Damage.
func OpenFolder(dir string) (*Folder, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir, Manifest: m}
	for _, info := range m.Shards {
		if err := f.open(info); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *Folder) open(info ShardInfo) error {
	path := filepath.Join(f.Dir, info.Name)
	stat, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		f.addLost(path, fmt.Sprintf("the file is missing: %d games are lost", info.Games))
		return nil
	}
	if err != nil {
		return err
	}
	if !stat.Mode().IsRegular() { // only regular files are opened: opening a pipe would wait for a writer
		f.addLost(path, fmt.Sprintf("it is not a regular file (%v): %d games are lost", stat.Mode(), info.Games))
		return nil
	}
	s, err := openShard(path, diskFile(path), stat.Size())
	if errors.Is(err, errNotShard) {
		f.addLost(path, fmt.Sprintf("none of it can be read: %d games are lost", info.Games))
		return nil
	}
	if err != nil {
		return err
	}
	f.Damage = append(f.Damage, s.damage...)
	if sum := fmt.Sprintf("%08x", s.sum); s.sum != 0 && (sum != info.Sum || stat.Size() != info.Bytes) {
		f.Damage = append(f.Damage, &Damage{path, -1, 0, "it is not the file that the manifest names: it was replaced"})
	}
	f.shards = append(f.shards, s)
	return nil
}

// addLost adds a shard from which nothing can be read.
func (f *Folder) addLost(path, wrong string) {
	s := &shard{name: path}
	f.Damage = append(f.Damage, s.damaged(-1, 0, wrong))
	f.shards = append(f.shards, s)
}

// Games yields all games that can be read, in the order in which they were written. It adds the damage that it finds to
// Damage. Any other error comes from the disk, and ends the sequence.
func (f *Folder) Games() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for _, s := range f.shards {
			for i := range s.blocks {
				games, err := s.block(i, &f.boards)
				if damage, ok := errors.AsType[*Damage](err); ok {
					f.Damage = append(f.Damage, damage)
					continue
				}
				if err != nil {
					yield(nil, err)
					return
				}
				for _, g := range games {
					if !yield(g, nil) {
						return
					}
				}
			}
		}
	}
}

// Row returns the row with the given number. Rows are numbered from 0 in the order in which they were written. Lost
// rows keep their numbers, so damage does not change the numbers of other rows. If the row is lost, Row returns an
// error that wraps the [*Damage].
func (f *Folder) Row(n int) (Row, error) {
	before := 0
	for k, info := range f.Manifest.Shards {
		if at := n - before; at >= 0 && at < info.Samples {
			row, err := f.shards[k].row(at, &f.boards)
			if _, lost := errors.AsType[*Damage](err); lost {
				err = fmt.Errorf("row %d is lost: %w", n, err)
			}
			return row, err
		}
		before += info.Samples
	}
	return Row{}, fmt.Errorf("row %d does not exist: %s has %d rows, and the first has number 0", n, f.Dir, before)
}

// A diskFile opens its file for each read. It does not keep the file open, because a folder may have a thousand shards.
type diskFile string

// ReadAt implements [io.ReaderAt].
func (d diskFile) ReadAt(b []byte, offset int64) (n int, err error) {
	f, err := os.Open(string(d))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.ReadAt(b, offset)
}
