package solve

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"tengen/internal/durable"
)

const (
	// leastEffort is the smallest number of states behind a fact in a checkpoint. Facts of less effort are found
	// again quickly.
	leastEffort = 6
	// checkpointEvery is the usual time between checkpoints.
	checkpointEvery = 30 * time.Second
)

// header is the first line of a checkpoint. Different boards have different fingerprints.
func (s *Search) header() string {
	return fmt.Sprintf("tengen search 3 %x\n", s.board.Graph.Fingerprint())
}

// save writes the facts of large effort to a file, while other goroutines may use the table.
func (s *Search) save(path string) error {
	return durable.ReplaceBy(path, true, func(to io.Writer) error {
		out := bufio.NewWriterSize(to, 1<<20)
		if _, err := out.WriteString(s.header()); err != nil {
			return err
		}
		var record [16]byte
		for i := uint64(0); i < s.table.size.Load(); i++ { // the table may grow in the meantime
			key, data := s.table.entries[i].key()
			if unpack(data).effort < leastEffort {
				continue
			}
			binary.LittleEndian.PutUint64(record[:], key)
			binary.LittleEndian.PutUint64(record[8:], data)
			if _, err := out.Write(record[:]); err != nil {
				return err
			}
		}
		return out.Flush()
	})
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
	if line, err := in.ReadString('\n'); err != nil || line != s.header() {
		return fmt.Errorf("%s is not a checkpoint of a search on this board: remove it, or choose another folder", path)
	}
	for n := 1; ; n++ {
		if n%firstSize == 0 {
			s.table.fit()
		}
		var record [16]byte
		if _, err := io.ReadFull(in, record[:]); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		s.table.put(binary.LittleEndian.Uint64(record[:]), unpack(binary.LittleEndian.Uint64(record[8:])))
	}
}

// Resume reads the checkpoint in the file, if it exists, runs work, and writes checkpoints in the meantime and at the
// end. After a crash, a Resume with the same file continues where the last checkpoint was written.
func (s *Search) Resume(ctx context.Context, path string, work func(ctx context.Context) error) error {
	if err := s.load(path); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(s.every):
				if err := s.save(path); err != nil {
					cancel(err)
					return
				}
			}
		}
	}()
	err := work(ctx)
	close(done)
	<-ended
	if cause := context.Cause(ctx); errors.Is(err, context.Canceled) && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return errors.Join(err, s.save(path))
}
