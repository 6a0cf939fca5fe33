package match

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/gtp"
)

// ErrCannotTell is the error of a player that has no opinion about dead stones.
var ErrCannotTell = errors.New("cannot tell which stones are dead")

// ProgramSide is a side that a GTP program plays.
func ProgramSide(name string, p gtp.Program) Side {
	return Side{Name: name, Open: func(context.Context) (Player, error) {
		c, err := gtp.Start(p)
		if err != nil {
			return nil, err
		}
		log := p.Log
		if log == nil {
			log = slog.New(slog.DiscardHandler)
		}
		return &program{client: c, name: name, log: log, known: map[string]bool{}}, nil
	}}
}

// program is a GTP program. It is told the moves that it has not yet seen.
type program struct {
	client *gtp.Client
	name   string
	log    *slog.Logger    // gets notices
	known  map[string]bool // answers to known_command
	told   string          // the notice about the rules that was given last
	seen   int             // moves of the game on the program's board
}

// do sends a command; its error names it when the program refuses.
func (p *program) do(ctx context.Context, format string, args ...any) (string, error) {
	line := fmt.Sprintf(format, args...)
	answer, err := p.client.Do(ctx, line)
	if refused(err) {
		err = fmt.Errorf("%q was refused: %w", line, err)
	}
	return answer, err
}

// refused tells the protocol's own failure from a program that is broken.
func refused(err error) bool {
	var f *gtp.Failure
	return errors.As(err, &f)
}

// knows asks known_command, once for each name.
func (p *program) knows(ctx context.Context, name string) (bool, error) {
	if known, asked := p.known[name]; asked {
		return known, nil
	}
	answer, err := p.client.Do(ctx, "known_command "+name)
	if err != nil && !refused(err) {
		return false, err
	}
	p.known[name] = err == nil && strings.EqualFold(strings.TrimSpace(answer), "true")
	return p.known[name], nil
}

func (p *program) Begin(ctx context.Context, s Start) error {
	p.seen = 0
	if err := p.board(ctx, s.Game); err != nil {
		return err
	}
	if err := p.rules(ctx, s.Game.Rules()); err != nil {
		return err
	}
	if _, err := p.do(ctx, "komi %v", s.Game.Rules().Komi); err != nil {
		return err
	}
	return p.timeSettings(ctx, s.Clock)
}

// timeSettings tells the clock as exactly as the program understands. One that
// knows nothing of time plays on, and has to be fast enough.
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

// board begins a game on the board of g. A board that is no rectangle, or that
// begins otherwise than empty, needs a program that takes board files.
func (p *program) board(ctx context.Context, g *baduk.Game) error {
	graph, setup := g.Graph(), g.Setup()
	geo, _ := graph.Geometry()
	if graph.Source() != "" {
		return p.boardFile(ctx, graph)
	}
	if geo.Width == 0 {
		return fmt.Errorf("GTP has no board like a %v", graph)
	}
	if len(setup.Black)+len(setup.White) > 0 {
		return errors.New("it cannot be told the stones that the game begins with")
	}
	if err := p.boardsize(ctx, geo.Width, geo.Height); err != nil {
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
		return fmt.Errorf("it cannot be told the board %v", graph)
	}
	// The rules that are in force may be impossible on the new board.
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
		return fmt.Errorf("it plays on square boards only, not on %dx%d", width, height)
	}
	_, err = p.do(ctx, "rectangular_boardsize %d %d", width, height)
	return err
}

// rules tells the rules to a program that can be told: exactly, or as near as it
// understands, and then a notice says so. Others have to be started with them.
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
				p.notice(r, "plays by the nearest rules that it knows, "+near)
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
	p.notice(r, "was not told the rules and plays by its own")
	return nil
}

// nearest is what KataGo has that is most like these rules.
func nearest(r baduk.Rules) baduk.Rules {
	r.End, r.Ties, r.PassStones = baduk.EndTwoPasses, baduk.TieDraw, false
	if r.Suicide == baduk.SuicideLiteral {
		r.Suicide = baduk.SuicideMulti
	}
	if r.Ko == baduk.KoNatural || r.Ko == baduk.KoNaturalBasic {
		r.Ko = baduk.KoSituational
	}
	r.Dead = baduk.DeadUnconditional
	if r.Scoring == baduk.ScoringTerritory {
		r.Dead = baduk.DeadCleanup
	} else {
		r.Scoring = baduk.ScoringArea
	}
	return r
}

// notice tells once what the program makes of the rules.
func (p *program) notice(r baduk.Rules, what string) {
	if text := fmt.Sprintf("%s %s", p.name, what); p.told != text {
		p.told = text
		p.log.Warn(text, "rules", r.String())
	}
}

// tell sends the moves that the program has not seen.
func (p *program) tell(ctx context.Context, g *baduk.Game) error {
	for ; p.seen < g.Len(); p.seen++ {
		m := g.Turn(p.seen)
		if _, err := p.do(ctx, "play %v %s", m.Color, g.Graph().Vertex(m.Point)); err != nil {
			if refused(err) {
				err = fmt.Errorf("move %d is legal, but %w", p.seen+1, err)
			}
			return err
		}
	}
	return nil
}

func (p *program) Update(ctx context.Context, g *baduk.Game, c baduk.Color, left clock.Clock) error {
	if err := p.tell(ctx, g); err != nil {
		return err
	}
	seconds, stones, limited := left.TimeLeft()
	if !limited {
		return nil
	}
	if known, err := p.knows(ctx, "time_left"); err != nil || !known {
		return err
	}
	if _, err := p.do(ctx, "time_left %v %d %d", c, seconds, stones); err != nil && !refused(err) {
		return err // a program that knows the command but not this state plays on
	}
	return nil
}

func (p *program) Genmove(ctx context.Context, g *baduk.Game, c baduk.Color, _ clock.Clock) (engine.Decision, error) {
	answer, err := p.do(ctx, "genmove %v", c)
	if err != nil {
		return engine.Decision{}, err
	}
	answer = strings.TrimSpace(answer)
	if strings.EqualFold(answer, "resign") {
		return engine.Decision{Resign: true}, nil
	}
	point, err := g.Graph().ParseVertex(answer)
	if err != nil {
		return engine.Decision{}, fmt.Errorf("its move makes no sense: %.200s", err)
	}
	p.seen++
	return engine.Decision{Move: baduk.Move{Color: c, Point: point}}, nil
}

// Dead takes whole chains, which is what the protocol has programs list.
func (p *program) Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
	if err := p.tell(ctx, g); err != nil {
		return nil, err
	}
	known, err := p.knows(ctx, "final_status_list")
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, ErrCannotTell
	}
	answer, err := p.do(ctx, "final_status_list dead")
	if refused(err) {
		return nil, fmt.Errorf("%w: %v", ErrCannotTell, err)
	}
	if err != nil {
		return nil, err
	}
	var dead baduk.PointSet
	for _, word := range strings.Fields(answer) {
		point, err := g.Graph().ParseVertex(word)
		if err != nil || point == baduk.Pass || g.At(point) == baduk.Empty {
			return nil, fmt.Errorf("its list of dead stones makes no sense: there is no stone at %.40q", word)
		}
		for _, q := range g.Position().AppendChain(nil, point) {
			dead.Add(q)
		}
	}
	return dead, nil
}

func (p *program) Close() error { return p.client.Close() }
