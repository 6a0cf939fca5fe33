package gtpserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tengen/baduk"
	"tengen/engine"
	"tengen/gtp"
	"tengen/katago"
	"tengen/mcts"
	"tengen/neteval"
)

// fakeAnalyst is a player whose reports are the same for every position.
type fakeAnalyst struct {
	simple
	mu     sync.Mutex
	asked  engine.Analysis // the last request
	game   *baduk.Game     // the game of the last analysis
	ended  int             // analyses that ended with their contexts
	brief  atomic.Bool     // a move takes a fifth of a second instead of its limit
	forgot int             // calls of Forget
	err    error
}

// fakeResult is a result with a value in every field. points is the size of the board.
func fakeResult(c baduk.Color, points int) mcts.Result {
	v := mcts.Values{Win: 0.75, NoResult: 0.125, Lead: 3.5, ScoreMean: 4.25, ScoreStdev: 10.5, Utility: 0.5, Weight: 12, NodeVisits: 12}
	pv := []baduk.Move{{Color: c, Point: 0}, {Color: c.Opponent(), Point: baduk.Pass}, {Color: c, Point: 2}}
	m := mcts.MoveInfo{Move: pv[0], Visits: 9, Prior: 0.1234567, Values: v, LCB: 0.5, UtilityLCB: 0.25, PV: pv, PVVisits: []int{9, 4, 1}, PVNodeVisits: []int{12, 6, 1}}
	m.Weight, m.NodeWeight = 9, 12
	n := m
	n.Move, n.Order, n.PV, n.PVVisits, n.PVNodeVisits = pv[2], 1, pv[2:], []int{1}, []int{3}
	owners := make([]float32, points)
	for i := range owners {
		owners[i] = 0.5
	}
	m.Ownership, m.OwnershipStdev, n.Ownership, n.OwnershipStdev = owners, owners, owners, owners
	return mcts.Result{Moves: []mcts.MoveInfo{m, n}, Visits: 20, Playouts: 20, Root: v, Win: v.Win, Lead: v.Lead, Ownership: owners, OwnershipStdev: owners}
}

func (p *fakeAnalyst) Analyze(ctx context.Context, g *baduk.Game, a engine.Analysis) (mcts.Result, error) {
	p.mu.Lock()
	p.asked, p.game = a, g
	p.mu.Unlock()
	c := a.Color
	if c == baduk.Empty {
		c = g.ToPlay()
	}
	r := fakeResult(c, g.Graph().Len())
	if p.err != nil || a.Visits+a.Playouts > 0 {
		return r, p.err
	}
	for a.Every > 0 {
		select {
		case <-ctx.Done():
		case <-time.After(a.Every):
			a.Report(r)
			continue
		}
		break
	}
	<-ctx.Done()
	p.mu.Lock()
	p.ended++
	p.mu.Unlock()
	return r, nil
}

func (p *fakeAnalyst) GenmoveAnalyze(ctx context.Context, g *baduk.Game, c baduk.Color, limit engine.Limit, a engine.Analysis) (engine.Decision, mcts.Result, error) {
	p.asked = a
	d, err := p.Genmove(ctx, g, c, limit)
	if limit.Time > 0 {
		if p.brief.Load() {
			limit.Time = 200 * time.Millisecond
		}
		select {
		case <-ctx.Done():
		case <-time.After(limit.Time):
		}
	}
	return d, fakeResult(c, g.Graph().Len()), err
}

func (p *fakeAnalyst) Forget() { p.forgot++ }

// until returns the answer to an analysis command that is ended after two reports.
func until(t *testing.T, e *Engine, line string) (answer string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 250*time.Millisecond)
		defer cancel()
		answer = e.Server().Do(ctx, line)
	})
	return answer
}

const blackInfo = "info move A2 visits 12 edgeVisits 9 utility 0.5 winrate 0.75 scoreMean 3.5 scoreStdev 10.5 scoreLead 3.5 scoreSelfplay 4.25 " +
	"prior 0.123457 lcb 0.5 utilityLcb 0.25 weight 12 order 0 pv A2 pass A1"

// TestAnalyzeStyles checks the form of the reports, line by line.
func TestAnalyzeStyles(t *testing.T) {
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 2})
	for line, want := range map[string]string{
		"kata-analyze b 10 maxmoves 1": blackInfo,
		"kata-analyze w interval 10 maxmoves 1": "info move A2 visits 12 edgeVisits 9 utility -0.5 winrate 0.25 scoreMean -3.5 scoreStdev 10.5 scoreLead -3.5 scoreSelfplay -4.25 " +
			"prior 0.123457 lcb 0.5 utilityLcb -0.25 weight 12 order 0 pv A2 pass A1",
		"lz-analyze b 10": "info move A2 visits 12 winrate 7500 prior 1235 lcb 5000 order 0 pv A2 pass A1 info move A1 visits 12 winrate 7500 prior 1235 lcb 5000 order 1 pv A1",
		"lz-analyze w 10": "info move A2 visits 12 winrate 2500 prior 1235 lcb 5000 order 0 pv A2 pass A1 info move A1 visits 12 winrate 2500 prior 1235 lcb 5000 order 1 pv A1",
		"analyze b 10 maxmoves 1": "info move A2 visits 12 edgeVisits 9 utility 0.500000 winrate 0.750000 scoreMean 3.50000 scoreStdev 10.5000 scoreLead 3.50000 scoreSelfplay 4.25000 " +
			"prior 0.123457 lcb 0.500000 utilityLcb 0.250000 weight 12.0000 order 0 pv A2 pass A1",
		"kata-analyze 10 maxmoves 1 pvVisits true pvEdgeVisits TRUE rootInfo true ownership true ownershipStdev true": blackInfo + " pvVisits 12 6 1 pvEdgeVisits 9 4 1" +
			" rootInfo visits 20 utility 0.5 winrate 0.75 scoreMean 3.5 scoreStdev 10.5 scoreLead 3.5 scoreSelfplay 4.25 weight 12 ownership 0.5 0.5 0.5 0.5 ownershipStdev 0.5 0.5 0.5 0.5",
		"kata-analyze w 10 maxmoves 1 noResultValue true movesOwnership true movesOwnershipStdev true": "info move A2 visits 12 edgeVisits 9 utility -0.5 winrate 0.25 scoreMean -3.5 scoreStdev 10.5 scoreLead -3.5 scoreSelfplay -4.25 " +
			"noResultValue 0.125 prior 0.123457 lcb 0.5 utilityLcb -0.25 weight 12 order 0 pv A2 pass A1 movesOwnership -0.5 -0.5 -0.5 -0.5 movesOwnershipStdev 0.5 0.5 0.5 0.5",
	} {
		if got := until(t, e, "7 "+line); got != "=7\n"+want+"\n"+want+"\n\n" {
			t.Errorf("%s:\ngot  %q\nwant %q", line, got, want)
		}
	}
	if got := until(t, e, "kata-analyze b"); got != "=\n\n" {
		t.Errorf("without an interval: got %q, want no reports", got)
	}
}

// TestExact checks that only kata-analyze says which values are proved, and that it does not say so about moves that
// were not searched.
func TestExact(t *testing.T) {
	r := fakeResult(baduk.Black, 4)
	r.Root.Exact, r.Moves[0].Exact = true, true
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 2})
	asks := request{color: baduk.Black, style: styleKata, root: true, maxMoves: 9, minMoves: 4, net: &neteval.Judgement{Policy: []float32{0.1, 0.2, 0.3, -1, 0.4}}}
	got := e.infoLine(&asks, &r)
	if !strings.Contains(got, " order 0 exact 1 pv A2 pass A1 info") || !strings.HasSuffix(got, " exact 1") || strings.Count(got, "exact") != 2 {
		t.Errorf("kata-analyze: got %q, want exact 1 for the first move and for rootInfo", got)
	}
	for _, other := range []style{styleLeela, styleSabaki} {
		if asks.style = other; strings.Contains(e.infoLine(&asks, &r), "exact") {
			t.Errorf("style %d says exact, want only the keys that its clients know", other)
		}
	}
}

// TestMinMoves checks that minmoves adds moves that the search did not try, the best priors first, and that rootInfo
// has the net's estimates of its own errors.
func TestMinMoves(t *testing.T) {
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 2, Judge: func(*baduk.Game, neteval.Symmetry, float64, string) (neteval.Judgement, error) {
		return neteval.Judgement{Policy: []float32{0.1, 0.2, 0.3, -1, 0.4}, WinError: 0.25, ScoreError: 2, VarTimeLeft: 8}, nil
	}})
	got := until(t, e, "kata-analyze b 20 minmoves 3 rootInfo true")
	if !strings.Contains(got, " info move pass visits 0 edgeVisits 0 utility 0.5 ") || strings.Count(got, "info move") != 3 || !strings.Contains(got, "prior 0.4 ") ||
		!strings.HasSuffix(got, "weight 12 rawStWrError 0.25 rawStScoreError 2 rawVarTimeLeft 8\n\n") {
		t.Errorf("got %q, want three moves, the last a pass with prior 0.4, and the net's errors at the end", got)
	}
	if got := until(t, e, "kata-analyze b 20 minmoves 9 avoid b pass 1"); strings.Count(got, "info move") != 3 || strings.Contains(got, "move pass") {
		t.Errorf("got %q, want three moves without a pass", got)
	}
}

// TestPerspective checks that reportAnalysisWinratesAs selects the perspective of the numbers.
func TestPerspective(t *testing.T) {
	for as, want := range map[string]string{"BLACK": "winrate 0.75 ", "WHITE": "winrate 0.25 ", "SIDETOMOVE": "winrate 0.25 "} {
		s := katago.Default(katago.ForGTP)
		for name, text := range map[string]string{"reportAnalysisWinratesAs": as, "analysisPVLen": "1"} {
			if err := s.Set(name, text); err != nil {
				t.Fatal(err)
			}
		}
		e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 2, Settings: &s})
		if got := until(t, e, "kata-analyze w 10 maxmoves 1"); !strings.Contains(got, want) || !strings.Contains(got, "pv A2 pass\n") {
			t.Errorf("%s: got %q, want %q and a variation of a move and one more", as, got, want)
		}
		if got := ask(t, e, "debug_moves"); !strings.Contains(got, "-- A2 pass\n") {
			t.Errorf("debug_moves: got %q, want a variation of a move and one more", got)
		}
	}
}

// TestVariationEnds checks that a variation ends with the move that changes the phase of the game, unless a clean-up
// may begin.
func TestVariationEnds(t *testing.T) {
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 2})
	r := fakeResult(baduk.Black, 4)
	m := &r.Moves[0]
	m.PV = append(m.PV[:2:2], baduk.Move{Color: baduk.Black, Point: baduk.Pass}, baduk.Move{Color: baduk.White, Point: 3})
	m.PVVisits, m.PVNodeVisits = []int{9, 4, 3, 2}, []int{12, 6, 5, 1}
	asks := request{color: baduk.Black, maxMoves: 1, visits: true, edgeVisits: true}
	const short, whole = " pv A2 pass pass pvVisits 12 6 5 pvEdgeVisits 9 4 3", " pv A2 pass pass B1 pvVisits 12 6 5 1 pvEdgeVisits 9 4 3 2"
	for _, c := range []struct {
		rules   string
		prevent bool
		want    string
	}{{"japanese", true, short}, {"japanese", false, whole}, {"chinese", true, whole}} {
		expect(t, e, "kata-set-rules "+c.rules, "=")
		e.settings.PreventCleanup = c.prevent
		if got := e.infoLine(&asks, &r); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s rules, preventCleanupPhase %v: got %q, want %q at the end", c.rules, c.prevent, got, c.want)
		}
	}
}

// lateAnalyst is an analyst that decides without a search. Every judgement takes a second.
type lateAnalyst struct {
	thinker
	now time.Time
}

func (p *lateAnalyst) GenmoveAnalyze(ctx context.Context, g *baduk.Game, c baduk.Color, l engine.Limit, _ engine.Analysis) (engine.Decision, mcts.Result, error) {
	p.now = p.now.Add(time.Second)
	d, err := p.Genmove(ctx, g, c, l)
	d.Win, d.Lead = 0.625, 2.5
	return d, mcts.Result{}, err
}

func (p *lateAnalyst) Analyze(context.Context, *baduk.Game, engine.Analysis) (mcts.Result, error) {
	p.now = p.now.Add(time.Second)
	return fakeResult(baduk.Black, 4), nil
}

func (p *lateAnalyst) Forget() {}

// TestGenmoveAnalyzeClock checks that the clock runs while the net is asked and until the last report, that pondering
// stops first, and that the report of a move without a search comes from the decision if a clock runs.
func TestGenmoveAnalyzeClock(t *testing.T) {
	p := &lateAnalyst{now: time.Unix(0, 0)}
	e := newEngine(t, Config{Player: p, Width: 2, Now: func() time.Time { return p.now }, Judge: func(*baduk.Game, neteval.Symmetry, float64, string) (neteval.Judgement, error) {
		if p.ponders != nil {
			t.Error("the net is asked while the player ponders")
		}
		p.now = p.now.Add(time.Second)
		return neteval.Judgement{Policy: make([]float32, 5)}, nil
	}})
	if got := ask(t, e, "kata-genmove_analyze b"); !strings.Contains(got, "info move A2 visits 12 ") || !strings.HasSuffix(got, "\nplay A2\n\n") {
		t.Errorf("without a clock: got %q, want a report of a search and the move", got)
	}
	expect(t, e, "kata-set-param ponderingEnabled true", "=", "time_settings 60 0 0", "=")
	for _, left := range []time.Duration{60, 58} {
		ask(t, e, "clear_board", "time_left b "+fmt.Sprint(int(left))+" 0", "play w A1")
		got := ask(t, e, "kata-genmove_analyze b rootInfo true pvVisits true")
		if !strings.Contains(got, "\ninfo move A2 visits 1 edgeVisits 1 utility 0 winrate 0.625 ") || !strings.Contains(got, " order 0 pv A2 pvVisits 1 rootInfo visits 1 ") {
			t.Errorf("got %q, want a report of the decision", got)
		}
		if now := e.clocks.players[baduk.Black].MainLeft(); p.limit.Clock.MainLeft() != (left-1)*time.Second || now != (left-2)*time.Second {
			t.Errorf("the player had %v, and %v are left, want %d s and %d s", p.limit.Clock.MainLeft(), now, left-1, left-2)
		}
	}
}

// TestRestrictions checks that the restrictions of an analysis reach the player.
func TestRestrictions(t *testing.T) {
	p := &fakeAnalyst{}
	e := newEngine(t, Config{Player: p, Width: 9})
	until(t, e, "kata-analyze w 10 avoid b A1,B2 3 avoid b c3 1 allow w pass,D4 2")
	want := []mcts.Restriction{
		{Color: baduk.Black, Points: []baduk.Point{72, 64}, Depth: 3},
		{Color: baduk.Black, Points: []baduk.Point{56}, Depth: 1},
		{Color: baduk.White, Points: []baduk.Point{baduk.Pass, 48}, Only: true, Depth: 2},
	}
	if !reflect.DeepEqual(p.asked.Restrict, want) || p.asked.Color != baduk.White || p.asked.Every != 100*time.Millisecond {
		t.Errorf("asked for %+v, want White, every 100 ms, with the restrictions %+v", p.asked, want)
	}
	for _, bad := range []string{"b 10 avoid b C3", "avoid b C3 0", "avoid b C3 x", "avoid x C3 1", "avoid b Z9 1", "allow b C3 1 avoid b C4 1",
		"avoid b C3 1 allow b C4 1", "allow b C3 1 allow b C4 1", "interval", "interval -1", "foo 1", "ownership yes", "minmoves -1", "maxmoves 1.5", "10 10", "x"} {
		expect(t, e, "kata-analyze "+bad, "? Could not parse analyze arguments or arguments out of range: '"+bad+"'",
			"kata-genmove_analyze "+bad, "? Could not parse genmove_analyze arguments or arguments out of range: '"+bad+"'")
	}
	for _, bad := range []string{"lz-analyze ownership true", "analyze rootInfo true"} {
		expect(t, e, bad, "? Could not parse analyze arguments...")
	}
}

// TestGenmoveAnalyze checks that the commands report and then answer a move. Only some of the commands may play this
// move.
func TestGenmoveAnalyze(t *testing.T) {
	p := &fakeAnalyst{}
	e := newEngine(t, Config{Player: p, Width: 5})
	for _, c := range []struct {
		line, last string
		moves      int
	}{
		{"kata-search_analyze b", "play A5", 0}, {"kata-search_analyze_cancellable b", "play A5", 0}, {"kata-genmove_analyze b", "play A5", 1},
		{"lz-genmove_analyze w", "play B5", 2}, {"genmove_analyze b", "play C5", 3},
	} {
		got := strings.Split(ask(t, e, "4 "+c.line), "\n")
		if len(got) != 5 || got[0] != "=4" || !strings.HasPrefix(got[1], "info move A5 visits 12 ") || got[2] != c.last || e.game.Len() != c.moves {
			t.Errorf("%s: got %q and %d moves, want a report, %q and %d moves", c.line, got, e.game.Len(), c.last, c.moves)
		}
	}
	p.resign = true
	if got := ask(t, e, "kata-genmove_analyze w"); !strings.HasSuffix(got, "play resign\n\n") || e.game.Len() != 3 {
		t.Errorf("a player that resigns: got %q and %d moves, want play resign and 3 moves", got, e.game.Len())
	}
	p.resign, p.fail = false, errors.New("no steam")
	if got := ask(t, e, "kata-genmove_analyze w"); got != "=\n\n" || e.game.Len() != 3 {
		t.Errorf("a player that fails: got %q and %d moves, want an empty answer and 3 moves", got, e.game.Len())
	}
	expect(t, e, "genmove w", "? no move: no steam")
	// A move out of turn restarts the game even if it is not played. The strict mode refuses it.
	p.fail = nil
	ask(t, e, "kata-search_analyze b")
	if e.game.ToPlay() != baduk.Black {
		t.Error("kata-search_analyze b: it is White's turn, want Black's")
	}
	ask(t, e, "tengen-strict on")
	for _, name := range []string{"kata-search_analyze", "kata-search_analyze_cancellable", "kata-genmove_analyze"} {
		expect(t, e, name+" w", "? illegal move: ...")
	}
}

// TestCancelled checks that only the cancellable search says that the end of the input has cancelled it.
func TestCancelled(t *testing.T) {
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 5})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gtp.ErrInterrupted)
	for name, want := range map[string]string{"kata-search_analyze": "play A5\n\n", "kata-search_analyze_cancellable": "play cancelled\n\n"} {
		if got := e.Server().Do(ctx, name+" b"); !strings.HasSuffix(got, want) {
			t.Errorf("%s: got %q, want %q at the end", name, got, want)
		}
	}
}

// TestAnyLineInterrupts checks that the next line of input ends an analysis and a cancellable search, and does not
// disturb genmove.
func TestAnyLineInterrupts(t *testing.T) {
	p := &fakeAnalyst{}
	e := newEngine(t, Config{Player: p, Width: 2, Limit: engine.Limit{Time: time.Hour}})
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	done := make(chan error)
	go func() { done <- e.Server().Serve(t.Context(), in, out) }()
	r := bufio.NewReader(fromServer)
	read := func(want ...string) {
		t.Helper()
		for _, w := range want {
			if got, err := r.ReadString('\n'); err != nil || !strings.HasPrefix(got, w) || w == "" && got != "\n" {
				t.Fatalf("got %q, %v, want %q", got, err, w)
			}
		}
	}
	fmt.Fprintln(toServer, "1 kata-analyze b 5")
	read("=1", "info move A2")
	fmt.Fprintln(toServer) // a blank line
	for line, err := r.ReadString('\n'); line != "\n"; line, err = r.ReadString('\n') {
		if err != nil || !strings.HasPrefix(line, "info") {
			t.Fatalf("got %q, %v, want reports until an empty line", line, err)
		}
	}
	fmt.Fprintln(toServer, "2 lz-analyze")
	read("=2")
	fmt.Fprintln(toServer, "3 name")
	read("", "=3 tengen", "")
	fmt.Fprintln(toServer, "4 kata-search_analyze_cancellable b")
	read("=4")
	fmt.Fprintln(toServer, "5 stop")
	read("info", "play cancelled", "", "=5", "")
	p.brief.Store(true)
	fmt.Fprint(toServer, "6 kata-genmove_analyze b\n\n\n7 genmove w\n")
	read("=6", "info", "play A2", "", "=7 ", "")
	fmt.Fprintln(toServer, "8 quit")
	read("=8", "")
	if err := <-done; err != nil || e.game.Len() != 2 {
		t.Errorf("got %v and %d moves, want no error and 2 moves", err, e.game.Len())
	}
	if p.ended != 2 {
		t.Errorf("%d analyses ended, want 2", p.ended)
	}
}

// TestUnfinishedScore checks that the score of an unfinished game is an estimate, rounded to a possible score.
func TestUnfinishedScore(t *testing.T) {
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 5})
	expect(t, e, "final_score", "= B+3.5", "komi 7", "=", "final_score", "= B+4.0", "clear_cache", "=")
	e.cfg.Player.(*fakeAnalyst).err = errors.New("no idea")
	expect(t, e, "final_score", "? cannot score")
	ask(t, e, "play b C3", "play w pass", "play b pass")
	expect(t, e, "final_score", "= B+18.0", "debug_moves z9", "? Invalid move sequence", "debug_moves A1", "? no idea")
	if n := e.cfg.Player.(*fakeAnalyst).forgot; n != 1 {
		t.Errorf("Forget was called %d times, want once", n)
	}
}

// TestTune checks that the player gets the settings that were accepted, and does not get settings that were refused.
func TestTune(t *testing.T) {
	var told []katago.Settings
	var analysis []bool
	refuse := error(nil)
	s := katago.Default(katago.ForGTP)
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 5, Settings: &s, Tune: func(s katago.Settings, a bool) error {
		told, analysis = append(told, s), append(analysis, a)
		return refuse
	}})
	expect(t, e, "kata-set-param cpuctExploration 2", "=", "kata-set-param cpuctExploration 20", "? Could not set params: Key...")
	if len(told) != 2 || told[1].Search.CPUCT != 2 {
		t.Fatalf("Tune was called %d times, the last with %+v; want 2 times, with CPUCT 2", len(told), told[len(told)-1].Search)
	}
	until(t, e, "kata-analyze b 10")
	if len(told) != 2 {
		t.Error("Tune was called for an analysis whose settings are those for moves")
	}
	expect(t, e, "kata-set-param analysisWideRootNoise 0.5", "=")
	until(t, e, "kata-analyze b 10")
	ask(t, e, "genmove b")
	if want := []bool{false, false, false, true, false}; !reflect.DeepEqual(analysis, want) || told[3].AnalysisSearch.RootWide != 0.5 {
		t.Errorf("Tune was called with analysis %v, want %v, and the fourth time the wide root noise 0.5", analysis, want)
	}
	refuse = errors.New("not that")
	expect(t, e, "kata-set-param cpuctExploration 3", "? Could not set params: not that", "kata-get-param cpuctExploration", "= 2.0")
}

// TestTalk checks the commands of Gomill, KGS and Leela Zero.
func TestTalk(t *testing.T) {
	e := everything(t)
	expect(t, e, "boardsize 5", "=", "gomill-explain_last_move", "=", "gomill-describe_engine", "= tengen test", "gomill-genmove_ex", "= cleanup", "gomill-genmove_ex b foo", "= A5",
		"gomill-explain_last_move", "= A5: Black wins 50.0%...", "kgs-chat game me hello", "= I am...", "kgs-chat", "? syntax error", "kgs-game_over", "=", "lz-memory_report", "= Estimated...",
		"kata-raw-human-nn 0", "? Cannot run kata-raw-human-nn, -human-model was not provided", "kata-raw-human-nn 0 0.5", "? Unexpected extra argument '0.5' for kata-raw-human-nn...",
		"kata-benchmark 5", "=\nfast", "kata-benchmark x", "? Could not parse number of visits: x", "kata-get-models", "= []",
		"kata-set-param humanSLProfile rank_5k", "? Could not set params: WARNING: humanSLProfile is specified as config param but model(s) don't use it:", "boardsize 5 4", "=",
		"kata-benchmark 5", "? Current board size is 5x4, no built-in benchmarks for rectangular boards")
	file := t.TempDir() + "/x.sgf"
	expect(t, e, "gomill-savesgf "+file+` PB=Black\_Player PW=a]b C=hi KM=3`, "=", "loadsgf "+file, "=", "gomill-savesgf", "? Expected...", "gomill-savesgf x y", "? Expected...")
}

// TestUnknownOwnership: a report leaves out the ownership that the search does not know.
func TestUnknownOwnership(t *testing.T) {
	r := fakeResult(baduk.Black, 4)
	r.Ownership, r.OwnershipStdev, r.Moves[1].Ownership, r.Moves[1].OwnershipStdev = nil, nil, nil, nil
	e := newEngine(t, Config{Player: &fakeAnalyst{}, Width: 2})
	asks := request{color: baduk.Black, style: styleKata, maxMoves: 9, owner: true, ownerStdev: true, moves: true, movesStdev: true}
	got := e.infoLine(&asks, &r)
	if strings.Count(got, "wnership") != 2 || !strings.Contains(got, " pv A2 pass A1 movesOwnership 0.5 0.5 0.5 0.5 movesOwnershipStdev 0.5 0.5 0.5 0.5 info move A1") || !strings.HasSuffix(got, " pv A1") {
		t.Errorf("got %q, want the ownership of the first move only", got)
	}
	// During a search, a report waits for the ownership, but not for ever.
	sent := 0
	report := e.reporter(&asks, func(string) { sent++ })
	for _, r.Playouts = range []int{1, 20, mostUnowned} {
		report(r)
	}
	if report(fakeResult(baduk.Black, 4)); sent != 2 {
		t.Errorf("%d reports were sent, want 2", sent)
	}
}
