package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"tengen/internal/durable"
)

// Import adds the games of the inputs to a folder and returns the folder's manifest. It writes one shard after another.
// If an import ended early, a new call of Import continues it after the last finished shard. When ctx is cancelled,
// Import finishes the shard that it is writing and returns the error of ctx. No game is added twice.
//
// The manifest counts the rejected games by their reasons. It has the first few games of each reason as examples.
func Import(ctx context.Context, o ImportOptions) (*Manifest, error) {
	if len(o.Inputs) == 0 {
		return nil, &OptionsError{errNoInput}
	}
	if o.PerGame < 1 || o.MinMoves < 0 || o.Threads < 1 || o.ShardGames < 1 || o.MaxGames < 0 || o.Rollouts < 0 || o.RandomMoves < 0 {
		return nil, refuse("the number of positions per game, the number of threads and the number of games per shard must be at least 1, and no number may be negative")
	}
	if !(o.Tolerance >= 0 && o.Tolerance <= maxTolerance) {
		return nil, refuse("the tolerance between the count and the recorded result is %v points, but must be from 0 to %d", o.Tolerance, maxTolerance)
	}
	if !(o.Played >= 0 && o.Played <= 1) {
		return nil, refuse("the weight of the moves that were played is %v, but must be from 0 to 1", o.Played)
	}
	if o.Played < 1 && o.Teacher == nil {
		return nil, refuse("without a teacher the only moves to learn are the played ones: name a teacher, or give the played moves the weight 1")
	}
	if !(o.VaryKomi >= 0 && o.VaryKomi <= maxVaryKomi) {
		return nil, refuse("the mean change of the komi is %v points, but must be from 0 to %d", o.VaryKomi, maxVaryKomi)
	}
	if o.VaryKomi > 0 && o.Teacher == nil {
		return nil, refuse("changing the komi needs a teacher, which judges the positions under the new komi: name a teacher, or do not change the komi")
	}
	if err := cmp.Or(o.Teacher.check(), o.checkLeaves()); err != nil {
		return nil, err
	}
	named := map[string]bool{}
	o.Inputs = slices.DeleteFunc(slices.Clone(o.Inputs), func(in Input) bool {
		name := filepath.Clean(in.Name)
		again := named[name]
		named[name] = true
		return again
	})
	if err := os.MkdirAll(o.Dir, 0o777); err != nil {
		return nil, refuse("the folder for the rows: %w", err)
	}
	held, err := durable.Lock(filepath.Join(o.Dir, ".lock"))
	if errors.Is(err, durable.ErrHeld) {
		return nil, fmt.Errorf("%s is in use: another process is importing into it", o.Dir)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot write to %s: %w", o.Dir, err)
	}
	defer held.Close()
	i := &importer{ImportOptions: o, examples: map[Reason]int{}, seen: map[[16]byte]bool{}}
	if err := i.open(); err != nil {
		return nil, err
	}
	err = i.run(ctx)
	if durable.DiskFull(err) {
		err = fmt.Errorf("the disk of %s is full: %d games were saved; free some space and run the same command again: %w", o.Dir, i.m.Games, err)
	}
	return i.m, err
}

// An importer is an import in progress.
type importer struct {
	ImportOptions
	m          *Manifest // the manifest on the disk, with the changes that were not committed yet
	states     []Source  // states of the inputs
	examples   map[Reason]int
	seen       map[[16]byte]bool // keys of games
	writer     *shardWriter      // writer of the unfinished shard; nil if the shard has no game
	accepted   int
	counts     Counts
	rejections []Rejection
}

// open reads the manifest and the keys of the games that the folder already has.
func (i *importer) open() error {
	m, err := ReadManifest(i.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if old, err := i.matching(shardPattern); err != nil {
			return err
		} else if len(old) > 0 {
			return refuse("%s has shards but no %s: choose another folder", i.Dir, manifestName)
		}
		if games, err := i.matching(shardPattern + durable.Partial); err != nil {
			return err
		} else if len(games) > 0 {
			return refuse("%s has the unfinished file of an interrupted self-play: continue the self-play there, or choose another folder", i.Dir)
		}
		m = &Manifest{Settings: i.settings(), Sources: []Source{}, Shards: []ShardInfo{}, Examples: []Rejection{}}
		m.Counts.Rejected = map[Reason]int{}
		if err := m.write(i.Dir); err != nil {
			return err
		}
	case err != nil:
		return err
	}
	if d := differences(m.Settings, i.settings()); d != "" {
		return refuse("%s began with other settings (%s): use the settings of the folder, or choose another folder", i.Dir, d)
	}
	// Remove files that a killed process left behind. All other files in the folder belong to the user.
	left, err := i.matching(manifestName+durable.Partial, shardPattern+durable.Partial)
	if err != nil {
		return err
	}
	for _, path := range left {
		_ = os.Remove(path)
	}
	i.m, i.accepted = m, m.Games
	i.restore()
	for _, in := range i.Inputs {
		state := Source{Name: in.Name}
		for _, s := range m.Sources {
			if s.Name == in.Name {
				state = s
				state.Failed = slices.Clip(s.Failed) // an append copies the list: its readers keep the old one
			}
		}
		i.states = append(i.states, state)
	}
	return i.readKeys()
}

// matching returns the files in the folder whose names match one of the patterns. The folder's own name
// is not treated as a pattern.
func (i *importer) matching(patterns ...string) (paths []string, err error) {
	files, err := os.ReadDir(i.Dir)
	for _, file := range files {
		for _, p := range patterns {
			if ok, _ := filepath.Match(p, file.Name()); ok {
				paths = append(paths, filepath.Join(i.Dir, file.Name()))
			}
		}
	}
	return paths, err
}

// restore sets the counts to those of the manifest.
func (i *importer) restore() {
	i.counts = i.m.Counts
	i.counts.Rejected = map[Reason]int{}
	for r, n := range i.m.Counts.Rejected {
		i.counts.Rejected[r] = n
	}
	i.rejections = append([]Rejection{}, i.m.Examples...)
	for _, e := range i.rejections {
		i.examples[e.Reason]++
	}
}

// differences describes how the settings of two imports differ.
func differences(was, is Settings) string {
	var all []string
	a, b := reflect.ValueOf(was), reflect.ValueOf(is)
	for n := range a.NumField() {
		if x, y := a.Field(n).Interface(), b.Field(n).Interface(); x != y {
			name, _, _ := strings.Cut(a.Type().Field(n).Tag.Get("json"), ",")
			all = append(all, fmt.Sprintf("%s was %v and is now %v", name, x, y))
		}
	}
	return strings.Join(all, "; ")
}

// readKeys reads the keys of the games that the folder has.
func (i *importer) readKeys() error {
	if len(i.m.Shards) == 0 {
		return nil
	}
	f, err := OpenFolder(i.Dir)
	if err != nil {
		return err
	}
	for g, err := range f.Games() {
		if err != nil {
			return err
		}
		i.seen[g.key()] = true
	}
	if len(f.Damage) > 0 {
		return fmt.Errorf("%s is damaged, so new games cannot be compared with those in it, and nothing was added (its intact rows can still be trained on; to add games restore the file, or name another folder): %w", i.Dir, f.Damage[0])
	}
	return nil
}

// run sends the items through the stages of the import and records the results.
func (i *importer) run(ctx context.Context) error {
	if i.MaxGames > 0 && i.accepted >= i.MaxGames {
		return nil
	}
	defer func() {
		if i.writer != nil {
			i.writer.abort()
		}
	}()
	c, j := &converter{ImportOptions: &i.ImportOptions}, &judge{ImportOptions: &i.ImportOptions}
	states := append([]Source{}, i.states...)
	read := readItems(ctx, i.Limits, i.Inputs, states)
	converted := inOrder(ctx, i.Threads, read, func(_ context.Context, x *item) *item { return c.convert(x) })
	judged := inOrder(ctx, i.Threads, i.rejectDuplicates(converted), j.judge)
	for x := range judged {
		if x.fatal != nil {
			if ctx.Err() != nil {
				break
			}
			return errors.Join(x.fatal, i.commit())
		}
		if err := i.record(x); err != nil {
			return err
		}
	}
	return cmp.Or(i.commit(), ctx.Err())
}

// rejectDuplicates rejects games that were imported before. It ends the sequence when the folder has MaxGames games.
func (i *importer) rejectDuplicates(in iter.Seq[*item]) iter.Seq[*item] {
	accepted := i.accepted
	return func(yield func(*item) bool) {
		for x := range in {
			if x.game != nil {
				if key := x.game.key(); i.seen[key] {
					x.reject(reasonDuplicate, errors.New("a game with the same moves was imported before"))
				} else {
					i.seen[key] = true
					accepted++
				}
			}
			if !yield(x) || i.MaxGames > 0 && accepted >= i.MaxGames {
				return
			}
		}
	}
}

// record counts an item and writes its game, or counts why it was rejected.
func (i *importer) record(x *item) error {
	s := &i.states[x.source]
	switch {
	case x.restart:
		*s = Source{Name: s.Name, Games: s.Games, Accepted: s.Accepted}
		return nil
	case x.done:
		s.Done = true
		return nil
	case x.fileDone:
		s.finishFile(x)
		if x.err == nil {
			return nil
		}
		x.reject(cmp.Or(x.reason, reasonUnreadable), x.err)
	case !x.retry:
		s.File, s.FileHash, s.Within = x.file.Name, x.hash, x.number
	}
	s.Done = false
	s.Games++
	i.counts.Read++
	if x.game != nil {
		if err := i.write(x); err != nil {
			return err
		}
	}
	if x.game == nil {
		i.counts.Rejected[x.reason]++
		if i.examples[x.reason]++; i.examples[x.reason] <= examplesEach {
			i.rejections = append(i.rejections, Rejection{x.reason, x.file.Name, x.number, x.wrong})
		}
	}
	if i.Progress != nil {
		games, samples := i.m.Games, i.m.Samples
		if i.writer != nil {
			games, samples = games+i.writer.info.Games, samples+i.writer.info.Samples
		}
		i.Progress(Progress{Games: games, Samples: samples, Read: i.counts.Read, Passed: x.passed})
	}
	if i.writer != nil && i.writer.games() >= i.ShardGames {
		return i.commit()
	}
	return nil
}

// finishFile records that a file was read.
func (s *Source) finishFile(x *item) {
	if x.retry {
		s.Failed = slices.DeleteFunc(slices.Clone(s.Failed), func(f Failure) bool { return f.Place == x.place })
	} else {
		s.Files++
		s.Bytes += x.file.Size
		s.Listing = chainHash(s.Listing, x.file.listing())
		s.File, s.FileHash, s.Within = "", "", 0
	}
	s.Content = chainHash(s.Content, x.hash)
	if x.err != nil {
		s.Failed = append(s.Failed, Failure{File: x.file.Name, Place: x.place, Content: x.hash, Wrong: x.err.Error()})
	}
}

// write appends a game to the shard and counts it.
func (i *importer) write(x *item) (err error) {
	if i.writer == nil {
		if i.writer, err = createShard(filepath.Join(i.Dir, shardName(len(i.m.Shards)+1))); err != nil {
			return err
		}
	}
	if err := i.writer.writeGame(x.game); errors.Is(err, errGame) {
		x.reject(reasonTooLarge, err)
		return nil
	} else if err != nil {
		return err
	}
	i.states[x.source].Accepted++
	for _, c := range []struct {
		is bool
		n  *int
	}{{x.final, &i.counts.Final}, {x.disagree, &i.counts.Disagree}, {x.unjudged, &i.counts.Unjudged}, {x.noRules, &i.counts.NoRules}, {x.noKomi, &i.counts.NoKomi}} {
		if c.is {
			*c.n++
		}
	}
	return nil
}

// commit finishes the shard and then writes the manifest, with the state of the sources. Games in a shard that the
// manifest does not list do not belong to the folder.
func (i *importer) commit() error {
	next := *i.m
	next.Shards = append([]ShardInfo{}, i.m.Shards...)
	if i.writer != nil {
		info, err := i.writer.close()
		if err != nil {
			return err
		}
		i.writer = nil
		next.Shards = append(next.Shards, info)
		next.Games += info.Games
		next.Samples += info.Samples
	}
	next.Counts, next.Examples = i.counts, i.rejections
	next.Counts.Rejected = map[Reason]int{}
	for r, n := range i.counts.Rejected {
		next.Counts.Rejected[r] = n
	}
	next.Sources = append([]Source{}, i.m.Sources...)
	for _, s := range i.states {
		found := false
		for n := range next.Sources {
			if next.Sources[n].Name == s.Name {
				next.Sources[n], found = s, true
			}
		}
		if !found {
			next.Sources = append(next.Sources, s)
		}
	}
	if err := next.write(i.Dir); err != nil {
		return err
	}
	i.m = &next
	return nil
}
