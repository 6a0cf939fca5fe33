package selfplay

import (
	"errors"
	"fmt"

	"tengen/baduk"
	"tengen/replay"
)

// Check examines a game that another process says it has played as the game of o with this number: the board, the
// rules, the handicap, each move, the result, and what the rows claim. On success the game has the graph of o, so that
// equal boards are one graph. Check does not repeat the searches, so it knows only limits of the komi.
func Check(g *replay.Game, o *Options, number int) error {
	_, start := o.start(number)
	board, rules := start.board, start.at.Rules()
	if err := sameBoard(g.Graph, board.Graph); err != nil {
		return err
	}
	g.Graph = board.Graph
	if err := o.checkKomi(g.Rules.Komi, board); err != nil {
		return err
	}
	rules.Komi = g.Rules.Komi
	if g.Rules.Name() != rules.Name() {
		return fmt.Errorf("it was played with the rules %s, not %s", g.Rules.Name(), rules.Name())
	}
	g.Rules = rules
	if fmt.Sprint(g.Setup) != fmt.Sprint(start.at.Setup()) {
		return errors.New("its set-up is not the handicap of this game")
	}
	if len(g.Moves) > maxTurns(board.Graph) {
		return fmt.Errorf("it has %d turns, and the limit is %d", len(g.Moves), maxTurns(board.Graph))
	}
	at, err := g.At(len(g.Moves))
	if err != nil {
		return err
	}
	if !over(at, o.Settled > 0, new(baduk.Areas)) {
		return errors.New("it has not ended")
	}
	if want := counted(at); want.Result != g.Result || fmt.Sprint(want.Final) != fmt.Sprint(g.Final) {
		return fmt.Errorf("its result is %v, and counting gives %v", g.Result, want.Result)
	}
	return checkRows(g, o.Surprise)
}

// sameBoard fails if a game was not played on the board that it should have.
func sameBoard(got, want *baduk.Graph) error {
	a, err := replay.BoardText(got)
	if err != nil {
		return err
	}
	b, err := replay.BoardText(want)
	if err == nil && a != b {
		err = fmt.Errorf("it was played on %v, not on %v", got, want)
	}
	return err
}

// checkKomi fails if no game has this komi. The komi of most games depends on a search.
func (o *Options) checkKomi(komi baduk.Komi, b Board) error {
	largest := float64(b.Graph.Len())
	least, most := -largest, largest
	if o.FairKomi == 0 {
		usual, spread := b.Rules.Komi.Points(), komiDeviations*o.KomiSpread
		least, most = max(least, min(usual-spread, most)), min(most, max(usual+spread, least))
	}
	if points := komi.Points(); points < least-0.25 || points > most+0.25 { // it is rounded to half a point
		return fmt.Errorf("its komi is %g, not from %g to %g", points, least, most)
	}
	return nil
}

// komiDeviations is the number of standard deviations beyond which no normal random number is.
const komiDeviations = 10

// checkRows fails if a row has a policy with an illegal move, no value, or too much weight.
func checkRows(g *replay.Game, surprise float64) error {
	weight := float32(0)
	var replayed replay.Player
	for i := range g.Samples {
		s := &g.Samples[i]
		if s.Value == nil || len(s.Policy) == 0 || len(s.Branch) > 0 || s.Turn >= len(g.Moves) {
			return fmt.Errorf("row %d is not a row of self-play", i)
		}
		at, err := replayed.At(g, s.Turn)
		if err != nil {
			return err
		}
		sum := 0
		for _, share := range s.Policy {
			if v := at.Legal(baduk.Move{Color: at.ToPlay(), Point: share.Point}); v != baduk.Legal {
				return fmt.Errorf("the policy of row %d has an illegal move: %w", i, v.Err())
			}
			sum += int(share.Part)
		}
		if sum < 60000 {
			return fmt.Errorf("the policy of row %d has a sum of %.3f", i, float64(sum)/65535)
		}
		weight += s.Weight
	}
	most := len(g.Samples)
	if surprise == 1 {
		most = len(g.Moves) // rows without a surprise have given their weight to the others
	}
	if weight > float32(most)*1.01 {
		return fmt.Errorf("its %d rows have a weight of %g together", len(g.Samples), weight)
	}
	return nil
}
