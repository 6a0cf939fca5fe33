package review

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"tengen/internal/durable"
	"tengen/internal/outfile"
	"tengen/internal/wording"
	"tengen/kifu"
)

// Formats returns the names of the formats of reports.
func Formats() []string { return []string{"sgf", "html", "json", "pdf", "png"} }

// journalName is the name of the journal in the folder.
const journalName = "review.journal"

// indexName is the name of the page with links to the reports of several games.
const indexName = "index.html"

// Folder is a folder of reports with its journal. It replaces only files that a review of
// the same game wrote. Only one process at a time can use a folder.
type Folder struct {
	Dir     string
	Formats []string // names of the formats to write; see [Formats]
	Force   bool     // replace even files that were not written by a review of the same game
	Inputs  []string // the files that are reviewed; they do not count as files of an earlier review

	journal *Journal
	// namesLost is true if the journal may lack names of files that earlier reviews wrote.
	namesLost bool
	swept     map[string]bool // folders in which leftovers of killed reviews were removed
}

// Open creates the folder if it is missing, and opens its journal. The caller has to call Close.
func (f *Folder) Open() (err error) {
	if err := os.MkdirAll(f.Dir, 0o777); err != nil {
		return fmt.Errorf("the folder %s cannot be made: %w", f.Dir, wording.WithoutPath(err))
	}
	f.journal, err = OpenJournal(filepath.Join(f.Dir, journalName))
	if errors.Is(err, durable.ErrHeld) {
		return fmt.Errorf("another review is running in %s: wait for it, or choose another folder (--out)", f.Dir)
	}
	if err != nil {
		return err
	}
	f.namesLost = f.journal.Damaged() || f.journal.Len() > 0 && len(f.journal.Files()) == 0
	f.swept = map[string]bool{}
	return nil
}

// Close closes the journal.
func (f *Folder) Close() error { return f.journal.Close() }

// Journal returns the journal of the folder.
func (f *Folder) Journal() *Journal { return f.journal }

// Damage returns a message if the journal is damaged, and otherwise "".
func (f *Folder) Damage() string {
	if !f.journal.Damaged() {
		return ""
	}
	return fmt.Sprintf("the journal %s is damaged: %s could be read; the other positions are searched again",
		wording.FileName(filepath.Join(f.Dir, journalName)), wording.Counted(f.journal.Len(), "position"))
}

// Contains reports whether a file lies in the folder.
func (f *Folder) Contains(path string) bool {
	dir, err := filepath.Abs(f.Dir)
	if err != nil {
		return false
	}
	file, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

// diagramWidth is the width of diagrams in pixels.
const diagramWidth = 1000

// reportFile is a file of a report before it is written.
type reportFile struct {
	name  string
	write func(io.Writer) error
	data  bytes.Buffer
	err   error
}

// Write writes the report of a game and returns the names of its files. The names begin with
// base. All files except the record are made concurrently.
func (f *Folder) Write(base string, r *Review) ([]string, error) {
	files := f.reportFiles(base, r)
	var makers sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, file := range files {
		makers.Go(func() {
			slots <- struct{}{}
			file.err = file.write(&file.data)
			<-slots
		})
	}
	makers.Wait()
	if slices.Contains(f.Formats, "sgf") { // the last file, because Annotate changes the record
		file := &reportFile{name: base + ".sgf"}
		if file.err = r.Annotate(); file.err == nil {
			_, file.err = kifu.Write(&file.data, kifu.WriteOptions{}, r.Line.Tree)
		}
		files = append(files, file)
	}
	var names []string
	game := r.Line.Key()
	for _, file := range files {
		if file.err == nil {
			file.err = f.write(file.name, game, file.data.Bytes())
		}
		if file.err != nil {
			return names, file.err
		}
		names = append(names, filepath.ToSlash(file.name))
	}
	if slices.Contains(f.Formats, "png") {
		return names, f.removeDiagrams(base, names)
	}
	return names, nil
}

// WriteIndex writes the page with links to the reports.
func (f *Folder) WriteIndex(x Index) error {
	var b bytes.Buffer
	if err := x.WriteHTML(&b); err != nil {
		return err
	}
	return f.write(indexName, "", b.Bytes())
}

// removeDiagrams removes diagrams that an earlier review of the game wrote, but this review did not.
// The moves in them no longer matter.
func (f *Folder) removeDiagrams(base string, written []string) error {
	for _, name := range f.journal.Files() {
		slashed := filepath.ToSlash(name)
		rest, ok := strings.CutPrefix(slashed, filepath.ToSlash(base)+"-move-")
		if !ok || !diagramName.MatchString(rest) || slices.Contains(written, slashed) {
			continue
		}
		if err := os.Remove(filepath.Join(f.Dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("an old diagram cannot be removed: %w", err)
		}
		if err := f.journal.Removed(name); err != nil {
			return err
		}
	}
	return nil
}

// diagramName matches the name of a diagram after "-move-".
var diagramName = regexp.MustCompile(`^[0-9]+-(played|better)\.png$`)

// reportFiles returns the files of a report except the record.
func (f *Folder) reportFiles(base string, r *Review) []*reportFile {
	var files []*reportFile
	add := func(format, suffix string, write func(io.Writer) error) {
		if slices.Contains(f.Formats, format) {
			files = append(files, &reportFile{name: base + suffix, write: write})
		}
	}
	add("html", ".html", r.WriteHTML)
	add("pdf", ".pdf", r.WritePDF)
	add("json", ".json", r.WriteJSON)
	add("png", "-graph.png", func(w io.Writer) error { return r.WriteGraph(w, 0) })
	for k, i := range r.Moments {
		number := r.Moves[i].Number
		add("png", fmt.Sprintf("-move-%d-played.png", number), func(w io.Writer) error { return r.WriteDiagram(w, k, diagramWidth, false) })
		add("png", fmt.Sprintf("-move-%d-better.png", number), func(w io.Writer) error { return r.WriteDiagram(w, k, diagramWidth, true) })
	}
	return files
}

// ErrOtherGame means that a file is about another game. [Folder].Force replaces such files.
var ErrOtherGame = errors.New("belongs to another game")

// write writes a file about a game. If game is "", the file is about several games. An existing file
// is replaced only if a review of the same game wrote it, or if Force is set.
func (f *Folder) write(name, game string, data []byte) error {
	path := filepath.Join(f.Dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("the folder cannot be made: %w", wording.WithoutPath(err))
	}
	if dir := filepath.Dir(path); !f.swept[dir] { // no other process writes here while this one has locked the journal
		durable.SweepHidden(dir)
		f.swept[dir] = true
	}
	owner, ours := f.journal.Owner(name)
	_, err := os.Lstat(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if ours && owner != "" && owner != game && !f.Force && !missing {
		return fmt.Errorf("%s %w", wording.FileName(path), ErrOtherGame)
	}
	replace := f.Force || ours || f.namesLost && f.looksLikeReport(path)
	if replace || missing { // noted first: if the review is killed after writing, the next one recognizes the file
		if err := f.journal.Wrote(name, game); err != nil {
			return err
		}
	}
	return outfile.Write(path, replace, data)
}

// reportMarks are texts by which the files of reviews are recognized. The keys are extensions.
var reportMarks = map[string]string{
	".html": `<meta name="generator" content="tengen">`,
	".json": "{\n \"version\": 1,\n \"info\": {",
	".pdf":  "/Producer <FEFF00740065006E00670065006E>",
	".png":  "\x89PNG\r\n", // any PNG; the name of the file is more specific
	".sgf":  "TGR[",
}

// looksLikeReport reports whether a file looks like a file of a review and is not one of the inputs.
func (f *Folder) looksLikeReport(path string) bool {
	here, err := os.Stat(path)
	if err != nil || slices.ContainsFunc(f.Inputs, func(in string) bool {
		there, err := os.Stat(in)
		return err == nil && os.SameFile(here, there)
	}) {
		return false
	}
	data, err := os.ReadFile(path)
	mark, ok := reportMarks[filepath.Ext(path)]
	return ok && err == nil && bytes.Contains(data, []byte(mark))
}
