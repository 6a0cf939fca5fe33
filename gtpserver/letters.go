package gtpserver

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
)

// Letters says how the client names columns.
type Letters uint8

const (
	lettersGTP   Letters = iota // A to H, J to Z: the letter I is left out (GTP 2, section 2.11)
	lettersWithI                // A to Z (the article on the game, "Example")
)

// String is the word for the letters in commands and settings: "gtp" or "with-i".
func (l Letters) String() string {
	if l == lettersWithI {
		return "with-i"
	}
	return "gtp"
}

// ParseLetters reads what [Letters.String] writes.
func ParseLetters(text string) (Letters, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "gtp":
		return lettersGTP, nil
	case "with-i":
		return lettersWithI, nil
	}
	return 0, fmt.Errorf("unknown letters of columns %q: write gtp (without the letter I) or with-i", text)
}

// setLetters sets the letters of the columns, or answers the current setting.
func (e *Engine) setLetters(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return e.letters.String(), nil
	}
	l, err := ParseLetters(strings.Join(args, " "))
	if err != nil {
		return "", e.refuse(errSyntax, err)
	}
	e.letters = l
	return "", nil
}

// alphabet is the number of columns that letters including I can name.
const alphabet = 26

// vertex is the name of a point for the client.
func (e *Engine) vertex(p baduk.Point) string { return e.vertexOn(e.game.Graph(), p) }

func (e *Engine) vertexOn(g *baduk.Graph, p baduk.Point) string {
	if grid, ok := e.lettered(); ok && g.Contains(p) {
		x, y := grid.XY(p)
		return string(rune('A'+x)) + strconv.Itoa(grid.Height-y)
	}
	return g.Vertex(p)
}

// lettered returns the grid of the board if the client uses the letter I for columns. It returns false if columns have
// their usual letters.
func (e *Engine) lettered() (baduk.Grid, bool) {
	if e.letters == lettersGTP {
		return baduk.Grid{}, false
	}
	grid, ok := e.game.Graph().Rows()
	return grid, ok && grid.Width <= alphabet
}

// point reads the name of a point from the client. If the letters include I and the name is beyond the last
// column, the name is read without the letter I.
func (e *Engine) point(text string) (baduk.Point, error) {
	g := e.game.Graph()
	if grid, ok := e.lettered(); ok && len(text) >= 2 {
		x := int(text[0]|0x20) - 'a'
		row, err := strconv.Atoi(text[1:])
		if err == nil && grid.Contains(x, grid.Height-row) {
			return grid.At(x, grid.Height-row), nil
		}
		return g.ParseVertexWithI(text)
	}
	return g.ParseVertex(text)
}
