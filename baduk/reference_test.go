package baduk_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"tengen/baduk"
	"tengen/internal/refgo"
)

// literal is one game by the literal rules together with the boards of its history. [refgo.Game.Check] replays the
// whole game at each call, so calling it for all points is slow. The tests do so only in some positions. In the other
// positions they call it only for points at which a play would repeat a board of the history. At the remaining points
// no rule about repetition can apply, so only suicide has to be judged.
type literal struct {
	*refgo.Game
	boards    []refgo.Board
	prisoners [3]int32
	over      bool // result of [refgo.Game.Over], which is stored because Over replays the game
}

// now is the present board.
func (l *literal) now() refgo.Board { return l.boards[len(l.boards)-1] }

// play makes a turn that the fast rules made.
func (l *literal) play(t refgo.Turn) {
	board := l.now()
	if t.Point != refgo.Pass {
		after, captured, suicided := l.Graph.Place(board, t.Point, t.Color)
		l.prisoners[fast(-t.Color)] += int32(len(captured))
		l.prisoners[fast(t.Color)] += int32(len(suicided))
		board = after
	}
	l.Turns = append(l.Turns, t)
	l.boards = append(l.boards, board)
	l.over = l.Over()
}

// times returns how often the present board has occurred.
func (l *literal) times() (n int) {
	for _, b := range l.boards {
		if slices.Equal(b, l.now()) {
			n++
		}
	}
	return n
}

// verdict returns the verdict on a play at an empty point, and the position that the play would repeat.
func (l *literal) verdict(t refgo.Turn, after refgo.Board, suicided []int, replay bool) (refgo.Reason, int) {
	again := slices.ContainsFunc(l.boards, func(b refgo.Board) bool { return slices.Equal(b, after) })
	if replay || again {
		reason := l.Check(t)
		if reason != refgo.Superko {
			return reason, -1
		}
		return reason, l.Repeats(t)
	}
	switch {
	case l.over:
		return refgo.GameOver, -1
	case l.Rules.Suicide == refgo.Forbidden && len(suicided) > 0:
		return refgo.SuicideForbidden, -1
	}
	return refgo.OK, -1
}

// fast and slow translate colours.
func fast(c refgo.Color) baduk.Color {
	return [...]baduk.Color{baduk.White, baduk.Empty, baduk.Black}[c+1]
}
func slow(c baduk.Color) refgo.Color { return refgo.Color(c.Number()) }

// verdictOf translates the reasons.
var verdictOf = map[refgo.Reason]baduk.Verdict{
	refgo.OK: baduk.Legal, refgo.Occupied: baduk.Occupied, refgo.OffBoard: baduk.OffBoard,
	refgo.SuicideForbidden: baduk.Suicide, refgo.KoBan: baduk.KoBanned,
	refgo.Superko: baduk.Superko, refgo.GameOver: baduk.GameOver,
}

// state is everything visible of a game, for comparison.
type state struct {
	Stones    []baduk.Color
	Empties   []baduk.Point
	Chains    [][]baduk.Point // for each stone: liberties, then head, size, number of liberties
	Hash, Key uint64
	ToPlay    baduk.Color
	KoBan     baduk.Point
	Passes    uint8
	Prisoners [3]int32
	Counts    [3]int
	Len       int
	Over      bool
	Resigned  baduk.Color
}

func stateOf(g *baduk.Game) state {
	p := g.Position()
	s := state{Hash: p.Hash(), Key: g.SearchKey(), ToPlay: g.ToPlay(), KoBan: p.KoBan, Passes: p.Passes,
		Prisoners: p.Prisoners, Len: g.Len(), Over: g.Over(), Resigned: g.Resigned(),
		Empties: slices.Clone(p.Empties()),
		Counts:  [3]int{p.Stones(baduk.Empty), p.Stones(baduk.Black), p.Stones(baduk.White)}}
	for i := range g.Graph().Len() {
		q := baduk.Point(i)
		s.Stones = append(s.Stones, g.At(q))
		if g.At(q) != baduk.Empty {
			chain := []baduk.Point{p.Head(q), baduk.Point(p.ChainSize(q)), baduk.Point(p.Liberties(q))}
			s.Chains = append(s.Chains, slices.Sorted(slices.Values(p.AppendLiberties(nil, q))), chain)
		}
	}
	return s
}

// playBoth plays the game that the bytes describe and compares it with the
// literal rules after every turn. It compares stones, chains, liberties,
// prisoners, ko ban, area, turn, end and hash. For every point and both colours
// it compares the effect of a stone, whether it is legal and why not, and the
// repeated position. It checks that a refused move changes nothing. Finally it
// takes every turn back.
func playBoth(data []byte, count *reached) error {
	in := &source{data}
	graph := in.readGraph()
	fg, err := fastGraph(graph)
	if err != nil {
		return err
	}
	rules := in.readRules()
	board, first := in.readStart(graph)
	colors := make([]baduk.Color, len(board))
	for p, c := range board {
		colors[p] = fast(c)
	}
	g, err := baduk.NewGameFrom(fg, rules, baduk.SetupOf(colors, fast(first)))
	if err != nil {
		return err
	}
	l := &literal{Game: refgo.NewGameFrom(graph, refgo.Rules{Ko: refgo.Ko(rules.Ko), Suicide: refgo.Suicide(rules.Suicide)}, board, first)}
	l.boards = []refgo.Board{board}

	count.games++
	if err := compare(g, l, count); err != nil {
		return fmt.Errorf("%v, %+v, at the start: %w", graph, rules, err)
	}
	var states []state
	for len(in.data) > 0 && len(states) < 80 && !g.Over() {
		m := in.readMove(g)
		states = append(states, stateOf(g))
		before := l.prisoners
		if err := g.Play(m); err != nil {
			return fmt.Errorf("%v, %+v, moves %v: %w", graph, rules, g.Moves(), err)
		}
		l.play(refgo.Turn{Color: slow(m.Color), Point: int(m.Point)})
		count.turns++
		if rules.Ko == baduk.KoBasic && !m.IsPass() && l.times() >= 3 {
			count.cycles++
		}
		count.captures += int(l.prisoners[m.Color.Opponent()] - before[m.Color.Opponent()])
		switch n := l.prisoners[m.Color] - before[m.Color]; {
		case n == 1:
			count.single[rules.Suicide]++
		case n > 1:
			count.multi[rules.Suicide]++
		}
		if err := compare(g, l, count); err != nil {
			return fmt.Errorf("%v, %+v, start %v, moves %v: %w", graph, rules, board, g.Moves(), err)
		}
	}
	if g.Over() {
		count.overs++
	}
	for i := len(states) - 1; i >= 0; i-- {
		if !g.Undo() {
			return fmt.Errorf("turn %d cannot be undone", i)
		}
		if now := stateOf(g); !reflect.DeepEqual(now, states[i]) {
			return fmt.Errorf("%v, %+v, start %v, moves %v: undoing turn %d gives\n%+v, it was\n%+v", graph, rules, board, g.Moves(), i, now, states[i])
		}
		if err := g.Position().CheckInvariants(); err != nil {
			return fmt.Errorf("undoing turn %d: %w", i, err)
		}
	}
	if g.Undo() {
		return errors.New("the start was undone")
	}
	return nil
}

// compare compares one position of the two games.
func compare(g *baduk.Game, l *literal, count *reached) error {
	pos, now, k := g.Position(), l.now(), len(l.Turns)
	if err := pos.CheckInvariants(); err != nil {
		return err
	}
	var hash uint64
	for p, c := range now {
		q := baduk.Point(p)
		if g.At(q) != fast(c) || g.StonesAfter(k)[p] != fast(c) || l.boards[k/2][p] != slow(g.StonesAfter(k / 2)[p]) {
			return fmt.Errorf("#%d is %v, want %v", p, g.At(q), fast(c))
		}
		open := slices.ContainsFunc(l.Graph[p], func(n int) bool { return now[n] == refgo.Empty })
		if pos.Open(q) != open {
			return fmt.Errorf("#%d is open: got %v, want %v", p, !open, open)
		}
		if c == refgo.Empty {
			continue
		}
		if lowest := baduk.Point(slices.Min(slices.Collect(maps.Keys(l.Graph.Liberties(now, p))))); pos.Liberty(q) != lowest {
			return fmt.Errorf("the lowest liberty of #%d is #%d, want #%d", p, pos.Liberty(q), lowest)
		}
		hash ^= g.Graph().Key(q, fast(c))
		if err := sameSet(pos.AppendLiberties(nil, q), l.Graph.Liberties(now, p), pos.Liberties(q)); err != nil {
			return fmt.Errorf("liberties of #%d: %w", p, err)
		}
		if err := sameSet(pos.AppendChain(nil, q), l.Graph.Block(now, p), pos.ChainSize(q)); err != nil {
			return fmt.Errorf("chain of #%d: %w", p, err)
		}
	}
	score := g.Score(nil)
	black, white, neutral := l.Graph.AreaScore(now)
	switch {
	case pos.Hash() != hash:
		return fmt.Errorf("hash %x, want %x as computed from scratch", pos.Hash(), hash)
	case pos.Prisoners != l.prisoners:
		return fmt.Errorf("prisoners %v, want %v", pos.Prisoners, l.prisoners)
	case g.ToPlay() != fast(l.ToPlay()):
		return fmt.Errorf("%v to play, want %v", g.ToPlay(), fast(l.ToPlay()))
	case g.Over() != l.over:
		return fmt.Errorf("over %v, want %v", g.Over(), l.over)
	case score.Area(baduk.Black) != black || score.Area(baduk.White) != white || score.Neutral != neutral:
		return fmt.Errorf("area %s, want %d, %d, %d", score.String(), black, white, neutral)
	}
	before := stateOf(g)
	banned := baduk.NoPoint
	for p := range now {
		for _, c := range []refgo.Color{refgo.Black, refgo.White} {
			ban, err := comparePlay(g, l, refgo.Turn{Color: c, Point: p}, count)
			if err != nil {
				return fmt.Errorf("%v #%d: %w", fast(c), p, err)
			}
			if ban {
				banned = baduk.Point(p)
			}
		}
	}
	if pos.KoBan != banned {
		return fmt.Errorf("ko ban on #%d, want #%d", pos.KoBan, banned)
	}
	for _, odd := range []baduk.Move{{Color: baduk.Black, Point: baduk.NoPoint}, {Color: baduk.White, Point: baduk.Point(len(now))}, {Color: baduk.Empty, Point: 0}, {Color: baduk.Empty, Point: baduk.Pass}} {
		if v := g.Legal(odd); v != baduk.OffBoard && !g.Over() || g.Play(odd) == nil {
			return fmt.Errorf("%v is %v", odd, v)
		}
	}
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		if v, want := g.Legal(baduk.Move{Color: c, Point: baduk.Pass}), verdictOf[l.Check(refgo.Turn{Color: slow(c), Point: refgo.Pass})]; v != want {
			return fmt.Errorf("%v pass is %v, want %v", c, v, want)
		}
	}
	if after := stateOf(g); !reflect.DeepEqual(after, before) {
		return fmt.Errorf("asking and refused moves changed the game: %+v, it was %+v", after, before)
	}
	return nil
}

// comparePlay compares one possible play. It reports whether the play would retake a ko. This is so if the play would
// restore the board from before the last turn, and this board differs from the present one.
func comparePlay(g *baduk.Game, l *literal, t refgo.Turn, count *reached) (ban bool, err error) {
	m := baduk.Move{Color: fast(t.Color), Point: baduk.Point(t.Point)}
	k := len(l.Turns)
	// In every eighth position, and in the last of a finished game, the literal rules replay the
	// whole game for every point.
	replay := k%8 == 3 || l.over
	var want refgo.Reason
	repeats := -1
	if l.now()[t.Point] != refgo.Empty {
		want = refgo.Occupied
		if l.over {
			want = refgo.GameOver
		}
		if replay && want != l.Check(t) {
			return false, errors.New("the test itself is wrong about an occupied point")
		}
	} else {
		after, captured, suicided := l.Graph.Place(l.now(), t.Point, t.Color)
		want, repeats = l.verdict(t, after, suicided, replay)
		ban = k > 0 && m.Color == g.ToPlay() && slices.Equal(after, l.boards[k-1]) && !slices.Equal(after, l.now())
		if err := compareEffect(g, m, after, len(captured), len(suicided)); err != nil {
			return false, err
		}
	}
	v := g.Legal(m)
	if v != verdictOf[want] {
		return false, fmt.Errorf("%v, want %v", v, verdictOf[want])
	}
	switch v {
	case baduk.Legal:
		return ban, nil
	case baduk.KoBanned:
		count.koBans++
	case baduk.Suicide:
		count.refused[l.Rules.Suicide]++
	case baduk.Superko:
		count.superko[l.Rules.Ko]++
		if repeats > 0 {
			count.repeated[l.Rules.Ko]++
		}
	}
	var refusal *baduk.IllegalMoveError
	if err := g.Play(m); !errors.As(err, &refusal) || !errors.Is(err, v.Err()) {
		return false, fmt.Errorf("playing it gives the error %v, want %v", err, v)
	}
	if refusal.Move != m || refusal.Verdict != v || refusal.Number != k+1 || refusal.Repeats != max(repeats, 0) {
		return false, fmt.Errorf("the error says %+v, want number %d, repeats %d", *refusal, k+1, repeats)
	}
	return ban, nil
}

// compareEffect compares what a stone on an empty point would do.
func compareEffect(g *baduk.Game, m baduk.Move, after refgo.Board, captured, suicided int) error {
	pos := g.Position()
	var hash uint64
	for p, c := range after {
		if c != refgo.Empty {
			hash ^= g.Graph().Key(baduk.Point(p), fast(c))
		}
	}
	if c, s := pos.Effect(m); c != captured || s != suicided {
		return fmt.Errorf("would take %d and lose %d stones, want %d and %d", c, s, captured, suicided)
	}
	if pos.IsSuicide(m) != (suicided > 0) {
		return fmt.Errorf("IsSuicide is %v, want the opposite", pos.IsSuicide(m))
	}
	if pos.HashAfter(m) != hash {
		return fmt.Errorf("HashAfter %x, want %x", pos.HashAfter(m), hash)
	}
	return nil
}

// sameSet compares a list of points and its reported length with a set. The
// list must not contain a point twice.
func sameSet(list []baduk.Point, want map[int]bool, n int) error {
	got := map[int]bool{}
	for _, p := range list {
		got[int(p)] = true
	}
	if len(list) != len(got) || n != len(got) || !reflect.DeepEqual(got, want) {
		return fmt.Errorf("got %v with the reported length %d, want %v", list, n, want)
	}
	return nil
}
