package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"sync"

	"tengen/kifu"
)

// Parsed is one game of a file.
type Parsed struct {
	Index  int    // place of the game in the file, from 0
	Raw    []byte // the bytes that the library keeps
	Record *kifu.Record
	// Cut says why Record lacks moves of the game. It is nil if no move is known to be
	// missing, or if the error that comes with the game says so.
	Cut error
	// Whole is the whole game in SGF if Cut is set and the game goes on after the moves
	// of Record. Such games are duplicates only if their Wholes are equal.
	Whole []byte
}

// Parse reads the games of a file in order. If a game has an error, the import reports
// the error. If the game has a Record, it is added nevertheless. skip is the number of
// games at the beginning that the import does not need; Parse may yield them anyway.
// Parse is called from several goroutines. It is not called for files with File.Open set.
// The import itself reads the games of these files one by one, in the same way as
// [ParseRecords].
type Parse func(name string, data []byte, skip int) iter.Seq2[Parsed, error]

// ImportOptions configure [Library.Import].
type ImportOptions struct {
	Parse Parse
	// Limits apply to files with File.Open set. The import reads such files without
	// calling Parse.
	Limits kifu.Options
	// Progress is called after each batch. It may be nil.
	Progress func(Progress)
	// Batch is the number of games written in one transaction; 0 means 1000.
	Batch int
}

// Progress reports the progress of an import. Done and Total are bytes of the source.
type Progress struct {
	Done, Total                         int64
	Files, Games, Duplicates, Unindexed int
	Problems                            int
}

// Problem describes a fault of a file or of one of its games.
type Problem struct {
	File string
	// Place is the game's place in the file, from 0; -1 means the file itself.
	Place  int
	Reason string
}

// String returns the problem in one line.
func (p Problem) String() string {
	if p.Place < 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Reason)
	}
	return fmt.Sprintf("%s, game %d: %s", p.File, p.Place+1, p.Reason)
}

// listed is the largest number of problems in a report.
const listed = 1000

// Report describes what an import did.
type Report struct {
	// Files is the number of files read. Known is the number of known files, which are
	// not parsed: the library already has a file with the same name, size and time, or
	// with the same content. Copies is the number of known files that have the content
	// of another file of this import.
	Files, Known, Copies int
	// Games is the number of games added. Duplicates is the number of games that the
	// library already has from another place. Repeated is the number of duplicates whose
	// first copy was added by this import. Already is the number of games that the
	// library already has from the same place. There are such games if an earlier import
	// was interrupted or the file has changed.
	Games, Duplicates, Repeated, Already int
	// Unindexed is the number of added games that a search for a pattern cannot find;
	// Problems say why.
	Unindexed int
	// Failed is the number of all problems. Problems lists only the first thousand.
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

// Import adds the games of a source. If Import returns an error, for example because the
// disk is full or the context is cancelled, all committed games stay in the library. The
// report counts them. To continue after the last committed game, import the same source
// again.
//
// Import does not parse a file if the library already has a file with the same name,
// size and time, or with the same content. Files that could not be read or had no game
// are an exception: Import tries to read them again. It also parses a changed file again.
// Games that are no longer in the changed file stay in the library.
//
// If the context is cancelled, Import returns while goroutines may still be parsing. It
// discards their results.
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
		for range order { // drain the channel until the reader closes it
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
	// id is the row of the file in the library; 0 until the row is written.
	id    int64
	state fileState
	// skip is the number of games of the file that an earlier import has processed. The
	// field at is the number that both imports together have processed.
	skip, at int
	// items carries the games and problems of the file. The channel is closed after the
	// last of them.
	items chan item
	done  func() // releases the memory of the data
}

// readAhead is the largest total size, in bytes, of the files in memory at the same time.
// While a file that is larger than this limit is in memory, no other file is.
const readAhead = 512 << 20

// budget is a semaphore that counts MiB.
type budget chan struct{}

// take reserves room for the given number of bytes, and waits until there is enough. It
// returns a function that releases the room, or false if the context is cancelled.
func (b budget) take(ctx context.Context, bytes int) (release func(), ok bool) {
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

// fileState says how an import treats a file.
type fileState uint8

const (
	fileUnreadable fileState = iota // report the error
	fileKnown                       // do not parse: the library has a file with the same name, size and time
	fileMoved                       // do not parse: the library has the content under another name or time
	fileCopy                        // do not parse: another file of this import has the same content
	fileNew                         // parse the file
)

type item struct {
	game    *prepared
	problem *Problem
}

// parse sends the games and problems of the file to items.
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
		problem(-1, "the file has no game")
	}
}

// seen describes the files in the library, and the files that this import has read.
type seen struct {
	files  map[string]stamp
	hashes map[string]fileState // maps the hash of a content to the state of further files with this content
	parts  map[string]part      // partly imported files, by name
}

type stamp struct{ size, modified int64 }

// part describes a partly imported file: the hash of its content, and the number of its
// games that an earlier import has processed.
type part struct {
	hash  string
	games int
}

// known returns the files in the library. It leaves out files that could not be read or
// had no game, so the import tries to read them again and reports them again.
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

// queue reads the files one after another and sends each of them to two channels. The
// workers receive files from the channel work and parse them. The writer receives files
// from the channel order, which keeps the order of the source.
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

// content returns the hash of the file's content. It also stores the content in j.data,
// except for files with File.Open set, which are read as streams.
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

// read reads the file and checks whether the library knows its content.
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
