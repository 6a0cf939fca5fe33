package kifustats

import (
	"strconv"
	"strings"

	"tengen/kifu"
)

// Game describes one game.
type Game struct {
	File       string   `json:"file"`
	Game       int      `json:"game,omitempty"`
	Error      string   `json:"error,omitempty"`
	Format     string   `json:"format,omitempty"`
	Encoding   string   `json:"encoding,omitempty"`
	Board      string   `json:"board,omitempty"`
	Width      int      `json:"width,omitempty"`
	Height     int      `json:"height,omitempty"`
	Black      string   `json:"black,omitempty"`
	White      string   `json:"white,omitempty"`
	BlackRank  string   `json:"blackRank,omitempty"`
	WhiteRank  string   `json:"whiteRank,omitempty"`
	Name       string   `json:"name,omitempty"`
	Event      string   `json:"event,omitempty"`
	Round      string   `json:"round,omitempty"`
	Date       string   `json:"date,omitempty"`
	Place      string   `json:"place,omitempty"`
	Result     string   `json:"result,omitempty"`
	Rules      string   `json:"rules,omitempty"`
	Komi       *float64 `json:"komi,omitempty"`
	Handicap   int      `json:"handicap,omitempty"`
	Moves      int      `json:"moves"`
	Variations int      `json:"variations"`
	Nodes      int      `json:"nodes"`
	Comments   int      `json:"comments"`
	Faults     int      `json:"faults"`
	Worst      string   `json:"worst,omitempty"`

	First bool `json:"-"` // whether the game is the first one of its file

	rulesName string // name of the rules; "" if the record does not state known rules
	opening   string // opening as [openingOf] returns it
	first     string // first move, as in an opening
	shifts    []int  // as [shiftsOf] returns them
	choices   []int  // by move, as [choicesOf] returns them; nil before [Game.Replay]
}

// InFile describes the games of a file with the given name. If the file is only a later part of a file, the caller sets
// First of its first game to false.
func InFile(name string, file *kifu.File) []Game {
	var games []Game
	for i, tree := range file.Trees {
		g, number := describe(tree), tree.Number()
		g.First = i == 0
		g.File, g.Game, g.Format, g.Encoding = name, number, file.Format.String(), file.Encoding
		worst := kifu.Note
		for _, d := range file.Diagnostics {
			if d.Game == 0 || d.Game == number {
				g.Faults++
				worst = max(worst, d.Severity)
			}
		}
		if g.Faults > 0 {
			g.Worst = worst.String()
		}
		games = append(games, g)
	}
	return games
}

// describe describes one record.
func describe(t *kifu.Tree) Game {
	info := t.Info()
	g := Game{Black: info.Black, White: info.White, BlackRank: info.BlackRank, WhiteRank: info.WhiteRank, Name: info.Name,
		Event: info.Event, Round: info.Round, Date: info.Date, Place: info.Place, Result: info.Result, Rules: info.Rules}
	g.Board = t.Graph.String()
	if grid, ok := t.Graph.Rows(); ok {
		g.Width, g.Height = grid.Width, grid.Height
	}
	if t.KomiKnown {
		komi := t.Rules.Komi.Points()
		g.Komi = &komi
	}
	if t.RulesKnown {
		g.rulesName = t.Rules.Name()
	}
	if n, err := strconv.Atoi(strings.TrimSpace(info.Handicap)); err == nil && n > 0 {
		g.Handicap = n
	}
	lines := 0
	for n := range t.Root().All() {
		g.Nodes++
		if n.Comment() != "" {
			g.Comments++
		}
		if len(n.Children()) == 0 {
			lines++
		}
	}
	g.Variations = lines - 1
	for n := range t.Root().MainLine() {
		if n.HasMove() {
			moves, _ := n.Moves()
			g.Moves += max(1, len(moves))
		}
	}
	g.opening, g.first, g.shifts = openingOf(t, OpeningMoves), openingOf(t, 1), shiftsOf(t)
	return g
}

// Replay replays the game and counts the choices of its moves, for the branching factor. t is the tree that the game
// describes.
func (g *Game) Replay(t *kifu.Tree) { g.choices = choicesOf(t) }
