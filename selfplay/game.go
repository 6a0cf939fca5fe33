package selfplay

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"tengen/baduk"
	"tengen/eval"
	"tengen/mcts"
	"tengen/replay"
)

// maxTurns limits the length of a game: nets with random weights would play far longer. A game that reaches the limit
// is counted as it stands.
func maxTurns(g *baduk.Graph) int { return 2*g.Len() + 30 }

// searchMemory is the largest memory of a search in bytes.
const searchMemory = 256 << 20

// game is a game in progress.
type game struct {
	ctx     context.Context
	run     *run
	params  *Params // run.options.Params
	out     *Game
	rng     *rand.Rand
	board   Board
	at      *baduk.Game
	sides   [3]*side // by colour
	samples []rowDraft
	ends    bool        // whether the game ends when it is settled
	areas   baduk.Areas // memory for over
	sure    baduk.Color // the player who is sure to win, or Empty
	decided int         // number of turns in a row for which this player was sure to win
}

// side is the search of a net in one game. If both players have the same net, they share it.
type side struct {
	net        int // 0 is the newest net
	counter    *counter
	evaluator  *observer
	full, fast *mcts.Search
}

// counter counts evaluations.
type counter struct {
	eval.Evaluator
	evaluations int
}

// Evaluate implements [eval.Evaluator].
func (c *counter) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	c.evaluations += len(in)
	return c.Evaluator.Evaluate(ctx, in, out)
}

// observer keeps the policy of the root.
type observer struct {
	eval.Evaluator
	root   int // number of turns before the root
	policy []float32
}

// Evaluate implements [eval.Evaluator].
func (o *observer) Evaluate(ctx context.Context, in []eval.Query, out []eval.Evaluation) error {
	err := o.Evaluator.Evaluate(ctx, in, out)
	if len(in) == 1 && in[0].Policy && in[0].Game.Len() == o.root && err == nil {
		o.policy = append(o.policy[:0], out[0].Policy...)
	}
	return err
}

// historyKey is different for positions with different histories, because the inputs of a net describe the latest
// turns too.
func historyKey(q *eval.Query) uint64 {
	key := q.Game.SearchKey()
	for i := range q.Game.Len() {
		key = baduk.Mix(key + uint64(uint16(q.Game.Turn(i).Point)))
	}
	return key
}

// play plays the game with this number.
func (r *run) play(ctx context.Context, number int) (*Game, error) {
	rng, start := r.options.start(number)
	g := &game{ctx: ctx, run: r, params: &r.options.Params, out: &Game{Number: number}, rng: rng, board: start.board, at: start.at}
	g.ends = g.params.Settled > 0 && rng.Float64() < g.params.Settled
	if err := g.makeSides(start); err != nil {
		return nil, err
	}
	for _, step := range []func() error{g.opening, g.settleKomi, g.middle} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("game %d: %w", number, err)
		}
	}
	g.finish()
	return g.out, nil
}

// start is what the seed and the number of a game decide, before any search.
type start struct {
	board Board
	older int         // index of the older net that plays, counted from 1; 0 means that the newest net plays itself
	color baduk.Color // of the older net
	at    *baduk.Game // before the first move, and with the usual komi
}

// start draws how the game with this number begins. The game continues with the random numbers of rng.
func (o *Options) start(number int) (rng *rand.Rand, s start) {
	rng = rand.New(rand.NewPCG(o.Seed, baduk.Mix(uint64(number)+1)))
	s.board = chooseBoard(rng, o.Boards)
	s.color = baduk.Color(1 + rng.IntN(2))
	if rng.Float64() < o.OlderShare && len(o.Older) > 0 {
		s.older = 1 + rng.IntN(len(o.Older))
	}
	rules := Playable(s.board.Rules)
	if rng.Float64() < o.VariedRules {
		variants := variantsOf(rules, s.board.Graph)
		rules = variants[rng.IntN(len(variants))]
	}
	if o.VariedCounting > 0 && rng.Float64() < o.VariedCounting {
		countings := countingsOf(rules, s.board.Graph)
		rules = countings[rng.IntN(len(countings))]
	}
	s.at = baduk.NewGame(s.board.Graph, rules)
	if rng.Float64() < o.HandicapShare {
		points, err := s.board.Graph.HandicapPoints(2 + rng.IntN(3))
		if err == nil {
			setup := baduk.Setup{Black: points, ToPlay: baduk.White, Handicap: len(points)}
			if at, err := baduk.NewGameFrom(s.board.Graph, rules, setup); err == nil {
				s.at = at
			}
		}
	}
	return rng, s
}

// chooseBoard draws a board.
func chooseBoard(rng *rand.Rand, boards []Board) Board {
	sum := 0.0
	for _, b := range boards {
		sum += b.Share
	}
	left := rng.Float64() * sum
	for _, b := range boards {
		if left -= b.Share; left < 0 {
			return b
		}
	}
	return boards[len(boards)-1]
}

// makeSides makes the searches of both players.
func (g *game) makeSides(s start) error {
	newest, err := g.newSide(0)
	if err != nil {
		return err
	}
	g.sides = [3]*side{nil, newest, newest}
	if s.older > 0 {
		g.sides[s.color], err = g.newSide(s.older)
	}
	return err
}

// newSide makes the searches of a net. The searches have the seed of the game.
func (g *game) newSide(net int) (*side, error) {
	e, err := g.run.evaluator(g.board, net)
	if err != nil {
		return nil, err
	}
	s := &side{net: net, counter: &counter{Evaluator: e}}
	kept := 2 * g.params.Visits // every search begins with an empty tree, but the search before has evaluated many of its positions
	if g.run.options.forgetful {
		kept = 0
	}
	s.evaluator = &observer{Evaluator: eval.CacheBy(s.counter, kept, historyKey)}
	p := mcts.NetParams()
	p.Seed, p.MaxBytes, p.LCBVisits = baduk.Mix(g.run.options.Seed^baduk.Mix(uint64(g.out.Number))), searchMemory, mcts.NoLCB
	if s.fast, err = mcts.New(s.evaluator, p); err != nil {
		return nil, err
	}
	if g.params.Gumbel {
		p.Gumbel, p.GumbelNoise = max(g.params.Visits, g.params.DecidedVisits), 1
		p.GumbelScale = p.WinFactor + p.StaticScore + p.DynamicScore // so a win counts as in the article, where c_scale is 1
	} else {
		p.RootNoise, p.RootTemperature, p.RootForced = g.params.RootNoise, g.params.RootTemperature, g.params.Forced
	}
	s.full, err = mcts.New(s.evaluator, p)
	return s, err
}

// variantsOf returns the rules, and rules that differ from them only in the ko rule and the rule about suicide. All of
// them suit the board.
func variantsOf(rules baduk.Rules, g *baduk.Graph) []baduk.Rules {
	list := []baduk.Rules{rules}
	for _, ko := range []baduk.KoRule{baduk.KoSimple, baduk.KoPositional, baduk.KoSituational} {
		for _, suicide := range []baduk.SuicideRule{baduk.SuicideForbidden, baduk.SuicideMulti} {
			other := rules
			if other.Ko, other.Suicide = ko, suicide; other != rules && other.CheckOn(g) == nil {
				list = append(list, other)
			}
		}
	}
	return list
}

// countingsOf returns rules that differ from the given ones only in the way of counting, and the given ones. The rules
// decide which stones are dead. All of them suit the board.
func countingsOf(rules baduk.Rules, g *baduk.Graph) []baduk.Rules {
	list := []baduk.Rules{rules}
	for _, scoring := range []baduk.ScoringRule{baduk.ScoringArea, baduk.ScoringTerritory} {
		for _, tax := range []baduk.TaxRule{baduk.TaxNone, baduk.TaxSeki, baduk.TaxAll} {
			for _, button := range []bool{false, true} {
				other := rules
				other.Scoring, other.Tax, other.Button = scoring, tax, button
				if scoring == baduk.ScoringTerritory {
					other.Dead = baduk.DeadCleanup
				} else if rules.Dead == baduk.DeadCleanup {
					other.Dead = baduk.DeadUnconditional
				}
				if other != rules && CheckBoard(g, other) == nil {
					list = append(list, other)
				}
			}
		}
	}
	return list
}

// opening plays the first moves.
func (g *game) opening() error {
	points := g.board.Graph.Len()
	turns := min(int(g.params.OpeningMoves*float64(points)*g.rng.ExpFloat64()), points/2)
	return playPolicy(g.ctx, g.at, turns, g.rng, func(c baduk.Color) eval.Evaluator { return g.sides[c].evaluator })
}

// playPolicy plays moves that are drawn from the policies of the players' evaluators. It does not pass.
func playPolicy(ctx context.Context, at *baduk.Game, turns int, rng *rand.Rand, of func(baduk.Color) eval.Evaluator) error {
	for range turns {
		out, err := eval.One(ctx, of(at.ToPlay()), eval.Query{Game: at, Seed: rng.Uint64(), Policy: true})
		if err != nil {
			return err
		}
		p := draw(rng, out.Policy[:at.Graph().Len()])
		if p < 0 || at.Play(baduk.Move{Color: at.ToPlay(), Point: baduk.Point(p)}) != nil {
			return nil
		}
	}
	return nil
}

// draw draws an index in proportion to the weights, or returns -1 if all weights are 0.
func draw(rng *rand.Rand, weights []float32) int {
	sum := 0.0
	for _, w := range weights {
		sum += max(0, float64(w))
	}
	left, last := rng.Float64()*sum, -1
	for i, w := range weights {
		if w > 0 {
			last = i
			if left -= float64(w); left < 0 {
				break
			}
		}
	}
	return last
}

// search searches the present position from the beginning.
func (g *game) search(s *side, search *mcts.Search, visits int) (mcts.Result, error) {
	search.Forget()
	search.SetGame(g.at)
	s.evaluator.root = g.at.Len()
	g.out.Searches++
	r, err := search.Run(g.ctx, mcts.Visits(visits), false)
	if err == nil && r.Stopped == mcts.StoppedByContext {
		err = context.Cause(g.ctx)
	}
	return r, err
}

// middle plays the game to its end.
func (g *game) middle() error {
	for !over(g.at, g.ends, &g.areas) {
		s := g.sides[g.at.ToPlay()]
		full, visits, weight := g.rng.Float64() < g.params.FullShare, g.params.Visits, 1.0
		if g.decided >= g.params.DecidedTurns {
			visits, weight = min(visits, g.params.DecidedVisits), g.params.DecidedWeight
		}
		search := s.full
		if !full {
			search, visits = s.fast, min(visits, g.params.FastVisits)
		}
		r, err := g.search(s, search, visits)
		if err != nil {
			return err
		}
		if full && s.net == 0 {
			g.samples = append(g.samples, g.draft(&r, s.evaluator.policy, weight))
		}
		g.note(r.Win)
		if err := g.at.Play(g.choose(&r, full)); err != nil {
			return err
		}
	}
	return nil
}

// over reports whether a game has ended: by its rules, at the limit of turns, or, if ends is true, because it is
// settled. areas is memory for the analysis.
func over(at *baduk.Game, ends bool, areas *baduk.Areas) bool {
	return at.Over() || at.Len() >= maxTurns(at.Graph()) || ends && settled(at, areas)
}

// settled reports whether no move can change the count of a game: each point is pass-alive for a player, and the rules
// count it for this player. Passes matter to the button, and living parts to a tax, so such games are never settled.
// On boards with weights a player may want to lose a point. areas is memory for the analysis.
func settled(at *baduk.Game, areas *baduk.Areas) bool {
	rules := at.Rules()
	if rules.Scoring != baduk.ScoringArea || rules.Tax != baduk.TaxNone || rules.Button || at.Graph().Life() != nil {
		return false
	}
	owners := areas.PassAlive(&at.Position().Board, rules.Suicide != baduk.SuicideForbidden)
	if slices.Contains(owners, baduk.Empty) {
		return false
	}
	score := at.Score(nil)
	for p, owner := range owners {
		if score.Points[p].Owner != owner {
			return false
		}
	}
	return true
}

// note counts the turns for which the same player was sure to win.
func (g *game) note(win float64) {
	sure := baduk.Empty
	switch {
	case win > g.params.Decided:
		sure = baduk.Black
	case win < 1-g.params.Decided:
		sure = baduk.White
	}
	if sure != g.sure {
		g.sure, g.decided = sure, 0
	}
	if sure != baduk.Empty {
		g.decided++
	}
}

// choose draws a move from the search.
func (g *game) choose(r *mcts.Result, full bool) baduk.Move {
	if full && g.params.Gumbel {
		return r.Moves[0].Move // the noise has already chosen
	}
	half := math.Sqrt(float64(g.board.Graph.Len()))
	temperature := g.params.TemperatureEnd + (g.params.Temperature-g.params.TemperatureEnd)*math.Exp2(-float64(g.at.Len())/half)
	if temperature < 0.01 || r.Moves[0].PlaySelection <= 0 {
		return r.Moves[0].Move
	}
	weights := make([]float32, len(r.Moves))
	for i, m := range r.Moves {
		weights[i] = float32(math.Pow(m.PlaySelection/r.Moves[0].PlaySelection, 1/temperature))
	}
	return r.Moves[max(0, draw(g.rng, weights))].Move
}

// finish counts the game and completes its rows.
func (g *game) finish() {
	g.out.Game = counted(g.at)
	g.out.Samples = g.weighted()
	g.out.Evaluations = g.sides[baduk.Black].counter.evaluations
	if w := g.sides[baduk.White]; w != g.sides[baduk.Black] {
		g.out.Evaluations += w.counter.evaluations
	}
}

// counted returns a game as it was played, with its result and without rows. The rules decide which stones are dead, as
// in the searches. A void game has no owners.
func counted(at *baduk.Game) *replay.Game {
	score := at.Score(nil)
	rows := &replay.Game{Graph: at.Graph(), Rules: at.Rules(), Setup: at.Setup(), Moves: at.Moves(), Source: replay.SelfPlay}
	rows.Result = replay.Result{By: replay.EndCounted, Winner: score.Winner(), Lead: float32(score.Lead())}
	if score.Void {
		rows.Result = replay.Result{By: replay.EndVoid}
		return rows
	}
	rows.Final = make([]baduk.Color, len(score.Points))
	for p := range score.Points {
		rows.Final[p] = score.Points[p].Owner
	}
	return rows
}
