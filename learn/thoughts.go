package learn

import (
	"context"
	"fmt"
	"math"
	"strings"

	"tengen/baduk"
	"tengen/eval"
	"tengen/replay"
	"tengen/selfplay"
)

const (
	// choosingGeneration is the generation from whose games the fixed positions are chosen. The games of the first
	// generations are nearly random.
	choosingGeneration = 4
	mostPositions      = 4
	leastWin           = 0.15 // a position is decided if a player's probability to win is smaller
)

// Position is a fixed position about which all nets are asked.
type Position struct {
	Board int     `json:"board"` // index of [Settings.Boards]
	Komi  float64 `json:"komi"`
	// Generation and Game say which game the position comes from. Games are counted from 0.
	Generation int `json:"generation"`
	Game       int `json:"game"`
	// Setup are the handicap stones, as vertices. Moves are the moves up to the position, such as "B D4" or "W pass".
	Setup []string `json:"setup,omitempty"`
	Moves []string `json:"moves"`
}

// Play plays the moves of the position, on its board and under the rules of the run.
func (p *Position) Play(g *baduk.Graph, rules baduk.Rules) (*baduk.Game, error) {
	var err error
	if rules.Komi, err = baduk.KomiOf(p.Komi); err != nil {
		return nil, err
	}
	rules = selfplay.Playable(rules)
	var setup baduk.Setup
	for _, vertex := range p.Setup {
		point, err := g.ParseVertex(vertex)
		if err != nil {
			return nil, err
		}
		setup.Black = append(setup.Black, point)
		setup.ToPlay, setup.Handicap = baduk.White, len(setup.Black)
	}
	moves := make([]baduk.Move, len(p.Moves))
	for i, text := range p.Moves {
		color, vertex, _ := strings.Cut(text, " ")
		if moves[i].Color = baduk.Black; color == "W" {
			moves[i].Color = baduk.White
		}
		if moves[i].Point, err = g.ParseVertex(vertex); err != nil {
			return nil, err
		}
	}
	return baduk.Replay(g, rules, setup, moves)
}

// think completes what the net of a generation thinks of the empty boards and of the fixed positions. If there are no
// positions yet, it first chooses them from the games of choosingGeneration or a later one, and also asks the nets of
// all earlier generations.
func (r *run) think(n int) error {
	first := n
	if n >= choosingGeneration && len(r.state.Positions) == 0 && r.state.Settings.Recipe != AlphaGo { // its rows have no values
		var err error
		if r.state.Positions, err = r.choose(n); err != nil { // the next generation chooses from its own games
			r.o.Log.Warn("the fixed positions cannot be chosen from the games of this generation", "because", err)
		}
		if len(r.state.Positions) > 0 {
			first = 0
		}
	}
	for i := first; i <= n; i++ {
		thoughts, err := r.thoughts(i)
		if err != nil && i < n {
			r.o.Log.Warn("an earlier net cannot be asked about the fixed positions", "generation", i, "problem", err)
			continue
		}
		if err != nil {
			return err
		}
		r.state.Generations[i].Thoughts = thoughts
	}
	return nil
}

// thoughts returns what the net of a generation thinks of the empty boards and of the fixed positions.
func (r *run) thoughts(n int) (list []Thought, err error) {
	net, err := r.player(n)
	if err != nil {
		return nil, err
	}
	evaluators, err := r.evaluators(net)
	if err != nil {
		return nil, err
	}
	ask := func(position, board int, at *baduk.Game) error {
		out, err := eval.One(context.Background(), evaluators[board], eval.Query{Game: at, Policy: true})
		if err != nil {
			return err
		}
		for i, p := range out.Policy {
			out.Policy[i] = float32(math.Round(float64(p)*1e5) / 1e5) // the state stays small
		}
		list = append(list, Thought{Position: position, Win: float64(out.Win), Lead: float64(out.Lead), Policy: out.Policy})
		return nil
	}
	for i, b := range r.boards {
		if err := ask(0, i, baduk.NewGame(b.Graph, selfplay.Playable(b.Rules))); err != nil {
			return nil, err
		}
	}
	for i := range r.state.Positions {
		p := &r.state.Positions[i]
		at, err := p.Play(r.boards[p.Board].Graph, r.boards[p.Board].Rules)
		if err != nil {
			return nil, fmt.Errorf("position %d: %w", i+1, err)
		}
		if err := ask(i+1, p.Board, at); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// choose chooses the fixed positions from the games of a generation that can be read. The positions are from different
// games, and from different parts of their games. If a part has only decided positions or empty boards, it has no
// position.
func (r *run) choose(n int) (list []Position, err error) {
	f, err := replay.OpenFolder(r.rowsDir(n))
	if err != nil {
		return nil, err
	}
	var found [mostPositions]*Position
	number, left := -1, mostPositions
	for g, err := range f.Games() {
		if err != nil {
			return nil, err
		}
		number++
		part := number % mostPositions
		if found[part] != nil {
			continue
		}
		board := boardOf(r.boards, g.Graph)
		// If there are several boards, the positions are on all of them in turn.
		if board < 0 || (board-part)%min(len(r.boards), mostPositions) != 0 || len(g.Setup.White) > 0 {
			continue
		}
		turn := undecided(g, part)
		if turn < 0 {
			continue
		}
		p := positionOf(g, board, n, number, turn)
		at, err := p.Play(r.boards[board].Graph, r.boards[board].Rules)
		if err != nil {
			continue // the rules of the game were varied, and those of the run forbid one of its moves
		}
		if at.Position().Stones(baduk.Black)+at.Position().Stones(baduk.White) == 0 {
			continue // the players only passed, and the nets are asked about the empty board anyway
		}
		found[part] = p
		if left--; left == 0 {
			break
		}
	}
	for _, p := range found {
		if p != nil {
			list = append(list, *p)
		}
	}
	return list, nil
}

// boardOf returns the index of a board, or -1.
func boardOf(boards []selfplay.Board, g *baduk.Graph) int {
	for i, b := range boards {
		if b.Graph.Fingerprint() == g.Fingerprint() {
			return i
		}
	}
	return -1
}

// undecided returns the turn of the first undecided row in a part of a game, or -1. The parts are equally long.
func undecided(g *replay.Game, part int) int {
	from, to := part*len(g.Moves)/mostPositions, (part+1)*len(g.Moves)/mostPositions
	for i := range g.Samples {
		s := &g.Samples[i]
		if len(s.Branch) == 0 && s.Turn > 0 && s.Turn >= from && s.Turn < to && s.Value != nil && s.Value.Win >= leastWin && s.Value.Win <= 1-leastWin {
			return s.Turn
		}
	}
	return -1
}

// positionOf returns the position of a game before a turn.
func positionOf(g *replay.Game, board, generation, number, turn int) *Position {
	p := &Position{Board: board, Komi: g.Rules.Komi.Points(), Generation: generation, Game: number, Moves: []string{}}
	for _, point := range g.Setup.Black {
		p.Setup = append(p.Setup, g.Graph.Vertex(point))
	}
	for _, m := range g.Moves[:turn] {
		p.Moves = append(p.Moves, strings.ToUpper(m.Color.String()[:1])+" "+g.Graph.Vertex(m.Point))
	}
	return p
}
