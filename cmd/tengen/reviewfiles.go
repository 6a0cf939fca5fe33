package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"tengen/internal/outfile"
	"tengen/internal/wording"
	"tengen/kifu"
	"tengen/player"
	"tengen/recordfiles"
	"tengen/review"
)

// gameToReview is a game of a file, which is read again when its turn comes.
type gameToReview struct {
	file   recordfiles.File
	number int    // which of the file, from 1
	alone  bool   // there is no other in the file
	base   string // what its reports are called, without their extensions
}

// name is what the game is called in messages.
func (g gameToReview) name() string {
	if g.alone {
		return g.file.Name
	}
	return fmt.Sprintf("%s: game %d", g.file.Name, g.number)
}

// line reads the game.
func (g gameToReview) line() (*review.Line, error) {
	l := g.file.Load(kifu.Options{})
	if len(l.Trees) < g.number {
		return nil, l.NoGame() // it was there before
	}
	return review.NewLine(l.Trees[g.number-1])
}

// find lists the games that are meant. A file that cannot be read is a failure, and the others are
// found all the same.
func (r *reviewing) find() ([]gameToReview, error) {
	all, err := findRecords(r.env, r.recordLimits, r.Paths)
	if err != nil {
		return nil, err
	}
	var games []gameToReview
	named := map[string]bool{}
	for f := range all.All {
		if r.env.Ctx.Err() != nil {
			return nil, errInterrupted
		}
		if r.ours(f) {
			continue
		}
		l := f.Load(kifu.Options{})
		if err := l.NoGame(); err != nil {
			r.fail(f.Name, err)
			continue
		}
		sayErrors(r.env, l)
		r.inputs = append(r.inputs, f.Path)
		base := strings.ReplaceAll(f.Within, "!", string(filepath.Separator))
		base = strings.TrimSuffix(base, filepath.Ext(base))
		if f.Path == recordfiles.Dash {
			base = "stdin"
		}
		if !filepath.IsLocal(base) {
			r.fail(f.Name, fmt.Errorf("its name leads out of the folder"))
			continue
		}
		for i := range l.Trees {
			g := gameToReview{file: f, number: i + 1, alone: len(l.Trees) == 1, base: base}
			if !g.alone {
				g.base = fmt.Sprintf("%s-%0*d", base, max(3, len(fmt.Sprint(len(l.Trees)))), i+1)
			}
			for n, first := 2, g.base; named[strings.ToLower(g.base)] || strings.EqualFold(g.base, "index"); n++ {
				g.base = fmt.Sprintf("%s-%d", first, n)
			}
			named[strings.ToLower(g.base)] = true
			games = append(games, g)
		}
	}
	return games, nil
}

// ours reports whether a file lies in the folder of the reports, and was found rather than named:
// a folder that has its own reviews in it is not reviewed for them.
func (r *reviewing) ours(f recordfiles.File) bool {
	if slices.Contains(r.Paths, Path(f.Path)) {
		return false
	}
	out, err := filepath.Abs(string(r.Out))
	if err != nil {
		return false
	}
	file, err := filepath.Abs(f.Path)
	if err != nil {
		return false
	}
	way, err := filepath.Rel(out, file)
	return err == nil && filepath.IsLocal(way)
}

// pngWidth is how wide pictures are, in pixels.
const pngWidth = 1000

// reportFile is a file of a report, before it is written.
type reportFile struct {
	name  string
	write func(io.Writer) error
	made  bytes.Buffer
	err   error
}

// report writes what is asked for of one game, and says which files that are. All but the record
// are made at the same time.
func (r *reviewing) report(g gameToReview, made *review.Review) ([]string, error) {
	files := r.reportFiles(g, made)
	var makers sync.WaitGroup
	slots := make(chan struct{}, player.AllThreads())
	for _, f := range files {
		makers.Go(func() {
			slots <- struct{}{}
			f.err = f.write(&f.made)
			<-slots
		})
	}
	makers.Wait()
	if slices.Contains(r.Formats.list, "sgf") { // the last one, since it changes the record
		f := &reportFile{name: g.base + ".sgf"}
		if f.err = made.Annotate(); f.err == nil {
			_, f.err = kifu.Write(&f.made, kifu.WriteOptions{}, made.Line.Tree)
		}
		files = append(files, f)
	}
	var names []string
	game := made.Line.Key()
	for _, f := range files {
		if f.err == nil {
			f.err = r.write(f.name, game, func(w io.Writer) error { _, err := f.made.WriteTo(w); return err })
		}
		if f.err != nil {
			return names, f.err
		}
		names = append(names, filepath.ToSlash(f.name))
	}
	if slices.Contains(r.Formats.list, "png") {
		return names, r.removePictures(g, names)
	}
	return names, nil
}

// removePictures removes the diagrams that an earlier review of the game wrote and this one did not:
// they are of moves that do not matter any more.
func (r *reviewing) removePictures(g gameToReview, written []string) error {
	for _, name := range r.journal.Files() {
		way := filepath.ToSlash(name)
		rest, ok := strings.CutPrefix(way, filepath.ToSlash(g.base)+"-move-")
		if !ok || !pictureName.MatchString(rest) || slices.Contains(written, way) {
			continue
		}
		if err := os.Remove(filepath.Join(string(r.Out), name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("an earlier picture stays: %w", err)
		}
		if err := r.journal.Removed(name); err != nil {
			return err
		}
	}
	return nil
}

// pictureName is how the names of diagrams go on after "-move-".
var pictureName = regexp.MustCompile(`^[0-9]+-(played|better)\.png$`)

// reportFiles are the files of a report except the record.
func (r *reviewing) reportFiles(g gameToReview, made *review.Review) []*reportFile {
	var files []*reportFile
	add := func(format, suffix string, write func(io.Writer) error) {
		if slices.Contains(r.Formats.list, format) {
			files = append(files, &reportFile{name: g.base + suffix, write: write})
		}
	}
	add("html", ".html", made.WriteHTML)
	add("pdf", ".pdf", made.WritePDF)
	add("json", ".json", made.WriteJSON)
	add("png", "-graph.png", func(w io.Writer) error { return made.WriteGraph(w, 0) })
	for k, i := range made.Moments {
		number := made.Moves[i].Number
		add("png", fmt.Sprintf("-move-%d-played.png", number), func(w io.Writer) error { return made.WriteDiagram(w, k, pngWidth, false) })
		add("png", fmt.Sprintf("-move-%d-better.png", number), func(w io.Writer) error { return made.WriteDiagram(w, k, pngWidth, true) })
	}
	return files
}

// write writes a file into the folder, "" for the game in one about several. One that is there already
// is replaced only where a review of the same game wrote it.
func (r *reviewing) write(name, game string, write func(io.Writer) error) error {
	path := filepath.Join(string(r.Out), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("the folder cannot be made: %w", wording.WithoutPath(err))
	}
	if dir := filepath.Dir(path); !r.swept[dir] { // the journal says that no other process works there
		outfile.ClearLeftovers(dir)
		r.swept[dir] = true
	}
	of, ours := r.journal.Owner(name)
	_, err := os.Lstat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if ours && of != "" && of != game && !r.Force && !missing {
		return fmt.Errorf("%s is of another game: name another folder with --out, or replace it with --force", wording.FileName(path))
	}
	replace := r.Force || ours || r.forgetful && r.bearsMark(path)
	if replace || missing { // noted before it is written, so that a review that is killed in between knows its file again
		if err := r.journal.Wrote(name, game); err != nil {
			return err
		}
	}
	return writeTo(r.env, path, replace, write)
}

// reportMarks are what is in files that reviews write, by their extensions.
var reportMarks = map[string]string{
	".html": `<meta name="generator" content="tengen">`,
	".json": "{\n \"version\": 1,\n \"info\": {",
	".pdf":  "/Producer <FEFF00740065006E00670065006E>",
	".png":  "\x89PNG\r\n", // the name says more
	".sgf":  "TGR[",
}

// bearsMark reports whether a file looks like one that a review wrote, and is none of those that
// are reviewed.
func (r *reviewing) bearsMark(path string) bool {
	here, err := os.Stat(path)
	if err != nil || slices.ContainsFunc(r.inputs, func(in string) bool {
		there, err := os.Stat(in)
		return err == nil && os.SameFile(here, there)
	}) {
		return false
	}
	data, err := os.ReadFile(path)
	mark, ok := reportMarks[filepath.Ext(path)]
	return ok && err == nil && bytes.Contains(data, []byte(mark))
}
