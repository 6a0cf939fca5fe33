package gtpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
	"tengen/topology"
)

// boardsize reads "N", and for rectangles "W H", "W:H" or "WxH".
func (e *Engine) boardsize(ctx context.Context, args []string) (string, error) {
	words := strings.FieldsFunc(strings.Join(args, " "), func(r rune) bool { return strings.ContainsRune(" :xX", r) })
	if len(words) == 1 {
		words = append(words, words[0])
	}
	var sides [2]int
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if len(words) != 2 || errors.Is(err, strconv.ErrSyntax) {
			return "", gtp.Failf("Expected int argument for boardsize or pair of ints but got '%s'", got(args))
		}
		if sides[i] = n; err != nil {
			return "", errSize // the number is out of range
		}
	}
	switch width, height := sides[0], sides[1]; {
	case len(words) != 2:
		return "", gtp.Failf("Expected int argument for boardsize or pair of ints but got '%s'", got(args))
	case min(width, height) < 1 || max(width, height) > MaxSide:
		return "", e.refuse(errSize, fmt.Errorf("sides are 1 to %d", MaxSide))
	default:
		e.board = topology.Board{Graph: baduk.MustRectangle(width, height)}
	}
	return e.clearBoard(ctx, nil)
}

// clearBoard begins a new game on the board. A board file may have stones at the beginning.
func (e *Engine) clearBoard(context.Context, []string) (string, error) {
	g, err := begin(&e.board, e.game.Rules())
	if err != nil {
		return "", err
	}
	e.start(g)
	return "", nil
}

// MostKomi is the largest komi, as in KataGo.
const MostKomi = 400

func (e *Engine) komi(ctx context.Context, args []string) (string, error) {
	x, err := 0.0, error(nil)
	if len(args) == 1 {
		x, err = strconv.ParseFloat(args[0], 64)
	}
	switch {
	case len(args) != 1 || err != nil || math.IsInf(x, 0) || math.IsNaN(x):
		return "", gtp.Failf("Expected single float argument for komi but got '%s'", got(args))
	case math.Abs(x) > MostKomi:
		return "", gtp.Failf("unacceptable komi")
	case x*2 != math.Trunc(x*2):
		return "", gtp.Failf("komi must be an integer or half-integer")
	}
	if forced := e.settings.ForcedKomi; forced != nil {
		x = *forced
	}
	r := e.game.Rules()
	r.Komi = baduk.Komi(x * 2)
	e.stopPondering()
	e.game.SetRules(r)
	if e.game.Len()+len(e.past) > 0 {
		e.ponder(ctx) // a client may send the komi before every move
	}
	return "", nil
}

func (e *Engine) getKomi(context.Context, []string) (string, error) {
	return e.game.Rules().Komi.String(), nil
}

// getRules answers the rules without the komi, as KataGo does. GTP has other commands for the komi.
func (e *Engine) getRules(_ context.Context, args []string) (string, error) {
	if len(args) > 0 {
		return fmt.Sprintf("Expected no arguments for kata-get-rules but got '%s'", got(args)), nil
	}
	return e.game.Rules().KataGoWithoutKomi(), nil
}

// setRules sets the rules and keeps the komi, as KataGo does. It refuses rules with a komi. If the rules are a JSON
// object, missing keys have the values of the Tromp-Taylor rules, as in KataGo. So {} means the Tromp-Taylor rules. If
// a key occurs twice, the second value is used.
func (e *Engine) setRules(_ context.Context, args []string) (string, error) {
	return "", e.useRules(strings.Join(args, " "))
}

// useRules changes the rules to those that [baduk.ParseRules] reads from text.
func (e *Engine) useRules(text string) error {
	r, err := baduk.ParseRules(text)
	switch {
	case err != nil:
		return gtp.Failf("Unknown rules '%.100s', %s", clip(text), e.noRules(err, text))
	case namesKomi(text):
		return gtp.Failf("Unknown rules '%.100s', Unknown rules option: komi", clip(text))
	}
	r.Komi = e.game.Rules().Komi
	if err := e.changeRules(r); err != nil {
		return gtp.Failf("%s", oneLine(err))
	}
	return nil
}

// namesKomi reports whether a text of rules includes a komi.
func namesKomi(text string) bool {
	var object map[string]any
	if json.Unmarshal([]byte(text), &object) == nil {
		for key := range object {
			if strings.EqualFold(key, "komi") {
				return true
			}
		}
		return false
	}
	return strings.Contains(strings.ToLower(text), "komi")
}

func (e *Engine) setRule(_ context.Context, args []string) (string, error) {
	if len(args) != 2 {
		return "", gtp.Failf("Expected two arguments for kata-set-rule but got '%s'", got(args))
	}
	if strings.EqualFold(args[0], "komi") {
		return "", gtp.Failf("Unknown rules option: komi")
	}
	r, err := e.game.Rules().With(args[0], strings.ToUpper(args[1])) // KataGo's failures have the value in upper case
	if err != nil {
		return "", gtp.Failf("%s", e.noRules(err, ""))
	}
	if err := e.changeRules(r); err != nil {
		return "", gtp.Failf("%s", oneLine(err))
	}
	return "", nil
}

// badPart and noPart match errors of package baduk about a part of rules.
var (
	badPart = regexp.MustCompile(`^(\w+) cannot be "(.*)" in rules`)
	noPart  = regexp.MustCompile(`^rules have no part "(.*)"`)
)

// noRules is KataGo's text for unknown rules. The log says what to write instead.
func (e *Engine) noRules(err error, text string) string {
	e.cfg.Log.Info("rules", "because", err)
	if found := noPart.FindStringSubmatch(err.Error()); found != nil {
		return "Unknown rules option: " + clip(found[1])
	}
	if found := badPart.FindStringSubmatch(err.Error()); found != nil {
		parts := map[string]string{"ko": "KoRule: Invalid ko rule", "scoring": "ScoringRule: Invalid scoring rule", "tax": "TaxRule: Invalid tax rule",
			"whiteHandicapBonus": "WhiteHandicapBonusRule: Invalid whiteHandicapBonus rule"}
		if part, known := parts[found[1]]; known {
			return "Rules::parse" + part + ": " + clip(found[2])
		}
		return "could not parse bool: " + clip(found[2])
	}
	if errors.Is(err, baduk.ErrUnsupportedRules) || text == "" {
		return oneLine(err)
	}
	return fmt.Sprintf("Could not parse rules: %.100s", clip(text))
}

// kgsRules sets the rules by one of KGS's four names. KGS's Chinese rules have superko.
func (e *Engine) kgsRules(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", gtp.Failf("Expected one argument kgs-rules")
	}
	name := strings.ToLower(args[0])
	switch name {
	case "chinese":
		name = "chinese-kgs"
	case "aga", "new_zealand", "japanese":
	default:
		return "", gtp.Failf("Unknown rules '%s'", clip(args[0]))
	}
	return "", e.useRules(name)
}

// listRules answers the names of the rulesets of [baduk.Presets], with their descriptions.
func (e *Engine) listRules(context.Context, []string) (string, error) {
	var lines []string
	for _, p := range baduk.Presets() {
		lines = append(lines, p.Name+": "+p.Description)
	}
	return strings.Join(lines, "\n"), nil
}

func (e *Engine) fixedHandicap(_ context.Context, args []string) (string, error) {
	n, err := e.handicapSize("fixed_handicap", args)
	if err != nil {
		return "", err
	}
	if grid, ok := e.game.Graph().Rectangle(); ok {
		if why := noFixedHandicap(grid.Width, grid.Height, n); why != "" {
			return "", gtp.Failf("%s, try place_free_handicap", why)
		}
	}
	points, err := e.game.Graph().HandicapPoints(n)
	if err != nil {
		return "", gtp.Failf("%s, try place_free_handicap", oneLine(err))
	}
	return e.placeHandicap(points)
}

// noFixedHandicap returns KataGo's text that says why this number of stones has no fixed points. The text is empty if
// the stones have fixed points.
func noFixedHandicap(width, height, n int) string {
	least := min(width, height)
	switch {
	case least < 7:
		return "Board is too small for fixed handicap"
	case (width%2 == 0 || height%2 == 0) && n > 4:
		return "Fixed handicap > 4 is not allowed on boards with even dimensions"
	case least == 7 && n > 4:
		return "Fixed handicap > 4 is not allowed on boards with size 7"
	case n > 9:
		return "Fixed handicap > 9 is not allowed"
	}
	return ""
}

// mostFree is the largest number of handicap stones on points that the program chooses. Their number is also at
// most a quarter of the board.
const mostFree = 30

func (e *Engine) placeFreeHandicap(_ context.Context, args []string) (string, error) {
	n, err := e.handicapSize("place_free_handicap", args)
	if err != nil {
		return "", err
	}
	graph := e.game.Graph()
	n = min(n, mostFree, graph.Len()/4)
	if _, ok := graph.Rectangle(); !ok {
		return e.placeHandicap(spreadHandicap(graph, n))
	}
	return e.placeHandicap(freeHandicap(graph, n))
}

func (e *Engine) setFreeHandicap(_ context.Context, args []string) (string, error) {
	if !e.boardEmpty() {
		return "", errNotEmpty
	}
	var points []baduk.Point
	for _, a := range args {
		p, err := e.vertexOf(a)
		if err != nil || p == baduk.Pass {
			return "", e.refuse(errHandicap, fmt.Errorf("%.40q is not a point for a stone", a))
		}
		points = append(points, p)
	}
	if _, err := e.placeHandicap(points); err != nil {
		return "", e.refuse(errHandicap, err)
	}
	return "", nil
}

// setPosition begins a game with stones on the board. Its arguments are pairs of a colour and a vertex, as in KataGo.
// Black moves first. If a stone has no liberties or two stones are on one point, the command fails and changes nothing.
func (e *Engine) setPosition(ctx context.Context, args []string) (string, error) {
	text := gtp.Text(ctx)
	fail := func(why string) error {
		return gtp.Failf("Expected a space-separated sequence of <COLOR> <VERTEX> pairs but got '%s'%s", clipped(text), why)
	}
	if text != "" {
		args = strings.Split(strings.TrimSpace(text), " ") // two spaces in a row make an empty word, as in KataGo
	}
	if len(args)%2 != 0 {
		return "", fail("")
	}
	setup := baduk.Setup{Scores: e.board.Setup.Scores, ToPlay: baduk.Black, FreeHandicap: true}
	for i := 0; i < len(args); i += 2 {
		c, err := parseColor(args[i])
		if err != nil {
			return "", fail(fmt.Sprintf(": could not parse color: '%s'", clip(args[i])))
		}
		p, err := e.vertexOf(args[i+1])
		if err != nil || p == baduk.Pass {
			return "", fail(fmt.Sprintf(": could not parse vertex: '%s'", clip(args[i+1])))
		}
		if c == baduk.Black {
			setup.Black = append(setup.Black, p)
		} else {
			setup.White = append(setup.White, p)
		}
	}
	g, err := baduk.NewGameFrom(e.game.Graph(), e.game.Rules(), setup)
	if err != nil {
		return "", e.refuse(gtp.Failf("Illegal stone placements - overlapping stones or stones with no liberties?"), err)
	}
	e.start(g)
	return "", nil
}

func (e *Engine) handicapSize(command string, args []string) (int, error) {
	if len(args) != 1 {
		return 0, gtp.Failf("Expected one argument for %s but got '%s'", command, got(args))
	}
	n, err := strconv.Atoi(args[0])
	switch {
	case err != nil:
		return 0, gtp.Failf("Could not parse number of handicap stones: '%s'", clip(args[0]))
	case n < 2:
		return 0, gtp.Failf("Number of handicap stones less than 2: '%s'", clip(args[0]))
	case !e.boardEmpty():
		return 0, errNotEmpty
	}
	return n, nil
}

func (e *Engine) boardEmpty() bool {
	b := e.game.Position()
	return b.Stones(baduk.Black)+b.Stones(baduk.White) == 0
}

// placeHandicap begins a game with the handicap stones on the board, so the stones are not moves. It answers their
// vertices, in the order from the top left. White moves next.
func (e *Engine) placeHandicap(points []baduk.Point) (string, error) {
	points = slices.Clone(points)
	slices.Sort(points)
	g, err := baduk.NewGameFrom(e.game.Graph(), e.game.Rules(),
		baduk.Setup{Black: points, Handicap: len(points), FreeHandicap: true, ToPlay: baduk.White, Scores: e.board.Setup.Scores})
	if err != nil {
		return "", err
	}
	e.start(g)
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = e.vertex(p)
	}
	return strings.Join(names, " "), nil
}

// setPrisoners sets how many stones Black and White had already captured when the game began from its initial position.
// Without arguments it answers how many they have captured so far.
func (e *Engine) setPrisoners(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		taken := e.prisoners()
		return fmt.Sprintf("%d %d", taken[baduk.White], taken[baduk.Black]), nil
	}
	var taken [2]int
	most := e.game.Graph().Len()
	for i := range taken {
		n, err := 0, errors.New("two numbers are needed")
		if len(args) == 2 {
			n, err = strconv.Atoi(args[i])
		}
		if err != nil || n < 0 || n > most {
			return "", gtp.Failf("Expected the numbers of stones that Black and White have captured, each 0 to %d, but got '%s'", most, got(args))
		}
		taken[i] = n
	}
	origin := e.origin()
	origin.Prisoners = [3]int32{baduk.White: int32(taken[0]), baduk.Black: int32(taken[1])}
	e.stopPondering()
	return "", e.replay(origin, e.game.Rules())
}
