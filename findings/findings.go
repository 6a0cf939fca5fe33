package findings

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/internal/columns"
	"tengen/internal/wording"
	"tengen/store"
)

// Findings are the games that a search of the library found.
type Findings struct {
	Answer  store.Answer
	Pattern *store.Pattern // the pattern of the search, or nil
	// Vertices has the names of the pattern's points on the board from which it was cut; see [Cut]. It is nil if the
	// pattern was drawn.
	Vertices []string
	Games    int // number of games in the library
	Took     time.Duration
}

// The objects of the JSON output. The first key of each object names its kind.
type (
	foundGame struct {
		Kind   string     `json:"kind"` // "game"
		ID     int64      `json:"id"`
		File   string     `json:"file"`
		Game   int        `json:"game"` // number in the file, from 1
		Black  string     `json:"black"`
		White  string     `json:"white"`
		Result string     `json:"result"`
		Date   string     `json:"date"`
		Event  string     `json:"event,omitempty"`
		Board  string     `json:"board"`
		Moves  int        `json:"moves"`
		Hits   []foundHit `json:"hits,omitempty"`
	}
	foundHit struct {
		Move     int  `json:"move"` // number of moves up to the first position with the pattern
		Symmetry int  `json:"symmetry"`
		Swapped  bool `json:"swapped"` // whether the colours are exchanged
	}
	foundNext struct {
		Kind   string  `json:"kind"` // "continuation"
		Row    int     `json:"row"`  // row in the pattern, from 1 at the top
		Column int     `json:"column"`
		Vertex string  `json:"vertex,omitempty"` // name of the point on the board of the option --at
		Color  string  `json:"color"`
		Count  int     `json:"count"`
		Later  int     `json:"later"` // number of hits in Count with moves elsewhere before the continuation
		Wins   int     `json:"wins"`  // number of hits in games that the player of the move won
		Losses int     `json:"losses"`
		Rate   float64 `json:"winRate"` // Wins as a share of the games with a winner; 0 without such games
		First  string  `json:"first,omitempty"`
		Last   string  `json:"last,omitempty"`
	}
	foundTotals struct {
		Kind      string  `json:"kind"` // "total"
		Games     int     `json:"games"`
		Hits      int     `json:"hits"`
		BlackWins int     `json:"blackWins"` // hits that Black won, in the pattern's colours
		WhiteWins int     `json:"whiteWins"`
		Tenuki    int     `json:"tenuki"`
		Ended     int     `json:"ended"`
		Library   int     `json:"libraryGames"`
		Seconds   float64 `json:"seconds"`
	}
)

func (f *Findings) found() []foundGame {
	var games []foundGame
	for _, g := range f.Answer.Page {
		one := foundGame{Kind: "game", ID: g.ID, File: g.File, Game: g.Place + 1, Black: g.Info.Black, White: g.Info.White, Result: g.Info.Result,
			Date: g.Info.Date, Event: g.Info.Event, Board: g.Board, Moves: g.Turns}
		for _, h := range g.Hits {
			one.Hits = append(one.Hits, foundHit{h.Turn, h.Symmetry, h.Swapped})
		}
		games = append(games, one)
	}
	return games
}

// continuations returns the next moves after the hits, the most frequent first.
func (f *Findings) continuations() []foundNext {
	var all []foundNext
	for _, n := range f.Answer.Continuations {
		x, y := f.grid().XY(baduk.Point(n.Point))
		next := foundNext{Kind: "continuation", Row: y + 1, Column: x + 1, Color: n.Color.String(),
			Count: n.Count, Later: n.Later, Wins: n.Wins, Losses: n.Losses, First: n.First.String(), Last: n.Last.String(), Vertex: f.vertex(n.Point)}
		if decided := n.Wins + n.Losses; decided > 0 {
			next.Rate = float64(n.Wins) / float64(decided)
		}
		all = append(all, next)
	}
	return all
}

// grid returns the size of the pattern in columns and rows. On a board without rows, all
// points form one row.
func (f *Findings) grid() baduk.Grid {
	if f.Pattern.Width == 0 {
		return baduk.Grid{Width: len(f.Pattern.Points), Height: 1}
	}
	return baduk.Grid{Width: f.Pattern.Width, Height: len(f.Pattern.Points) / f.Pattern.Width}
}

// vertex returns the name of a point of the pattern on the board from which it was cut.
func (f *Findings) vertex(point int) string {
	if f.Vertices == nil {
		return ""
	}
	return f.Vertices[point]
}

// WriteJSON writes one object per game and per continuation, and one for the totals.
func (f *Findings) WriteJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	for _, g := range f.found() {
		if err := out.Encode(g); err != nil {
			return err
		}
	}
	if f.Pattern != nil {
		for _, n := range f.continuations() {
			if err := out.Encode(n); err != nil {
				return err
			}
		}
	}
	a := f.Answer
	return out.Encode(foundTotals{"total", a.Games, a.Hits, a.BlackWins, a.WhiteWins, a.Tenuki, a.Ended, f.Games, f.Took.Seconds()})
}

// mostListed is the largest number of continuations that are printed. Each has a letter.
const mostListed = 26

// Write prints the findings as text.
func (f *Findings) Write(w io.Writer) error {
	list := columns.New(w)
	for _, g := range f.found() {
		where := wording.FileName(fromHere(g.File))
		if g.Game > 1 {
			where += fmt.Sprintf(", game %d", g.Game)
		}
		list.Row(orDash(g.Date), orDash(g.Black), orDash(g.White), orDash(g.Result), f.shows(g), where)
	}
	if err := list.Flush(); err != nil {
		return err
	}
	a := f.Answer
	if hidden := a.Games - len(a.Page); hidden > 0 && len(a.Page) > 0 {
		fmt.Fprintf(w, "and %d more: --limit lists more\n", hidden)
	}
	if f.Pattern != nil && a.Hits > 0 {
		if err := f.writeNext(w); err != nil {
			return err
		}
	}
	text := fmt.Sprintf("%s of %d", wording.Counted(a.Games, "game"), f.Games)
	if f.Pattern != nil {
		text = fmt.Sprintf("%s in %s", wording.Counted(a.Hits, "hit"), text)
	}
	_, err := fmt.Fprintf(w, "%s, in %.3f s\n", text, f.Took.Seconds())
	return err
}

// fromHere returns a path relative to the current folder if the path lies in that folder.
func fromHere(path string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return path
}

// shows returns a text with the numbers of moves after which the pattern appears in a game.
// Without a pattern the text has the length of the game.
func (f *Findings) shows(g foundGame) string {
	if f.Pattern == nil {
		return wording.Counted(g.Moves, "move")
	}
	var moves []string
	for _, h := range g.Hits {
		moves = append(moves, fmt.Sprint(h.Move))
	}
	return "after move " + strings.Join(moves, ", ")
}

// writeNext draws the pattern with letters on the continuations, and lists them.
func (f *Findings) writeNext(w io.Writer) error {
	all := f.continuations()
	if len(all) == 0 {
		_, err := fmt.Fprintln(w, "no continuation was played in the pattern")
		return err
	}
	all = all[:min(len(all), mostListed)]
	drawing := []byte(strings.ReplaceAll(f.Pattern.String(), "\n", ""))
	letters := map[baduk.Point]byte{}
	grid := f.grid()
	for _, n := range all {
		if p := grid.At(n.Column-1, n.Row-1); letters[p] == 0 {
			letters[p] = byte('a' + len(letters))
			drawing[p] = letters[p]
		}
	}
	fmt.Fprintln(w)
	for i, c := range drawing {
		end := " "
		if (i+1)%grid.Width == 0 {
			end = "\n"
		}
		fmt.Fprintf(w, "%c%s", c, end)
	}
	fmt.Fprintln(w)
	list := columns.New(w)
	list.Row("next", "colour", "played", "later", "won", "first", "last")
	for _, n := range all {
		won := "-"
		if n.Wins+n.Losses > 0 {
			won = fmt.Sprintf("%.1f %%", 100*n.Rate)
		}
		name := string(letters[grid.At(n.Column-1, n.Row-1)])
		if n.Vertex != "" {
			name += " " + n.Vertex
		}
		list.Row(name, n.Color, strconv.Itoa(n.Count), strconv.Itoa(n.Later), won, orDash(n.First), orDash(n.Last))
	}
	list.Row("elsewhere", "", strconv.Itoa(f.Answer.Tenuki))
	if f.Answer.Ended > 0 {
		list.Row("game over", "", strconv.Itoa(f.Answer.Ended))
	}
	if err := list.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "Black (X) won %s, White (O) %d\n", wording.Counted(f.Answer.BlackWins, "hit"), f.Answer.WhiteWins)
	return err
}

func orDash(s string) string {
	if strings.TrimSpace(s) == "" {
		return "-"
	}
	return s
}
