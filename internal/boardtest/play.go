package boardtest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
)

// player is a game while it is played.
type player struct {
	*baduk.Game
	names    *baduk.Graph
	dead     baduk.PointSet
	captured int // number of the opponent's stones that the last play took off
	suicides int
}

// Play plays the game under the rules. Its error is about the first line that
// fails, and begins with file:line.
func (g *game) Play(v variant) error {
	game, err := baduk.NewGameFrom(g.graph, v.Rules, g.setup)
	if err != nil {
		return fmt.Errorf("%s:%d: %w", g.File, g.script[0].number, err)
	}
	p := &player{Game: game, names: g.names}
	start, key := game.Position().Numbers(nil), game.SearchKey()
	for _, l := range g.script {
		if !l.appliesTo(v) {
			continue
		}
		err := p.do(l)
		if err == nil {
			err = game.Position().CheckInvariants()
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %s: %w", g.File, l.number, strings.Join(l.words, " "), err)
		}
	}
	for game.Undo() {
	}
	if game.SearchKey() != key || !slices.Equal(game.Position().Numbers(nil), start) {
		return fmt.Errorf("%s:%d: taking every turn back does not lead to the start", g.File, g.script[len(g.script)-1].number)
	}
	return nil
}

// commands has a function for each kind of line. The words after the first are
// the arguments.
var commands = map[string]func(p *player, args []string) error{
	"play":   (*player).play,
	"undo":   (*player).undo,
	"resign": (*player).resign,
	"resume": (*player).resume,
	"agree":  (*player).agree,
	"dead":   (*player).markDead,
	"judge":  (*player).judge,

	"legal":      (*player).legal,
	"illegal":    (*player).illegal,
	"cannot":     (*player).cannot,
	"captures":   func(p *player, args []string) error { return number(args, p.captured) },
	"suicides":   func(p *player, args []string) error { return number(args, p.suicides) },
	"prisoners":  (*player).prisoners,
	"liberties":  (*player).liberties,
	"neighbours": (*player).neighbours,
	"phase":      func(p *player, args []string) error { return number(args, p.Phase()) },
	"handicap":   func(p *player, args []string) error { return number(args, p.Handicap()) },
	"button":     func(p *player, args []string) error { return someone(args, p.Button()) },
	"to":         (*player).toPlay,

	"area":      (*player).area,
	"territory": (*player).territory,
	"stones":    (*player).stones,
	"account":   (*player).account,
	"total":     (*player).total,
	"owner":     (*player).owner,
	"in":        (*player).inStones,
	"reward":    (*player).reward,
	"score":     (*player).score,
	"winner":    (*player).winner,
	"result":    func(p *player, args []string) error { return text(args, p.Result(p.dead)) },

	"over":       func(p *player, args []string) error { return p.state("over", args, true) },
	"void":       func(p *player, args []string) error { return p.state("void", args, true) },
	"settling":   func(p *player, args []string) error { return p.state("settling", args, true) },
	"blocked":    func(p *player, args []string) error { return p.state("blocked", args, true) },
	"pass-alive": func(p *player, args []string) error { return p.state("pass-alive", args, true) },
	"not":        (*player).not,
}

// do executes one line.
func (p *player) do(l line) error {
	if l.drawing != nil {
		if now := p.StonesAfter(p.Len()); !slices.Equal(now, l.drawing) {
			return fmt.Errorf("the board is\n%s\nnot\n%s", draw(p.names, now), draw(p.names, l.drawing))
		}
		return nil
	}
	return commands[l.words[0]](p, l.words[1:])
}

func readColor(words []string, i int) (baduk.Color, error) {
	if i < len(words) {
		switch words[i] {
		case "X", "black":
			return baduk.Black, nil
		case "O", "white":
			return baduk.White, nil
		}
		return baduk.Empty, fmt.Errorf("%q is not a color: X or O", words[i])
	}
	return baduk.Empty, errors.New("a colour is missing: X or O")
}

func (p *player) point(words []string, i int) (baduk.Point, error) {
	if i >= len(words) {
		return baduk.NoPoint, errors.New("a point is missing")
	}
	return p.names.ParseVertex(words[i])
}

func (p *player) move(words []string, i int) (m baduk.Move, err error) {
	if m.Color, err = readColor(words, i); err == nil {
		m.Point, err = p.point(words, i+1)
	}
	return m, err
}

func number(args []string, got int) error {
	if len(args) != 1 {
		return errors.New("write one number")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		return fmt.Errorf("%q is not a number", args[0])
	}
	if got != want {
		return fmt.Errorf("it is %d", got)
	}
	return nil
}

func text(args []string, got string) error {
	if len(args) != 1 {
		return errors.New("write one word")
	}
	if got != args[0] {
		return fmt.Errorf("it is %s", got)
	}
	return nil
}

func (p *player) play(args []string) error {
	if len(args) == 0 {
		return errors.New("write a colour and a point")
	}
	for i := 0; i < len(args); i += 2 {
		m, err := p.move(args, i)
		if err != nil {
			return err
		}
		before := p.Position().Prisoners
		if err := p.Play(m); err != nil {
			return err
		}
		after, own, opp := p.Position().Prisoners, m.Color, m.Color.Opponent()
		p.captured, p.suicides = int(after[opp]-before[opp]), int(after[own]-before[own])
	}
	return nil
}

func (p *player) undo(args []string) error {
	n := 1
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 || len(args) > 1 {
			return errors.New("write undo, or undo and a number of turns")
		}
	}
	for i := range n {
		if !p.Undo() {
			return fmt.Errorf("there were only %d turns", i)
		}
	}
	return nil
}

func (p *player) resign(args []string) error {
	c, err := readColor(args, 0)
	if err == nil {
		p.Resign(c)
	}
	return err
}

func (p *player) resume(args []string) error {
	requester := baduk.Empty
	if len(args) > 0 {
		var err error
		if requester, err = readColor(args, 0); err != nil || len(args) > 1 {
			return errors.New("write resume, or resume and who asked for it")
		}
	}
	if !p.Resume(requester) {
		return errors.New("there is nothing to resume")
	}
	return nil
}

func (p *player) agree(args []string) error {
	if len(args) > 0 {
		return errors.New("agree stands alone")
	}
	if !p.Agree() {
		return errors.New("play has not stopped")
	}
	return nil
}

// cannot checks a claim that the players cannot agree or cannot resume, because
// play has not stopped.
func (p *player) cannot(args []string) error {
	can := map[string]func(args []string) error{"agree": p.agree, "resume": p.resume}
	if len(args) != 1 || can[args[0]] == nil {
		return errors.New("write: cannot agree, or: cannot resume")
	}
	if can[args[0]](nil) == nil {
		return fmt.Errorf("%s is possible", args[0])
	}
	return nil
}

func (p *player) markDead(args []string) error {
	p.dead = baduk.PointSet{}
	for i := range args {
		q, err := p.point(args, i)
		if err != nil {
			return err
		}
		if q < 0 || p.At(q) == baduk.Empty {
			return fmt.Errorf("no stone stands on %s", args[i])
		}
		p.dead.Add(q)
	}
	return nil
}

// judge ends the agreement about dead stones. The rules then decide which
// stones are dead.
func (p *player) judge(args []string) error {
	if len(args) > 0 {
		return errors.New("judge stands alone")
	}
	p.dead = nil
	return nil
}

func (p *player) legal(args []string) error {
	m, err := p.move(args, 0)
	if err == nil && len(args) > 2 {
		err = errors.New("write a colour and a point")
	}
	if v := p.Legal(m); err == nil && v != baduk.Legal {
		err = fmt.Errorf("it is illegal: %v", v)
	}
	return err
}

// verdicts has the words of an illegal claim for the verdicts.
var verdicts = map[string]baduk.Verdict{
	"over": baduk.GameOver, "off-board": baduk.OffBoard, "occupied": baduk.Occupied,
	"suicide": baduk.Suicide, "ko": baduk.KoBanned, "superko": baduk.Superko,
}

func (p *player) illegal(args []string) error {
	c, err := readColor(args, 0)
	if err != nil {
		return err
	}
	if len(args) < 3 {
		return errors.New("write a colour, a point and why")
	}
	want, known := verdicts[args[2]]
	if !known || len(args) > 4 || len(args) == 4 != (want == baduk.Superko) {
		return errors.New("write why as over, off-board, occupied, suicide, ko, or superko and a number of turns")
	}
	q, err := p.names.ParseVertex(args[1])
	if err != nil {
		if want == baduk.OffBoard {
			return nil
		}
		return err
	}
	m := baduk.Move{Color: c, Point: q}
	v := p.Legal(m)
	if v != want {
		return fmt.Errorf("it is: %v", v)
	}
	var refusal *baduk.IllegalMoveError
	if err := p.Play(m); !errors.As(err, &refusal) || refusal.Verdict != v {
		return fmt.Errorf("it is: %v, but playing it gives %v", v, err)
	}
	if v == baduk.Superko {
		return number(args[3:], refusal.Repeats)
	}
	return nil
}
