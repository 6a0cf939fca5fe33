package match

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/stat"
)

// TestSchedule checks that in each pairing both players have Black equally often. It also checks that both games of a
// pair begin in the same way.
func TestSchedule(t *testing.T) {
	for pairings, meet := range map[Pairings]func(i, j int) bool{
		RoundRobin: func(i, j int) bool { return i != j },
		Gauntlet:   func(i, j int) bool { return i != j && i*j == 0 },
		Neighbours: func(i, j int) bool { return i-j == 1 || j-i == 1 },
	} {
		for players := 2; players <= 5; players++ {
			for _, games := range []int{1, 2, 5, 12} {
				o := Options{Games: games, Pairings: pairings, RandomMoves: 3, Seed: 7, Rules: baduk.Chinese(),
					Boards: []Board{{Graph: baduk.MustRectangle(5, 5)}, {Graph: baduk.MustRectangle(7, 7)}}}
				o.Players = make([]Side, players)
				s, err := newSchedule(&o)
				if err != nil {
					t.Fatal(err)
				}
				want := 0
				for i := range players {
					for j := range i {
						if meet(i, j) {
							want++
						}
					}
				}
				if s.total() != want*games {
					t.Fatalf("%d games; want %d", s.total(), want*games)
				}
				black := map[[2]int]int{}
				begins := map[string]int{}
				seeds := map[uint64]bool{}
				for n := 1; n <= s.total(); n++ {
					f, err := s.fixture(n)
					if err != nil {
						t.Fatal(err)
					}
					b, w := f.players[baduk.Black], f.players[baduk.White]
					if !meet(b, w) {
						t.Fatalf("players %d and %d meet, want pairings %v", b, w, pairings)
					}
					black[[2]int{b, w}]++
					begins[fmt.Sprint(f.board, f.opening.Moves)]++
					seeds[f.seed] = true
					if len(f.opening.Moves) != 3 || f.number != n {
						t.Errorf("%+v; want game %d with 3 moves", f, n)
					}
				}
				for i := range players {
					for j := range i {
						one, two := black[[2]int{j, i}], black[[2]int{i, j}]
						if met := meet(i, j); met && (one+two != games || one-two != games%2) || !met && one+two > 0 {
							t.Errorf("players %d and %d meet %d and %d times with each colour, want %d games in all, divided evenly, if they meet: %v", j, i, one, two, games, met)
						}
					}
				}
				if rounds := (games + 1) / 2; len(begins) != rounds || len(seeds) != s.total() {
					t.Errorf("%d beginnings and %d seeds, want %d and %d", len(begins), len(seeds), rounds, s.total())
				}
			}
		}
	}
}

func TestPairingsText(t *testing.T) {
	for _, c := range []struct {
		is          Pairings
		name, typed string
	}{{RoundRobin, "round robin", "all"}, {Gauntlet, "gauntlet", "first"}, {Neighbours, "neighbours", "neighbours"}} {
		for _, text := range []string{c.name, c.typed} {
			if got := Pairings(99); got.UnmarshalText([]byte(text)) != nil || got != c.is || got.String() != c.name {
				t.Errorf("%s is read as %v, want %v", text, got, c.is)
			}
		}
	}
	for _, text := range []string{"", "every", "ALL"} {
		if p := Gauntlet; p.UnmarshalText([]byte(text)) == nil || p != Gauntlet {
			t.Errorf("%q is read as %v, want an error", text, p)
		}
	}
}

const openingsText = `(;SZ[5];B[aa];W[bb];B[cc];W[dd])(;SZ[5]AB[aa]AW[ee];B[bb];W[cc];B[];W[])(;SZ[7];B[dd])(;SZ[5];B[aa];W[aa])`

// TestOpenings plays games that start from records, on the boards of the records and on other boards.
func TestOpenings(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"b/one.sgf": openingsText, "a.SGF": "(;SZ[5];B[ee])", "bad.sgf": "nothing", "notes.txt": "no", "c.sgf": "(;SZ[5];B[ee];W[])(;SZ[9])"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	openings, notices, err := ReadOpenings(dir, 3)
	if err != nil || len(notices) != 4 || !strings.Contains(fmt.Sprint(notices), "one.sgf game 4: move 2") || !strings.Contains(fmt.Sprint(notices), "c.sgf game 1: it begins like a.SGF") || !strings.Contains(fmt.Sprint(notices), "no moves") {
		t.Fatalf("%v, %v; want 4 notices", notices, err)
	}
	var all []string
	for _, o := range openings {
		all = append(all, fmt.Sprint(o.Name, " ", len(o.Moves)))
	}
	if got, want := strings.Join(all, ", "), "a.SGF 1, one.sgf game 1 3, one.sgf game 2 2, one.sgf game 3 1"; got != want {
		t.Errorf("got the openings and their moves %s, want %s", got, want)
	}
	if _, _, err := ReadOpenings(filepath.Join(dir, "notes.txt"), 0); err == nil || !strings.Contains(err.Error(), "no opening") {
		t.Errorf("a file without games: got %v, want an error that it has no opening", err)
	}
	if _, _, err := ReadOpenings(filepath.Join(dir, "none"), 0); err == nil {
		t.Error("a missing folder is accepted")
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err == nil { // some systems do not allow links
		if linked, _, err := ReadOpenings(link, 3); err != nil || len(linked) != len(openings) {
			t.Errorf("by a link: %d openings, want %d: %v", len(linked), len(openings), err)
		}
	}
	if _, _, err := ReadOpenings(os.DevNull, 0); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("%s: got %v, want an error that it is not a regular file", os.DevNull, err)
	}
	o := options(8)
	o.Openings, o.OutDir = openings, filepath.Join(dir, "out")
	games, _, err := runPair(t, ProgramSide("program", fake("reversed")), ourSide("ours", ours{}), o)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		if want := openings[i/2%3].Name; g.Opening != want || g.Board != "5x5" {
			t.Errorf("game %d has %s, want %s", g.Game, g.Opening, want)
		}
	}
	if g := games[4]; g.OpeningMoves != 2 || g.BlackMoves+g.WhiteMoves != g.Moves-2 || g.Cause != causeScore {
		t.Errorf("%+v; want 2 moves of the opening", g)
	}
	data, err := os.ReadFile(filepath.Join(o.OutDir, games[4].SGF))
	if err != nil {
		t.Fatal(err)
	}
	if rec, err := kifu.Parse(data); err != nil || len(rec.Setup.Black) != 1 || len(rec.Setup.White) != 1 || rec.Info.Opening != "one.sgf game 2" {
		t.Errorf("%s, %v; want one stone of each colour", data, err)
	}
	o = options(4)
	o.Openings, o.Boards = openings, nil
	games, _, err = runPair(t, ourSide("A", ours{}), ourSide("B", ours{}), o)
	if err != nil || games[0].Board != "5x5" || games[1].Board != "5x5" || games[2].Board != "7x7" || games[3].Opening != "one.sgf game 3" {
		t.Errorf("%+v, %v; want boards 5x5, 5x5, 7x7", games, err)
	}
}

// TestHandicap plays with programs that accept handicap commands, and with programs that get the handicap stones as
// moves.
func TestHandicap(t *testing.T) {
	for _, habits := range []string{"handicap", "good"} {
		o := options(2)
		o.Boards, o.Handicap, o.OutDir, o.MaxMoves = []Board{{Graph: baduk.MustRectangle(7, 7)}}, 3, t.TempDir(), 8
		games, _, err := runPair(t, ProgramSide("program", fake(habits)), ourSide("ours", ours{seed: 1}), o)
		if err != nil || games[0].Cause != causeTooLong || games[1].Cause != causeTooLong {
			t.Errorf("%s: %+v, %v; want games that are too long", habits, games, err)
		}
		data, err := os.ReadFile(filepath.Join(o.OutDir, games[0].SGF))
		if err != nil {
			t.Fatal(err)
		}
		if rec, err := kifu.Parse(data); err != nil || rec.Info.Handicap != "3" || rec.Moves[0].Color != baduk.White {
			t.Errorf("%s, %v; want handicap 3, White to move", data, err)
		}
	}
}

// TestParallel plays several games at the same time. The games equal those that are played one after the other.
func TestParallel(t *testing.T) {
	t.Parallel()
	play := func(parallel int) string {
		o := options(6)
		o.Parallel, o.OutDir = parallel, t.TempDir()
		o.Players = []Side{ourSide("A", ours{}), ourSide("B", ours{}), ProgramSide("C", fake("reversed"))}
		o.Players[1].Elo = new(1000.)
		s, err := Run(t.Context(), o)
		if err != nil || s.Done != 18 || s.Unfinished {
			t.Fatalf("got %v, %v, want 18 games", s, err)
		}
		if !s.Players[1].Known || *s.Players[1].Rating.Elo != 1000 {
			t.Errorf("%+v; want the given 1000", s.Players[1])
		}
		data, err := os.ReadFile(filepath.Join(o.OutDir, resultsFile))
		if err != nil {
			t.Fatal(err)
		}
		games, _, err := decodeResults(data)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, g := range games {
			fmt.Fprintln(&b, g.Timeless())
		}
		return b.String()
	}
	if one, three := play(1), play(3); one != three {
		t.Errorf("three at a time got\n%s\nwant, as one after the other,\n%s", three, one)
	}
}

// TestSPRTEnds plays a match in which one player wins every game. The match ends long before all games are played. It
// ends in the same way if it is interrupted and continued. The twelfth pair decides. How many games the other workers
// finish meanwhile depends on the machine.
func TestSPRTEnds(t *testing.T) {
	loser := LocalSide("loser", Local{New: func(uint64) (Engine, error) {
		return &scripted{moves: []baduk.Point{baduk.Pass, baduk.Pass, baduk.Pass}}, nil
	}})
	winner := LocalSide("winner", Local{New: func(uint64) (Engine, error) {
		return &scripted{moves: []baduk.Point{3, baduk.Pass, baduk.Pass}}, nil
	}})
	o := options(1000)
	o.SPRT = stat.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05}
	o.Players = []Side{winner, loser}
	if s, err := Run(t.Context(), o); err != nil || s.Done != 24 {
		t.Errorf("one game after the other: got %v, %v, want 24 games", s, err)
	}
	o.OutDir = t.TempDir()
	o.Parallel = 3
	s, err := Run(t.Context(), o)
	if err != nil || s.Test == nil || s.Test.Verdict != stat.AcceptElo1 || s.Unfinished || s.Test.LLR < s.Test.Upper {
		t.Fatalf("%+v, %v; want a finished test that accepts Elo1", s, err)
	}
	// All pairs have the same result, so each multiplies the ratio by (s1/s0)².
	pairs := 0
	for _, n := range s.Test.Outcomes {
		pairs += n
	}
	if s.Test.Outcomes[4] != pairs || pairs*2 > s.Done {
		t.Errorf("%+v; want %d decided pairs", s.Test, pairs)
	}
	again, err := Run(t.Context(), o)
	if err != nil || again.Done != s.Done || again.Test.LLR != s.Test.LLR || !strings.Contains(again.String(), "decided: the test accepts +100 Elo, not 0") {
		t.Errorf("%v, %v; want %v", again, err, s)
	}
	page, err := os.ReadFile(filepath.Join(o.OutDir, pageFile))
	if err != nil || !strings.Contains(string(page), "Sequential test") || strings.Contains(string(page), "NaN") || strings.Contains(string(page), "is stronger") {
		t.Errorf("got %v and the page %s, want one with a sequential test and without NaN and a conclusion", err, page)
	}
	o.Players = []Side{loser, winner}
	o.OutDir = ""
	if s, err := Run(t.Context(), o); err != nil || s.Test.Verdict != stat.AcceptElo0 {
		t.Errorf("%v, %v; want a test that accepts Elo0", s, err)
	}
}

// TestPage writes pages of matches with two players and with more players, with and without finished games.
func TestPage(t *testing.T) {
	o := options(6)
	o.OutDir = t.TempDir()
	evil := ourSide(`<script>alert("x")</script> & co`, ours{})
	for players := 2; players <= 4; players++ {
		o.OutDir = filepath.Join(o.OutDir, "more")
		o.Players = []Side{evil, ourSide("B", ours{}), ourSide("C", ours{}), ourSide("D", ours{})}[:players]
		s, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(o.OutDir, pageFile))
		if err != nil {
			t.Fatal(err)
		}
		page := string(data)
		for _, bad := range []string{"<script", "NaN", "Inf", "ZgotmplZ", "%!", "http://", "https://"} {
			if strings.Contains(page, bad) {
				i := strings.Index(page, bad)
				t.Errorf("%d players: the page has %s: %s", players, bad, page[max(0, i-60):i+20])
			}
		}
		for _, good := range []string{"&lt;script", "<svg", "game-0001.sgf", "Conditions", "prefers-color-scheme"} {
			if !strings.Contains(page, good) {
				t.Errorf("%d players: the page lacks %s", players, good)
			}
		}
		if strings.Contains(page, "<h2>Pairings</h2>") != (players > 2) || strings.Contains(page, `http-equiv="refresh"`) {
			t.Errorf("%d players: got %s, want pairings if there are more than two players, and no reload", players, page)
		}
		if text := s.String(); players > 2 && (strings.Count(text, "\n") < players*2 || !strings.Contains(text, "B against C")) {
			t.Errorf("got %s, want all players and pairings", text)
		}
	}
	var b bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o.OutDir = t.TempDir()
	s, err := Run(ctx, o)
	if err == nil || s.Done != 0 {
		t.Errorf("a cancelled match: got %v, %v, want an error and no game", s, err)
	}
	if err := writePage(&b, Plan{Players: make([]PlanPlayer, 4)}, s, nil, true); err != nil || !strings.Contains(b.String(), `http-equiv="refresh"`) {
		t.Errorf("the page of a running match: got %v and %s, want a reload", err, &b)
	}
}
