package server

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tengen/baduk"
	"tengen/engine"
	"tengen/server/boards"
	"tengen/server/games"
)

func TestWholeGame(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"width": 5, "height": 5, "rules": "tromp-taylor", "komi": 0.5})
	if s.Graph == nil || len(s.Graph.Points) != 25 || len(s.Graph.Edges) != 40 || !s.YourTurn || s.Number != 1 {
		t.Fatalf("first state %+v", s)
	}
	s = l.play(s.ID, "C3")
	if s.LastMove != "A5" || s.Number != 3 || !s.YourTurn || s.Stones[0] != -1 || s.Stones[12] != 1 {
		t.Fatalf("after a move each: %+v", s)
	}
	if s.Estimate == nil || s.Estimate.Number != 2 || s.Estimate.Win != 0.25 {
		t.Errorf("the estimate is %+v", s.Estimate)
	}
	// Black walls off the third row; White fills from the top.
	s = l.play(s.ID, "A3 B3 D3 E3")
	if s.Score != nil || s.Result != "" {
		t.Errorf("a score in the middle of the game: %+v, want none", s.Score)
	}
	s = l.play(s.ID, "pass")
	if s.Phase != "over" || s.YourTurn || s.Score == nil {
		t.Fatalf("after two passes: %+v", s)
	}
	// 5 black stones and 10 points below them, 5 white stones, and 5 empty points
	// in the fourth row that touch both.
	b, w := s.Score.Black, s.Score.White
	if b != (boards.SideScore{Stones: 5, Territory: 10, Total: 15}) || w != (boards.SideScore{Stones: 5, Total: 5.5}) || s.Score.Neutral != 5 {
		t.Errorf("score %+v", s.Score)
	}
	if s.Result != "B+9.5" || s.ResultText != "Black wins by 9.5 points" || s.Score.Result != s.Result {
		t.Errorf("result %q, %q", s.Result, s.ResultText)
	}
	if why := s.Score.Texts[s.Score.Reasons[24]]; s.Score.Owners[24] != 1 || why.Kind != "territory" || why.Text == "" {
		t.Errorf("the corner counts %d, %+v", s.Score.Owners[24], why)
	}
	if len(s.Score.Rows) != 3 || s.Score.Rows[2].Key != "komi" || s.Score.Rows[2].Black != nil || s.Score.Rows[2].White.Points != 0.5 || len(s.Score.Lines) == 0 || s.Score.Stones == nil {
		t.Errorf("the account %+v", s.Score)
	}
	e := l.refused(422, "POST", "/api/games/"+s.ID+"/play", object{"number": s.Number, "vertex": "A1"})
	if !strings.Contains(e.Sentence, "the game has ended") {
		t.Errorf("a move after the end: %q", e.Sentence)
	}
}

func TestDeadStones(t *testing.T) {
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) {
			return &first{dead: func(g *baduk.Game) baduk.PointSet {
				var s baduk.PointSet
				s.Add(0) // the white stone in the corner
				return s
			}}, nil
		}
	})
	s := l.create(object{"width": 5, "height": 5, "komi": 0, "human": "black"})
	s = l.play(s.ID, "C3 pass")
	if s.Phase != "dead" || len(s.Dead) != 1 || s.Dead[0] != "A5" || s.Result != "" {
		t.Fatalf("after two passes: %+v", s)
	}
	if s.Score.Black.Total != 25 || s.Score.White.Dead != 1 || s.Score.Texts[s.Score.Reasons[0]].Kind != "dead" {
		t.Errorf("proposed count %+v", s.Score)
	}
	l.refused(422, "POST", "/api/games/"+s.ID+"/dead", object{"number": s.Number, "vertex": "A1"})
	l.refused(409, "POST", "/api/games/"+s.ID+"/play", object{"number": s.Number, "vertex": "A1"})
	if s = l.act(s.ID, "dead", object{"vertex": "A5"}); len(s.Dead) != 0 || s.Score.White.Stones != 1 {
		t.Errorf("after marking the dead stones alive: dead stones %v", s.Dead)
	}
	if s = l.act(s.ID, "dead", object{"vertex": "A5"}); len(s.Dead) != 1 {
		t.Errorf("after marking them dead again: dead stones %v", s.Dead)
	}
	if s = l.act(s.ID, "resume", nil); s.Phase != "play" || !s.YourTurn || s.Dead == nil {
		t.Fatalf("resumed: %+v", s)
	}
	s = l.play(s.ID, "pass") // the engine answers with a pass
	s = l.act(s.ID, "accept", nil)
	if s.Phase != "over" || s.Result != "B+25" {
		t.Fatalf("accepted: %+v", s)
	}
	l.refused(409, "POST", "/api/games/"+s.ID+"/accept", object{"number": s.Number})
	if s = l.act(s.ID, "undo", nil); s.Phase != "play" || s.Number != 5 || !s.YourTurn {
		t.Errorf("undone: %+v", s)
	}
}

func TestIllegalMovesSayWhy(t *testing.T) {
	l := newRig(t, t.TempDir())
	for _, test := range []struct{ name, rules, moves, bad, want string }{
		{"occupied", "chinese", "C3", "C3", "there is a stone already"},
		{"suicide", "chinese", "A2 E5 B1 E4 D4 D5 E1", "A1", "suicide"},
		// Black takes at C3; White may not take back at B3 at once.
		{"ko", "chinese", "B4 C4 B2 C2 A3 D3 C3 B3", "C3", "ko"},
		{"superko", "tromp-taylor", "B4 C4 B2 C2 A3 D3 C3 B3", "C3", "superko, it would repeat the position after move 7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := l.create(object{"width": 5, "height": 5, "human": "both", "rules": test.rules})
			s = l.play(s.ID, test.moves)
			e := l.refused(422, "POST", "/api/games/"+s.ID+"/play", object{"number": s.Number, "vertex": test.bad})
			if !strings.Contains(e.Sentence, test.want) || !strings.Contains(e.Sentence, fmt.Sprintf("move %d", s.Number)) {
				t.Errorf("%q, want %q in it", e.Sentence, test.want)
			}
			if e.Field != "vertex" {
				t.Errorf("field %q", e.Field)
			}
			after := l.state(s.ID)
			if after.Number != s.Number || after.Version != s.Version {
				t.Errorf("a refused move changed the game")
			}
			if ko := strings.Contains(test.name, "ko"); ko != (s.KoBan == "C3") {
				t.Errorf("ko ban %q", s.KoBan)
			}
		})
	}
}

func TestUndoAndResign(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"width": 9, "height": 9, "human": "white"})
	s = l.rest(s.ID)
	if s.Number != 2 || s.CanUndo {
		t.Fatalf("after the engine's first move: %+v", s)
	}
	l.refused(409, "POST", "/api/games/"+s.ID+"/undo", object{"number": 2})
	s = l.play(s.ID, "E5 D5")
	if s = l.act(s.ID, "undo", nil); s.Number != 4 || !s.YourTurn {
		t.Errorf("undo left %d moves", s.Number-1)
	}
	s = l.act(s.ID, "resign", nil)
	if s.Result != "B+R" || s.ResultText != "Black wins: White resigned" || s.Score != nil {
		t.Errorf("resigned: %q, %q, %v", s.Result, s.ResultText, s.Score)
	}
	if s = l.act(s.ID, "undo", nil); s.Phase != "play" || s.Number != 4 {
		t.Errorf("after undo of a resignation: %+v, want only the resignation to be taken back", s)
	}
	both := l.create(object{"human": "both"})
	l.play(both.ID, "E5 D5")
	if s = l.act(both.ID, "undo", nil); s.Number != 2 || s.ToPlay != "white" {
		t.Errorf("after undo between two people: %+v, want one move to be taken back", s)
	}
}

func TestStaleNumber(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"human": "both"})
	// If many tabs play the same move at the same time, one succeeds.
	var won, lost atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			var x object
			switch l.call("POST", "/api/games/"+s.ID+"/play", object{"number": 1, "vertex": fmt.Sprintf("A%d", i+1)}, &x) {
			case 200:
				won.Add(1)
			case 409:
				lost.Add(1)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 || lost.Load() != 7 {
		t.Errorf("%d moves were accepted and %d refused, want one accepted", won.Load(), lost.Load())
	}
}

func TestHandicap(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"handicap": 4, "human": "both", "komi": 0.5})
	if s.ToPlay != "white" || s.Handicap != 4 {
		t.Fatalf("the game with a handicap is %+v, want White to play and a handicap of 4", s)
	}
	l.play(s.ID, "E5 pass")
	s = l.play(s.ID, "pass")
	s = l.act(s.ID, "accept", nil)
	if last := s.Score.Rows[3]; last.Key != "handicap" || last.White.Points != 4 || s.Score.White.Total != 5.5 {
		t.Errorf("score %+v", s.Score)
	}
	e := l.refused(400, "POST", "/api/games", object{"handicap": 9, "width": 5, "height": 5})
	if e.Field != "handicap" {
		t.Errorf("a handicap of 9 on 5x5: got the error %+v, want one about the field handicap", e)
	}
}

func TestPosition(t *testing.T) {
	l := newRig(t, t.TempDir())
	s := l.create(object{"human": "both"})
	l.play(s.ID, "E5 D5")
	var v object
	l.call("GET", "/api/games/"+s.ID+"/position?after=1", nil, &v)
	if v["lastMove"] != "E5" || v["toPlay"] != "white" || len(v["stones"].([]any)) != 81 {
		t.Errorf("the position after move 1 is %v, want the last move E5, White to play and 81 points", v)
	}
	for _, n := range []string{"", "3", "-1", "x", "1e9"} {
		l.refused(400, "GET", "/api/games/"+s.ID+"/position?after="+n, nil)
	}
}

// TestRank checks that a game stores the rank of the engine, and that the engine gets the rank.
func TestRank(t *testing.T) {
	var asked atomic.Int32
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) { return &first{limit: func(x engine.Limit) { asked.Store(int32(x.Rank)) }}, nil }
	})
	s := l.create(object{"width": 5, "height": 5, "human": "black", "rank": "7K"})
	if s.Rank.String() != "7k" || s.TimeMs != 0 {
		t.Errorf("rank %v, %d ms", s.Rank, s.TimeMs)
	}
	s = l.play(s.ID, "C3")
	if got := engine.Rank(asked.Load()); got.String() != "7k" || s.Rank != got {
		t.Errorf("the engine was asked for %v", got)
	}
	l.refused(400, "POST", "/api/games", object{"rank": "31k"})
	if s = l.create(object{"human": "black"}); s.Rank != 0 {
		t.Errorf("the rank is %v, want none", s.Rank)
	}
}

// TestLiveEstimate checks that a client gets the engine's current estimate while it thinks, without another state, and
// its final estimate after its move.
func TestLiveEstimate(t *testing.T) {
	follows, seen := make(chan struct{}), make(chan struct{})
	goOn := sync.OnceFunc(func() { close(seen) })
	defer goOn()
	l := newRig(t, t.TempDir(), func(o *Options) {
		o.NewPlayer = func() (Player, error) {
			return &first{
				limit:  func(x engine.Limit) { <-follows; x.Report(engine.Decision{Win: 0.75, Lead: 4, Visits: 10}) },
				before: func(ctx context.Context) error { <-seen; return ctx.Err() },
			}, nil
		}
	})
	s := l.create(object{"width": 5, "height": 5, "human": "white"})
	version := int64(0) // of the state without an estimate
	s = l.until(s.ID, func(s games.State) bool {
		if s.Thinking == "thinking" && version == 0 {
			version = s.Version
			close(follows)
		}
		return s.Estimate != nil
	})
	if s.Version != version {
		t.Errorf("the estimate came with version %d of the state, want version %d as before it", s.Version, version)
	}
	if s.Thinking != "thinking" || *s.Estimate != (games.Estimate{Win: 0.75, Lead: 4, Visits: 10, Number: 1}) {
		t.Errorf("got %q and the estimate %+v, want thinking and the estimate of move 1: 0.75, a lead of 4 and 10 visits", s.Thinking, s.Estimate)
	}
	goOn()
	if s = l.rest(s.ID); s.Estimate.Visits != 1 || s.Number != 2 {
		t.Errorf("after the move: %+v", s.Estimate)
	}
}
