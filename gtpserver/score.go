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
)

// dead is which stones the count takes off: none unless the rules let the
// players agree.
func (e *Engine) dead(ctx context.Context) (baduk.PointSet, error) {
	if !e.game.Rules().FriendlyPass {
		return nil, nil
	}
	return e.cfg.Player.Dead(ctx, e.game.Clone())
}

func (e *Engine) finalScore(ctx context.Context, _ []string) (string, error) {
	dead, err := e.dead(ctx)
	if err != nil {
		return "", e.refuse(errScore, err)
	}
	s := e.game.Score(dead)
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
	dead, err := e.dead(ctx)
	if err != nil {
		return "", e.refuse(errScore, err)
	}
	b := &e.game.Position().Board
	seen := make([]bool, b.Graph().Len())
	var lines []string
	for i := range seen {
		p := baduk.Point(i)
		if b.At(p) == baduk.Empty || seen[p] || dead.Has(p) != wantDead {
			continue
		}
		var names []string
		for _, q := range b.AppendChain(nil, p) {
			seen[q] = true
			if dead.Has(q) == wantDead {
				names = append(names, b.Graph().Vertex(q))
			}
		}
		lines = append(lines, strings.Join(names, " "))
	}
	return strings.Join(lines, "\n"), nil
}

func (e *Engine) showboard(context.Context, []string) (string, error) {
	return "\n" + showboard(e.game), nil
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
	if geo, _ := rec.Graph.Geometry(); max(geo.Width, geo.Height) > MaxSide {
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
	rec.Rules = mine
	if before > 0 {
		return rec.GameAt(before - 1)
	}
	return rec.Game()
}

// printSGF answers the game as a record, or writes it to a file.
func (e *Engine) printSGF(_ context.Context, args []string) (string, error) {
	info := kifu.Info{Application: e.cfg.Name + ":" + e.cfg.Version}
	if e.resigned != baduk.Empty {
		info.Result = map[baduk.Color]string{baduk.Black: "W+R", baduk.White: "B+R"}[e.resigned]
	}
	var b strings.Builder
	if err := kifu.FromGame(e.game, info).Write(&b); err != nil {
		return "", err
	}
	if len(args) == 0 {
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
