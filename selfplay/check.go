package selfplay

import (
	"errors"
	"fmt"
	"slices"

	"tengen/baduk"
	"tengen/replay"
)

// Check examines a game that another process says it has played: the board, the rules, each move, the result, and what
// the rows claim. The ko rule and the rule about suicide may differ from those of the board. On success the game has
// the graph of boards, so that equal boards are one graph. Check does not repeat the searches.
func Check(g *replay.Game, boards []Board) error {
	board, err := boardOf(g, boards)
	if err != nil {
		return err
	}
	g.Graph = board.Graph
	rules := variantsOf(Playable(board.Rules), board.Graph)
	komi := g.Rules.Komi
	played := slices.IndexFunc(rules, func(r baduk.Rules) bool {
		r.Komi = komi
		return r.Name() == g.Rules.Name()
	})
	if played < 0 {
		return fmt.Errorf("it was played with the rules %s, not %s", g.Rules.Name(), rules[0].Name())
	}
	g.Rules = rules[played]
	g.Rules.Komi = komi
	if len(g.Setup.White) > 0 || len(g.Setup.Black) > board.Graph.Len()/2 {
		return errors.New("its set-up is not that of a handicap")
	}
	if len(g.Moves) > maxTurns(board.Graph) {
		return fmt.Errorf("it has %d turns, and the limit is %d", len(g.Moves), maxTurns(board.Graph))
	}
	at, err := g.At(len(g.Moves))
	if err != nil {
		return err
	}
	if !at.Over() && len(g.Moves) < maxTurns(board.Graph) {
		return errors.New("it has not ended")
	}
	if want := counted(at); want.Result != g.Result || fmt.Sprint(want.Final) != fmt.Sprint(g.Final) {
		return fmt.Errorf("its result is %v, and counting gives %v", g.Result, want.Result)
	}
	return checkRows(g)
}

// boardOf returns the board on which a game was played.
func boardOf(g *replay.Game, boards []Board) (Board, error) {
	text, err := replay.BoardText(g.Graph)
	if err != nil {
		return Board{}, err
	}
	for _, b := range boards {
		if one, err := replay.BoardText(b.Graph); err == nil && one == text {
			return b, nil
		}
	}
	return Board{}, fmt.Errorf("it was played on %v, which is not a board of this run", g.Graph)
}

// checkRows fails if a row has a policy with an illegal move, no value, or too much weight.
func checkRows(g *replay.Game) error {
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
	if most := float32(len(g.Samples)) * 1.01; weight > most {
		return fmt.Errorf("its %d rows have a weight of %g together", len(g.Samples), weight)
	}
	return nil
}
