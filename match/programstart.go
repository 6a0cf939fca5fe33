package match

import (
	"context"
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/clock"
	"tengen/gtp"
)

// Begin sends the board, the rules, the komi, the stones and the clock.
func (p *program) Begin(ctx context.Context, s gameStart) error {
	p.seen, p.ownRules = 0, false
	p.guard.reset()
	err := p.board(ctx, s.Game)
	if err == nil {
		err = p.rules(ctx, s.Game.Rules())
	}
	if err == nil {
		_, err = p.do(ctx, "komi %v", s.Game.Rules().Komi)
	}
	if err == nil {
		err = p.stones(ctx, s.Game)
	}
	if refused(err) {
		err = &fault{causeUnready, err} // the program does not play under these conditions
	}
	if err == nil {
		err = p.timeSettings(ctx, s.Clock)
	}
	return err
}

// unready returns the error of a program that cannot play under the conditions.
func unready(format string, args ...any) error {
	return &fault{causeUnready, fmt.Errorf(format, args...)}
}

// timeSettings sends the time control. It uses the most exact command that the program accepts. If the program does
// not accept any of the commands, it plays without knowing its time.
func (p *program) timeSettings(ctx context.Context, s clock.Settings) error {
	if s.Kind == clock.None {
		return nil
	}
	for _, command := range s.GTP() {
		if _, err := p.do(ctx, "%s", command); !refused(err) {
			return err
		}
	}
	return nil
}

// board begins a game on the board of g. If the board is not a rectangle, the program must know the command
// tengen-board.
func (p *program) board(ctx context.Context, g *baduk.Game) error {
	graph := g.Graph()
	if graph.Source() != "" {
		return p.boardFile(ctx, graph)
	}
	grid, ok := graph.Rectangle()
	if !ok {
		return unready("GTP has no command for a board such as %v", graph)
	}
	if g.Setup().Scores != [3]float64{} {
		return unready("GTP has no command for the initial scores of the players")
	}
	if err := p.boardsize(ctx, grid.Width, grid.Height); err != nil {
		return err
	}
	_, err := p.do(ctx, "clear_board")
	return err
}

func (p *program) boardFile(ctx context.Context, graph *baduk.Graph) error {
	known, err := p.knows(ctx, "tengen-board")
	if err != nil {
		return err
	}
	line := "tengen-board " + graph.Source()
	if !known || strings.Contains(line, "#") || len(line) > gtp.MaxLine {
		return unready("it does not know tengen-board, or the board %v does not fit into a GTP command", graph)
	}
	// The program's current rules may be impossible on the board. Tromp-Taylor rules are possible on every board.
	if known, err := p.knows(ctx, "kata-set-rules"); err != nil {
		return err
	} else if known {
		if _, err := p.do(ctx, "kata-set-rules tromp-taylor"); err != nil && !refused(err) {
			return err
		}
	}
	_, err = p.do(ctx, "%s", line)
	return err
}

func (p *program) boardsize(ctx context.Context, width, height int) error {
	if width == height {
		_, err := p.do(ctx, "boardsize %d", width)
		return err
	}
	known, err := p.knows(ctx, "rectangular_boardsize")
	if err != nil {
		return err
	}
	if !known {
		return unready("it plays on square boards only, not on %dx%d", width, height)
	}
	_, err = p.do(ctx, "rectangular_boardsize %d %d", width, height)
	return err
}

// stones sends the initial stones. If the program knows set_free_handicap, handicap stones are sent with that command,
// because komi and play may depend on the handicap. All other stones are sent as moves. Their order does not matter:
// every chain has a liberty when all stones are on the board, so none of these moves captures.
func (p *program) stones(ctx context.Context, g *baduk.Game) error {
	setup := g.Setup()
	if g.Graph().Source() != "" {
		return nil // the board file has the stones
	}
	if n := len(setup.Black); n > 1 && setup.Handicap == n && len(setup.White) == 0 {
		if known, err := p.knows(ctx, "set_free_handicap"); err != nil {
			return err
		} else if known {
			var all []string
			for _, point := range setup.Black {
				all = append(all, g.Graph().Vertex(point))
			}
			if _, err := p.do(ctx, "set_free_handicap %s", strings.Join(all, " ")); !refused(err) {
				return err
			}
		}
	}
	for i, set := range [][]baduk.Point{setup.Black, setup.White} {
		for _, point := range set {
			if _, err := p.do(ctx, "play %v %s", colors[i], g.Graph().Vertex(point)); err != nil {
				return err
			}
		}
	}
	return nil
}

// rules sends the exact rules of the game. If the program refuses them, rules sends the most similar rules that the
// program accepts, and logs a notice. If a program accepts no rules over GTP, the user has to start it with the right
// rules.
func (p *program) rules(ctx context.Context, r baduk.Rules) error {
	if known, err := p.knows(ctx, "kata-set-rules"); err != nil {
		return err
	} else if known {
		exact := r.KataGoWithoutKomi()
		if _, err := p.do(ctx, "kata-set-rules %s", exact); !refused(err) {
			return err
		}
		if near := nearest(r).KataGoWithoutKomi(); near != exact {
			if _, err := p.do(ctx, "kata-set-rules %s", near); !refused(err) {
				p.ownRules = true
				p.notice(r, "plays by the most similar rules that it knows, "+near)
				return err
			}
		}
	}
	name := map[string]string{"Chinese": "chinese", "Chinese-OGS": "chinese", "AGA": "aga", "NZ": "new_zealand", "Japanese": "japanese"}[r.Name()]
	if known, err := p.knows(ctx, "kgs-rules"); err != nil {
		return err
	} else if known && name != "" {
		if _, err := p.do(ctx, "kgs-rules %s", name); !refused(err) {
			return err
		}
	}
	p.ownRules = true
	p.notice(r, "does not accept the rules over GTP and plays by its own")
	return nil
}

// nearest returns the rules of KataGo that are most similar to r.
func nearest(r baduk.Rules) baduk.Rules {
	r.End, r.Ties, r.PassStones = baduk.EndTwoPasses, baduk.TieDraw, false
	if r.Suicide == baduk.SuicideLiteral {
		r.Suicide = baduk.SuicideMulti
	}
	if r.Ko == baduk.KoNatural || r.Ko == baduk.KoNaturalBasic {
		r.Ko = baduk.KoSituational
	}
	if r.Ko == baduk.KoBasic {
		r.Ko = baduk.KoSimple
	}
	r.Dead = baduk.DeadUnconditional
	if r.Scoring == baduk.ScoringTerritory {
		r.Dead = baduk.DeadCleanup
	} else {
		r.Scoring = baduk.ScoringArea
	}
	return r
}

// notice logs, once for each text, how the program treats the rules.
func (p *program) notice(r baduk.Rules, what string) {
	if text := fmt.Sprintf("%s %s", p.name, what); p.lastNotice != text {
		p.lastNotice = text
		p.log.Warn(text, "rules", r.String())
	}
}
