package selfplay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"tengen/baduk"
	"tengen/eval"
	"tengen/replay"
	"tengen/rollout"
)

// PolicyOptions say what [PlayPolicies] plays: games without a search, as in AlphaGo (Silver et al. 2016). Each move is
// drawn from the policy of a net, among the moves of [rollout.Uniform.Candidates].
//
// Games with the numbers 2n and 2n+1 have the same board and the same komi. Without Regression, First is Black in even
// games and Second in odd games.
type PolicyOptions struct {
	Boards        []Board
	First, Second Net
	KomiSpread    float64 // as in [Params]
	// Regression plays games for the training of a value net (Methods, "Value network: regression"). A number U is drawn
	// from 1 to the number of points. First plays U-1 moves, then one move is uniformly random, and Second plays both
	// colours to the end. The game has one row: the position after the random move. If a game ends before that
	// position, it is played again. The policy of the row is that of First. AllRows adds rows for all later positions.
	Regression, AllRows bool

	Seed uint64
	// From is the number of the first game, and Games is the number of games. Parallel is the number of games at the same
	// time.
	From, Games, Parallel int
	Threads, Batch        int // as in [Options]
	// Done is called for each game, in the order of their numbers, by one goroutine at a time. If it returns true, no
	// more games begin, and those under way are finished. If it fails, PlayPolicies ends with its error.
	Done func(*Game) (enough bool, err error)
}

// PlayPolicies plays games without a search. A game depends only on the seed, its number and the nets.
func PlayPolicies(ctx context.Context, o PolicyOptions) error {
	if len(o.Boards) == 0 || o.Games < 1 || o.Parallel < 1 || o.Threads < 1 || o.Batch < 1 || o.Done == nil {
		return errors.New("games of policies need a board, at least one game and one thread, and a function for finished games")
	}
	for _, b := range o.Boards {
		if err := cmp.Or(CheckBoard(b.Graph, b.Rules), CheckPolicyRules(b.Rules)); err != nil {
			return fmt.Errorf("%v: %w", b.Graph, err)
		}
	}
	p := &policies{options: o, candidates: map[*baduk.Graph]*rollout.Uniform{}}
	for _, b := range o.Boards {
		p.candidates[b.Graph] = rollout.NewUniform(b.Graph)
	}
	p.run = newRun(Options{Boards: o.Boards, Net: o.First, Older: []Net{o.Second}, Threads: o.Threads, Batch: o.Batch, First: o.From, Games: o.Games,
		Parallel: o.Parallel, Done: o.Done})
	return playAll(ctx, p.run, p.play, NewInOrder(o.From, p.run.deliver).Put)
}

// CheckPolicyRules fails for rules under which games without a search have meaningless results.
func CheckPolicyRules(r baduk.Rules) error {
	if r.Scoring == baduk.ScoringTerritory && !r.PassStones {
		return errors.New("under these rules a player without a search loses points by filling its own territory, because it passes only if no other move is left: " +
			"use rules that count area, such as tromp-taylor or chinese")
	}
	return nil
}

// policies is what the games of a call of PlayPolicies share.
type policies struct {
	options    PolicyOptions
	run        *run
	candidates map[*baduk.Graph]*rollout.Uniform
}

// policyGame is a game without a search in progress.
type policyGame struct {
	*policies
	ctx         context.Context
	rng         *rand.Rand
	at          *baduk.Game
	nets        [2]eval.Evaluator // first and second
	among       []bool
	out         []eval.Evaluation
	evaluations int
}

// mostAttempts is the largest number of times that a game for regression is played again.
const mostAttempts = 1000

// play plays the game with this number.
func (p *policies) play(ctx context.Context, number int) (*Game, error) {
	o := &p.options
	pair := rand.New(rand.NewPCG(o.Seed, baduk.Mix(uint64(number/2)+1)))
	board := chooseBoard(pair, o.Boards)
	rules := Playable(board.Rules)
	var err error
	if rules.Komi, err = nearestKomi(rules.Komi.Points()+o.KomiSpread*pair.NormFloat64(), board.Graph); err != nil {
		return nil, err
	}
	g := &policyGame{policies: p, ctx: ctx, rng: rand.New(rand.NewPCG(^o.Seed, baduk.Mix(uint64(number)+1))), out: make([]eval.Evaluation, 1)}
	for i := range g.nets {
		if g.nets[i], err = p.run.evaluator(board, i); err != nil {
			return nil, err
		}
	}
	var samples []replay.Sample
	for attempt := 0; ; attempt++ {
		g.at = baduk.NewGame(board.Graph, rules)
		if !o.Regression {
			for err == nil && !g.over() {
				err = g.draw((number + int(g.at.ToPlay()-baduk.Black)) % 2)
			}
			break
		}
		if samples, err = g.regression(); err != nil || samples != nil {
			break
		}
		if attempt == mostAttempts {
			err = fmt.Errorf("no game on %v lasts long enough", board.Graph)
			break
		}
	}
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	out := &Game{Game: counted(g.at), Number: number, Evaluations: g.evaluations}
	out.Samples = samples
	return out, nil
}

func (g *policyGame) over() bool { return over(g.at, false, nil) }

// regression plays a game for the training of a value net and returns its rows. It returns nil if the game ended too
// early.
func (g *policyGame) regression() (rows []replay.Sample, err error) {
	turns := g.rng.IntN(g.at.Graph().Len()) // U-1
	for g.at.Len() < turns && !g.over() {
		if err := g.draw(0); err != nil {
			return nil, err
		}
	}
	if g.over() {
		return nil, nil
	}
	if err := g.playAny(); err != nil {
		return nil, err
	}
	for first := true; !g.over(); first = false {
		if first || g.options.AllRows {
			policy, err := g.ask(0)
			if err != nil {
				return nil, err
			}
			// The move to learn is that of the policy, and not the one that is played next.
			rows = append(rows, replay.Sample{Turn: g.at.Len(), Weight: 1, Doubt: 255, Policy: replay.Shares(policy, len(policy))})
		}
		if err := g.draw(1); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// ask returns the policy of a net in the present position.
func (g *policyGame) ask(net int) ([]float32, error) {
	g.evaluations++
	err := g.nets[net].Evaluate(g.ctx, []eval.Query{{Game: g.at, Policy: true}}, g.out)
	if err == nil {
		err = context.Cause(g.ctx)
	}
	return g.out[0].Policy, err
}

// draw plays a move that is drawn from the policy of a net.
func (g *policyGame) draw(net int) error {
	g.among = g.candidates[g.at.Graph()].Candidates(g.at, g.among)
	last := len(g.among) - 1
	if g.among[last] { // a net does not choose to pass: it passes when no other move is left
		return g.at.Play(baduk.Move{Color: g.at.ToPlay(), Point: baduk.Pass})
	}
	policy, err := g.ask(net)
	if err != nil {
		return err
	}
	for p, may := range g.among {
		if !may {
			policy[p] = 0
		}
	}
	p := draw(g.rng, policy)
	if p < 0 { // all candidates have probabilities that are too small for a float
		return g.playAny()
	}
	return g.at.Play(baduk.Move{Color: g.at.ToPlay(), Point: baduk.Point(p)})
}

// playAny plays a uniformly random candidate.
func (g *policyGame) playAny() error {
	g.among = g.candidates[g.at.Graph()].Candidates(g.at, g.among)
	weights := make([]float32, len(g.among))
	for p, may := range g.among {
		if may {
			weights[p] = 1
		}
	}
	m := baduk.Move{Color: g.at.ToPlay(), Point: baduk.Pass}
	if p := draw(g.rng, weights); p < len(g.among)-1 {
		m.Point = baduk.Point(p)
	}
	return g.at.Play(m)
}
