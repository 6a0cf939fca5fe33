package match

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/baduk"
	"tengen/engine"
)

func TestEndings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		habits, result string
		cause          cause
		reason         string
	}{
		{"resign=3", "W+R", causeResignation, "black resigned"},
		{"occupied=2", "W+F", causeIllegal, "is illegal: there is a stone already"},
		{"lie=2", "W+F", causeIllegal, "is illegal: there is a stone already"},
		{"nonsense=2", "W+F", causeNonsense, `program (black): its move cannot be understood: "the centre" is not a point`},
		{"offboard=2", "W+F", causeNonsense, "columns end at E"},
		{"fail=2", "W+F", causeRefused, `"genmove black" was refused: no idea`},
		{"refuse=2", "Void", causeUnready, `move 4 is legal, but "play white`},
		{"refuse=2 knows=kata-set-rules", "W+F", causeRefused, `move 4 is legal, but "play white`},
		{"die=2", "W+F", causeCrashed, "exit status 3; its last messages:\nsegmentation fault, as it were ?"},
		{"half=2", "W+F", causeCrashed, "ended without an answer"},
		{"hang=2", "W+F", causeHung, "s: its time to answer is over"},
		{"ids", "W+F", causeNonsense, "answered with the wrong id"},
	} {
		t.Run(c.habits, func(t *testing.T) {
			t.Parallel()
			o := options(1)
			if strings.HasPrefix(c.habits, "hang") {
				o.Patience = short
			}
			games, s, err := runPair(t, ProgramSide("program", fake(c.habits)), ourSide("ours", ours{}), o)
			if err != nil {
				t.Fatal(err)
			}
			g := games[0]
			if g.Result != c.result || g.Cause != c.cause || !strings.Contains(g.Reason, c.reason) || (g.Winner == "ours") != (c.result != "Void") || (s.Black.Voids == 1) != (c.result == "Void") {
				t.Errorf("%+v; want %s by %s because of %q", g, c.result, c.cause, c.reason)
			}
			if restarted := c.cause != causeResignation; (g.BlackFailure != "") != restarted || restarted && (g.BlackFailure != c.cause || s.Players[0].Failures[c.cause] != 1) {
				t.Errorf("failed by %q; want %q unless it resigned", g.BlackFailure, c.cause)
			}
		})
	}
}

// TestDeadStones ends games by two passes after four moves. If the players disagree about the dead
// stones, the referee decides; in this test it names A5.
func TestDeadStones(t *testing.T) {
	t.Parallel()
	corner := baduk.Point(0) // the first move, A5
	for _, c := range []struct {
		dead   string
		ours   []baduk.Point
		result string
		who    string
		reason string
		failed cause
	}{
		{"dead=", nil, "0", deadAgreed, "both call no stone dead", ""},
		{"dead=A5", []baduk.Point{corner}, "W+25", deadAgreed, "both call A5 dead", ""},
		{"dead=A5", nil, "W+25", deadEstimated, "the referee calls A5 dead, because black calls nothing dead and white A5", ""},
		{"", nil, "W+25", deadEstimated, "the referee calls A5 dead, because white cannot tell", ""},
		{"dead=C3", nil, "W+25", deadEstimated, "no stone at \"C3\"", causeNonsense},
		{"dead= dieat=final_status_list", nil, "W+25", deadEstimated, "ended without an answer", causeCrashed},
	} {
		o := options(1)
		o.Rules = baduk.Chinese()
		o.Rules.Komi = 0
		o.Judge = func(context.Context, *baduk.Game) (baduk.PointSet, error) {
			var set baduk.PointSet
			set.Add(corner)
			return set, nil
		}
		passing := LocalSide("ours", Local{New: func(uint64) (Engine, error) {
			return &scripted{ours: ours{dead: c.ours}, moves: []baduk.Point{corner, baduk.Pass}}, nil
		}})
		games, s, err := runPair(t, passing, ProgramSide("program", fake("reversed pass=2 "+c.dead)), o)
		if err != nil || games[0].Result != c.result || games[0].Dead != c.who || !strings.Contains(games[0].Reason, c.reason) || games[0].WhiteFailure != c.failed {
			t.Errorf("%q: %+v, %v; want %s, dead %s, reason %q, White's failure %q", c.dead, games, err, c.result, c.who, c.reason, c.failed)
		}
		if (s.Referee.Estimated == 1) != (c.who == deadEstimated) || (s.Referee.Agreed == 1) != (c.who == deadAgreed) {
			t.Errorf("%q: %+v; want one count %s", c.dead, s.Referee, c.who)
		}
	}
}

// TestOverdue plays with an engine that does not return the dead stones in time.
func TestOverdue(t *testing.T) {
	t.Parallel()
	for _, answer := range []error{nil, context.DeadlineExceeded} {
		o := options(1)
		o.Rules, o.StartPatience, o.Judge = baduk.Chinese(), 2*time.Second, allAlive
		slow := LocalSide("slow", Local{New: func(uint64) (Engine, error) {
			return &pensive{scripted{moves: []baduk.Point{0, baduk.Pass, baduk.Pass}}, answer}, nil
		}})
		games, _, err := runPair(t, slow, passer(), o)
		if err != nil || games[0].Dead != deadEstimated || !strings.HasSuffix(games[0].Reason, "because black did not answer in time") || games[0].BlackFailure != causeHung {
			t.Errorf("%+v, %v; want dead stones estimated because black did not answer in time", games, err)
		}
	}
}

type pensive struct {
	scripted
	err error
}

func (p *pensive) Dead(ctx context.Context, _ *baduk.Game) (baduk.PointSet, error) {
	<-ctx.Done()
	return nil, p.err
}

// TestEstimate lets the referee judge a stone that cannot live: A3, surrounded by Black.
func TestEstimate(t *testing.T) {
	g := baduk.NewGame(baduk.MustRectangle(5, 5), baduk.Chinese())
	vertex := func(v string) baduk.Point {
		p, err := g.Graph().ParseVertex(v)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, v := range strings.Fields("B1 A3 B2 pass B3 pass B4 pass B5 pass A1 pass A5 pass") {
		if err := g.Play(baduk.Move{Color: g.ToPlay(), Point: vertex(v)}); err != nil {
			t.Fatal(err)
		}
	}
	if dead, err := estimateDead(t.Context(), g); err != nil || !dead.Has(vertex("A3")) || dead.Has(vertex("B3")) {
		t.Errorf("%v, %v; want A3 dead and B3 alive", dead, err)
	}
}

// TestClaims asks a program for the score. The answer is compared with the result and does not change
// it.
func TestClaims(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		habits          string
		compared, wrong int
		claim           string
		failed          cause
	}{
		{"score=B+24.5", 2, 1, "B+24.5", ""},
		{"score=W+24.5", 2, 2, "W+24.5", ""},
		{"score=I_do_not_know", 0, 0, "I do not know", ""},
		{"good", 0, 0, "", ""},
		{"score=B+1 dieat=final_score", 0, 0, "", causeCrashed},
	} {
		o := options(2)
		o.OutDir = t.TempDir()
		passing := LocalSide("ours", Local{New: func(uint64) (Engine, error) {
			return &scripted{moves: []baduk.Point{baduk.Pass, baduk.Pass, baduk.Pass}}, nil
		}})
		games, s, err := runPair(t, ProgramSide("program", fake(c.habits+" pass=2")), passing, o)
		// The program owns the whole board with one stone; the komi is half a point.
		if err != nil || games[0].Result != "B+24.5" || games[1].Result != "W+25.5" || games[0].BlackClaim != c.claim || games[0].BlackFailure != c.failed {
			t.Fatalf("%s: %+v, %v; want B+24.5 and W+25.5, claim %q, failure %q", c.habits, games, err, c.claim, c.failed)
		}
		if p := s.Players[0]; p.ScoresCompared != c.compared || p.ScoresDiffer != c.wrong || p.Losses != 0 {
			t.Errorf("%s: %+v; want %d compared, %d different, no loss", c.habits, p, c.compared, c.wrong)
		}
		text, err := os.ReadFile(filepath.Join(o.OutDir, "game-0001.sgf"))
		if err != nil || strings.Contains(string(text), "program (black) counts "+c.claim) != (c.claim != "") {
			t.Errorf("%s, %v; want the claim %q", text, err, c.claim)
		}
	}
}

func TestParseScore(t *testing.T) {
	for text, want := range map[string]float64{"B+3.5": 3.5, "w+2.0": -2, "0": 0, "Jigo": 0, " B+12 (upper bound: 3)": 12} {
		if got, ok := parseScore(text); !ok || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "B+R", "B+", "X+3", "3", "B+-3", "B+NaN", "B+Inf", "Void"} {
		if got, ok := parseScore(text); ok {
			t.Errorf("%q: %v; want no score", text, got)
		}
	}
}

type scripted struct {
	ours
	moves []baduk.Point
}

func (s *scripted) Genmove(_ context.Context, _ *baduk.Game, c baduk.Color, _ engine.Limit) (engine.Decision, error) {
	p := s.moves[0]
	s.moves = s.moves[1:]
	return engine.Decision{Move: baduk.Move{Color: c, Point: p}}, nil
}

// TestDeadIsCutShort plays with an engine that returns no dead stones because its time is up. The
// engine failed to answer, but play is over, so neither player loses because of it.
func TestDeadIsCutShort(t *testing.T) {
	t.Parallel()
	o := options(1)
	o.Rules, o.StartPatience, o.Judge = baduk.Chinese(), 2*time.Second, allAlive
	side := LocalSide("ours", Local{New: func(uint64) (Engine, error) {
		return &late{scripted{moves: []baduk.Point{baduk.Pass}}}, nil
	}})
	if games, _, err := runPair(t, side, side, o); err != nil || games[0].Dead != deadEstimated || games[0].BlackFailure != causeHung || games[0].WhiteFailure != causeHung {
		t.Errorf("%+v, %v; want dead stones estimated, both players hung", games, err)
	}
}

type late struct{ scripted }

func (*late) Dead(ctx context.Context, _ *baduk.Game) (baduk.PointSet, error) {
	<-ctx.Done()
	return nil, nil
}
