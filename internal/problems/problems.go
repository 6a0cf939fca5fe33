package problems

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ulikunitz/xz"

	"tengen/baduk"
)

// Problem is a graded problem: a position, and the first moves that solve it. A first move solves the problem if a
// right leaf follows it in the tree of the problem.
type Problem struct {
	ID   string
	Type int // 0 life and death, 1 tesuji, 2 capture, 3 capturing race, 7 endgame, 9 appreciation
	Rank int // from 15 for the easiest problems to 36 for the hardest
	Size int
	Line int // line number in the file
	// Game is the position, under Chinese rules with a komi of 7.
	Game *baduk.Game
	// Right are the first moves that count as right.
	Right baduk.PointSet
	// Allowed has the points on which an answer may be. They form a rectangle: the smallest one around all stones and
	// all moves of the tree, widened by two lines on each side.
	Allowed baduk.PointSet
}

// BadLine is an unreadable line of a file of problems.
type BadLine struct {
	Line int
	Err  error
}

// longestLine is the largest accepted length of a line, in bytes. The lines of all problems are shorter.
const longestLine = 1 << 20

// Read reads problems, one per line, plain or compressed with xz. The columns are separated by tabs: id, type, rank,
// first to move (B or W), size, black stones, white stones and the tree. Points are pairs of letters as in SGF. The
// tree is a list of steps. A move makes a child of the current node and goes down to it. "0" says that the current node
// is a right leaf, and "1" says that it is a wrong leaf; both go up to the parent of the leaf. "<" goes up to the
// parent of the current node.
//
// Unreadable lines are skipped and returned in bad. The error is an error of the reader r.
func Read(r io.Reader) (problems []*Problem, bad []*BadLine, err error) {
	in := bufio.NewReaderSize(r, longestLine)
	if head, _ := in.Peek(6); bytes.Equal(head, []byte("\xfd7zXZ\x00")) {
		unpacked, err := xz.NewReader(in)
		if err != nil {
			return nil, nil, fmt.Errorf("decompressing: %w", err)
		}
		in = bufio.NewReaderSize(unpacked, longestLine)
	}
	boards := map[int]*baduk.Graph{} // by size; all problems share them
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			bad = append(bad, &BadLine{n, fmt.Errorf("more than %d bytes", longestLine)})
			for err == bufio.ErrBufferFull {
				_, err = in.ReadSlice('\n')
			}
			line = nil
		}
		if text := strings.TrimRight(string(line), "\r\n"); text != "" {
			p, wrong := parseProblem(text, boards)
			if wrong != nil {
				bad = append(bad, &BadLine{n, wrong})
			} else {
				p.Line = n
				problems = append(problems, p)
			}
		}
		if err == io.EOF {
			return problems, bad, nil
		}
		if err != nil {
			return problems, bad, fmt.Errorf("line %d: %w", n, err)
		}
	}
}

func parseProblem(line string, boards map[int]*baduk.Graph) (*Problem, error) {
	f := strings.Split(line, "\t")
	if len(f) != 8 {
		return nil, fmt.Errorf("%d columns, not 8", len(f))
	}
	p := &Problem{ID: f[0]}
	for _, number := range []struct {
		name      string
		text      string
		low, high int
		to        *int
	}{{"type", f[1], 0, 99, &p.Type}, {"rank", f[2], 0, 99, &p.Rank}, {"size", f[4], 2, 52, &p.Size}} {
		v, err := strconv.Atoi(number.text)
		if err != nil || v < number.low || v > number.high {
			return nil, fmt.Errorf("the %s is %.20q, not %d to %d", number.name, number.text, number.low, number.high)
		}
		*number.to = v
	}
	var setup baduk.Setup
	switch f[3] {
	case "B":
		setup.ToPlay = baduk.Black
	case "W":
		setup.ToPlay = baduk.White
	default:
		return nil, fmt.Errorf("the first to move is %.20q, not B or W", f[3])
	}
	var err error
	if setup.Black, err = p.points(f[5]); err != nil {
		return nil, fmt.Errorf("black stones: %w", err)
	}
	if setup.White, err = p.points(f[6]); err != nil {
		return nil, fmt.Errorf("white stones: %w", err)
	}
	if boards[p.Size] == nil {
		if boards[p.Size], err = baduk.Rectangle(p.Size, p.Size); err != nil {
			return nil, err
		}
	}
	rules := baduk.Chinese()
	rules.Komi, _ = baduk.KomiOf(7)
	if p.Game, err = baduk.NewGameFrom(boards[p.Size], rules, setup); err != nil {
		return nil, err
	}
	moves, err := p.tree(f[7])
	if err != nil {
		return nil, fmt.Errorf("the tree: %w", err)
	}
	p.allow(setup.Black, setup.White, moves)
	return p, nil
}

// points reads a list of points, which are pairs of letters.
func (p *Problem) points(text string) ([]baduk.Point, error) {
	if len(text)%2 != 0 {
		return nil, fmt.Errorf("the points have %d letters, which is an odd number", len(text))
	}
	var list []baduk.Point
	for i := 0; i < len(text); i += 2 {
		q, err := p.point(text[i : i+2])
		if err != nil {
			return nil, err
		}
		list = append(list, q)
	}
	return list, nil
}

func (p *Problem) point(pair string) (baduk.Point, error) {
	x, y := letter(pair[0]), letter(pair[1])
	if x < 0 || y < 0 || x >= p.Size || y >= p.Size {
		return 0, fmt.Errorf("%q is not a point of a board of size %d", pair, p.Size)
	}
	return baduk.Point(y*p.Size + x), nil
}

// letter returns the number of a letter, counted from 0: first a to z, then A to Z. It returns -1 for other bytes.
func letter(b byte) int {
	switch {
	case b >= 'a' && b <= 'z':
		return int(b - 'a')
	case b >= 'A' && b <= 'Z':
		return int(b-'A') + 26
	}
	return -1
}

// tree reads the tree of the problem. If a right leaf follows a first move, tree adds the first move to p.Right. It
// returns the points of all moves.
func (p *Problem) tree(text string) (moves []baduk.Point, err error) {
	depth, first, leaves := 0, baduk.NoPoint, 0
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case '0', '1':
			if depth == 0 {
				return nil, fmt.Errorf("the tree has a leaf without a move at byte %d", i+1)
			}
			if c == '0' {
				p.Right.Add(first)
			}
			depth--
			leaves++
			i++
		case '<':
			if depth--; depth < -1 {
				return nil, fmt.Errorf("the tree has a \"<\" that leads above its root, at byte %d", i+1)
			}
			i++
		default:
			if i+2 > len(text) {
				return nil, fmt.Errorf("half a move, at byte %d", i+1)
			}
			q, err := p.point(text[i : i+2])
			if err != nil {
				return nil, fmt.Errorf("%w, at byte %d", err, i+1)
			}
			if depth < 0 {
				return nil, fmt.Errorf("the tree has ended, but a move follows at byte %d", i+1)
			}
			if depth == 0 {
				first = q
			}
			moves = append(moves, q)
			depth++
			i += 2
		}
	}
	switch {
	case leaves == 0:
		return nil, fmt.Errorf("no leaf is marked")
	case p.Right == nil:
		return nil, fmt.Errorf("no leaf is right")
	}
	for _, q := range moves {
		m := baduk.Move{Color: p.Game.ToPlay(), Point: q}
		if p.Right.Has(q) && p.Game.Legal(m) != baduk.Legal {
			return nil, fmt.Errorf("the right move %s cannot be played: %v", p.Game.Graph().Vertex(q), p.Game.Legal(m))
		}
	}
	return moves, nil
}

// margin is the number of lines by which the rectangle of allowed points is widened on each side.
const margin = 2

func (p *Problem) allow(lists ...[]baduk.Point) {
	grid := baduk.Grid{Width: p.Size, Height: p.Size}
	left, top, right, bottom := p.Size, p.Size, -1, -1
	for _, list := range lists {
		for _, q := range list {
			x, y := grid.XY(q)
			left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
		}
	}
	for y := max(top-margin, 0); y <= min(bottom+margin, p.Size-1); y++ {
		for x := max(left-margin, 0); x <= min(right+margin, p.Size-1); x++ {
			p.Allowed.Add(grid.At(x, y))
		}
	}
}

// allowed returns the points on which an answer may be.
func (p *Problem) allowed() []baduk.Point {
	var list []baduk.Point
	for i := range p.Game.Graph().Len() {
		if q := baduk.Point(i); p.Allowed.Has(q) {
			list = append(list, q)
		}
	}
	return list
}
