package boardtest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/baduk"
)

// claims reads pairs such as X 2 O 1 and compares each number with the actual
// one.
func claims[T int | float64](args []string, is map[string]T) error {
	if len(args) == 0 || len(args)%2 != 0 {
		return errors.New("write pairs such as X 2 O 1")
	}
	for i := 0; i < len(args); i += 2 {
		got, known := is[args[i]]
		if !known {
			return fmt.Errorf("%q cannot be counted here", args[i])
		}
		if err := points(args[i+1], float64(got)); err != nil {
			return fmt.Errorf("%s: %w", args[i], err)
		}
	}
	return nil
}

// The function points compares the number of points in a claim with the actual
// number.
func points(arg string, got float64) error {
	want, err := strconv.ParseFloat(arg, 64)
	if err != nil {
		return fmt.Errorf("%q is not a number", arg)
	}
	if got != want {
		return fmt.Errorf("it is %s", short(got))
	}
	return nil
}

func short(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// someone compares the player in a claim, X, O or nobody, with the actual
// colour.
func someone(args []string, got baduk.Color) error {
	is := [...]string{"nobody", "X", "O"}[got]
	if len(args) != 1 || !slices.Contains([]string{"X", "O", "nobody"}, args[0]) {
		return errors.New("write X, O or nobody")
	}
	if args[0] != is {
		return fmt.Errorf("it is %s", is)
	}
	return nil
}

func (p *player) prisoners(args []string) error {
	n := p.Position().Prisoners
	return claims(args, map[string]int{"X": int(n[baduk.Black]), "O": int(n[baduk.White])})
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

func (p *player) toPlay(args []string) error {
	c, err := readColor(args, 1)
	if err == nil && c != p.ToPlay() {
		err = fmt.Errorf("it is the turn of %v", p.ToPlay())
	}
	return err
}

// The method not checks a negated claim, one of those that state checks.
func (p *player) not(args []string) error {
	if len(args) == 0 {
		return errors.New("write what is not so: over, void, settling, blocked, pass-alive")
	}
	return p.state(args[0], args[1:], false)
}

// state checks a claim about a property of the game or of the named points. The
// property must be want.
func (p *player) state(what string, args []string, want bool) error {
	switch what {
	case "over", "void", "settling":
		if len(args) > 0 {
			return fmt.Errorf("%s stands alone", what)
		}
		got := map[string]func() bool{"over": p.Over, "void": p.NoResult, "settling": p.Settling}[what]()
		if got != want {
			return fmt.Errorf("the game is %s: %v", what, got)
		}
		return nil
	case "blocked":
		return p.each(args, want, p.Blocked)
	case "pass-alive":
		c, err := readColor(args, 0)
		if err != nil {
			return err
		}
		owner := p.Position().PassAlive(p.Rules().Suicide != baduk.SuicideForbidden)
		return p.each(args[1:], want, func(q baduk.Point) bool { return owner[q] == c })
	}
	return errors.New("only over, void, settling, blocked and pass-alive can be denied")
}

// each calls ask for every named point. Every answer must be want.
func (p *player) each(args []string, want bool, ask func(q baduk.Point) bool) error {
	if len(args) == 0 {
		return errors.New("a point is missing")
	}
	for i := range args {
		q, err := p.point(args, i)
		if err != nil {
			return err
		}
		if q < 0 {
			return fmt.Errorf("%q is not a point", args[i])
		}
		if got := ask(q); got != want {
			return fmt.Errorf("%s: it is %v", args[i], got)
		}
	}
	return nil
}
