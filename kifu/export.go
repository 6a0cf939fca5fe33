package kifu

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/sgf"
)

// flatGame is the part of a tree that other formats can store: the first position
// and the main line.
type flatGame struct {
	root          *sgf.Node
	width, height int
	black, white  []sgf.XY // stones of the set-up, sorted
	first         string   // first player, "B" or "W"
	moves         []flatMove
	losses        []Loss
}

type flatMove struct {
	color string // "B" or "W"
	pass  bool
	at    sgf.XY
}

// flatten reads the main line of a tree. It returns an error if another format would
// silently store a different game. Such games have a board that is not a rectangle,
// points that are not on the board, stones that are set up after the first move, or
// initial scores or prisoners.
func flatten(root *sgf.Node) (*flatGame, error) {
	g := &flatGame{root: root, width: 19, height: 19}
	if root.Has(propBoard) {
		return nil, fmt.Errorf("a game on a board from a board file (%s) can only be written as SGF", propBoard)
	}
	for _, name := range []string{propScores, propPrisoners} {
		if root.Has(name) {
			return nil, fmt.Errorf("a game that begins with scores or prisoners (%s) can only be written as SGF", name)
		}
	}
	if err := checkGame(root); err != nil {
		return nil, err
	}
	if sz := root.SimpleText("SZ"); strings.TrimSpace(sz) != "" {
		var err error
		if g.width, g.height, err = sgf.ParseSize(sz); err != nil {
			return nil, err
		}
	}
	stones := map[sgf.XY]string{}
	counts := map[LossKind]int{}
	var lost []string // properties of nodes that are left out, in the order of their first use
	player := ""
	for node := range root.MainLine() {
		if len(node.Children) > 1 {
			counts[LostVariations] += len(node.Children) - 1
		}
		for _, name := range setupNames[0] { // first the set-up, since the order of properties has no meaning
			if err := g.setUp(name, node.Values(name), stones); err != nil {
				return nil, fmt.Errorf("after move %d: %w", len(g.moves), err)
			}
		}
		if raw, ok := node.Value("PL"); ok && len(g.moves) == 0 && !node.Has("B") && !node.Has("W") {
			if c, bad := parsePlayer(raw); bad == nil {
				player = moveNames[0][c]
			}
		}
		for _, p := range node.Properties {
			switch p.Name {
			case "B", "W":
				if err := g.play(p); err != nil {
					return nil, fmt.Errorf("after move %d: %w", len(g.moves), err)
				}
			case "C":
				counts[LostComments]++
			case "LB", "TR", "SQ", "CR", "MA", "TB", "TW", "DD", "VW", "SL", "AR", "LN", oldLetters, oldCrosses:
				counts[LostMarks]++
			case "BL", "WL", "OB", "OW":
				counts[LostTimes]++
			default:
				if lostWithNode(p.Name) && !slices.Contains(lost, p.Name) {
					lost = append(lost, p.Name)
				}
			}
		}
	}
	g.black, g.white = pointsOf(stones, "AB"), pointsOf(stones, "AW")
	if g.first = player; g.first == "" {
		g.first = "B"
		if len(g.moves) > 0 {
			g.first = g.moves[0].color
		} else if g.handicap() > 1 {
			g.first = "W"
		}
	}
	for kind := LostVariations; kind <= LostTimes; kind++ {
		if n := counts[kind]; n > 0 {
			g.losses = append(g.losses, Loss{Kind: kind, Count: n})
		}
	}
	g.losesProperties(lost)
	return g, nil
}

// lostWithNode reports whether a property says something about a node that no other
// format can store. Other losses count the properties of comments, marks and times.
func lostWithNode(property string) bool {
	switch KindOf(property) {
	case KindName, KindJudgement, KindAnalysis, KindMoveRule:
		return true
	}
	return property == "FG" || property == "PM"
}

// setUp reads the values of AE, AB or AW. It ignores empty values.
func (g *flatGame) setUp(name string, raw []string, stones map[sgf.XY]string) error {
	list := withoutBlanks(raw)
	if len(list) < len(raw) {
		g.loses("an empty value of %s was ignored", name)
	}
	points, err := sgf.ParsePoints(list)
	if err != nil {
		return err
	}
	if len(points) > 0 && len(g.moves) > 0 {
		return fmt.Errorf("stones are set up, but the format has set-up stones only before the first move")
	}
	for _, at := range points {
		if at.X >= g.width || at.Y >= g.height {
			return fmt.Errorf("the stone at %v is not on a %dx%d board", at, g.width, g.height)
		}
		stones[at] = name
	}
	return nil
}

func (g *flatGame) play(p sgf.Property) error {
	for _, raw := range p.Values {
		s := strings.TrimSpace(raw)
		m := flatMove{color: p.Name, pass: s == "" || s == "tt" && max(g.width, g.height) <= 19}
		if !m.pass {
			var err error
			if m.at, err = sgf.ParsePoint(s); err != nil {
				return err
			}
			if m.at.X >= g.width || m.at.Y >= g.height {
				return fmt.Errorf("the move at %v is not on a %dx%d board", m.at, g.width, g.height)
			}
		}
		g.moves = append(g.moves, m)
	}
	return nil
}

// pointsOf returns the points whose last set-up is the given property.
func pointsOf(stones map[sgf.XY]string, property string) []sgf.XY {
	var points []sgf.XY
	for at, p := range stones {
		if p == property {
			points = append(points, at)
		}
	}
	slices.SortFunc(points, byRow)
	return points
}

// byRow orders points by rows from the top.
func byRow(a, b sgf.XY) int { return cmp.Or(a.Y-b.Y, a.X-b.X) }

// handicap returns the number of stones in HA, or 0 if HA is missing or invalid.
func (g *flatGame) handicap() int {
	n, err := g.root.Number("HA")
	if err != nil || n < 2 || n > g.width*g.height {
		return 0
	}
	return n
}

// komi returns KM, or false if KM is missing or cannot be read.
func (g *flatGame) komi() (k baduk.Komi, ok bool) {
	raw := g.root.SimpleText("KM")
	if strings.TrimSpace(raw) == "" {
		return 0, false
	}
	k, note, err := parseKomi(raw)
	if err != nil {
		g.loses("the komi was left out: %v", err)
		return 0, false
	}
	if note != "" {
		g.loses("%s", note)
	}
	return k, true
}

// komiText returns KM in points as this package reads it, see [formatKomi]. It is empty
// if KM is missing or cannot be read.
func (g *flatGame) komiText() string {
	if k, ok := g.komi(); ok {
		return formatKomi(k)
	}
	return ""
}

// alternates returns an error unless the players take turns from the first move on.
func (g *flatGame) alternates() error {
	turn := g.first
	for i, m := range g.moves {
		if m.color != turn {
			return fmt.Errorf("move %d is a move of %s, but in this format the players take turns", i+1, m.color)
		}
		turn = otherColor(turn)
	}
	return nil
}

// loses adds a loss that a sentence describes.
func (g *flatGame) loses(format string, args ...any) {
	g.losses = append(g.losses, Loss{Text: fmt.Sprintf(format, args...)})
}

// drops adds the loss of the given properties, which the format cannot store. Its sentence
// names only those that the root has.
func (g *flatGame) drops(names ...string) {
	var lost []string
	for _, name := range names {
		if strings.TrimSpace(g.root.SimpleText(name)) != "" {
			lost = append(lost, name)
		}
	}
	g.losesProperties(lost)
}

// losesProperties adds the loss of the named properties, if there are any.
func (g *flatGame) losesProperties(names []string) {
	if len(names) > 0 {
		g.loses("properties that the format cannot store were left out: %s", strings.Join(names, ", "))
	}
}

// oneLine returns a text property of the root as one line. Blanks replace the
// separators of the format.
func (g *flatGame) oneLine(name, separators string) string {
	text := strings.TrimSpace(g.root.SimpleText(name))
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(separators, r) {
			return ' '
		}
		return r
	}, text)), " ")
}

// player returns the name and the rank of a player. It leaves out the rank of a player without a name.
func (g *flatGame) player(color, separators string) (name, rank string) {
	name, rank = g.oneLine("P"+color, separators), g.oneLine(color+"R", separators)
	if name == "" && rank != "" {
		g.loses("the rank %q of a player without a name was left out", clip(rank))
		return "", ""
	}
	return name, rank
}

// date returns the day with which DT begins, or "" if it begins with something else. A loss reports everything else
// in DT.
func (g *flatGame) date() string {
	text := strings.ReplaceAll(g.oneLine("DT", ""), "/", "-")
	date, _ := isoDate(text)
	if date == text {
		return date
	}
	g.losesProperties([]string{"DT"})
	if !strings.HasPrefix(text, date) {
		return ""
	}
	return date
}

// exporterOf returns the function that writes a game in a format other than SGF.
func exporterOf(format Format) (func(root *sgf.Node) (data []byte, losses []Loss, err error), error) {
	switch format {
	case FormatGIB:
		return exportGIB, nil
	case FormatUGF:
		return exportUGF, nil
	case FormatJGOF:
		return exportJGOF, nil
	case FormatLines:
		return exportLine, nil
	case FormatGTP:
		return exportGTP, nil
	}
	return nil, fmt.Errorf("the format %v cannot be written", format)
}
