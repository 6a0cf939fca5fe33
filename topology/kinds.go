package topology

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tengen/internal/wording"
)

// Kind is a family of boards that [Parse] reads.
type Kind struct {
	Name        string `json:"name"`        // "torus"
	Description string `json:"description"` // one line
	Example     string `json:"example"`     // "torus 9x9"
}

// Kinds lists the boards that [Parse] reads. The families come first, the most
// usual family at the top. The single boards that have a name follow.
func Kinds() []Kind {
	var all []Kind
	for _, b := range builders() {
		all = append(all, b.Kind)
	}
	for _, n := range namedBoards() {
		all = append(all, n.Kind)
	}
	return all
}

// builder makes the boards of a kind from the numbers after its name.
type builder struct {
	Kind
	aliases []string
	least   int // smallest count of numbers
	most    int // largest count of numbers
	build   func(n []uint64) (*layout, error)
}

// small returns a number as an int. A number that is too large for every kind stays too large.
func small(n uint64) int { return int(min(n, 1_000_000_000)) }

// size returns a builder of boards that are described by a name, a width and a height,
// such as "torus 9x9". A single number is the side of a square.
func size(name, description, example string, f func(w, h int) (*layout, error), aliases ...string) builder {
	return builder{Kind{name, description, example}, aliases, 1, 2, func(n []uint64) (*layout, error) { return f(small(n[0]), small(n[len(n)-1])) }}
}

// count returns a builder of boards that are described by a name and one number, such
// as "ring 20".
func count(name, description, example string, f func(n int) (*layout, error), aliases ...string) builder {
	return builder{Kind{name, description, example}, aliases, 1, 1, func(n []uint64) (*layout, error) { return f(small(n[0])) }}
}

// endless returns a builder of an infinite board. A number after the name, as in
// "infinite 13", is the radius of the window, the part of the board that is shown.
func endless(description string, l func() *plane, aliases ...string) builder {
	name := l().name
	return builder{Kind{name, description, name}, aliases, 0, 1, func(n []uint64) (*layout, error) {
		if len(n) == 0 {
			return infinite(l(), StartRadius)
		}
		return infinite(l(), small(n[0]))
	}}
}

func builders() []builder {
	return []builder{
		size("rectangle", "the ordinary board of rows and columns", "19x19", rectangle, "board", "square", "plane"),
		size("cylinder", "left and right are joined", "cylinder 13x9", cylinder),
		size("annulus", "the same as the cylinder, drawn as circles around each other", "annulus 16x6", annulus),
		size("torus", "left and right, top and bottom are joined: no edge", "torus 9x9", torus, "toroidal", "donut"),
		size("moebius", "left and right are joined upside down", "moebius 9x5", moebius, "möbius", "mobius"),
		size("klein", "left and right are joined upside down, top and bottom as they are", "klein 7x7", klein, "klein bottle"),
		size("hex", "the honeycomb: 3 neighbours", "hex 9x9", hexagonal, "hexagonal", "honeycomb"),
		size("triangular", "the triangular lattice: 6 neighbours", "triangular 9x9", triangular, "triangle", "tri"),
		count("ring", "a circle of points: 2 neighbours", "ring 20", ring, "circle", "cycle"),
		count("diamond", "a cube of the diamond lattice (the crystal): 4 neighbours", "diamond 3", diamond),
		{Kind{"planar", "random points, joined without crossings; the first number is the number of points, the second the seed", "planar 60 7"},
			[]string{"random"}, 1, 2, func(n []uint64) (*layout, error) {
				if len(n) < 2 {
					return planar(small(n[0]), 1)
				}
				return planar(small(n[0]), n[1])
			}},
		endless("the whole plane, points near the middle worth more (MANGO, example 2)", wholePlane, "infinity"),
		endless("the honeycomb without an end", hexPlane, "infinite hexagonal", "infinite honeycomb"),
		endless("the triangular lattice without an end", triangularPlane, "infinite triangle", "infinite tri"),
		endless("the points of the plane with y >= 0", halfPlane, "half plane"),
		endless("the points of the plane with x >= 0 and y >= 0", quarterPlane, "quarter plane"),
	}
}

// specForm matches an optional name and numbers: "torus 9x9", "torus:9x9", "19".
var specForm = regexp.MustCompile(`^(\p{L}[\p{L} -]*?)?[ :]*([0-9]+(?:(?: |x|×| x | × )[0-9]+)*)?$`)

// plainSpec returns a spec in lower case without unnecessary spaces. It replaces a colon before the first space by a
// space.
func plainSpec(spec string) string {
	text := strings.Join(strings.Fields(strings.ToLower(spec)), " ")
	if i := strings.IndexAny(text, ": "); i >= 0 && text[i] == ':' {
		text = strings.TrimSpace(text[:i]) + " " + strings.TrimSpace(text[i+1:])
	}
	return text
}

// build makes the layout of a spec. Its error lists the known kinds.
func build(spec string) (*layout, error) {
	text := plainSpec(spec)
	parts := specForm.FindStringSubmatch(text)
	if parts == nil || text == "" {
		return nil, unknownSpec(spec)
	}
	name := strings.TrimSpace(parts[1])
	words := strings.FieldsFunc(parts[2], func(r rune) bool { return r == ' ' || r == 'x' || r == '×' })
	if name == "" {
		name = "rectangle"
	}
	for _, b := range builders() {
		if name != b.Name && !slices.Contains(b.aliases, name) {
			continue
		}
		if len(words) < b.least || len(words) > b.most {
			return nil, fmt.Errorf("a %s is written like %q", b.Name, b.Example)
		}
		numbers := make([]uint64, len(words))
		for i, word := range words {
			// A number that does not fit becomes the largest one. As a size this is too large, but as a seed it is not.
			n, err := strconv.ParseUint(word, 10, 64)
			if err != nil && b.Name == "planar" && i == 1 {
				return nil, fmt.Errorf("the number %s is beyond %d", clip(word), n)
			}
			numbers[i] = n
		}
		return b.build(numbers)
	}
	return nil, unknownSpec(spec)
}

func unknownSpec(spec string) error {
	var names, examples []string
	for _, k := range Kinds() {
		names = append(names, k.Name)
		examples = append(examples, k.Example)
	}
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(spec)), " ")
	first, _, _ = strings.Cut(first, ":")
	for _, k := range Kinds() {
		switch {
		case k.Name == first && k.Example == first:
			return fmt.Errorf("the board %s cannot be a part of another one", first)
		case k.Name == first:
			return fmt.Errorf("%q is not a board; write one like %s", clip(spec), k.Example)
		}
	}
	if near := nearestName(first, names); near != "" {
		return fmt.Errorf("%q is not a board; did you mean %s?", clip(spec), near)
	}
	return fmt.Errorf("%q is not a board; write one like %s", clip(spec), strings.Join(examples, ", "))
}

// nearestName returns the known name that is most similar to a mistyped one, or
// "". The edit distance may be at most one plus a third of the number of
// letters.
func nearestName(name string, names []string) string {
	return wording.Nearest(clip(name), names, utf8.RuneCountInString(name)/3+1)
}
