package match

import (
	"context"
	"errors"
	"fmt"
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
		return &program{client: c, known: map[string]bool{}}, nil
	}}
}

// program is a GTP program. It is told the moves that it has not yet seen.
type program struct {
	client *gtp.Client
	known  map[string]bool // answers to known_command
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
	if err := p.boardsize(ctx, s.Game.Graph()); err != nil {
		return err
	}
	if _, err := p.do(ctx, "clear_board"); err != nil {
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

func (p *program) boardsize(ctx context.Context, g *baduk.Graph) error {
	geo, ok := g.Geometry()
	if !ok || geo.Width == 0 {
		return fmt.Errorf("GTP has no board like a %v", g)
	}
	if geo.Width == geo.Height {
		_, err := p.do(ctx, "boardsize %d", geo.Width)
		return err
	}
	known, err := p.knows(ctx, "rectangular_boardsize")
	if err != nil {
		return err
	}
	if !known {
		return fmt.Errorf("it plays on square boards only, not on %v", g)
	}
	_, err = p.do(ctx, "rectangular_boardsize %d %d", geo.Width, geo.Height)
	return err
}

// rules tells the rules to a program that can be told; others have to be started
// with them.
func (p *program) rules(ctx context.Context, r baduk.Rules) error {
	if known, err := p.knows(ctx, "kata-set-rules"); err != nil {
		return err
	} else if known {
		_, err := p.do(ctx, "kata-set-rules %s", r.KataGoWithoutKomi())
		return err
	}
	name := map[string]string{"Chinese": "chinese", "Chinese-OGS": "chinese", "AGA": "aga", "NZ": "new_zealand"}[r.Name()]
	if name == "" {
		return nil
	}
	if known, err := p.knows(ctx, "kgs-rules"); err != nil || !known {
		return err
	}
	_, err := p.do(ctx, "kgs-rules %s", name)
	return err
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
