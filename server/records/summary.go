package records

import (
	"time"

	"tengen/server/boards"
)

// Summary is a line in the list of records.
type Summary struct {
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

// summary is the line of the list. The document's lock is held, or it is no other request
// else's.
func (d *Document) summary() Summary {
	sum := Summary{ID: d.id, Name: d.meta.Name, Changed: d.changed, Games: len(d.trees), Nodes: len(d.order)}
	t := d.trees[0]
	info := t.Info()
	sum.Title, sum.Black, sum.White, sum.Result, sum.Date = GameTitle(info), boards.Shorten(info.Black), boards.Shorten(info.White), boards.Shorten(info.Result), boards.Shorten(info.Date)
	sum.Board = boards.Title(t.Graph)
	for n := range t.Root().MainLine() {
		moves, _ := n.Moves()
		sum.Moves += len(moves)
	}
	return sum
}
