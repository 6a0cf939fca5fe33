package match

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"tengen/baduk"
	"tengen/clock"
	"tengen/engine"
	"tengen/gtp"
)

// errCannotTell is the error of a player that cannot tell the dead stones or the score.
var errCannotTell = errors.New("cannot tell")

// ProgramSide returns a side that is played by a GTP program.
func ProgramSide(name string, p gtp.Program) Side {
	return programSide(name, p, maxNoise)
}

func programSide(name string, p gtp.Program, noise int64) Side {
	return Side{Name: name, open: func(context.Context) (player, error) {
		log := p.Log
		if log == nil {
			log = slog.New(slog.DiscardHandler)
		}
		q := p
		g := newGuard(noise)
		q.Stderr, q.Unasked = g, g.count
		c, err := gtp.Start(q)
		if err != nil {
			return nil, err
		}
		player := &program{client: c, name: name, log: log, guard: g, known: map[string]bool{}, closed: make(chan struct{})}
		player.watch.Go(func() {
			select {
			case <-g.done:
				c.Close() // do not wait for the program's turn; program.Close returns the error
			case <-player.closed:
			}
		})
		return player, nil
	}}
}

// program is a player that runs a GTP program. Before each question it sends the moves that the program has not seen.
type program struct {
	client     *gtp.Client
	name       string
	log        *slog.Logger
	guard      *guard
	known      map[string]bool // by command: the answer to known_command
	lastNotice string          // last notice about the rules
	ownRules   bool            // the program did not accept the rules of the game
	seen       int             // number of moves on the program's board

	watch  sync.WaitGroup // joins the goroutine that waits for the guard
	closed chan struct{}
}

// do sends a command. If the program refuses it, the error names the command.
func (p *program) do(ctx context.Context, format string, args ...any) (string, error) {
	line := fmt.Sprintf(format, args...)
	answer, err := p.client.Do(ctx, line)
	select {
	case <-p.guard.done: // the game is decided, whatever the answer
		return "", &fault{causeFlood, fmt.Errorf("it was ended because it wrote more than %d bytes of unrequested output in one game", p.guard.limit)}
	default:
	}
	switch {
	case err == nil:
		return answer, nil
	case refused(err):
		return answer, &fault{causeRefused, fmt.Errorf("%.200q was refused: %w", line, err)}
	}
	return "", clientFault(err)
}

// refused reports whether the program answered with a failure of the protocol ("?"). Other errors mean
// that the program is broken.
func refused(err error) bool {
	_, ok := errors.AsType[*gtp.Failure](err)
	return ok
}

// knows reports whether the program knows a command. It asks known_command once for each name.
func (p *program) knows(ctx context.Context, name string) (bool, error) {
	if known, asked := p.known[name]; asked {
		return known, nil
	}
	answer, err := p.do(ctx, "known_command %s", name)
	if err != nil && !refused(err) {
		return false, err
	}
	p.known[name] = err == nil && strings.EqualFold(strings.TrimSpace(answer), "true")
	return p.known[name], nil
}

// tell sends the moves that the program has not seen. If the program did not accept the rules of the game, it may
// refuse a move that its own rules forbid. In this case the game is void.
func (p *program) tell(ctx context.Context, g *baduk.Game) error {
	for ; p.seen < g.Len(); p.seen++ {
		m := g.Turn(p.seen)
		if _, err := p.do(ctx, "play %v %s", m.Color, g.Graph().Vertex(m.Point)); err != nil {
			if refused(err) {
				cause := causeRefused
				if p.ownRules {
					cause = causeUnready
				}
				err = &fault{cause, fmt.Errorf("move %d is legal, but %w", p.seen+1, err)}
			}
			return err
		}
	}
	return nil
}

// Update sends the moves and the time left.
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
		return err // nil if the program refused time_left: it plays on without knowing the time
	}
	return nil
}

// Genmove asks for a move.
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
		return engine.Decision{}, &fault{causeNonsense, fmt.Errorf("its move cannot be understood: %.200s", err)}
	}
	p.seen++
	return engine.Decision{Move: baduk.Move{Color: c, Point: point}}, nil
}

// Dead asks for the dead stones. A stone in the answer stands for its whole chain, because the protocol allows programs
// to list only one stone of each chain.
func (p *program) Dead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
	answer, err := p.final(ctx, g, "final_status_list dead")
	if err != nil {
		return nil, err
	}
	var dead baduk.PointSet
	for _, word := range strings.Fields(answer) {
		point, err := g.Graph().ParseVertex(word)
		if err != nil || point == baduk.Pass || g.At(point) == baduk.Empty {
			return nil, &fault{causeNonsense, fmt.Errorf("its list of dead stones is wrong: there is no stone at %.40q", word)}
		}
		for _, q := range g.Position().AppendChain(nil, point) {
			dead.Add(q)
		}
	}
	return dead, nil
}

// Claim asks the program for the score.
func (p *program) Claim(ctx context.Context, g *baduk.Game) (string, error) {
	answer, err := p.final(ctx, g, "final_score")
	return strings.TrimSpace(answer), err
}

// final sends a command about a game that has ended. It returns errCannotTell if the program does not
// know the command or refuses it.
func (p *program) final(ctx context.Context, g *baduk.Game, line string) (string, error) {
	if err := p.tell(ctx, g); err != nil {
		return "", err
	}
	name, _, _ := strings.Cut(line, " ")
	known, err := p.knows(ctx, name)
	if err != nil {
		return "", err
	}
	if !known {
		return "", errCannotTell
	}
	answer, err := p.do(ctx, "%s", line)
	if refused(err) {
		return "", fmt.Errorf("%w: %v", errCannotTell, err)
	}
	return answer, err
}

// Close ends the program.
func (p *program) Close() error {
	close(p.closed)
	err := p.client.Close()
	p.watch.Wait()
	return err
}
