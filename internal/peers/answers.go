package peers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/gtp"
	"tengen/internal/wording"
	"tengen/netcheck"
	"tengen/neteval"
)

// optimism is the share of the optimistic policy in the policies that are compared. A half uses both policies of
// those nets that have two.
const optimism = 0.5

// configFile is the name of KataGo's configuration file in the folder in which it runs.
const configFile = "peers.cfg"

// patience is the longest time that KataGo may take for one answer. The first answer includes loading the net.
const patience = 10 * time.Minute

// answer is KataGo's judgement of a position, from White's point of view.
type answer struct {
	win, loss, lead float64   // probabilities, points
	policy          []float64 // by point, and then of a pass; NaN for illegal moves
	ownership       []float64 // by point, -1..1
}

// peer is a KataGo that judges positions.
type peer struct {
	program Program
	client  *gtp.Client
}

// startPeer starts KataGo with a net.
func startPeer(p Program, dir string, net Net) (*peer, error) {
	override := fmt.Sprintf("rootPolicyOptimism=%g", optimism)
	c, err := gtp.Start(gtp.Program{Dir: dir, Command: []string{p.Path, "gtp", "-config", configFile, "-model", net.File, "-override-config", override}})
	if err != nil {
		return nil, err
	}
	return &peer{p, c}, nil
}

// ask sets up a position and returns KataGo's judgement of it without symmetry.
func (p *peer) ask(ctx context.Context, g *baduk.Game) (answer, error) {
	grid, ok := g.Graph().Rectangle()
	if !ok || grid.Width != grid.Height {
		return answer{}, errors.New("the board is not a square")
	}
	commands := []string{
		fmt.Sprintf("boardsize %d", grid.Width),
		"clear_board",
		"kata-set-rules " + g.Rules().KataGoWithoutKomi(),
		"komi " + g.Rules().Komi.String(),
	}
	for _, m := range g.Moves() {
		commands = append(commands, fmt.Sprintf("play %v %s", m.Color, g.Graph().Vertex(m.Point)))
	}
	commands = append(commands, "kata-raw-nn 0")
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	var text string
	for _, command := range commands {
		var err error
		if text, err = p.client.Do(ctx, command); err != nil {
			return answer{}, fmt.Errorf("KataGo %s: %w", p.program.Version, err)
		}
	}
	a, err := readAnswer(text, g.Graph().Len())
	if err != nil {
		return a, fmt.Errorf("KataGo %s: its answer to kata-raw-nn %w", p.program.Version, err)
	}
	return a, nil
}

// readAnswer reads the answer to kata-raw-nn on a board of this many points.
func readAnswer(text string, points int) (answer, error) {
	var a answer
	words := strings.Fields(text)
	numbers := func(key string, n int) ([]float64, error) {
		for i, word := range words {
			if word != key {
				continue
			}
			var list []float64
			for _, word := range words[i+1 : min(i+1+n, len(words))] {
				v, err := strconv.ParseFloat(word, 64)
				if err != nil {
					return nil, fmt.Errorf("has %.20q in %s, which is not a number", word, key)
				}
				list = append(list, v)
			}
			if len(list) < n {
				return nil, fmt.Errorf("has %s for %s, want %d", wording.Counted(len(list), "number"), key, n)
			}
			return list, nil
		}
		return nil, fmt.Errorf("does not have %s", key)
	}
	for _, part := range []struct {
		key string
		n   int
		to  func([]float64)
	}{
		{"whiteWin", 1, func(v []float64) { a.win = v[0] }},
		{"whiteLoss", 1, func(v []float64) { a.loss = v[0] }},
		{"whiteLead", 1, func(v []float64) { a.lead = v[0] }},
		{"policy", points, func(v []float64) { a.policy = v }},
		{"policyPass", 1, func(v []float64) { a.policy = append(a.policy, v[0]) }},
		{"whiteOwnership", points, func(v []float64) { a.ownership = v }},
	} {
		list, err := numbers(part.key, part.n)
		if err != nil {
			return a, err
		}
		part.to(list)
	}
	return a, nil
}

// differ returns the largest differences between the answers of both programs. If only one of the programs considers
// a move legal, the difference is the largest possible.
func differ(a answer, j *neteval.Judgement) netcheck.Difference {
	var d netcheck.Difference
	for p, v := range a.policy {
		mine := float64(j.Policy[p])
		switch illegal := math.IsNaN(v); {
		case illegal != (mine < 0):
			d.Policy = 1
		case !illegal:
			d.Policy = max(d.Policy, math.Abs(v-mine))
		}
	}
	for p, v := range a.ownership {
		d.Ownership = max(d.Ownership, math.Abs(v+float64(j.Ownership[p])))
	}
	d.Win = max(math.Abs(a.win-j.Loss), math.Abs(a.loss-j.Win))
	d.Lead = math.Abs(a.lead + j.Lead)
	return d
}

// include sets each difference in d to the larger of both. NaN counts as larger than every number. The result is
// then the largest float64, which JSON can express.
func include(d *netcheck.Difference, o netcheck.Difference) {
	for _, pair := range [][2]*float64{{&d.Policy, &o.Policy}, {&d.Win, &o.Win}, {&d.Lead, &o.Lead}, {&d.Ownership, &o.Ownership}} {
		if v := *pair[1]; math.IsNaN(v) || v > math.MaxFloat64 {
			*pair[0] = math.MaxFloat64
		} else {
			*pair[0] = max(*pair[0], v)
		}
	}
}

// positions is the number of positions on each board that are compared.
const positions = 6

// games returns the positions to compare on a square board: games under the Tromp-Taylor rules, from the opening to
// the end.
func games(size int) ([]*baduk.Game, error) {
	all, err := netcheck.Positions(netcheck.Setting{Width: size, Height: size, Rules: baduk.TrompTaylor()}, positions, uint64(size))
	if err != nil {
		return nil, err
	}
	var list []*baduk.Game
	for _, g := range all {
		if !g.Over() { // no program judges a game that is over
			list = append(list, g)
		}
	}
	return list, nil
}

// compare lets KataGo and the evaluators of each level judge the same positions on one board. It returns the largest
// differences of each level.
func (p *peer) compare(ctx context.Context, prepared []prepared, size int) ([]netcheck.Difference, error) {
	list, err := games(size)
	if err != nil {
		return nil, err
	}
	differences := make([]netcheck.Difference, len(prepared))
	for _, g := range list {
		theirs, err := p.ask(ctx, g)
		if err != nil {
			return nil, err
		}
		for i, l := range prepared {
			e, err := neteval.New(l.net, g.Graph(), neteval.Options{Optimism: optimism})
			if err != nil {
				return nil, err
			}
			j, err := e.Judge(g, 0)
			if err != nil {
				return nil, err
			}
			include(&differences[i], differ(theirs, &j))
		}
	}
	return differences, nil
}
