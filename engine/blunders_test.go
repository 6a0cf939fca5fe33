package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/eval"
	"tengen/internal/boardtest"
)

// A blunder is a position in which an engine made a move that no person would make. Each blunder has its own
// folder. Its file has lines of words, then the board, then the condition that the engine must meet:
//
//	# What it is about.
//	rules japanese komi=6.5
//	handicap 4            how many of the black stones are a handicap
//	to play X
//	after pass            the opponent has just passed
//	with net              only with a net; with rollouts: only with these
//
//	. X O .
//	...
//
//	passes                or: plays; plays A1 B2, one of these; not A1 B2, none of these
type blunder struct {
	game  *baduk.Game
	net   bool // the engine is tested with a net
	rolls bool // the engine is tested with rollouts
	want  [][]string
}

// readBlunder reads the file of a folder.
func readBlunder(t *testing.T, file string) blunder {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b := blunder{net: true, rolls: true}
	rules, passed, handicap := baduk.TrompTaylor(), false, 0
	first := baduk.Black
	var rows []string
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case strings.Trim(strings.Join(words, ""), ".XO") == "":
			rows = append(rows, strings.Join(words, ""))
		case words[0] == "rules":
			if rules, err = baduk.ParseRules(words[1]); err != nil {
				t.Fatal(err)
			}
			for _, w := range words[2:] {
				k, found := strings.CutPrefix(w, "komi=")
				if rules.Komi, err = baduk.ParseKomi(k); err != nil || !found {
					t.Fatalf("%s: %q, %v", file, w, err)
				}
			}
		case words[0] == "handicap":
			if _, err := fmt.Sscan(words[1], &handicap); err != nil {
				t.Fatal(err)
			}
		case strings.Join(words, " ") == "to play O":
			first = baduk.White
		case strings.Join(words, " ") == "to play X":
		case strings.Join(words, " ") == "after pass":
			passed = true
		case words[0] == "with":
			b.net, b.rolls = words[1] == "net", words[1] == "rollouts"
		case words[0] == "passes" || words[0] == "plays" || words[0] == "not":
			b.want = append(b.want, words)
		default:
			t.Fatalf("%s: %q makes no sense", file, line)
		}
	}
	toPlay := first
	if passed {
		toPlay = first.Opponent()
	}
	g := boardtest.Game(t, rules, toPlay, rows...)
	if handicap > 0 {
		s := g.Setup()
		s.Handicap = handicap
		if g, err = baduk.NewGameFrom(g.Graph(), rules, s); err != nil {
			t.Fatal(err)
		}
	}
	if passed {
		if err := g.Play(baduk.Move{Color: toPlay, Point: baduk.Pass}); err != nil {
			t.Fatal(err)
		}
	}
	if len(b.want) == 0 {
		t.Fatalf("%s asks for nothing", file)
	}
	b.game = g
	return b
}

// check returns an error if a decision repeats the blunder.
func (b *blunder) check(d Decision) error {
	v := b.game.Graph().Vertex(d.Move.Point)
	if d.Resign {
		v = "resign"
	}
	for _, w := range b.want {
		var ok bool
		switch w[0] {
		case "passes":
			ok = v == "pass"
		case "plays":
			ok = v != "pass" && v != "resign" && (len(w) == 1 || slices.Contains(w[1:], v))
		case "not":
			ok = !slices.Contains(w[1:], v)
		}
		if !ok {
			return fmt.Errorf("the engine answers %s, but the case asks for %q (win %.2f, lead %.1f)", v, strings.Join(w, " "), d.Win, d.Lead)
		}
	}
	return nil
}

// TestBlunders: no blunder is repeated, with rollouts or with a net, in a long search or a short one.
func TestBlunders(t *testing.T) {
	if testing.Short() {
		t.Skip("which moves are made is judged in the long run")
	}
	files, err := filepath.Glob(filepath.Join("testdata", "blunders", "*", "position.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no blunders: %v", err)
	}
	ask := func(t *testing.T, b blunder, p Params, f eval.Factory, l Limit) {
		e, err := New(p, f)
		if err != nil {
			t.Fatal(err)
		}
		d, err := e.Genmove(t.Context(), b.game, b.game.ToPlay(), l)
		if err == nil {
			err = b.check(d)
		}
		if err != nil {
			t.Errorf("%+v: %v", l, err)
		}
	}
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		b := readBlunder(t, file)
		if b.rolls {
			t.Run(name+"/rollouts", func(t *testing.T) { ask(t, b, RolloutParams(), rollouts, limit) })
		}
		if b.net {
			t.Run(name+"/net", func(t *testing.T) {
				f := nets(t)
				for _, l := range []Limit{{Visits: 1}, {Visits: 20}, {Visits: 100}, {Rank: Dan1 - 5}} {
					ask(t, b, NetParams(), f, l)
				}
			})
		}
	}
}
