package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/clock"
	"tengen/kifu"
	"tengen/topology"
)

// play plays game n. It returns who failed, if someone did, and an error only
// when ctx ended.
func (r *runner) play(ctx context.Context, n int) (GameResult, *kifu.Record, *seat, error) {
	seed := mix(r.Seed+uint64(n)) >> 11 // exact in every reader of JSON
	game, err := baduk.NewGameFrom(r.Graph, r.Rules, r.Setup)
	if err != nil {
		return GameResult{}, nil, nil, err
	}
	t := table{runner: r, game: game, seed: seed}
	first := 1 - n%2
	t.seats[baduk.Black], t.seats[baduk.White] = r.sides[first], r.sides[1-first]
	for c := range t.clocks {
		t.clocks[c] = clock.New(r.Clock)
	}
	start := time.Now()
	end := t.run(ctx)
	if err := ctx.Err(); err != nil {
		return GameResult{}, nil, nil, fmt.Errorf("game %d was interrupted: %w", n, err)
	}
	res := GameResult{Game: n, Black: t.seats[baduk.Black].Name, White: t.seats[baduk.White].Name, Result: end.result,
		Moves: t.game.Len(), Seconds: time.Since(start).Seconds(), Reason: end.reason, Seed: seed}
	if end.winner != baduk.Empty {
		res.Winner = t.seats[end.winner].Name
	}
	info := kifu.Info{Black: res.Black, White: res.White, Event: r.Event, Round: strconv.Itoa(n),
		Date: start.Format(time.DateOnly), Result: end.result, Comment: end.reason, Application: r.Application}
	if s := r.Clock; s.Kind != clock.None {
		info.Time = strconv.FormatFloat(s.Main.Seconds(), 'f', -1, 64)
		if _, overtime, ok := strings.Cut(s.String(), "+"); ok {
			info.Overtime = overtime + " " + s.Kind.String()
		}
	}
	var failed *seat
	if end.failed != baduk.Empty {
		failed = t.seats[end.failed]
	}
	return res, kifu.FromGame(t.game, info), failed, nil
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// table is one game with its referee.
type table struct {
	*runner
	game   *baduk.Game
	seats  [3]*seat        // by colour
	clocks [3]*clock.Clock // by colour
	seed   uint64
}

// failure is a void game for which c is to blame.
func (t *table) failure(c baduk.Color, err error) ending {
	return void(c, fmt.Sprintf("%s (%v): %v", t.seats[c].Name, c, err))
}

// run plays to the end. When ctx ends, what it returns means nothing.
func (t *table) run(ctx context.Context) ending {
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		if err := t.begin(ctx, c); err != nil {
			return t.failure(c, err)
		}
	}
	for !t.game.Over() && ctx.Err() == nil {
		if t.game.Len() >= t.MaxMoves {
			return void(baduk.Empty, fmt.Sprintf("not over after %d moves", t.game.Len()))
		}
		if end, ended := t.turn(ctx); ended {
			return end
		}
		if t.game.Over() || !t.game.Settling() {
			continue
		}
		// Before a clean-up the players may agree; if not, they play it.
		if end, ended := t.settle(ctx); ended {
			return end
		}
	}
	return t.score(ctx)
}

func (t *table) begin(ctx context.Context, c baduk.Color) error {
	if err := t.seats[c].open(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, t.Patience)
	defer cancel()
	return t.seats[c].player.Begin(ctx, Start{Game: t.game, Color: c, Seed: mix(t.seed+uint64(c)) >> 11, Clock: t.Clock})
}

// turn lets the player to move make a move.
func (t *table) turn(ctx context.Context) (end ending, ended bool) {
	c := t.game.ToPlay()
	p, watch := t.seats[c].player, t.clocks[c]
	update, cancel := context.WithTimeout(ctx, t.Patience)
	err := p.Update(update, t.game, c, *watch)
	cancel()
	if err != nil {
		return t.failure(c, err), true
	}
	allowed := t.Patience
	if !watch.Unlimited() {
		allowed += watch.Available() + t.Lag
	}
	think, cancel := context.WithTimeout(ctx, allowed)
	start := time.Now()
	d, err := p.Genmove(think, t.game, c, *watch)
	took := time.Since(start)
	cancel()
	switch {
	case err != nil:
		return t.failure(c, err), true
	case watch.Spend(took - t.Lag):
		return lost(c, "T", fmt.Sprintf("%v lost on time: %.1f s for move %d with %v", c, took.Seconds(), t.game.Len()+1, t.Clock)), true
	case d.Resign:
		return lost(c, "R", fmt.Sprintf("%v resigned", c)), true
	case d.Move.Color != c:
		return t.failure(c, fmt.Errorf("it moved for %v", d.Move.Color)), true
	}
	if err := t.game.Play(d.Move); err != nil {
		return lost(c, "F", err.Error()), true
	}
	grown, _, err := topology.Grow(t.game)
	if err != nil {
		return void(baduk.Empty, err.Error()), true
	}
	t.game = grown
	return ending{}, false
}

// settle ends the game where play has stopped before a clean-up, if both players
// call the same stones dead.
func (t *table) settle(ctx context.Context) (end ending, ended bool) {
	dead, verdict, end := t.agree(ctx)
	if end.failed != baduk.Empty {
		return end, true
	}
	if !verdict.agreed || !t.game.Agree() {
		return ending{}, false
	}
	return t.counted(dead, verdict.reason), true
}

// score counts when the game has ended.
func (t *table) score(ctx context.Context) ending {
	r := t.game.Rules()
	switch {
	case t.game.NoResult():
		return void(baduk.Empty, fmt.Sprintf("a position occurred for the third time at move %d: under %s rules the game has no result", t.game.Len(), r.Name()))
	case r.Dead == baduk.DeadCleanup:
		return t.counted(nil, "the clean-up was played to its end")
	case !r.FriendlyPass:
		return t.counted(nil, "two passes; "+undecided(r))
	}
	dead, verdict, end := t.agree(ctx)
	if end.failed != baduk.Empty {
		return end
	}
	return t.counted(dead, verdict.reason)
}

// counted is the ending by the count without those stones; nil leaves it to the
// rules.
func (t *table) counted(dead baduk.PointSet, reason string) ending {
	s := t.game.Score(dead)
	return ending{result: s.Result(), winner: s.Winner(), reason: reason}
}

// undecided says what counts where the players have not agreed.
func undecided(r baduk.Rules) string {
	if r.Dead == baduk.DeadUnconditional {
		return "counted as the rules judge by themselves"
	}
	return "every stone counts"
}

// verdict is whether the players agree about the dead stones, for people.
type verdict struct {
	agreed bool
	reason string
}

// agree is which stones are dead: those that both players call dead if they call
// the same ones so, and otherwise what the rules say by themselves.
func (t *table) agree(ctx context.Context) (baduk.PointSet, verdict, ending) {
	differ := func(format string, args ...any) (baduk.PointSet, verdict, ending) {
		why := fmt.Sprintf(format, args...)
		return nil, verdict{reason: "two passes; " + undecided(t.game.Rules()) + ", because " + why}, ending{}
	}
	var dead [3]baduk.PointSet
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		ask, cancel := context.WithTimeout(ctx, t.Patience)
		list, err := t.seats[c].player.Dead(ask, t.game)
		if err == nil {
			err = ask.Err() // a list that was cut short is none
		}
		cancel()
		if errors.Is(err, ErrCannotTell) {
			return differ("%v %v", c, err)
		}
		if err != nil {
			return nil, verdict{}, t.failure(c, err)
		}
		dead[c] = list
	}
	black, white := t.names(dead[baduk.Black]), t.names(dead[baduk.White])
	switch {
	case black != white:
		return differ("black calls %s dead and white %s", black, white)
	case black == nothing:
		// Not nil: nothing is dead, whatever the rules think of it.
		return baduk.PointSet{}, verdict{true, "two passes; both call no stone dead"}, ending{}
	}
	return dead[baduk.Black], verdict{true, "two passes; both call " + black + " dead"}, ending{}
}

const nothing = "nothing"

// names lists the stones of a set.
func (t *table) names(set baduk.PointSet) string {
	var words []string
	graph := t.game.Graph()
	for i := range graph.Len() {
		if p := baduk.Point(i); set.Has(p) && t.game.At(p) != baduk.Empty {
			words = append(words, graph.Vertex(p))
		}
	}
	if words == nil {
		return nothing
	}
	return strings.Join(words, " ")
}
