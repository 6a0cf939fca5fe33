package server

import (
	"io/fs"
	"strings"
	"time"
)

// RecordSummary is a line in the list of records.
type RecordSummary struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"` // of the file
	Changed time.Time `json:"changed"`
	// Original says that the record was opened from a file.
	Original bool `json:"original"`
	Games    int  `json:"games"`
	Nodes    int  `json:"nodes"` // of all games
	// The rest is of the first game.
	Title  string `json:"title"`
	Black  string `json:"black"`
	White  string `json:"white"`
	Result string `json:"result"`
	Date   string `json:"date"`
	Board  string `json:"board"` // "19×19", "torus 9x9"
	Moves  int    `json:"moves"` // of the main line
}

// cachedRecord is valid while the file is what it was.
type cachedRecord struct {
	size    int64
	changed time.Time
	summary RecordSummary
}

// list is the latest records, and notices about those that could not be read.
func (a *archive) list() ([]RecordSummary, []string, error) {
	if a.isClosed() {
		return nil, nil, errClosing
	}
	infos, err := latestFirst(a.files.root, recordExt)
	if err != nil {
		return nil, nil, err
	}
	summaries := []RecordSummary{}
	for _, info := range infos[:min(len(infos), listed)] {
		if sum, ok := a.summary(info); ok {
			_, err := a.files.root.Lstat(sum.ID + originalExt)
			sum.Original = err == nil
			summaries = append(summaries, sum)
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return summaries, append([]string{}, a.notices...), nil
}

// summary is that of the record in memory, or what is known of its file, or else
// the file has to be read.
func (a *archive) summary(info fs.FileInfo) (RecordSummary, bool) {
	id := strings.TrimSuffix(info.Name(), recordExt)
	valid := func(size int64, changed time.Time) bool { return size == info.Size() && changed.Equal(info.ModTime()) }
	a.mu.Lock()
	d, cached := a.documents[id], a.summaries[id]
	a.mu.Unlock()
	if d != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.summary(), d.closed == nil
	}
	if cached.summary.ID != "" && valid(cached.size, cached.changed) {
		return cached.summary, true
	}
	a.disk.Lock()
	meta := a.files.meta(id)
	if meta.Summary == nil || !valid(meta.Size, meta.Modified) {
		d, err := a.load(id)
		if err != nil {
			a.disk.Unlock()
			return RecordSummary{}, false
		}
		sum := d.summary()
		meta.Summary = &sum
	}
	a.disk.Unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.summaries[id] = cachedRecord{info.Size(), info.ModTime(), *meta.Summary}
	return *meta.Summary, true
}

// summary is the line of the list. The document's lock is held, or it is no other request
// else's.
func (d *document) summary() RecordSummary {
	sum := RecordSummary{ID: d.id, Name: d.meta.Name, Changed: d.changed, Games: len(d.trees), Nodes: len(d.order)}
	t := d.trees[0]
	info := t.Info()
	sum.Title, sum.Black, sum.White, sum.Result, sum.Date = gameTitle(info), shorten(info.Black), shorten(info.White), shorten(info.Result), shorten(info.Date)
	sum.Board = boardTitle(t.Graph)
	for n := range t.Root().MainLine() {
		moves, _ := n.Moves()
		sum.Moves += len(moves)
	}
	return sum
}
