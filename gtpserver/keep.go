package gtpserver

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"tengen/baduk"
	"tengen/gtp"
	"tengen/internal/durable"
	"tengen/mcts"
)

// searchKeeper is a player whose search of a position can be saved and continued later.
type searchKeeper interface {
	SaveSearch(g *baduk.Game, to io.Writer) error
	LoadSearch(g *baduk.Game, from io.Reader) error
}

// saveSearch writes the search of the position to a file.
func (e *Engine) saveSearch(_ context.Context, args []string) (string, error) {
	p, path, err := e.keeper(args)
	if err != nil {
		return "", err
	}
	if err := durable.ReplaceBy(path, true, func(to io.Writer) error { return p.SaveSearch(e.game.Clone(), to) }); err != nil {
		return "", gtp.Failf("the search is not saved: %s", oneLine(err))
	}
	return "", nil
}

// loadSearch loads a search of this position from a file. The search may have been for a move or for an
// analysis. If their settings differ, loadSearch tries both.
func (e *Engine) loadSearch(_ context.Context, args []string) (string, error) {
	p, path, err := e.keeper(args)
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", gtp.Failf("the search is not loaded: %s", oneLine(err))
	}
	defer f.Close()
	err = p.LoadSearch(e.game.Clone(), f)
	if errors.Is(err, mcts.ErrSaved) && e.settings.AnalysisApart() {
		if err := e.tune(!e.tuned); err != nil {
			return "", err
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return "", gtp.Failf("the search is not loaded: %s", oneLine(err))
		}
		err = p.LoadSearch(e.game.Clone(), f)
	}
	if err != nil {
		return "", gtp.Failf("the search is not loaded: %s", oneLine(err))
	}
	return "", nil
}

func (e *Engine) keeper(args []string) (p searchKeeper, path string, err error) {
	p, can := e.cfg.Player.(searchKeeper)
	switch path = strings.Join(args, " "); {
	case path == "":
		return nil, "", gtp.Failf("expected the name of a file")
	case !can:
		return nil, "", gtp.Failf("this player cannot save searches")
	}
	e.stopPondering()
	return p, path, nil
}
