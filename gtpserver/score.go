package gtpserver

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
	"tengen/kifu"
	"tengen/topology"
)

// count is the score of the position as it stands: exact where the rules judge
// for themselves and where the clean-up has settled everything, otherwise without
// the stones that the player takes for dead.
func (e *Engine) count(ctx context.Context) (baduk.Score, error) {
	if !e.estimates() {
		return e.game.Score(nil), nil
	}
	dead, err := e.cfg.Player.Dead(ctx, e.game.Clone())
	if err != nil {
		return baduk.Score{}, e.refuse(errScore, err)
	}
	return e.game.Score(dead), nil
}

// estimates reports whether the rules leave it to the players which stones are
// dead, and nothing has settled it.
func (e *Engine) estimates() bool {
	settled := e.game.NoResult() || e.game.Over() && e.game.Phase() == 2
	return e.game.Rules().Agreement() && !settled
}

// finalScore answers 0 for a void game as for a draw, as KataGo does.
func (e *Engine) finalScore(ctx context.Context, _ []string) (string, error) {
	s, err := e.count(ctx)
	if err != nil {
		return "", err
	}
	if s.Void {
		e.cfg.Log.Info("the game is void", "because", "a position occurred for the third time")
		return "0", nil
	}
	return s.Result(), nil
}

// finalStatusList lists chains, one a line. Nothing is ever listed as seki: a
// stone that is not dead counts as alive.
func (e *Engine) finalStatusList(ctx context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	var wantDead bool
	switch strings.ToLower(args[0]) {
	case "alive":
	case "dead":
		wantDead = true
	case "seki":
		return "", nil
	default:
		return "", errSyntax
	}
	s, err := e.count(ctx)
	if err != nil {
		return "", err
	}
	b := &e.game.Position().Board
	isDead := func(p baduk.Point) bool { return !s.Void && !s.Points[p].Reason.Stands() }
	seen := make([]bool, b.Graph().Len())
	var lines []string
	for i := range seen {
		p := baduk.Point(i)
		if b.At(p) == baduk.Empty || seen[p] || isDead(p) != wantDead {
			continue
		}
		var names []string
		for _, q := range b.AppendChain(nil, p) {
			seen[q] = true
			if isDead(q) == wantDead {
				names = append(names, e.vertex(q))
			}
		}
		lines = append(lines, strings.Join(names, " "))
	}
	return strings.Join(lines, "\n"), nil
}

func (e *Engine) showboard(context.Context, []string) (string, error) {
	return "\n" + e.draw(), nil
}

// maxFile is the size of a record beyond which it is not read.
const maxFile = 16 << 20

// loadSGF loads a record up to before a move, if one is given. Rules and komi
// that the record does not say, or says in a way that cannot be played, stay.
func (e *Engine) loadSGF(_ context.Context, args []string) (string, error) {
	before := 0
	if n := len(args); n > 1 { // a file name may have spaces
		if v, err := strconv.Atoi(args[n-1]); err == nil && v > 0 {
			before, args = v, args[:n-1]
		}
	}
	if len(args) == 0 {
		return "", errSyntax
	}
	g, err := e.readGame(strings.Join(args, " "), before)
	if err != nil {
		return "", e.refuse(errLoad, err)
	}
	e.board = topology.Board{Graph: g.Graph(), Setup: baduk.Setup{Scores: g.Setup().Scores}}
	e.start(g)
	return "", nil
}

func (e *Engine) readGame(path string, before int) (*baduk.Game, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
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
	if w, h, _ := rectangle(rec.Graph); max(w, h) > MaxSide {
		return nil, fmt.Errorf("the board of %v is larger than GTP can name", rec.Graph)
	}
	mine := e.game.Rules()
	if rec.RulesKnown {
		komi := mine.Komi
		mine = rec.Rules
		mine.Komi = komi
	}
	if rec.KomiKnown {
		mine.Komi = rec.Rules.Komi
	}
	if err := mine.CheckOn(rec.Graph); err == nil {
		rec.Rules = mine
	} else {
		e.cfg.Log.Info("record", "file", path, "note", err)
	}
	if before > 0 {
		return rec.GameAt(before - 1)
	}
	return rec.Game()
}

// printSGF answers the game as a record, as for "-", or writes it to a file.
func (e *Engine) printSGF(_ context.Context, args []string) (string, error) {
	info := kifu.Info{Application: e.cfg.Name + ":" + e.cfg.Version}
	if e.resigned != baduk.Empty {
		info.Result = map[baduk.Color]string{baduk.Black: "W+R", baduk.White: "B+R"}[e.resigned]
	}
	var b strings.Builder
	if err := kifu.FromGame(e.game, info).Write(&b); err != nil {
		return "", err
	}
	if len(args) == 0 || len(args) == 1 && args[0] == "-" {
		return strings.TrimSpace(b.String()), nil
	}
	if err := os.WriteFile(strings.Join(args, " "), []byte(b.String()), 0o666); err != nil {
		return "", gtp.Failf("cannot write file: %s", oneLine(err))
	}
	return "", nil
}

func (e *Engine) cpuTime(context.Context, []string) (string, error) {
	d, ok := cpuTime()
	if !ok {
		return "", gtp.Failf("the processor time is unknown on this system")
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 3, 64), nil
}
