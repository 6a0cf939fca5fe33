// Package composer makes collections of graded problems. Policies of human ranks play games against themselves, package
// tsumego finds and proves problems in the positions, and players who imitate people of a rank grade them. A folder
// keeps the problems of each game in a journal, so that a killed run can be continued.
//
// Read next: composer.go for a run, grade.go for the level of a problem, choose.go for the choice of the best problems.
package composer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tengen/baduk"
	"tengen/engine"
	"tengen/eval"
	"tengen/internal/durable"
	"tengen/kifu"
	"tengen/selfplay"
	"tengen/tsumego"
)

// Options say what [Run] makes.
type Options struct {
	Dir   string // folder of the journal and of the collections
	Games int    // number of games
	Seed  uint64
	Most  int // the most problems of each kind
	// Policy returns the evaluators whose policy imitates players of a rank.
	Policy func(engine.Rank) eval.Factory
	// Judge makes the evaluators of the searches with which a player examines a move.
	Judge eval.Factory
	// Progress is called after each game, if not nil.
	Progress func(games int)
}

const journalFile = "games.jsonl"

// sides are the sizes of the boards.
var sides = [...]int{7, 9, 13, 19}

// sideOf returns the size of the board of a game. Large boards are rare, because reading takes much longer there.
func sideOf(number int) int {
	switch {
	case number%40 == 19:
		return 13
	case number%40 == 39:
		return 19
	case number%3 == 0:
		return 7
	}
	return 9
}

// captureEvery is the number of turns between two searches for captures, because neighbouring positions have the same
// captures. Life and death is read after every turn.
const captureEvery = 6

// gameLine is a line of the journal.
type gameLine struct {
	Game     int       `json:"game"`
	Seed     uint64    `json:"seed"`
	Problems []problem `json:"problems"`
}

// problem is a graded problem.
type problem struct {
	Kind  tsumego.Kind `json:"kind"`
	Level engine.Rank  `json:"level"`
	// Chance is the mean chance of all ranks to solve the problem, 0 to 1.
	Chance float64 `json:"chance"`
	Depth  int     `json:"depth"` // moves of the player in the right line
	Key    string  `json:"key"`   // [tsumego.Problem.Key]
	SGF    string  `json:"sgf"`
}

// run is a run in progress.
type run struct {
	Options
	boards   map[int]*baduk.Graph
	finders  map[int]*tsumego.Finder
	policies map[policyKey]eval.Evaluator
	judges   map[int]eval.Evaluator // by the side of the board
}

type policyKey struct {
	side int
	rank engine.Rank
}

// Run plays the games that the journal does not have yet, and writes a collection for each kind of problem. The same
// options give the same collections, however often the run was interrupted. After a cancellation the error is that of
// the context, and the collections are not written.
func Run(ctx context.Context, o Options) (Counts, error) {
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return Counts{}, err
	}
	held, err := durable.Lock(filepath.Join(o.Dir, ".lock"))
	if errors.Is(err, durable.ErrHeld) {
		return Counts{}, fmt.Errorf("another process is making problems in %s", o.Dir)
	}
	if err != nil {
		return Counts{}, err
	}
	defer held.Close()
	r := &run{o, map[int]*baduk.Graph{}, map[int]*tsumego.Finder{}, map[policyKey]eval.Evaluator{}, map[int]eval.Evaluator{}}
	for _, side := range sides {
		r.boards[side] = baduk.MustRectangle(side, side)
		r.finders[side] = tsumego.NewFinder(r.boards[side])
	}
	lines, f, err := r.openJournal()
	if err != nil {
		return Counts{}, err
	}
	defer f.Close()
	for number := len(lines); number < o.Games; number++ {
		line, err := r.game(ctx, number)
		if err != nil {
			return Counts{Games: len(lines)}, err
		}
		data, err := json.Marshal(line)
		if err != nil {
			return Counts{}, err
		}
		if _, err := f.Write(append(data, '\n')); err != nil {
			return Counts{}, fmt.Errorf("the journal of the games: %w", err)
		}
		if lines = append(lines, line); o.Progress != nil {
			o.Progress(len(lines))
		}
	}
	return write(o.Dir, lines[:o.Games], o.Most)
}

// openJournal reads the journal and opens it for more lines. An incomplete last line is cut off.
func (r *run) openJournal() ([]gameLine, *os.File, error) {
	path := filepath.Join(r.Dir, journalFile)
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	var lines []gameLine
	for text := range bytes.Lines(data) {
		var l gameLine
		if err := json.Unmarshal(text, &l); err != nil || l.Game != len(lines) || l.Seed != r.Seed {
			return nil, nil, fmt.Errorf("%s: line %d does not belong to a run with the seed %d: name another folder", path, len(lines)+1, r.Seed)
		}
		lines = append(lines, l)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	_, seek := f.Seek(int64(len(data)), io.SeekStart)
	return lines, f, errors.Join(f.Truncate(int64(len(data))), seek)
}

// game plays a game and finds its problems.
func (r *run) game(ctx context.Context, number int) (gameLine, error) {
	line := gameLine{Game: number, Seed: r.Seed, Problems: []problem{}}
	side := sideOf(number)
	ranks := r.ranks()
	net := func(i int) selfplay.Net {
		rank := ranks[(number*7+i*3)%len(ranks)]
		return selfplay.Net{Name: rank.String(), Evaluator: func(*baduk.Graph, baduk.Rules) (eval.Evaluator, error) { return r.policy(side, rank) }}
	}
	err := selfplay.PlayPolicies(ctx, selfplay.PolicyOptions{
		Boards: []selfplay.Board{{Graph: r.boards[side], Rules: baduk.Chinese(), Share: 1}}, First: net(0), Second: net(1),
		Seed: r.Seed, From: number, Games: 1, Parallel: 1, Threads: 1, Batch: 1,
		Done: func(g *selfplay.Game) (enough bool, err error) {
			line.Problems, err = r.find(ctx, g, side)
			return false, err
		}})
	return line, err
}

// judge returns the evaluator of the searches on the board of a size.
func (r *run) judge(side int) (eval.Evaluator, error) {
	if r.judges[side] == nil {
		e, err := r.Judge(r.boards[side], baduk.Chinese())
		if err != nil {
			return nil, err
		}
		r.judges[side] = e
	}
	return r.judges[side], nil
}

// ranks returns the ranks of the players, the weakest first.
func (r *run) ranks() []engine.Rank {
	var all []engine.Rank
	for rank := engine.Kyu20; rank <= engine.Dan9; rank++ {
		all = append(all, rank)
	}
	return all
}

// policy returns the policy of a rank on the board of a size.
func (r *run) policy(side int, rank engine.Rank) (eval.Evaluator, error) {
	key := policyKey{side, rank}
	if r.policies[key] == nil {
		e, err := r.Policy(rank)(r.boards[side], baduk.Chinese())
		if err != nil {
			return nil, err
		}
		r.policies[key] = e
	}
	return r.policies[key], nil
}

// find returns the problems of a game, graded and without repetitions.
func (r *run) find(ctx context.Context, g *selfplay.Game, side int) ([]problem, error) {
	list := []problem{}
	seen := map[string]bool{}
	at, err := baduk.NewGameFrom(g.Graph, g.Rules, g.Setup)
	if err != nil {
		return nil, err
	}
	finder := r.finders[side]
	for turn, m := range g.Moves {
		if err := errors.Join(at.Play(m), ctx.Err()); err != nil {
			return nil, err
		}
		if at.Position().KoBan != baduk.NoPoint || at.Over() {
			continue
		}
		for _, p := range finder.Find(&at.Position().Board, at.ToPlay(), turn%captureEvery == 0) {
			key := p.Key()
			if seen[key] {
				continue
			}
			seen[key] = true
			level, chance, err := r.grade(ctx, p, side)
			if err != nil {
				return nil, err
			}
			if level == 0 {
				continue
			}
			text, err := textOf(p, level)
			if err != nil {
				return nil, err
			}
			list = append(list, problem{p.Kind, level, chance, p.Depth(), key, text})
		}
	}
	return list, nil
}

// textOf returns a problem in SGF. The name of the root is its level.
func textOf(p *tsumego.Problem, level engine.Rank) (string, error) {
	t, err := p.Tree()
	if err != nil {
		return "", err
	}
	t.Root().SetName(level.String())
	var b bytes.Buffer
	_, err = kifu.Write(&b, kifu.WriteOptions{}, t)
	return b.String(), err
}
