package boardtest

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
)

// isRow reports whether the words are a row of a drawing: points, and perhaps
// the number of the row before or after them.
func isRow(words []string) bool {
	points, _, _ := splitRow(words)
	return points != ""
}

// splitRow splits a row into its points and its number, which is 0 if missing.
func splitRow(words []string) (points string, number int, err error) {
	var numbers []int
	for i, w := range words {
		n, bad := strconv.Atoi(w)
		switch {
		case strings.Trim(w, ".XO") == "":
			points += w
		case bad == nil && (i == 0 || i == len(words)-1):
			numbers = append(numbers, n)
		default:
			return "", 0, nil
		}
	}
	switch len(numbers) {
	case 2:
		if numbers[0] != numbers[1] {
			err = fmt.Errorf("the row is numbered %d and %d", numbers[0], numbers[1])
		}
		fallthrough
	case 1:
		number = numbers[0]
	}
	return points, number, err
}

// isLetters reports whether the words are the column letters of a drawing.
func isLetters(words []string) bool {
	return len(words) > 0 && strings.HasPrefix("ABCDEFGHJKLMNOPQRSTUVWXYZ", strings.Join(words, ""))
}

// readDrawing reads a drawing and the column letters under it. The drawing
// begins at the line that was read last.
func (p *parser) readDrawing(g *game) error {
	first := p.at
	var rows []string
	var numbers []int
	for p.at--; p.at < len(p.lines) && isRow(p.words(p.at)); {
		points, number, err := splitRow(p.words(p.at))
		p.at++
		if err != nil {
			return err
		}
		if len(rows) > 0 && len(points) != len(rows[0]) {
			return fmt.Errorf("the row has %d points, the one above %d", len(points), len(rows[0]))
		}
		rows, numbers = append(rows, points), append(numbers, number)
	}
	for i, n := range numbers {
		if n != 0 && n != len(rows)-i {
			return fmt.Errorf("row %d of the drawing is numbered %d, but rows count from the bottom", len(rows)-i, n)
		}
	}
	if p.at < len(p.lines) && isLetters(p.words(p.at)) {
		p.at++
		if letters := strings.Join(p.words(p.at-1), ""); len(letters) != len(rows[0]) {
			return fmt.Errorf("%d column letters under %d columns", len(letters), len(rows[0]))
		}
	}
	colors := readRows(rows)
	if g.graph == nil {
		if err := g.shape([]string{fmt.Sprintf("%dx%d", len(rows[0]), len(rows))}); err != nil {
			return err
		}
	}
	geo, _ := g.names.Geometry()
	if len(rows[0]) != geo.Width || len(rows) != geo.Height {
		return fmt.Errorf("the drawing is %dx%d, the board %v", len(rows[0]), len(rows), g.names)
	}
	if p.drawn || len(g.script) > 0 {
		g.script = append(g.script, line{number: first, words: []string{"drawing"}, drawing: colors})
		return nil
	}
	p.drawn = true
	start := baduk.SetupOf(colors, g.setup.ToPlay)
	g.setup.Black, g.setup.White = start.Black, start.White
	return nil
}

func readRows(rows []string) []baduk.Color {
	var colors []baduk.Color
	for _, row := range rows {
		for _, r := range row {
			colors = append(colors, map[rune]baduk.Color{'X': baduk.Black, 'O': baduk.White}[r])
		}
	}
	return colors
}

// draw returns a drawing of the board, with row numbers and column letters. The
// stones are given by point.
func draw(names *baduk.Graph, stones []baduk.Color) string {
	grid, ok := names.Rectangle()
	if !ok {
		return fmt.Sprint(stones)
	}
	var s strings.Builder
	for y := range grid.Height {
		fmt.Fprintf(&s, "%2d ", grid.Height-y)
		for x := range grid.Width {
			s.WriteString(" " + string(".XO"[stones[grid.At(x, y)]]))
		}
		s.WriteByte('\n')
	}
	s.WriteString("   ")
	for x := range grid.Width {
		vertex := names.Vertex(grid.At(x, grid.Height-1))
		s.WriteString(" " + strings.TrimSuffix(vertex, "1"))
	}
	return s.String()
}
