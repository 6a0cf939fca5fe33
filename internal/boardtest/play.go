package boardtest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
)

// player is a game being played.
type player struct {
	*baduk.Game
	names    *baduk.Graph
	dead     baduk.PointSet
	captured int // by the last play
	suicides int
}

// Play plays the game under the rules. The error is the first line that fails,
// and begins with file:line.
func (g *Game) Play(rules baduk.Rules) error {
	game, err := baduk.NewGameFrom(g.graph, rules, g.setup)
	if err != nil {
		return fmt.Errorf("%s:%d: %w", g.File, g.script[0].number, err)
	}
	p := &player{Game: game, names: g.names}
	start, key := game.Position().Numbers(nil), game.SearchKey()
	for _, l := range g.script {
		if !l.appliesTo(rules) {
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

// appliesTo reports whether the line is read under the rules: on each axis that
// its "for" mentions, theirs must be one of the names.
func (l *line) appliesTo(r baduk.Rules) bool {
	in := map[string]string{
		"ko": axes["ko"][r.Ko], "suicide": axes["suicide"][r.Suicide], "ties": axes["ties"][r.Ties],
	}
	for name := range l.only {
		if axis, _ := axisOf(name); !l.only[in[axis]] {
			return false
		}
	}
	return true
}

// commands does each kind of line. The words behind the first are the
// arguments.
var commands = map[string]func(p *player, args []string) error{
	"play":       (*player).play,
	"undo":       (*player).undo,
	"resign":     (*player).resign,
	"resume":     (*player).resume,
	"dead":       (*player).markDead,
	"legal":      (*player).legal,
	"illegal":    (*player).illegal,
	"captures":   func(p *player, args []string) error { return number(args, p.captured) },
	"suicides":   func(p *player, args []string) error { return number(args, p.suicides) },
	"prisoners":  (*player).prisoners,
	"liberties":  (*player).liberties,
	"neighbours": (*player).neighbours,
	"area":       (*player).area,
	"score":      (*player).score,
	"result":     func(p *player, args []string) error { return text(args, p.Result(p.dead)) },
	"over":       func(p *player, args []string) error { return p.over(args, true) },
	"not":        (*player).not,
	"to":         (*player).toPlay,
}

// do does one line.
func (p *player) do(l line) error {
	if l.drawing != nil {
		if now := p.StonesAfter(p.Len()); !slices.Equal(now, l.drawing) {
			return fmt.Errorf("the board is\n%s\nnot\n%s", Draw(p.names, now), Draw(p.names, l.drawing))
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
		return baduk.Empty, fmt.Errorf("%q is no colour: X or O", words[i])
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
		return fmt.Errorf("%q is no number", args[0])
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
	if len(args) > 0 {
		return errors.New("resume stands alone")
	}
	if !p.Resume(baduk.Empty) {
		return errors.New("there is nothing to resume")
	}
	return nil
}

func (p *player) markDead(args []string) error {
	p.dead = nil
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

// verdicts are the words behind illegal.
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

// claims reads pairs such as X 2 O 1 and compares each with what is so.
func claims(args []string, is map[string]int) error {
	if len(args) == 0 || len(args)%2 != 0 {
		return errors.New("write pairs such as X 2 O 1")
	}
	for i := 0; i < len(args); i += 2 {
		got, known := is[args[i]]
		if !known {
			return fmt.Errorf("%q cannot be counted here", args[i])
		}
		if err := number(args[i+1:i+2], got); err != nil {
			return fmt.Errorf("%s: %w", args[i], err)
		}
	}
	return nil
}

func (p *player) prisoners(args []string) error {
	n := p.Position().Prisoners
	return claims(args, map[string]int{"X": int(n[baduk.Black]), "O": int(n[baduk.White])})
}

func (p *player) area(args []string) error {
	s := p.Score(p.dead)
	return claims(args, map[string]int{"X": s.Area(baduk.Black), "O": s.Area(baduk.White), "neutral": s.Neutral})
}

func (p *player) score(args []string) error {
	s := p.Score(p.dead)
	return text(args, s.Result())
}

func (p *player) liberties(args []string) error {
	q, err := p.point(args, 0)
	if err != nil {
		return err
	}
	if q < 0 || p.At(q) == baduk.Empty {
		return fmt.Errorf("no stone stands on %s", args[0])
	}
	return number(args[1:], p.Position().Liberties(q))
}

func (p *player) neighbours(args []string) error {
	q, err := p.point(args, 0)
	if err != nil {
		return err
	}
	if q < 0 || len(args) < 2 || args[1] != "are" {
		return errors.New("write a point, are, and its neighbours")
	}
	var want []baduk.Point
	for i := 2; i < len(args); i++ {
		n, err := p.point(args, i)
		if err != nil {
			return err
		}
		want = append(want, n)
	}
	got := slices.Clone(p.Graph().Neighbours(q))
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		var list []string
		for _, n := range got {
			list = append(list, p.names.Vertex(n))
		}
		return fmt.Errorf("they are %s", strings.Join(list, " "))
	}
	return nil
}

func (p *player) over(args []string, want bool) error {
	if len(args) > 0 {
		return errors.New("over stands alone")
	}
	if p.Over() != want {
		return fmt.Errorf("the game is over: %v", p.Over())
	}
	return nil
}

func (p *player) not(args []string) error {
	if len(args) != 1 || args[0] != "over" {
		return errors.New("only over can be denied")
	}
	return p.over(nil, false)
}

func (p *player) toPlay(args []string) error {
	c, err := readColor(args, 1)
	if err == nil && c != p.ToPlay() {
		err = fmt.Errorf("it is the turn of %v", p.ToPlay())
	}
	return err
}
