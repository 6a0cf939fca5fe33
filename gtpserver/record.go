package gtpserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
	"tengen/kifu"
	"tengen/topology"
)

// maxFile is the largest size of a record that is read, in bytes.
const maxFile = 16 << 20

// maxBefore is the largest move number that loadsgf accepts, as in KataGo.
const maxBefore = 1e7 + 1

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// loadSGF loads a record. If a move number is given, it loads only the moves before that move. If the record does not
// name the rules or the komi, or if its rules cannot be played, the current ones are kept.
func (e *Engine) loadSGF(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", gtp.Failf("Expected one or two arguments for loadsgf but got ''")
	}
	before := 0
	if n := len(args); n > 1 { // a file name may have spaces
		switch v, err := strconv.Atoi(args[n-1]); {
		case err == nil && v > 0 && v <= maxBefore:
			before, args = v, args[:n-1]
		case !isFile(strings.Join(args, " ")) && isFile(strings.Join(args[:n-1], " ")):
			return "", gtp.Failf("Invalid value for moveNumber for loadsgf")
		}
	}
	g, err := e.readGame(strings.Join(args, " "), before)
	if err != nil {
		e.cfg.Log.Info("cannot load file", "because", err)
		return "", gtp.Failf("Could not load sgf: %s", oneLine(err))
	}
	e.board = topology.Board{Graph: g.Graph(), Setup: baduk.Setup{Scores: g.Setup().Scores}}
	e.start(g)
	return "", nil
}

func (e *Engine) readGame(path string, before int) (*baduk.Game, error) {
	info, err := os.Stat(path)
	if err != nil {
		e.cfg.Log.Info("cannot load file", "because", err)
		return nil, gtp.Failf("Could not open file %s - does not exist or invalid permissions?", path)
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s is not a file of at most %d bytes", path, maxFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rec, err := kifu.Read(f)
	if err != nil {
		return nil, err
	}
	for _, note := range rec.Notes {
		e.cfg.Log.Info("record", "file", path, "note", note)
	}
	if grid, _ := rec.Graph.Rectangle(); max(grid.Width, grid.Height) > MaxSide {
		return nil, fmt.Errorf("the board of %v is larger than GTP can name", rec.Graph)
	}
	mine := e.game.Rules()
	if rec.RulesKnown {
		komi := mine.Komi
		mine = rec.Rules
		if mine.Komi = komi; !rec.KomiKnown {
			mine.Komi = usualKomi(rec, komi)
		}
	}
	if rec.KomiKnown {
		mine.Komi = rec.Rules.Komi
	}
	if err := mine.CheckOn(rec.Graph); err == nil {
		rec.Rules = mine
	} else {
		e.cfg.Log.Info("record", "file", path, "note", err)
	}
	rec.Setup.FreeHandicap = true
	n := len(rec.Moves)
	if before > 0 {
		n = min(n, before-1)
	}
	if e.strict {
		g, err := rec.GameBy(n, byTheRules)
		if bad, illegal := errors.AsType[*baduk.IllegalMoveError](err); illegal {
			return nil, gtp.Failf("illegal move: %s, move %d, %v %s", bad.Reason(), bad.Number, bad.Move.Color, bad.Vertex)
		}
		return g, err
	}
	g, err := rec.GameAt(n)
	if _, illegal := errors.AsType[*baduk.IllegalMoveError](err); illegal && plain(rec.Graph) {
		g, err = rec.GameBy(n, force)
	}
	if bad, illegal := errors.AsType[*baduk.IllegalMoveError](err); illegal && plain(rec.Graph) {
		return nil, gtp.Failf("Illegal move in %s turn %d move %s", path, bad.Number-1, bad.Vertex)
	}
	return g, err
}

// usualKomi returns the komi of the rules that a record names. If they are unknown, it returns the given komi.
func usualKomi(rec *kifu.Record, komi baduk.Komi) baduk.Komi {
	for _, text := range []string{rec.Info.Rules, rec.Rules.Name()} { // kifu reads more names than ParseRules
		if r, err := baduk.ParseRules(text); err == nil {
			return r.Komi
		}
	}
	return komi
}

// printSGF answers the game as a record, or writes it to a file. The file name "-" means the answer.
func (e *Engine) printSGF(ctx context.Context, args []string) (string, error) {
	text, err := e.record(ctx, nil)
	if err != nil {
		return "", err
	}
	if len(args) == 0 || len(args) == 1 && args[0] == "-" {
		return text, nil
	}
	return "", e.writeRecord(strings.Join(args, " "), text)
}

func (e *Engine) writeRecord(path, text string) error {
	if err := os.WriteFile(path, []byte(text+"\n"), 0o666); err != nil {
		e.cfg.Log.Info("cannot write file", "because", err)
		return gtp.Failf("Could not open or write to file: %s", clip(path))
	}
	return nil
}

// property is a property of a record's root.
type property struct{ name, value string }

// record returns the game as a record. On a plain board the record has KataGo's form. The parameter named more has
// additional properties of the root.
func (e *Engine) record(ctx context.Context, more []property) (string, error) {
	if grid, _ := e.game.Graph().Rectangle(); e.plain() && max(grid.Width, grid.Height) <= 52 && e.origin().Scores == ([3]float64{}) && e.origin().Prisoners == ([3]int32{}) {
		return e.plainRecord(ctx, grid, more), nil
	}
	info := kifu.Info{Application: e.cfg.Name + ":" + e.cfg.Version}
	for _, p := range more {
		if !info.Set(p.name, p.value) {
			return "", gtp.Failf("The record of a game on %s cannot have the property %s", clip(e.game.Graph().String()), p.name)
		}
	}
	if e.resigned != baduk.Empty {
		info.Result = resignation(e.resigned)
	}
	var b strings.Builder
	if err := kifu.FromGame(e.game, info).Write(&b); err != nil {
		return "", err
	}
	return strings.TrimSpace(b.String()), nil
}

func resignation(loser baduk.Color) string {
	return map[baduk.Color]string{baduk.Black: "W+R", baduk.White: "B+R"}[loser]
}

// plainRecord returns a record in KataGo's form: the root, the stones, the moves. If a colour moves twice in a
// row, KataGo turns the earlier moves into a set-up; plainRecord does not.
func (e *Engine) plainRecord(ctx context.Context, grid baduk.Grid, more []property) string {
	var b strings.Builder
	g, r := e.game, e.game.Rules()
	size := strconv.Itoa(grid.Width)
	if grid.Width != grid.Height {
		size += ":" + strconv.Itoa(grid.Height)
	}
	names := map[string]string{"PB": "", "PW": ""}
	var rest strings.Builder
	for _, p := range more {
		if _, there := names[p.name]; there {
			names[p.name] = p.value
		} else {
			fmt.Fprintf(&rest, "%s[%s]", p.name, escape(p.value))
		}
	}
	fmt.Fprintf(&b, "(;FF[4]GM[1]SZ[%s]PB[%s]PW[%s]HA[%d]KM[%v]RU[%s]", size, escape(names["PB"]), escape(names["PW"]), g.Handicap(), r.Komi, rulesName(r))
	result := ""
	switch {
	case e.resigned != baduk.Empty:
		result = resignation(e.resigned)
	case g.NoResult():
		result = "Void"
	case g.Over():
		if text, err := e.finalScore(ctx, nil); err == nil {
			result = text
		}
	}
	if result != "" {
		fmt.Fprintf(&b, "RE[%s]", result)
	}
	b.WriteString(rest.String())
	at := func(p baduk.Point) string {
		if p == baduk.Pass {
			return ""
		}
		x, y := grid.XY(p)
		return letterOf(x) + letterOf(y)
	}
	first := e.origin()
	for i, points := range [][]baduk.Point{first.Black, first.White} {
		if len(points) > 0 {
			b.WriteString([]string{"AB", "AW"}[i])
		}
		for _, p := range slices.Sorted(slices.Values(points)) {
			fmt.Fprintf(&b, "[%s]", at(p))
		}
	}
	moves := e.moves()
	switch handicap := g.Handicap() >= 2; {
	case first.ToPlay == baduk.White && !handicap:
		b.WriteString("PL[W]") // without this property, Black would be to move
	case first.ToPlay == baduk.Black && handicap && len(moves) == 0:
		b.WriteString("PL[B]") // without this property, White would be to move
	}
	for i, m := range moves {
		fmt.Fprintf(&b, ";%s[%s]", map[baduk.Color]string{baduk.Black: "B", baduk.White: "W"}[m.Color], at(m.Point))
		if i == len(moves)-1 && result != "" && g.Over() {
			fmt.Fprintf(&b, "C[result=%s]", result)
		}
	}
	b.WriteByte(')')
	return b.String()
}

// letterOf returns the letter of a coordinate in a record.
func letterOf(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return string(rune('A' + i - 26))
}

// escape returns text as the value of a property.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(text)
}

// niceRules are the names of rules that KataGo writes into records. It writes all other rules in full.
var niceRules = []string{"TrompTaylor", "Japanese", "Chinese", "Chinese-OGS", "AGA", "StoneScoring", "NewZealand"}

// rulesName returns the rules as KataGo writes them into a record.
func rulesName(r baduk.Rules) string {
	for _, name := range niceRules {
		if nice, err := baduk.ParseRules(name); err == nil {
			if nice.Komi = r.Komi; nice == r {
				return name
			}
		}
	}
	return r.Word()
}

// saveSGF is gomill-savesgf. Its arguments are a file name and properties such as PB=name. It ignores
// properties that the game itself determines, and refuses text that is not a property.
func (e *Engine) saveSGF(ctx context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", gtp.Failf("Expected a file name for gomill-savesgf")
	}
	var more []property
	for _, a := range args[1:] {
		name, value, found := strings.Cut(a, "=")
		if !found || len(name) < 1 || len(name) > 2 || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return "", gtp.Failf("Expected a property such as PB=name, not '%s'", clip(a))
		}
		if slices.Contains([]string{"FF", "GM", "SZ", "HA", "KM", "RU", "RE", "AB", "AW", "B", "W"}, name) {
			continue // the game determines these
		}
		more = append(more, property{name, strings.ReplaceAll(value, `\_`, " ")})
	}
	text, err := e.record(ctx, more)
	if err != nil {
		return "", err
	}
	return "", e.writeRecord(args[0], text)
}
