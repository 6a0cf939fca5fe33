package topology

import (
	"slices"
	"testing"

	"tengen/baduk"
)

// playAt plays stones of alternating colours at x, y.
func playAt(t *testing.T, game *baduk.Game, at ...[2]int) {
	t.Helper()
	for _, p := range at {
		if err := game.Play(baduk.Move{Color: game.ToPlay(), Point: point(t, game.Graph(), p[0], p[1])}); err != nil {
			t.Fatal(err)
		}
	}
}

// sameGame checks that a game is the same for the players on both windows.
func sameGame(t *testing.T, old, grown *baduk.Game) {
	t.Helper()
	if !slices.Equal(old.Moves(), grown.Moves()) {
		t.Errorf("got the moves %v, want %v", grown.Moves(), old.Moves())
	}
	if old.ToPlay() != grown.ToPlay() || old.Over() != grown.Over() || old.Resigned() != grown.Resigned() || old.Rules() != grown.Rules() {
		t.Errorf("the turn, the end or the rules differ between the windows")
	}
	if old.Proposed() != grown.Proposed() || old.EndedByProposal() != grown.EndedByProposal() || old.Agreed() != grown.Agreed() || old.Settling() != grown.Settling() {
		t.Errorf("proposals or an agreement differ between the windows")
	}
	if old.Setup().Scores != grown.Setup().Scores {
		t.Errorf("got the scores %v, want %v", grown.Setup().Scores, old.Setup().Scores)
	}
	window := old.Graph().Len() - 1
	for n := range old.Len() + 1 {
		before, after := old.StonesAfter(n), grown.StonesAfter(n)
		if !slices.Equal(before[:window], after[:window]) {
			t.Errorf("after %d moves the positions differ", n)
		}
		if slices.ContainsFunc(after[window:], func(c baduk.Color) bool { return c != baduk.Empty }) {
			t.Errorf("after %d moves there are stones beyond", n)
		}
	}
	if old.Position().Prisoners != grown.Position().Prisoners {
		t.Errorf("got the prisoners %v, want %v", grown.Position().Prisoners, old.Position().Prisoners)
	}
	if err := grown.Position().CheckInvariants(); err != nil {
		t.Error(err)
	}
	// The hash equals that of the same stones placed on the new graph.
	fresh := baduk.NewBoard(grown.Graph())
	for p, c := range grown.StonesAfter(grown.Len()) {
		if c != baduk.Empty {
			fresh.Place(baduk.Move{Color: c, Point: baduk.Point(p)})
		}
	}
	if fresh.Hash() != grown.Position().Hash() {
		t.Errorf("got the hash %x, want %x", grown.Position().Hash(), fresh.Hash())
	}
	for p := baduk.Point(0); int(p) < window; p += 7 {
		for _, c := range []baduk.Color{baduk.Black, baduk.White} {
			m := baduk.Move{Color: c, Point: p}
			if a, b := old.Legal(m), grown.Legal(m); a != b {
				t.Errorf("%v on %s: got the verdict %v, want %v", c, old.Graph().Vertex(p), b, a)
			}
		}
	}
}

func TestGrow(t *testing.T) {
	for _, test := range growths() {
		t.Run(test.name, func(t *testing.T) {
			b := mustParse(t, "mango-infinite")
			b.Setup.Scores[baduk.White] = 0.25
			game, err := baduk.NewGameFrom(b.Graph, mangoRules, b.Setup)
			if err != nil {
				t.Fatal(err)
			}
			test.play(t, game)
			grown, larger, err := Grow(game)
			if err != nil {
				t.Fatal(err)
			}
			if larger != (test.grown > 0) || grown.Graph().Len() != 19*19+test.grown+1 {
				t.Errorf("the window has %d points, want 361 and %d more", grown.Graph().Len()-1, test.grown)
			}
			if !larger && grown != game {
				t.Error("got another game, want the same one, since the window did not grow")
			}
			if grown.Graph().String() != b.Graph.String() {
				t.Errorf("got the board %v, want %v", grown.Graph(), b.Graph)
			}
			sameGame(t, game, grown)
			if again, larger, err := Grow(grown); err != nil || larger || again != grown {
				t.Errorf("got growth %v, %v the second time, want none", larger, err)
			}
			reread, err := Read("source", []byte(grown.Graph().Source()))
			if err != nil || reread.Graph.Fingerprint() != grown.Graph().Fingerprint() {
				t.Errorf("the source gives another board: %v", err)
			}
		})
	}
}

// growth is a game on the infinite board, and the number of points beside the first 19x19 that the game needs.
type growth struct {
	name  string
	grown int
	play  func(t *testing.T, game *baduk.Game)
}

func growths() []growth {
	return []growth{
		{"the empty board", 0, func(t *testing.T, game *baduk.Game) {}},
		{"five from the rim", 0, func(t *testing.T, game *baduk.Game) { playAt(t, game, [2]int{5, -5}) }},
		{"three from the rim", 2 * 11, func(t *testing.T, game *baduk.Game) { playAt(t, game, [2]int{0, 0}, [2]int{6, 2}) }},
		{"in the rim", 11*11 - 6*6, func(t *testing.T, game *baduk.Game) { playAt(t, game, [2]int{9, 9}) }},
		{"a stone that is gone", 5 * 11, playCapture},
		{"passes", 3 * 11, func(t *testing.T, game *baduk.Game) {
			playAt(t, game, [2]int{7, 0})
			passTwice(t, game)
		}},
		{"play resumed", 3 * 11, func(t *testing.T, game *baduk.Game) {
			playAt(t, game, [2]int{7, 0})
			passTwice(t, game)
			game.Resume(baduk.Empty)
			playAt(t, game, [2]int{0, 0})
		}},
		{"a proposal", 3 * 11, func(t *testing.T, game *baduk.Game) {
			playAt(t, game, [2]int{7, 0})
			game.Propose(baduk.White)
		}},
		{"a proposal before a resignation", 3 * 11, func(t *testing.T, game *baduk.Game) {
			playAt(t, game, [2]int{7, 0})
			game.Propose(baduk.White)
			game.Resign(baduk.Black)
		}},
		{"two proposals after play was resumed", 3 * 11, func(t *testing.T, game *baduk.Game) {
			playAt(t, game, [2]int{7, 0})
			passTwice(t, game)
			game.Resume(baduk.Empty)
			game.Propose(baduk.White)
			game.Propose(baduk.Black)
		}},
		{"an agreement", 3 * 11, func(t *testing.T, game *baduk.Game) {
			playAt(t, game, [2]int{7, 0})
			passTwice(t, game)
			game.Agree()
		}},
		{"resignation", 4 * 11, func(t *testing.T, game *baduk.Game) {
			playAt(t, game, [2]int{-8, 3})
			game.Resign(baduk.White)
		}},
		{"two moves in a row", 4 * 11, func(t *testing.T, game *baduk.Game) {
			playAt(t, game, [2]int{-8, 3})
			game.SetToPlay(baduk.Black)
			playAt(t, game, [2]int{-7, 3})
			game.SetToPlay(baduk.Black)
		}},
	}
}

// playCapture lets White surround the middle. The black stone outside the ring is captured.
func playCapture(t *testing.T, game *baduk.Game) {
	t.Helper()
	playAt(t, game, [2]int{9, 0}, [2]int{1, 0})
	for _, at := range ring20() {
		if err := game.Play(baduk.Move{Color: baduk.White, Point: point(t, game.Graph(), at[0], at[1])}); err != nil {
			t.Fatal(err)
		}
	}
	if game.At(point(t, game.Graph(), 9, 0)) != baduk.Empty {
		t.Error("the stone outside the ring lives")
	}
}

func passTwice(t *testing.T, game *baduk.Game) {
	t.Helper()
	for range 2 {
		if err := game.Play(baduk.Move{Color: game.ToPlay(), Point: baduk.Pass}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGrowElsewhere checks that other boards stay as they are.
func TestGrowElsewhere(t *testing.T) {
	for _, spec := range []string{"19x19", "torus 5x5", "threshold-2 5x5"} {
		game := baduk.NewGame(mustParse(t, spec).Graph, mangoRules)
		if grown, larger, err := Grow(game); grown != game || larger || err != nil {
			t.Errorf("%s: got growth %v, %v, want none", spec, larger, err)
		}
	}
	// A board with a point for all beyond that is not an infinite board of this package.
	g, err := baduk.NewGraphFrom(baduk.Shape{Name: "line", Adjacency: [][]baduk.Point{{1}, {0, 2}, {1}}, Beyond: true})
	if err != nil {
		t.Fatal(err)
	}
	game := baduk.NewGame(g, mangoRules)
	if err := game.Play(baduk.Move{Color: baduk.Black, Point: 1}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Grow(game); err == nil || err.Error() != "the window of line does not grow: only an infinite board has a window" {
		t.Errorf("got %v, want the error that only an infinite board has a window", err)
	}
}

// TestSetupMakesRoom checks that the window of a board file contains stones far from the middle.
func TestSetupMakesRoom(t *testing.T) {
	if _, err := Read("test", []byte(`{"shape":"infinite","black":["1, 0"]}`)); err == nil {
		t.Error(`"1, 0" was read as a point, want an error`)
	}
	b, err := Read("test", []byte(`{"shape":"infinite","black":["0,0","-20,3"],"white":["1,0"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Graph.Vertex(b.Setup.Black[1]); got != "-20,3" || b.Graph.Len() != 19*19+11*11+1 {
		t.Errorf("%s on %d points", got, b.Graph.Len())
	}
	if _, err := Read("test", []byte(`{"shape":"infinite","black":["1000001,0"]}`)); err == nil ||
		err.Error() != `test: black[0]: 1000001,0 is too far from the middle: coordinates are -1000000 to 1000000` {
		t.Error(err)
	}
}
