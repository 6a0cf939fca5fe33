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

// play plays a game. The error says that ctx ended, or that the game could not be
// made: then there is no result.
func (w *worker) play(ctx context.Context, n int) (GameResult, *kifu.Record, error) {
	f, err := w.schedule.fixture(n)
	if err != nil {
		return GameResult{}, nil, err
	}
	game, err := f.opening.begin(w.Rules)
	if err != nil {
		return GameResult{}, nil, err
	}
	game, _, err = topology.Grow(game)
	if err != nil {
		return GameResult{}, nil, err
	}
	t := referee{worker: w, game: game, seed: f.seed}
	for _, c := range colors {
		t.sides[c] = w.sides[f.players[c]]
		t.clocks[c] = clock.New(t.settings(c))
		defer t.sides[c].release(w.Log)
	}
	start := time.Now()
	end := t.run(ctx)
	if err := ctx.Err(); err != nil {
		return GameResult{}, nil, fmt.Errorf("game %d was interrupted: %w", n, err)
	}
	if end.score != nil {
		t.askClaims(ctx)
	}
	if err := ctx.Err(); err != nil {
		return GameResult{}, nil, fmt.Errorf("game %d was interrupted: %w", n, err)
	}
	return t.result(f, end, start), t.record(f, end, start), nil
}

var colors = [2]baduk.Color{baduk.Black, baduk.White}

// referee is one game with its referee.
type referee struct {
	*worker
	game   *baduk.Game
	sides  [3]*runningSide // by colour
	clocks [3]*clock.Clock // by colour
	seed   uint64

	// What happened, by colour.
	moves    [3]int
	thinking [3]time.Duration
	longest  [3]time.Duration
	failures [3]cause // for which a player has to be restarted
	claims   [3]string
}

// settings is the time control of a player.
func (t *referee) settings(c baduk.Color) clock.Settings {
	if own := t.sides[c].Clock; own != nil {
		return *own
	}
	return t.Clock
}

// fails ends the game by what a player did: it loses, unless it never was able to
// play or was asked to play under conditions that it cannot.
func (t *referee) fails(ctx context.Context, c baduk.Color, err error) ending {
	cause := causeOf(err)
	t.broken(ctx, c, cause)
	if cause == causeUnready {
		return voided(cause, "%s (%v): %v", t.sides[c].Name, c, err)
	}
	return lost(c, cause, "%s (%v): %v", t.sides[c].Name, c, err)
}

// broken notes that a player failed. What ends us may end the programs as well, as when
// the machine is shut down, and perhaps before us: a program that is gone gets a moment,
// after which ctx tells.
func (t *referee) broken(ctx context.Context, c baduk.Color, cause cause) {
	t.failures[c] = cause
	if cause == causeCrashed {
		select {
		case <-ctx.Done():
		case <-time.After(interruptDelay):
		}
	}
}

// interruptDelay is how long an interrupt may take from a program's end to ours.
const interruptDelay = 150 * time.Millisecond

// run plays to the end. When ctx ends, what it returns means nothing.
func (t *referee) run(ctx context.Context) ending {
	for _, c := range colors {
		if err := t.begin(ctx, c); err != nil {
			return t.fails(ctx, c, err)
		}
	}
	for !t.game.Over() && ctx.Err() == nil {
		if t.game.Len() >= t.maxMoves() {
			return voided(causeTooLong, "not over after %d moves", t.game.Len())
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

// maxMoves is after how many moves the game is given up. An infinite board counts as
// it began.
func (t *referee) maxMoves() int {
	if t.MaxMoves > 0 {
		return t.MaxMoves
	}
	return 3*t.game.Graph().Len() + 100
}

// startNotice is after how long a person is told what is waited for.
const startNotice = 10 * time.Second

// begin makes a player ready. One that has not been ready since the match began is
// not beaten when it fails: it probably was not started as it has to be.
func (t *referee) begin(ctx context.Context, c baduk.Color) error {
	s := t.sides[c]
	if err := s.open(ctx); err != nil {
		return &fault{causeUnready, err}
	}
	ctx, cancel := context.WithTimeout(ctx, t.StartPatience)
	defer cancel()
	told := time.AfterFunc(startNotice, func() {
		t.Log.Info("still waiting for a player to get ready", "player", s.Name, "for", t.StartPatience.String())
	})
	defer told.Stop()
	err := s.player.Begin(ctx, gameStart{Game: t.game, Color: c, Seed: baduk.Mix(t.seed+uint64(c)) >> 11, Clock: t.settings(c)})
	switch {
	case err == nil:
		s.ready.Store(true)
	case !s.ready.Load():
		err = &fault{causeUnready, fmt.Errorf("it did not get ready to play: %w", err)}
	}
	return err
}

// turn lets the player to move make a move.
func (t *referee) turn(ctx context.Context) (end ending, ended bool) {
	c := t.game.ToPlay()
	p, watch := t.sides[c].player, t.clocks[c]
	update, cancel := context.WithTimeout(ctx, t.Patience)
	err := p.Update(update, t.game, c, *watch)
	cancel()
	if err != nil {
		return t.fails(ctx, c, err), true
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
	if err != nil && causeOf(err) == causeHung && !watch.Unlimited() {
		t.broken(ctx, c, causeHung)
		return lost(c, causeTime, "%v lost on time: no answer after %.1f s for move %d with %v", c, took.Seconds(), t.game.Len()+1, watch.Settings()), true
	}
	if err != nil {
		return t.fails(ctx, c, err), true
	}
	t.moves[c]++
	t.thinking[c] += took
	t.longest[c] = max(t.longest[c], took)
	switch {
	case watch.Spend(took - t.Lag):
		return lost(c, causeTime, "%v lost on time: %.1f s for move %d with %v", c, took.Seconds(), t.game.Len()+1, watch.Settings()), true
	case d.Resign:
		return lost(c, causeResignation, "%v resigned", c), true
	case d.Move.Color != c:
		return t.fails(ctx, c, &fault{causeNonsense, fmt.Errorf("it moved for %v", d.Move.Color)}), true
	}
	if err := t.game.Play(d.Move); err != nil {
		t.broken(ctx, c, causeIllegal)
		return lost(c, causeIllegal, "%s (%v): %v", t.sides[c].Name, c, err), true
	}
	grown, _, err := topology.Grow(t.game)
	if err != nil {
		return voided(causeReferee, "%v", err), true
	}
	t.game = grown
	return ending{}, false
}

// result is what is kept of the game.
func (t *referee) result(f fixture, end ending, start time.Time) GameResult {
	const b, w = baduk.Black, baduk.White
	r := GameResult{
		Game: f.number, Black: t.sides[b].Name, White: t.sides[w].Name,
		Result: end.result, Cause: end.cause, Reason: end.reason, Dead: end.dead,
		Board: f.board, Opening: f.opening.Name, OpeningMoves: len(f.opening.Moves), Moves: t.game.Len(), Fingerprint: t.fingerprint(),
		Seconds:    seconds(time.Since(start)),
		BlackMoves: t.moves[b], BlackSeconds: seconds(t.thinking[b]), BlackLongest: seconds(t.longest[b]),
		WhiteMoves: t.moves[w], WhiteSeconds: seconds(t.thinking[w]), WhiteLongest: seconds(t.longest[w]),
		BlackClaim: t.claims[b], WhiteClaim: t.claims[w], BlackFailure: t.failures[b], WhiteFailure: t.failures[w],
		Seed: f.seed, Ended: time.Now().UTC().Format(time.RFC3339),
	}
	if end.winner != baduk.Empty {
		r.Winner = t.sides[end.winner].Name
	}
	if end.score != nil {
		r.Counted, r.Lead = true, end.score.Lead()
	}
	return r
}

// fingerprint is the same for games with the same beginning and moves.
func (t *referee) fingerprint() string {
	o := Opening{Graph: t.game.Graph(), Setup: t.game.Setup(), Moves: t.game.Moves()}
	return o.digest()
}

// seconds has microseconds.
func seconds(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }

// record is the game for others. The points of a counted board are marked, and with
// them which stones were taken for dead.
func (t *referee) record(f fixture, end ending, start time.Time) *kifu.Record {
	comment := []string{end.reason}
	for _, c := range colors {
		if t.claims[c] != "" {
			comment = append(comment, fmt.Sprintf("%s (%v) counts %s", t.sides[c].Name, c, t.claims[c]))
		}
	}
	info := kifu.Info{Black: t.sides[baduk.Black].Name, White: t.sides[baduk.White].Name, Event: t.Event,
		Round: strconv.Itoa(f.number), Date: start.Format(time.DateOnly), Result: end.result,
		Comment: strings.Join(comment, "\n"), Opening: f.opening.Name, Application: t.Application}
	black, white := t.settings(baduk.Black), t.settings(baduk.White)
	if black == white && black.Kind != clock.None {
		info.Time = strconv.FormatFloat(black.Main.Seconds(), 'f', -1, 64)
		if _, overtime, ok := strings.Cut(black.String(), "+"); ok {
			info.Overtime = overtime + " " + black.Kind.String()
		}
	} else if black != white { // SGF has one time for both
		info.Overtime = fmt.Sprintf("black %v, white %v", black, white)
	}
	rec := kifu.FromGame(t.game, info)
	if end.score != nil {
		for i, point := range end.score.Points {
			if p := baduk.Point(i); point.Owner != baduk.Empty && t.game.At(p) != point.Owner {
				rec.Territory[point.Owner] = append(rec.Territory[point.Owner], p)
			}
		}
	}
	return rec
}

// askClaims asks who can tell what the score is. An answer changes nothing any more.
func (t *referee) askClaims(ctx context.Context) {
	for _, c := range colors {
		claimer, ok := t.sides[c].player.(claimer)
		if !ok || t.failures[c] != "" || ctx.Err() != nil {
			continue
		}
		ask, cancel := context.WithTimeout(ctx, t.StartPatience)
		claim, err := claimer.Claim(ask, t.game)
		cancel()
		switch {
		case err == nil:
			t.claims[c] = clip(claim, 40)
		case !errors.Is(err, errCannotTell):
			t.broken(ctx, c, causeOf(err))
		}
	}
}

// clip is the first line of a text, and not more than n bytes of it.
func clip(text string, most int) string {
	text, _, _ = strings.Cut(text, "\n")
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}
