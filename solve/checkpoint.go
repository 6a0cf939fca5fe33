package solve

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"tengen/internal/durable"
	"tengen/internal/usage"
)

const (
	// leastEffort is the smallest number of states behind a fact in a checkpoint. Facts of less effort are found
	// again quickly.
	leastEffort = 6
	// checkpointEvery is the usual time between checkpoints.
	checkpointEvery = 30 * time.Second
)

// version is the version of checkpoints.
const version = 4

// header is the first line of a checkpoint. Different boards have different fingerprints. Records of 16 bytes follow: a
// key and a fact. In the last record the key is 0, and the checksum of the bytes before it (CRC-32C) is in the place of
// the fact.
func (s *Search) header() string {
	return fmt.Sprintf("tengen search %d %x\n", version, s.board.Graph.Fingerprint())
}

// SaveError is the error about a checkpoint that cannot be written.
type SaveError struct {
	Path  string
	Bytes int64 // about the size of the checkpoint
	Err   error
}

// Error names the file and the reason.
func (e *SaveError) Error() string {
	return fmt.Sprintf("the checkpoint %s was not written: %v", e.Path, e.Err)
}

// Unwrap returns the reason.
func (e *SaveError) Unwrap() error { return e.Err }

// worthKeeping calls use with the entries of large effort, until it returns an error. Other goroutines may use the
// table at the same time.
func (t *table) worthKeeping(use func(key, data uint64) error) error {
	for i := uint64(0); i < t.size.Load(); i++ { // the table may grow in the meantime
		if key, data := t.entries[i].key(); key != 0 && unpack(data).effort >= leastEffort {
			if err := use(key, data); err != nil {
				return err
			}
		}
	}
	return nil
}

// save writes the facts of large effort to a file, while other goroutines may use the table. Its error is a
// [SaveError].
func (s *Search) save(path string) error {
	err := durable.ReplaceBy(path, true, func(to io.Writer) error {
		sum := durable.NewChecksum()
		out := bufio.NewWriterSize(io.MultiWriter(to, sum), 1<<20)
		if _, err := out.WriteString(s.header()); err != nil {
			return err
		}
		var record [16]byte
		err := s.table.worthKeeping(func(key, data uint64) error {
			binary.LittleEndian.PutUint64(record[:], key)
			binary.LittleEndian.PutUint64(record[8:], data)
			_, err := out.Write(record[:])
			return err
		})
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint64(record[:], 0)
		binary.LittleEndian.PutUint64(record[8:], uint64(sum.Sum32()))
		_, err = to.Write(record[:])
		return err
	})
	if err == nil {
		return nil
	}
	failed := &SaveError{path, 0, err}
	_ = s.table.worthKeeping(func(uint64, uint64) error {
		failed.Bytes += 16
		return nil
	})
	return failed
}

// load adds the facts of a file to the table. A missing file is not an error.
func (s *Search) load(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	line, err := in.ReadString('\n')
	if err != nil || line != s.header() {
		return usage.Errorf("%s is not a checkpoint of a search on this board, or is from another version of the program: remove it, or choose another folder", path)
	}
	damaged := func(why string) error {
		return fmt.Errorf("%s is damaged: %s; remove it, or choose another folder", path, why)
	}
	sum := durable.NewChecksum()
	_, _ = io.WriteString(sum, line) // it returns no error
	for n := 1; ; n++ {
		if n%firstSize == 0 {
			s.table.fit()
		}
		var record [16]byte
		switch _, err := io.ReadFull(in, record[:]); {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return damaged("its end is missing")
		case err != nil:
			return fmt.Errorf("%s: %w", path, err)
		}
		key, data := binary.LittleEndian.Uint64(record[:]), binary.LittleEndian.Uint64(record[8:])
		if key == 0 {
			if _, err := in.ReadByte(); data != uint64(sum.Sum32()) || !errors.Is(err, io.EOF) {
				return damaged("its checksum is wrong")
			}
			return nil
		}
		_, _ = sum.Write(record[:])
		s.table.put(key, unpack(data))
	}
}

// Resume reads the checkpoint in the file, if it exists, runs work, and writes checkpoints in the meantime and at the
// end. After a crash, a Resume with the same file continues where the last checkpoint was written. If a checkpoint
// cannot be written in the meantime, the work goes on, and unsaved gets the error. Resume returns the errors of reading
// the checkpoint and of writing the last one.
func (s *Search) Resume(path string, work func(), unsaved func(error)) error {
	if err := s.load(path); err != nil {
		return err
	}
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(s.every):
				if err := s.save(path); err != nil {
					unsaved(err)
				}
			}
		}
	})
	work()
	close(done)
	group.Wait()
	return s.save(path)
}
