package baduk_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// FuzzDocuments makes a game from the bytes. It compares two implementations of the
// logical rules move by move: the preset of package baduk and the literal transcription
// in package refgo. It does the same for the rules of document 004, an encyclopedia
// article.
func FuzzDocuments(f *testing.F) {
	rng := rand.New(rand.NewPCG(31, 32))
	for i := range 12 {
		f.Add(randomInput(rng, byte(i), 0))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := playDocuments(data); err != nil {
			t.Fatal(err)
		}
	})
}

// TestDocumentsAgainstReference runs FuzzDocuments on fixed inputs.
func TestDocumentsAgainstReference(t *testing.T) {
	games := 600
	if os.Getenv("TENGEN_LONG") == "1" {
		games = 20_000
	}
	for i := range games {
		rng := rand.New(rand.NewPCG(uint64(i), 33))
		data := randomInput(rng, byte(i), 0)
		if err := playDocuments(data); err != nil {
			t.Fatalf("input %d, %x: %v", i, data, err)
		}
	}
}

func playDocuments(data []byte) error {
	for _, play := range []func(*source) error{playLogical, playLogicalLiteral, playLRS} {
		if err := play(&source{data}); err != nil {
			return err
		}
	}
	return nil
}

func preset(name string) baduk.Rules {
	r, err := baduk.ParseRules(name)
	if err != nil {
		panic(err)
	}
	return r
}

// alternating chooses a legal turn of the player to move.
func (s *source) alternating(g *baduk.Game) baduk.Move {
	for {
		if m := s.readMove(g); m.Color == g.ToPlay() || len(s.data) == 0 {
			return baduk.Move{Color: g.ToPlay(), Point: m.Point}
		}
	}
}

// playLogical compares the preset logical-001 with the intended meaning of the logical
// rules. It compares the legality of every point, captured stones, the end, the score and
// the winner.
func playLogical(in *source) error {
	graph := in.readGraph()
	fg, err := fastGraph(graph)
	if err != nil {
		return err
	}
	g, l := baduk.NewGame(fg, preset("logical-001")), refgo.NewLogicalGame(refgo.SaneLogic(graph))
	for range 60 {
		for p := range graph {
			legal := g.Legal(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)}) == baduk.Legal
			want := !l.Ended() && l.Play(p)
			if want {
				l.Undo()
			}
			if legal != want {
				return fmt.Errorf("logical rules, %v, moves %v: #%d is legal: %v, want %v", graph, g.Moves(), p, legal, want)
			}
		}
		s, last := g.Score(nil), l.Last()
		switch {
		case int(g.Position().Prisoners[baduk.White]) != last.NWhite || int(g.Position().Prisoners[baduk.Black]) != last.NBlack:
			return fmt.Errorf("logical rules, %v, moves %v: prisoners %v, want %d white and %d black", graph, g.Moves(), g.Position().Prisoners, last.NWhite, last.NBlack)
		case s.Total(baduk.Black) != float64(l.Score(last, refgo.Black)) || s.Total(baduk.White) != float64(l.Score(last, refgo.White)):
			return fmt.Errorf("logical rules, %v, moves %v: %s, want %d and %d", graph, g.Moves(), s.String(), l.Score(last, refgo.Black), l.Score(last, refgo.White))
		case g.Over() != l.Ended():
			return fmt.Errorf("logical rules, %v, moves %v: over %v, want %v", graph, g.Moves(), g.Over(), l.Ended())
		case g.Over():
			if slow(s.Winner()) != l.Winner() {
				return fmt.Errorf("logical rules, %v, moves %v: %v wins, want %v", graph, g.Moves(), s.Winner(), fast(l.Winner()))
			}
			return nil
		case len(in.data) == 0:
			return nil
		}
		m := in.alternating(g)
		if g.Legal(m) != baduk.Legal {
			m.Point = baduk.Pass
		}
		if g.Play(m) != nil || !l.Play(int(m.Point)) {
			return fmt.Errorf("logical rules, %v: only one of the two games plays %v after %v", graph, m, g.Moves())
		}
	}
	return nil
}

// playLogicalLiteral checks the logical rules as printed, under which no stone can be
// played. The preset may differ from the document only in passes.
func playLogicalLiteral(in *source) error {
	graph := in.readGraph()
	fg, err := fastGraph(graph)
	if err != nil {
		return err
	}
	g, l := baduk.NewGame(fg, preset("logical-001-literal")), refgo.NewLogicalGame(refgo.PrintedLogic(graph))
	for _, pass := range []baduk.Color{baduk.Black, baduk.White} {
		for p := range graph {
			if v := g.Legal(baduk.Move{Color: pass, Point: baduk.Point(p)}); v != baduk.Superko || l.Play(p) {
				return fmt.Errorf("literal logical rules, %v: a play on #%d is %v, want superko", graph, p, v)
			}
		}
		if err := g.Play(baduk.Move{Color: pass, Point: baduk.Pass}); err != nil || l.Play(refgo.Pass) {
			return fmt.Errorf("literal logical rules: a pass must be legal under the preset (error: %v) and illegal by the document", err)
		}
	}
	if s := g.Score(nil); !g.Over() || s.Result() != "0" {
		return fmt.Errorf("literal logical rules: after two passes over is %v and the result is %s, want true and 0", g.Over(), s.Result())
	}
	return nil
}

// playLRS compares the presets lrs-004 and lrs-004-japanese with the article. It compares
// the legality of every point and both ways of counting, with random sets of dead stones.
func playLRS(in *source) error {
	graph := in.readGraph()
	fg, err := fastGraph(graph)
	if err != nil {
		return err
	}
	g := baduk.NewGame(fg, preset("lrs-004"))
	boards := []refgo.Board{make(refgo.Board, len(graph))}
	for len(in.data) > 0 && !g.Over() && g.Len() < 60 {
		now := boards[len(boards)-1]
		for p := range graph {
			v := g.Legal(baduk.Move{Color: g.ToPlay(), Point: baduk.Point(p)})
			if want := graph.MayPlace(boards, p, slow(g.ToPlay())); (v == baduk.Legal) != want {
				return fmt.Errorf("article, %v, moves %v: #%d is %v, want legal %v", graph, g.Moves(), p, v, want)
			}
		}
		m := in.alternating(g)
		if g.Legal(m) != baduk.Legal {
			m.Point = baduk.Pass
		}
		if err := g.Play(m); err != nil {
			return err
		}
		after := now
		if !m.IsPass() {
			after, _, _ = graph.Place(now, int(m.Point), slow(m.Color))
		}
		boards = append(boards, after)
	}
	e := refgo.Ending{Graph: graph, Board: boards[len(boards)-1], Komi: 6.5, Captured: map[refgo.Color]int{
		refgo.Black: int(g.Position().Prisoners[baduk.White]), refgo.White: int(g.Position().Prisoners[baduk.Black])}}
	dead := baduk.PointSet{}
	for p, c := range e.Board {
		if c != refgo.Empty && g.Position().Head(baduk.Point(p))%3 == 0 { // whole chains
			dead.Add(baduk.Point(p))
			e.Dead = append(e.Dead, p)
		}
	}
	for _, c := range []struct {
		rules string
		count func() (black, white float64)
	}{{"lrs-004", e.Chinese}, {"lrs-004-japanese", e.Japanese}} {
		g.SetRules(preset(c.rules))
		s := g.Score(dead)
		if black, white := c.count(); s.Total(baduk.Black) != black || s.Total(baduk.White) != white {
			return fmt.Errorf("%s, %v, moves %v, dead %v: %s, want %v and %v", c.rules, graph, g.Moves(), e.Dead, s.String(), black, white)
		}
	}
	return nil
}
