package records

import (
	"time"

	"tengen/server/boards"
)

// Summary describes a record in the list of records.
type Summary struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"` // name of the file
	Changed time.Time `json:"changed"`
	// Original says that the opened file can be downloaded.
	Original bool   `json:"original"`
	Games    int    `json:"games"`
	Nodes    int    `json:"nodes"` // nodes of all games
	Title    string `json:"title"` // title of the first game; the following fields are also about the first game
	Black    string `json:"black"`
	White    string `json:"white"`
	Result   string `json:"result"`
	Date     string `json:"date"`
	Board    string `json:"board"` // "19×19", "torus 9x9"
	Moves    int    `json:"moves"` // moves of the main line
	// Thumb is the end of the main line. It is nil in files that an older version wrote.
	Thumb *boards.Thumb `json:"thumb"`
}

// summary returns the record's line in the list. The caller holds the lock, unless no other request can use the
// document.
func (d *Document) summary() Summary {
	sum := Summary{ID: d.id, Name: d.meta.Name, Changed: d.changed, Games: len(d.trees), Nodes: len(d.order)}
	t := d.trees[0]
	info := t.Info()
	sum.Title, sum.Black, sum.White, sum.Result, sum.Date = GameTitle(info), boards.Shorten(info.Black), boards.Shorten(info.White), boards.Shorten(info.Result), boards.Shorten(info.Date)
	sum.Board = boards.Title(t.Graph)
	last := t.Root()
	for n := range last.MainLine() {
		moves, _ := n.Moves()
		sum.Moves += len(moves)
		last = n
	}
	thumb := boards.NewThumb(t.At(last).Game)
	sum.Thumb = &thumb
	return sum
}
