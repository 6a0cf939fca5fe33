package topology

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"tengen/baduk"
)

// The two examples of the MANGO document, as board files.
var (
	//go:embed boards/mango-19.json
	mango19 string
	//go:embed boards/mango-infinite.json
	mangoInfinite string
)

// named is a single board that Parse knows by a name.
type named struct {
	Kind
	read func(rest string) (*Board, error) // makes the board; its argument is the text after the name
}

func namedBoards() []named {
	file := func(name, description, text string) named {
		return named{Kind{name, description, name}, func(rest string) (*Board, error) {
			if rest != "" {
				return nil, fmt.Errorf("nothing can follow %s", name)
			}
			return Read(name, []byte(text))
		}}
	}
	return []named{
		file("mango-19", "MANGO, example 1: ordinary Go, written out", mango19),
		file("mango-infinite", "MANGO, example 2: the infinite board with its rules", mangoInfinite),
		{Kind{"threshold-2", "stones need 2 empty points in reach, through empty points and their own, or any other number; 9x9 or any other board", "threshold-2 9x9"}, nil},
	}
}

// Parse makes a board from a short text of one of these forms: a kind and its
// size ("torus 9x9", "torus:9x9", "ring 20", "19x19", "19"); the name of a
// single board ("mango-19"); a threshold and another board ("threshold-2 torus
// 9x9"). Case and extra spaces do not matter. Parse does not open files; [Read]
// reads the content of a board file. Its error is one line with examples of
// valid texts.
func Parse(spec string) (*Board, error) {
	name, rest, _ := strings.Cut(plainSpec(spec), " ")
	if digits, ok := strings.CutPrefix(name, "threshold-"); ok {
		least, err := strconv.Atoi(digits)
		if err != nil || least < 1 || least > baduk.MaxPoints {
			return nil, fmt.Errorf("a threshold is written like %q, with a number from 1 to %d", "threshold-2 9x9", baduk.MaxPoints)
		}
		if rest == "" {
			rest = "9x9"
		}
		return boardOf(&document{Shape: rest, Threshold: fmt.Sprintf("z >= %d", least)})
	}
	for _, n := range namedBoards() {
		if n.Name == name {
			return n.read(rest)
		}
	}
	return boardOf(&document{Shape: spec})
}

// boardOf makes the board of a document that Parse has made. An error about the shape
// does not contain the name of the field.
func boardOf(d *document) (*Board, error) {
	b, err := d.board()
	if e, ok := err.(*Error); ok && e.Field == "shape" {
		return nil, fmt.Errorf("%s", e.Reason)
	}
	return b, err
}
