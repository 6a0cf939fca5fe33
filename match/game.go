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

// play plays game n. It returns an error instead of a result if ctx ends or if the game cannot be set up.
func (w *worker) play(ctx context.Context, n int) (GameResult, *kifu.Record, error) {
	f, err := w.schedule.fixture(n)
	if err != nil {
		return GameResult{}, nil, err
	}
	game, err := f.opening.begin(w.options.Rules)
	if err != nil {
		return GameResult{}, nil, err
	}
	game, _, err = topology.Grow(game)
	if err != nil {
		return GameResult{}, nil, err
	}
	ref := referee{options: w.options, game: game, seed: f.seed, maxMoves: w.options.maxMoves(game.Graph())}
	for _, c := range colors {
		ref.sides[c] = w.sides[f.players[c]]
		ref.clocks[c] = clock.New(ref.settings(c))
		defer ref.sides[c].release(w.options.Log)
	}
	start := time.Now()
	end := ref.run(ctx)
	if err := ctx.Err(); err != nil {
		return GameResult{}, nil, fmt.Errorf("game %d was interrupted: %w", n, err)
	}
	if end.score != nil {
		ref.askClaims(ctx)
	}
	if err := ctx.Err(); err != nil {
		return GameResult{}, nil, fmt.Errorf("game %d was interrupted: %w", n, err)
	}
	return ref.result(f, end, start), ref.record(f, end, start), nil
}

var colors = [2]baduk.Color{baduk.Black, baduk.White}

// A referee conducts one game between two sides.
type referee struct {
	options *Options
	game    *baduk.Game
	sides   [3]*runningSide // by colour
	clocks  [3]*clock.Clock // by colour
	seed    uint64
	// maxMoves is the number of moves after which the game is void.
	maxMoves int

	// The course of the game, by colour.
	moves    [3]int
	thinking [3]time.Duration // thinking time for all moves
	longest  [3]time.Duration // longest thinking time for a move
	failures [3]cause         // why the player has to be restarted; empty if it need not be restarted
	claims   [3]string        // the score according to the player
}

// settings returns the time control of a player.
func (ref *referee) settings(c baduk.Color) clock.Settings {
	if own := ref.sides[c].side.Clock; own != nil {
		return *own
	}
	return ref.options.Clock
}

// fails ends the game because a player failed. If the player never got ready or does not accept the conditions, the
// game is void. Otherwise the player loses.
func (ref *referee) fails(ctx context.Context, c baduk.Color, err error) ending {
	cause := causeOf(err)
	ref.broken(ctx, c, cause)
	if cause == causeUnready {
		return voided(cause, "%s (%v): %v", ref.sides[c].side.Name, c, err)
	}
	return lost(c, cause, "%s (%v): %v", ref.sides[c].side.Name, c, err)
}

// broken records that a player failed. After a crash it waits for interruptDelay, because a program may have ended
// only because the machine shuts down, shortly before this process is told to end. If ctx ends during the wait, the
// game counts as interrupted, and the player does not lose.
func (ref *referee) broken(ctx context.Context, c baduk.Color, cause cause) {
	ref.failures[c] = cause
	if cause == causeCrashed {
		select {
		case <-ctx.Done():
		case <-time.After(interruptDelay):
		}
	}
}

// interruptDelay is the longest expected time between the end of a program and the end of ctx, if one event ends both.
const interruptDelay = 150 * time.Millisecond

// run plays the game to its end. If ctx ends first, the caller must not use the result.
func (ref *referee) run(ctx context.Context) ending {
	for _, c := range colors {
		if err := ref.begin(ctx, c); err != nil {
			return ref.fails(ctx, c, err)
		}
	}
	for !ref.game.Over() && ctx.Err() == nil {
		if ref.game.Len() >= ref.maxMoves {
			return voided(causeTooLong, "not over after %d moves", ref.game.Len())
		}
		if end, ended := ref.turn(ctx); ended {
			return end
		}
		if ref.game.Over() || !ref.game.Settling() {
			continue
		}
		// Before a clean-up the players may agree on the dead stones. If they do not agree, they play on.
		if end, ended := ref.settle(ctx); ended {
			return end
		}
	}
	return ref.score(ctx)
}

// maxMoves is the number of moves after which a game is void. The graph is the board at the beginning: the window of an
// infinite board grows during the game.
func (o *Options) maxMoves(g *baduk.Graph) int {
	if o.MaxMoves > 0 {
		return o.MaxMoves
	}
	return 3*g.Len() + 100
}

// startNotice is the time after which the log says that a player is not ready yet.
const startNotice = 10 * time.Second

// begin prepares a player for the game. If it fails, and the player was never ready in this match, the player does not
// lose, because it was probably started with the wrong arguments.
func (ref *referee) begin(ctx context.Context, c baduk.Color) error {
	s := ref.sides[c]
	if err := s.open(ctx); err != nil {
		return &fault{causeUnready, err}
	}
	ctx, cancel := context.WithTimeout(ctx, ref.options.StartPatience)
	defer cancel()
	told := time.AfterFunc(startNotice, func() {
		ref.options.Log.Info("still waiting for a player to get ready", "player", s.side.Name, "for", ref.options.StartPatience.String())
	})
	defer told.Stop()
	err := s.player.Begin(ctx, gameStart{Game: ref.game, Color: c, Seed: baduk.Mix(ref.seed+uint64(c)) >> 11, Clock: ref.settings(c)})
	switch {
	case err == nil:
		s.ready.Store(true)
	case !s.ready.Load():
		err = &fault{causeUnready, fmt.Errorf("it did not get ready to play: %w", err)}
	}
	return err
}

// turn asks the player whose turn it is for a move, and plays the move.
func (ref *referee) turn(ctx context.Context) (end ending, ended bool) {
	c := ref.game.ToPlay()
	p, watch := ref.sides[c].player, ref.clocks[c]
	update, cancel := context.WithTimeout(ctx, ref.options.Patience)
	err := p.Update(update, ref.game, c, *watch)
	cancel()
	if err != nil {
		return ref.fails(ctx, c, err), true
	}
	allowed := ref.options.Patience
	if !watch.Unlimited() {
		allowed += watch.Available() + ref.options.Lag
	}
	think, cancel := context.WithTimeout(ctx, allowed)
	start := time.Now()
	d, err := p.Genmove(think, ref.game, c, *watch)
	took := time.Since(start)
	if err == nil && errors.Is(think.Err(), context.DeadlineExceeded) && watch.Unlimited() { // the search of a player in this process was cut short
		err = &fault{causeHung, fmt.Errorf("no answer within %v: give it less to search, or more patience", allowed)}
	}
	cancel()
	if err != nil && causeOf(err) == causeHung && !watch.Unlimited() {
		ref.broken(ctx, c, causeHung)
		return lost(c, causeTime, "%v lost on time: no answer after %.1f s for move %d with %v", c, took.Seconds(), ref.game.Len()+1, watch.Settings()), true
	}
	if err != nil {
		return ref.fails(ctx, c, err), true
	}
	ref.moves[c]++
	ref.thinking[c] += took
	ref.longest[c] = max(ref.longest[c], took)
	switch {
	case watch.Spend(took - ref.options.Lag):
		return lost(c, causeTime, "%v lost on time: %.1f s for move %d with %v", c, took.Seconds(), ref.game.Len()+1, watch.Settings()), true
	case d.Resign:
		return lost(c, causeResignation, "%v resigned", c), true
	case d.Move.Color != c:
		return ref.fails(ctx, c, &fault{causeNonsense, fmt.Errorf("it moved for %v", d.Move.Color)}), true
	}
	if err := ref.game.Play(d.Move); err != nil {
		ref.broken(ctx, c, causeIllegal)
		return lost(c, causeIllegal, "%s (%v): %v", ref.sides[c].side.Name, c, err), true
	}
	grown, _, err := topology.Grow(ref.game)
	if err != nil {
		return voided(causeReferee, "%v", err), true
	}
	ref.game = grown
	return ending{}, false
}

// result returns the result of the game.
func (ref *referee) result(f fixture, end ending, start time.Time) GameResult {
	const b, w = baduk.Black, baduk.White
	r := GameResult{
		Game: f.number, Black: ref.sides[b].side.Name, White: ref.sides[w].side.Name,
		Result: end.result, Cause: end.cause, Reason: end.reason, Dead: end.dead,
		Board: f.board, Opening: f.opening.Name, OpeningMoves: len(f.opening.Moves), Moves: ref.game.Len(), Fingerprint: ref.fingerprint(),
		Seconds:    seconds(time.Since(start)),
		BlackMoves: ref.moves[b], BlackSeconds: seconds(ref.thinking[b]), BlackLongest: seconds(ref.longest[b]),
		WhiteMoves: ref.moves[w], WhiteSeconds: seconds(ref.thinking[w]), WhiteLongest: seconds(ref.longest[w]),
		BlackClaim: ref.claims[b], WhiteClaim: ref.claims[w], BlackFailure: ref.failures[b], WhiteFailure: ref.failures[w],
		Seed: f.seed, Ended: time.Now().UTC().Format(time.RFC3339),
	}
	if end.winner != baduk.Empty {
		r.Winner = ref.sides[end.winner].side.Name
	}
	if end.score != nil {
		r.Counted, r.Lead = true, end.score.Lead()
	}
	return r
}

// fingerprint returns a text that is equal for games with the same beginning and the same moves.
func (ref *referee) fingerprint() string {
	o := openingOfGame(ref.game)
	return o.digest()
}

// seconds returns a duration in seconds, rounded to microseconds.
func seconds(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }

// record returns the game as a record. If the board was scored, the record marks the points of each player. The marks
// show which stones counted as dead.
func (ref *referee) record(f fixture, end ending, start time.Time) *kifu.Record {
	comment := []string{end.reason}
	for _, c := range colors {
		if ref.claims[c] != "" {
			comment = append(comment, fmt.Sprintf("%s (%v) counts %s", ref.sides[c].side.Name, c, ref.claims[c]))
		}
	}
	info := kifu.Info{Black: ref.sides[baduk.Black].side.Name, White: ref.sides[baduk.White].side.Name, Event: ref.options.Event,
		Round: strconv.Itoa(f.number), Date: start.Format(time.DateOnly), Result: end.result,
		Comment: strings.Join(comment, "\n"), Opening: f.opening.Name, Application: ref.options.Application}
	black, white := ref.settings(baduk.Black), ref.settings(baduk.White)
	if black == white && black.Kind != clock.None {
		info.Time = strconv.FormatFloat(black.Main.Seconds(), 'f', -1, 64)
		if _, overtime, ok := strings.Cut(black.String(), "+"); ok {
			info.Overtime = overtime + " " + black.Kind.String()
		}
	} else if black != white { // SGF has one time control for both players
		info.Overtime = fmt.Sprintf("black %v, white %v", black, white)
	}
	rec := kifu.FromGame(ref.game, info)
	if end.score != nil {
		for i, point := range end.score.Points {
			if p := baduk.Point(i); point.Owner != baduk.Empty && ref.game.At(p) != point.Owner {
				rec.Territory[point.Owner] = append(rec.Territory[point.Owner], p)
			}
		}
	}
	return rec
}

// askClaims asks the players that can compute the score for the score. The answers do not change the result.
func (ref *referee) askClaims(ctx context.Context) {
	for _, c := range colors {
		claimer, ok := ref.sides[c].player.(claimer)
		if !ok || ref.failures[c] != "" || ctx.Err() != nil {
			continue
		}
		ask, cancel := context.WithTimeout(ctx, ref.options.StartPatience)
		claim, err := claimer.Claim(ask, ref.game)
		cancel()
		switch {
		case err == nil:
			ref.claims[c] = clip(claim, 40)
		case !errors.Is(err, errCannotTell):
			ref.broken(ctx, c, causeOf(err))
		}
	}
}

// clip returns the first line of a text. If the line is too long, it returns only the beginning.
func clip(text string, most int) string {
	text, _, _ = strings.Cut(text, "\n")
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}
