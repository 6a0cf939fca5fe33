package gtpserver

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

// Letters says how the client names columns.
type Letters uint8

const (
	LettersGTP   Letters = iota // A to H, J to Z: the letter I is left out (GTP 2, section 2.11)
	LettersWithI                // A to Z (the article on the game, "Example")
)

// String is the word for the letters in commands and settings: "gtp" or "with-i".
func (l Letters) String() string {
	if l == LettersWithI {
		return "with-i"
	}
	return "gtp"
}

// ParseLetters reads what [Letters.String] writes.
func ParseLetters(text string) (Letters, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "gtp":
		return LettersGTP, nil
	case "with-i":
		return LettersWithI, nil
	}
	return 0, fmt.Errorf("%q is no way to name columns: write gtp (without the letter I) or with-i", text)
}

// setLetters sets the letters, or answers which are in use.
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
	if w, h, ok := e.lettered(); ok && g.Contains(p) {
		return string(rune('A'+int(p)%w)) + strconv.Itoa(h-int(p)/w)
	}
	return g.Vertex(p)
}

// lettered returns the sides of a board whose columns the client names with the letter I, or false if they
// are named as usual.
func (e *Engine) lettered() (width, height int, ok bool) {
	if e.letters == LettersGTP {
		return 0, 0, false
	}
	width, height, ok = kifu.Rows(e.game.Graph())
	return width, height, ok && width <= alphabet
}

// point reads the name of a point from the client. With letters including I, a name that needs more columns
// than the board has is read without the letter I.
func (e *Engine) point(text string) (baduk.Point, error) {
	g := e.game.Graph()
	if w, h, ok := e.lettered(); ok && len(text) >= 2 {
		x := int(text[0]|0x20) - 'a'
		row, err := strconv.Atoi(text[1:])
		if err == nil && x >= 0 && x < w && row >= 1 && row <= h {
			return baduk.Point((h-row)*w + x), nil
		}
		return g.ParseVertexWithI(text)
	}
	return g.ParseVertex(text)
}
