package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"sync"

	"tengen/kifu"
)

// Parsed is a game of a file.
type Parsed struct {
	Index  int    // which of the file, from 0
	Raw    []byte // as it is kept
	Record *kifu.Record
}

// Parse reads the games of a file, in their order. A game with an error is taken as
// far as it has a Record, and the error is reported. The first games, as many as
// skip says, are not wanted; they may be yielded all the same. It is called from
// several threads. Large files with a game a line are not given to it, but read as
// [ParseRecords] does it, one game after the other.
type Parse func(name string, data []byte, skip int) iter.Seq2[Parsed, error]

// ImportOptions say how games come in.
type ImportOptions struct {
	Parse Parse
	// Limits are those of a game that is read from a stream, which Parse never sees.
	Limits kifu.Options
	// Progress is told how far the import is, after each batch; nil is nobody.
	Progress func(Progress)
	// Batch is how many games are written at a time; 0 is 1000.
	Batch int
}

// Progress is how far an import is. Done and Total are bytes of the source.
type Progress struct {
	Done, Total                         int64
	Files, Games, Duplicates, Unindexed int
	Problems                            int
}

// Problem is what was wrong with a file or one of its games.
type Problem struct {
	File string
	// Place is which game of the file, from 0; -1 is the file itself.
	Place  int
	Reason string
}

// String is the problem in a line.
func (p Problem) String() string {
	if p.Place < 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Reason)
	}
	return fmt.Sprintf("%s, game %d: %s", p.File, p.Place+1, p.Reason)
}

// listed is how many problems a report tells in full; [Library.Problems] has all.
const listed = 1000

// Report is what an import did.
type Report struct {
	// Files were read. Known were in, by name, size and time or by their content, and
	// not parsed; Copies of them have the content of another file of this import.
	Files, Known, Copies int
	// Games were added. Duplicates are in the library from another place; Repeated of
	// them had come in this import. Already are there from the same place, where an
	// earlier import broke off or a file has changed.
	Games, Duplicates, Repeated, Already int
	// Unindexed of the games added are not found by patterns; Problems say why.
	Unindexed int
	// Failed is the number of problems, of which the first thousand are listed.
	Failed   int
	Problems []Problem
}

func (r *Report) add(o Report) {
	r.Files += o.Files
	r.Known += o.Known
	r.Copies += o.Copies
	r.Games += o.Games
	r.Duplicates += o.Duplicates
	r.Repeated += o.Repeated
	r.Already += o.Already
	r.Unindexed += o.Unindexed
	r.Failed += o.Failed
	r.Problems = append(r.Problems, o.Problems[:min(len(o.Problems), listed-len(r.Problems))]...)
}

// Import takes in the games of a source. The report counts what is in the library
// for good, also when there is an error: with a full disk or a cancelled context
// everything up to there is kept, and importing the same source again goes on
// from there, within a file too. Files that are in already, by name, size and time
// or by their content, are not parsed again, unless nothing could be had of them.
// A file that has changed is; games that are no longer in it stay. When the context
// is cancelled, whoever is still parsing is not waited for: nothing comes of it.
func (l *Library) Import(ctx context.Context, source Source, o ImportOptions) (Report, error) {
	if o.Batch <= 0 {
		o.Batch = 1000
	}
	known, err := l.known(ctx)
	if err != nil {
		return Report{}, l.explain(err)
	}
	w := writer{library: l, options: o, total: source.Total}
	if err := w.open(ctx); err != nil {
		return Report{}, l.explain(err)
	}
	defer w.close()

	reading, stop := context.WithCancel(ctx)
	work := make(chan *job, 2*l.options.Workers)
	order := make(chan *job, 64)
	var group sync.WaitGroup
	group.Go(func() {
		defer close(work)
		defer close(order)
		known.queue(reading, source, work, order, make(budget, readAhead>>20))
	})
	for range l.options.Workers {
		group.Go(func() {
			for j := range work {
				j.parse(reading, o.Parse, o.Limits)
			}
		})
	}
	err = w.write(ctx, order)
	stop()
	if ctx.Err() == nil {
		for range order { // lets the reader end
		}
		group.Wait()
	} else if err == nil {
		err = ctx.Err()
	}
	return w.report, l.explain(err)
}

// job is a file on its way into the library.
type job struct {
	file File
	data []byte
	hash []byte
	// id is the row of the file once it has one.
	id    int64
	state fileState
	// skip is how many of its games an earlier import has dealt with, and at the
	// number of those that this one has, too.
	skip, at int
	// items are its games and problems, closed after the last.
	items chan item
	done  func() // gives back the memory of the data
}

// readAhead is how many bytes of files are in memory at a time, however many of them
// there are; a larger file is alone there.
const readAhead = 512 << 20

// budget is room for so many MiB.
type budget chan struct{}

// take waits for room for so many bytes and returns what gives it back, or false when
// the context is cancelled.
func (b budget) take(ctx context.Context, bytes int) (give func(), ok bool) {
	n := min(bytes>>20+1, cap(b))
	for range n {
		select {
		case b <- struct{}{}:
		case <-ctx.Done():
			return nil, false
		}
	}
	return func() {
		for range n {
			<-b
		}
	}, true
}

// fileState is what is to be done about a file.
type fileState uint8

const (
	fileUnreadable fileState = iota // to be reported
	fileKnown                       // nothing: it is in, by its name, size and time
	fileMoved                       // its content is in, under another name or time
	fileCopy                        // its content is that of another file of this import
	fileNew                         // to be parsed
)

type item struct {
	game    *prepared
	problem *Problem
}

// parse finds the games of the file.
func (j *job) parse(ctx context.Context, parse Parse, limits kifu.Options) {
	defer close(j.items)
	defer func() { j.data = nil }()
	send := func(i item) bool {
		select {
		case j.items <- i:
			return true
		case <-ctx.Done():
			return false
		}
	}
	problem := func(place int, reason string) bool {
		return send(item{problem: &Problem{File: j.file.Name, Place: place, Reason: reason}})
	}
	if j.state != fileNew {
		return
	}
	count := 0
	games := parseStream(j.file, j.skip, limits)
	if j.file.Open == nil {
		games = parse(j.file.Name, j.data, j.skip)
	}
	for p, err := range games {
		count++
		if p.Index >= 0 && p.Index < j.skip {
			continue
		}
		if err != nil && !problem(p.Index, err.Error()) {
			return
		}
		if err != nil && p.Record == nil {
			continue
		}
		g, err := prepare(j.file.Name, p)
		if err != nil {
			if !problem(p.Index, err.Error()) {
				return
			}
			continue
		}
		if !send(item{game: g}) {
			return
		}
	}
	if count+j.skip == 0 {
		problem(-1, "no game in it")
	}
}

// seen is what is in the library already, and in the files read since.
type seen struct {
	files  map[string]stamp
	hashes map[string]fileState // of files with that content that come now
	parts  map[string]part      // files of which an import broke off, by name
}

type stamp struct{ size, modified int64 }

// part is how many games of a file with that content are in.
type part struct {
	hash  string
	games int
}

// known asks for them. Of a file with a problem of its own there is nothing in the
// library: it is tried again, and is a problem again.
func (l *Library) known(ctx context.Context) (seen, error) {
	s := seen{map[string]stamp{}, map[string]fileState{}, map[string]part{}}
	rows, err := l.db.QueryContext(ctx, "SELECT name, size, modified, hash, complete FROM files WHERE complete<>0 AND id NOT IN (SELECT file FROM problems WHERE place<0)")
	if err != nil {
		return s, err
	}
	defer rows.Close()
	for rows.Next() {
		var name, hash string
		var at stamp
		var complete int
		if err := rows.Scan(&name, &at.size, &at.modified, &hash, &complete); err != nil {
			return s, err
		}
		if complete < 0 {
			s.parts[name] = part{hash, -complete}
			continue
		}
		s.files[name] = at
		s.hashes[hash] = fileMoved
	}
	return s, rows.Err()
}

// queue reads the files one after another and hands them on, both to be parsed
// and, in their order, to be written.
func (s seen) queue(ctx context.Context, source Source, work, order chan<- *job, room budget) {
	for f := range source.Files {
		j := &job{file: f, items: make(chan item, 64), done: func() {}}
		at := stamp{f.Size, f.Modified.UnixNano()}
		if old, ok := s.files[f.Name]; f.Err == nil && ok && old == at {
			j.state = fileKnown
		} else if f.Err == nil {
			s.read(j)
			var ok bool
			if j.done, ok = room.take(ctx, len(j.data)); !ok {
				return
			}
		}
		select {
		case order <- j:
		case <-ctx.Done():
			return
		}
		select {
		case work <- j:
		case <-ctx.Done():
			close(j.items)
			return
		}
	}
}

// content reads the file, unless it streams, and is the hash of what is in it.
func (j *job) content() (hash []byte, err error) {
	if j.file.Open != nil {
		return sum(j.file)
	}
	if j.data, err = j.file.Read(); err != nil {
		return nil, err
	}
	all := sha256.Sum256(j.data)
	return all[:], nil
}

// read reads the file and sees whether its content is known.
func (s seen) read(j *job) {
	if j.hash, j.file.Err = j.content(); j.file.Err != nil {
		return
	}
	j.hash = j.hash[:16]
	hash := string(j.hash)
	if state, ok := s.hashes[hash]; ok {
		j.state = state
		return
	}
	j.state = fileNew
	s.hashes[hash] = fileCopy
	if p := s.parts[j.file.Name]; p.hash == hash {
		j.skip = p.games
	}
}
