package records

import (
	"time"

	"tengen/server/boards"
)

// Summary is a line in the list of records.
type Summary struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"` // name of the file
	Changed time.Time `json:"changed"`
	// Original says that the file that was opened is there.
	Original bool   `json:"original"`
	Games    int    `json:"games"`
	Nodes    int    `json:"nodes"` // nodes of all games
	Title    string `json:"title"` // title of the first game; the other fields are of that game, too
	Black    string `json:"black"`
	White    string `json:"white"`
	Result   string `json:"result"`
	Date     string `json:"date"`
	Board    string `json:"board"` // "19×19", "torus 9x9"
	Moves    int    `json:"moves"` // moves of the main line
}

// summary returns the line of the list. The lock is held, unless no other request has the document.
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
