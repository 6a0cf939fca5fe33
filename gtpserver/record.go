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
