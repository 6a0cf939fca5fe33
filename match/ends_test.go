package match

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/kifu"
	"tengen/topology"
)

// playing returns a side that plays the given moves, for a match of one game.
func playing(g *baduk.Graph, dead []baduk.Point, vertices ...string) Side {
	var moves []baduk.Point
	for _, v := range vertices {
		p, err := g.ParseVertex(v)
		if err != nil {
			panic(err)
		}
		moves = append(moves, p)
	}
	return LocalSide(strings.Join(vertices, ""), Local{New: func(uint64) (Engine, error) { return &scripted{ours: ours{dead: dead}, moves: moves}, nil }})
}

// TestVoidGame plays the shortest cycle on four points: the game is void.
func TestVoidGame(t *testing.T) {
	o := options(1)
	graph := baduk.MustRectangle(4, 1)
	o.Boards, o.Rules, o.OutDir = []Board{{Graph: graph}}, baduk.Chinese(), t.TempDir()
	games, s, err := runPair(t, playing(graph, nil, "B1", "A1", "B1", "A1", "B1"), playing(graph, nil, "D1", "C1", "D1", "C1"), o)
	if err != nil || games[0].Result != "Void" || games[0].Winner != "" || !strings.Contains(games[0].Reason, "third time at move 9") {
		t.Errorf("%+v, %v; want a void game by the third repetition at move 9", games, err)
	}
	if s.Black.Voids != 1 || s.Black.Played() != 0 || s.Done != 1 {
		t.Errorf("%+v; want one void game", s)
	}
	data, err := os.ReadFile(filepath.Join(o.OutDir, "game-0001.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := kifu.Parse(data)
	if err != nil || rec.Info.Result != "Void" {
		t.Fatalf("%s: %v; want result Void", data, err)
	}
	if g, err := rec.Game(); err != nil || !g.NoResult() {
		t.Errorf("record %s, %v; want a void game", data, err)
	}
}

// TestTerritory ends games under Japanese rules, by agreement before the clean-up and after the clean-up. On 3x3 Black
// has the middle row and White has a stone at A1.
func TestTerritory(t *testing.T) {
	black, white := []string{"A2", "B2", "C2", "pass"}, []string{"A1", "pass", "pass", "pass"}
	corner := baduk.Point(6)
	for _, c := range []struct {
		name       string
		mine, your []baduk.Point
		more       int // moves of each player in the clean-up
		result     string
		reason     string
	}{
		// Black has 3 points above, 3 below including A1, and one prisoner: 7.
		{"agreed", []baduk.Point{corner}, []baduk.Point{corner}, 0, "B+7", "two passes; both call A1 dead"},
		// Black does not capture A1, but White could not have saved it.
		{"left", []baduk.Point{corner}, nil, 4, "B+7", "the clean-up was played to its end"},
		// If A1 is alive, the points next to it are neutral, and the three above are Black's.
		{"nothing", nil, nil, 0, "B+3", "both call no stone dead"},
	} {
		o := options(1)
		graph := baduk.MustRectangle(3, 3)
		o.Boards, o.Rules = []Board{{Graph: graph}}, baduk.Japanese()
		o.Rules.Komi = 0
		more := strings.Fields(strings.Repeat("pass ", c.more))
		games, s, err := runPair(t, playing(graph, c.mine, append(black[:4:4], more...)...), playing(graph, c.your, append(white[:4:4], more...)...), o)
		if err != nil || games[0].Result != c.result || !strings.Contains(games[0].Reason, c.reason) || s.Black.Voids > 0 {
			t.Errorf("%s: %+v, %v; want %s because of %q", c.name, games, err, c.result, c.reason)
		}
	}
}

// TestBoards plays on boards that are not rectangles, with a program that knows tengen-board and with
// one that does not.
func TestBoards(t *testing.T) {
	for _, spec := range []string{"torus 4x3", "ring 9", "infinite 2", "threshold-2 hex 3x3", "mango-19"} {
		board, err := topology.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		o := options(1)
		o.Boards, o.OutDir, o.MaxMoves = []Board{{board.Graph, board.Setup}}, t.TempDir(), 12
		games, _, err := runPair(t, ProgramSide("program", fake("boards")), ourSide("ours", ours{seed: 1}), o)
		if err != nil || games[0].Moves < 4 || strings.Contains(games[0].Reason, "program") {
			t.Errorf("%s: %+v, %v; want at least 4 moves without a failure", spec, games, err)
		}
		data, _ := os.ReadFile(filepath.Join(o.OutDir, "game-0001.sgf"))
		rec, err := kifu.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if g, err := rec.Game(); err != nil || g.Len() != games[0].Moves || g.Setup().Scores != board.Setup.Scores {
			t.Errorf("%s: %v; want %d moves", data, err, games[0].Moves)
		}
		games, s, err := runPair(t, ProgramSide("program", fake("plain")), ourSide("ours", ours{}), Options{Games: 1, Boards: o.Boards, Rules: o.Rules})
		if err != nil || s.Black.Voids != 1 || !strings.Contains(games[0].Reason, "does not fit into a GTP command") {
			t.Errorf("%s: %+v, %v; want a void game, because the program does not know the board", spec, games, err)
		}
	}
}

// TestProgramRules sends rules to programs that know different commands for them.
func TestProgramRules(t *testing.T) {
	for _, c := range []struct{ rules, knows, notice string }{
		{"chinese", "kata-set-rules", ""},
		{"alphago-003", "kata-set-rules", "most similar rules that it knows"},
		{"japanese", "kgs-rules", ""},
		{"ing", "kgs-rules", "plays by its own"},
		{"chinese", "nothing", "plays by its own"},
	} {
		var log bytes.Buffer
		o := options(2)
		var err error
		if o.Rules, err = baduk.ParseRules(c.rules); err != nil {
			t.Fatal(err)
		}
		p := fake("knows=" + c.knows)
		p.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
		if _, s, err := runPair(t, ProgramSide("program", p), ourSide("ours", ours{}), o); err != nil || s.Done != 2 {
			t.Errorf("%s: %+v, %v; want 2 games", c.rules, s, err)
		}
		if notices := strings.Count(log.String(), "program "); c.notice == "" && notices > 0 || c.notice != "" && (notices != 1 || !strings.Contains(log.String(), c.notice)) {
			t.Errorf("%s, %s: the log says %q, want one notice with %q, or none if it is empty", c.rules, c.knows, log.String(), c.notice)
		}
	}
}
