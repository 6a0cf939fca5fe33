package replay

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"tengen/baduk"
	"tengen/internal/durable"
	"tengen/rollout"
	"tengen/topology"
)

// randomGame returns a legal random game with samples of every kind.
func randomGame(t testing.TB, g *baduk.Graph, seed uint64) *Game {
	t.Helper()
	random := newRandom(seed)
	rules := []baduk.Rules{baduk.Japanese(), baduk.Chinese(), baduk.TrompTaylor()}[random.Below(3)]
	rules.Komi = baduk.Komi(random.Below(20) - 5)
	if g.Regional() {
		rules = baduk.TrompTaylor()
	}
	game := &Game{Graph: g, Rules: rules, Source: []string{"a", "b", "source c"}[random.Below(3)], BlackRank: "9p", Date: "1999-12-31"}
	if random.Below(3) == 0 {
		game.Setup = baduk.Setup{Black: []baduk.Point{0, 3}, White: []baduk.Point{5}, ToPlay: baduk.White, Scores: [3]float64{0, 0, 5.5}}
	}
	at, err := baduk.NewGameFrom(g, game.Rules, game.Setup)
	if err != nil {
		t.Fatal(err)
	}
	player := rollout.NewUniform(g)
	for range 10 + random.Below(30) {
		c := at.ToPlay()
		if random.Below(20) == 0 {
			c = c.Opponent() // as in records with two moves of one player in a row
		}
		m := baduk.Move{Color: c, Point: player.Choose(at, c, random)}
		if at.Over() || at.Play(m) != nil {
			break
		}
		game.Moves = append(game.Moves, m)
	}
	game.Setup = at.Setup()
	game.Result = []Result{{}, {By: EndCounted, Winner: baduk.White, Lead: -3.5}, {By: EndResignation, Winner: baduk.Black}, {By: EndVoid}}[random.Below(4)]
	if random.Below(2) == 0 {
		game.Final = make([]baduk.Color, g.Len())
		for p := range game.Final {
			game.Final[p] = baduk.Color(random.Below(3))
		}
	}
	game.Samples = choosePositions(game, 1+random.Below(6), seed)
	for i := range game.Samples {
		s := &game.Samples[i]
		s.Weight = float32(1+random.Below(8)) / 4
		s.Doubt = []uint8{0, 0, 1, 100, 255}[(int(seed)+i)%5]
		kinds := random.Below(8)
		if kinds&1 != 0 {
			s.Policy = []Share{{baduk.Point(random.Below(g.Len())), 60000}, {baduk.Pass, uint16(1 + random.Below(5000))}}
		}
		if kinds&2 != 0 {
			s.Value = &Value{Win: float32(random.Below(100)) / 100, NoResult: 0.25, Lead: float32(random.Below(100)) - 50.3, ScoreMean: -1.7, ScoreStdev: 12.1}
		}
		if kinds&4 != 0 {
			s.Ownership = make([]int8, g.Len())
			for p := range s.Ownership {
				s.Ownership[p] = int8(random.Below(255) - 127)
			}
		}
	}
	if seed%3 == 0 { // a second sample at the last turn, with a branch whose moves may be illegal
		s := game.Samples[len(game.Samples)-1]
		s.Branch = []baduk.Move{{Color: baduk.White, Point: baduk.Point(random.Below(g.Len()))}, {Color: baduk.Black, Point: baduk.Pass}}
		game.Samples = append(game.Samples, s)
	}
	return game
}

// testBoards returns boards of several kinds.
func testBoards(t testing.TB) []*baduk.Graph {
	t.Helper()
	all := []*baduk.Graph{baduk.MustRectangle(9, 9), baduk.MustRectangle(7, 5), baduk.MustRectangle(19, 19)}
	for _, spec := range []string{"torus 7x7", "threshold-2 torus 9x9"} {
		board, err := topology.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, board.Graph)
	}
	return all
}

// equal reports whether two games are equal. Their graphs may be different objects.
func equal(a, b *Game) bool {
	x, y := *a, *b
	x.Graph, y.Graph = nil, nil
	return a.Graph.Fingerprint() == b.Graph.Fingerprint() && reflect.DeepEqual(x, y)
}

// writeShard writes a shard of games.
func writeShard(t testing.TB, path string, games []*Game) ShardInfo {
	t.Helper()
	w, err := createShard(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := w.writeGame(g); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Fatal("the file has its final name before it is finished")
	}
	info, err := w.close()
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// readShard reads all games that can be read.
func readShard(t testing.TB, s *shard) (games []*Game, damage []*Damage) {
	t.Helper()
	boards := &boardCache{}
	damage = append(damage, s.damage...)
	for i := range s.blocks {
		block, err := s.block(i, boards)
		if d, ok := errors.AsType[*Damage](err); ok {
			damage = append(damage, d)
		} else if err != nil {
			t.Fatal(err)
		}
		games = append(games, block...)
	}
	return games, damage
}

func TestRoundTrip(t *testing.T) {
	var games []*Game
	samples := 0
	boards := testBoards(t)
	for seed := range uint64(60) {
		for _, g := range boards {
			game := randomGame(t, g, seed)
			games = append(games, game)
			samples += len(game.Samples)
		}
	}
	path := filepath.Join(t.TempDir(), "x.tgr")
	info := writeShard(t, path, games)
	stat, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Games != len(games) || info.Samples != samples || info.Bytes != stat.Size() || info.Name != "x.tgr" {
		t.Errorf("got %+v, want %d games, %d samples, %d bytes", info, len(games), samples, stat.Size())
	}
	s, err := openShard(path, diskFile(path), stat.Size())
	if err != nil {
		t.Fatal(err)
	}
	got, damage := readShard(t, s)
	if len(damage) > 0 || len(got) != len(games) || s.samples() != samples {
		t.Fatalf("got %d games, %v, want %d without damage", len(got), damage, len(games))
	}
	if len(s.blocks) < len(games)/blockGames {
		t.Errorf("got %d blocks, want at least %d", len(s.blocks), len(games)/blockGames)
	}
	for i := range got {
		if !equal(got[i], games[i]) {
			t.Fatalf("game %d: got\n%+v, want\n%+v", i, got[i], games[i])
		}
		if got[i].key() != games[i].key() {
			t.Errorf("the key of game %d has changed", i)
		}
	}
	if _, err := os.Stat(path + durable.Partial); err == nil {
		t.Error("the incomplete file still exists")
	}
}

// TestRulesSurvive writes rules as text and reads them back. The rules must be the same for every preset, and for
// every preset with one rule changed.
func TestRulesSurvive(t *testing.T) {
	b := &boardCache{}
	for _, p := range baduk.Presets() {
		for _, axis := range baduk.Axes() {
			for _, v := range axis.Values {
				r, err := p.Rules.With(axis.Key, v.Word)
				if err != nil || r.Check() != nil {
					continue
				}
				if got, err := b.ruleset(r.KataGo()); err != nil || got != r {
					t.Errorf("%v: got %v, %v, want the same rules", r.KataGo(), got, err)
				}
			}
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	board := baduk.MustRectangle(5, 5)
	good := func() *Game {
		g := randomGame(t, board, 4)
		g.Samples = []Sample{{Turn: 2, Weight: 1}, {Turn: 5, Weight: 1}}
		return g
	}
	nan := float32(math.NaN())
	for name, spoil := range map[string]func(g *Game){
		"no board":             func(g *Game) { g.Graph = nil },
		"stone off the board":  func(g *Game) { g.Setup.Black = []baduk.Point{25} },
		"move off the board":   func(g *Game) { g.Moves[3].Point = 99 },
		"a move of no colour":  func(g *Game) { g.Moves[3].Color = baduk.Empty },
		"turns not in order":   func(g *Game) { g.Samples[0].Turn = 5 },
		"turn beyond the end":  func(g *Game) { g.Samples[1].Turn = len(g.Moves) + 1 },
		"no weight":            func(g *Game) { g.Samples[0].Weight = 0 },
		"weight NaN":           func(g *Game) { g.Samples[0].Weight = nan },
		"share off the board":  func(g *Game) { g.Samples[0].Policy = []Share{{25, 5}} },
		"more than everything": func(g *Game) { g.Samples[0].Policy = []Share{{1, 65535}, {2, 1}} },
		"an empty policy":      func(g *Game) { g.Samples[0].Policy = []Share{} },
		"win of 2":             func(g *Game) { g.Samples[0].Value = &Value{Win: 2} },
		"lead NaN":             func(g *Game) { g.Samples[0].Value = &Value{Lead: nan} },
		"a short ownership":    func(g *Game) { g.Samples[0].Ownership = make([]int8, 24) },
		"a short final":        func(g *Game) { g.Final = make([]baduk.Color, 24) },
		"a fourth colour":      func(g *Game) { g.Final = make([]baduk.Color, 25); g.Final[7] = 3 },
		"a lead without a count": func(g *Game) {
			g.Result = Result{By: EndResignation, Winner: baduk.Black, Lead: 3}
		},
	} {
		g := good()
		if err := g.check(); err != nil {
			t.Fatal(err)
		}
		spoil(g)
		w, err := createShard(filepath.Join(t.TempDir(), "x.tgr"))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.writeGame(g); !errors.Is(err, errGame) {
			t.Errorf("%s: got %v, want errGame", name, err)
		}
		if info, err := w.close(); err != nil || info.Games != 0 {
			t.Errorf("%s: after the refusal: got %+v, %v, want a shard without the game", name, info, err)
		}
	}
}

// TestTurned checks that a row with a symmetry shows the position of the game under this symmetry.
func TestTurned(t *testing.T) {
	for _, g := range []*baduk.Graph{baduk.MustRectangle(7, 7), baduk.MustRectangle(7, 5)} {
		for seed := range uint64(8) {
			game := randomGame(t, g, seed)
			s := &game.Samples[len(game.Samples)-1]
			s.Ownership = make([]int8, g.Len())
			last, err := game.At(s.Turn)
			if err != nil {
				t.Fatal(err)
			}
			for p := range s.Ownership {
				s.Ownership[p] = last.At(baduk.Point(p)).Number()
			}
			seen := map[uint64]bool{}
			for symmetry := range uint8(8) {
				if symmetry&^game.symmetries() != 0 {
					continue
				}
				row := Row{Game: game, Index: len(game.Samples) - 1, Symmetry: symmetry}
				turned, sample := row.Turned()
				if err := turned.check(); err != nil {
					t.Fatal(err)
				}
				at, err := turned.At(sample.Turn)
				if err != nil {
					t.Fatal(err)
				}
				for p, o := range sample.Ownership {
					if at.At(baduk.Point(p)).Number() != o {
						t.Fatalf("symmetry %d: the colour or the owner of point %d is wrong", symmetry, p)
					}
				}
				for _, x := range [][2]int{{at.Len(), last.Len()}, {int(at.ToPlay()), int(last.ToPlay())}} {
					if x[0] != x[1] {
						t.Errorf("symmetry %d: length or player to move: got %d, want %d", symmetry, x[0], x[1])
					}
				}
				seen[at.Position().Hash()] = true
			}
			if len(seen) != int(game.symmetries())+1 {
				t.Errorf("%v: got %d different boards, want %d", g, len(seen), int(game.symmetries())+1)
			}
		}
	}
}

// TestChoose checks that the right number of turns is chosen. Each turn must be in its part of the game, and no turn
// may come after two passes.
func TestChoose(t *testing.T) {
	g := &Game{Graph: baduk.MustRectangle(9, 9)}
	for i := range 40 {
		p := baduk.Point(i)
		if i == 30 || i == 31 || i == 12 {
			p = baduk.Pass
		}
		g.Moves = append(g.Moves, baduk.Move{Color: baduk.Black + baduk.Color(i%2), Point: p})
	}
	hit := map[int]int{}
	for seed := range uint64(2000) {
		samples := choosePositions(g, 8, seed)
		if len(samples) != 8 {
			t.Fatalf("got %d samples, want 8", len(samples))
		}
		for k, s := range samples {
			if s.Turn < 32*k/8 || s.Turn >= 32*(k+1)/8 {
				t.Fatalf("sample %d: got turn %d, want %d to %d", k, s.Turn, 32*k/8, 32*(k+1)/8-1)
			}
			hit[s.Turn]++
		}
	}
	for turn := range 32 {
		if hit[turn] < 400 || hit[turn] > 600 { // 500 are expected, with standard deviation 19
			t.Errorf("turn %d was chosen %d times, want 400 to 600", turn, hit[turn])
		}
	}
	if got := choosePositions(g, 100, 1); len(got) != 32 || got[31].Turn != 31 {
		t.Errorf("got %d turns, want all 32", len(got))
	}
}

func TestParseResult(t *testing.T) {
	b, w := baduk.Black, baduk.White
	for text, want := range map[string]Result{
		"B+R": {EndResignation, b, 0}, "W+Resign": {EndResignation, w, 0}, "b + res": {EndResignation, b, 0},
		"B+3.5": {EndCounted, b, 3.5}, "W+0.5": {EndCounted, w, -0.5}, "W+10": {EndCounted, w, -10}, "B+1,5": {EndCounted, b, 1.5},
		"W+1.25": {EndCounted, w, -2.5}, "B+0.75": {EndCounted, b, 1.5}, "B+0": {EndCounted, b, 0}, "W+0": {EndCounted, w, 0},
		"W+T": {EndTime, w, 0}, "B+Time": {EndTime, b, 0}, "B+Offline": {EndTime, b, 0}, "W+F": {EndForfeit, w, 0},
		"B+N": {EndWon, b, 0}, "B+": {EndWon, b, 0}, "W": {EndWon, w, 0}, "B+-5": {EndWon, b, 0}, "B+NaN": {EndWon, b, 0}, "W+1e99": {EndWon, w, 0},
		"0": {EndCounted, 0, 0}, "Jigo": {EndCounted, 0, 0}, "draw": {EndCounted, 0, 0},
		"Void": {EndVoid, 0, 0}, "": {}, "?": {}, "Unfinished": {}, "x+5": {}, "Game suspended": {},
	} {
		if got := parseResult(text); got != want || math.Signbit(float64(got.Lead)) != math.Signbit(float64(want.Lead)) {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

// TestPlayer checks that a Player, which reuses memory, gives the same games as At.
func TestPlayer(t *testing.T) {
	player := &Player{}
	boards := testBoards(t)
	for seed := range uint64(40) {
		g := randomGame(t, boards[seed/2%uint64(len(boards))], seed) // two games on each board, one after the other
		for _, turn := range []int{len(g.Moves), 0, len(g.Moves) / 2} {
			want, err := g.At(turn)
			if err != nil {
				t.Fatal(err)
			}
			got, err := player.At(g, turn)
			if err != nil {
				t.Fatal(err)
			}
			if got.SearchKey() != want.SearchKey() || got.Len() != want.Len() || got.ToPlay() != want.ToPlay() || got.Rules() != want.Rules() || !reflect.DeepEqual(got.Setup(), want.Setup()) {
				t.Fatalf("seed %d, turn %d: Player and Game.At differ", seed, turn)
			}
		}
	}
	g := randomGame(t, boards[0], 1)
	for _, turn := range []int{-1, len(g.Moves) + 1} {
		if _, err := player.At(g, turn); err == nil {
			t.Errorf("turn %d: got a game, want an error", turn)
		}
	}
}
