package match

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tengen/baduk"
	"tengen/rollout"
)

// settle is called when play has stopped before a clean-up. It ends the game if both players call the same stones dead.
// It also ends the game if a player fails, because this player cannot play the clean-up. Play has stopped, so the
// player does not lose, and the referee judges.
func (ref *referee) settle(ctx context.Context) (end ending, ended bool) {
	a := ref.agree(ctx)
	if !a.agreed && !a.failed || !ref.game.Agree() {
		return ending{}, false
	}
	return ref.byAgreement(ctx, a), true
}

// score counts the game after it has ended.
func (ref *referee) score(ctx context.Context) ending {
	r := ref.game.Rules()
	switch {
	case ref.game.NoResult():
		return voided(causeNoResult, "a position occurred for the third time at move %d: under %s rules the game has no result", ref.game.Len(), r.Name())
	case r.Dead == baduk.DeadCleanup:
		return ref.counted(nil, deadCleanUp, "the clean-up was played to its end")
	case !r.FriendlyPass && r.Dead == baduk.DeadUnconditional:
		return ref.counted(nil, deadByRules, "two passes; counted as the rules decide")
	case !r.FriendlyPass:
		return ref.counted(nil, deadByRules, "two passes; every stone counts")
	}
	return ref.byAgreement(ctx, ref.agree(ctx))
}

// byAgreement counts the game without the dead stones that the players named. If they did not agree, the referee
// judges.
func (ref *referee) byAgreement(ctx context.Context, a agreement) ending {
	if a.agreed {
		return ref.counted(a.dead, deadAgreed, a.why)
	}
	judging, cancel := context.WithTimeout(ctx, ref.options.StartPatience)
	defer cancel()
	dead, err := ref.options.Judge(judging, ref.game)
	if err != nil {
		return voided(causeReferee, "two passes; the referee could not find out which stones are dead: %v", err)
	}
	if dead == nil {
		dead = baduk.PointSet{}
	}
	return ref.counted(dead, deadEstimated, fmt.Sprintf("two passes; the referee calls %s dead, because %s", ref.list(dead), a.why))
}

// estimateDead is the default of Options.Judge. From the position it plays many games to the end with the rollout
// policy. It returns the stones that their owner loses in most of these games.
func estimateDead(ctx context.Context, g *baduk.Game) (baduk.PointSet, error) {
	const rollouts = 1000
	return rollout.NewEvaluator(g.Graph(), rollout.DefaultParams()).Dead(ctx, g, rollouts, 1)
}

// counted ends the game by scoring the board without the dead stones. If dead is nil, the rules decide which stones are
// dead. source is deadAgreed or one of the constants declared with it.
func (ref *referee) counted(dead baduk.PointSet, source, reason string) ending {
	s := ref.game.Score(dead)
	return ending{result: s.Result(), winner: s.Winner(), cause: causeScore, reason: reason, dead: source, score: &s}
}

// agreement holds the players' answers about the dead stones.
type agreement struct {
	agreed bool
	dead   baduk.PointSet // dead stones, if agreed; an empty set is not nil, because nil would let the rules decide
	why    string         // the reason in the game's result
	failed bool           // a player failed
}

// agree asks both players which stones are dead. A player that fails does not lose, but is started again for its next
// game.
func (ref *referee) agree(ctx context.Context) agreement {
	var a agreement
	var dead [3]baduk.PointSet
	for _, c := range colors {
		ask, cancel := context.WithTimeout(ctx, ref.options.StartPatience)
		list, err := ref.sides[c].player.Dead(ask, ref.game)
		if ask.Err() != nil { // a list that was interrupted is not used
			err = &fault{causeHung, errors.New("did not answer in time")}
		}
		cancel()
		switch {
		case err == nil:
			dead[c] = list
			continue
		case errors.Is(err, errCannotTell):
		default:
			a.failed = true
			ref.broken(ctx, c, causeOf(err))
		}
		if a.why == "" {
			a.why = fmt.Sprintf("%v %.300s", c, err)
		}
	}
	if a.why != "" {
		return a
	}
	black, white := ref.names(dead[baduk.Black]), ref.names(dead[baduk.White])
	switch {
	case black != white:
		a.why = fmt.Sprintf("black calls %s dead and white %s", ref.list(dead[baduk.Black]), ref.list(dead[baduk.White]))
	case black == nothing:
		a = agreement{agreed: true, dead: baduk.PointSet{}, why: "two passes; both call no stone dead"}
	default:
		a = agreement{agreed: true, dead: dead[baduk.Black], why: "two passes; both call " + ref.list(dead[baduk.Black]) + " dead"}
	}
	return a
}

const nothing = "nothing"

// list names the stones of a set for a message. If there are many, it names only the first twelve or thirteen.
func (ref *referee) list(set baduk.PointSet) string {
	const most = 12
	words := strings.Fields(ref.names(set))
	if len(words) <= most+1 {
		return strings.Join(words, " ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:most], " "), len(words)-most)
}

// names lists the stones of a set.
func (ref *referee) names(set baduk.PointSet) string {
	var words []string
	graph := ref.game.Graph()
	for i := range graph.Len() {
		if p := baduk.Point(i); set.Has(p) && ref.game.At(p) != baduk.Empty {
			words = append(words, graph.Vertex(p))
		}
	}
	if words == nil {
		return nothing
	}
	return strings.Join(words, " ")
}
