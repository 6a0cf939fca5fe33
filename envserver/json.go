package envserver

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"tengen/baduk"
)

// maxLine is the longest request, in bytes.
const maxLine = 1 << 20

// request is a line of JSON.
type request struct {
	Op     string            `json:"op"`     // reset, step, random, legal, observe, reward, undo, info
	Games  []*int            `json:"games"`  // numbers of games; all games if left out
	Moves  []json.RawMessage `json:"moves"`  // step: a vertex or a number for each game
	Random int               `json:"random"` // reset: number of random moves at the start
	Turns  *int              `json:"turns"`  // undo: number of turns, 1 if left out
}

// answer is the line of JSON that answers a request.
type answer struct {
	Error string    `json:"error,omitempty"`
	Op    string    `json:"op,omitempty"`
	Info  *info     `json:"info,omitempty"`
	Games []outcome `json:"games,omitempty"`
}

// info describes a session.
type info struct {
	Version  int      `json:"version"` // version of the protocol
	Board    string   `json:"board"`
	Points   int      `json:"points"`
	Width    int      `json:"width,omitempty"` // only for a rectangle; point p is in column p%width
	Height   int      `json:"height,omitempty"`
	Vertices []string `json:"vertices"` // names of the points, by number
	Rules    string   `json:"rules"`
	Komi     float64  `json:"komi"`
	Games    int      `json:"games"`
	Seed     uint64   `json:"seed"`
	MaxTurns int      `json:"maxTurns"`
}

// outcome is the result of a request for one game.
type outcome struct {
	Game  int    `json:"game"`
	Error string `json:"error,omitempty"` // if set, the request changed nothing

	ToPlay    string   `json:"toPlay,omitempty"` // black or white
	Turns     *int     `json:"turns,omitempty"`
	Over      *bool    `json:"over,omitempty"`
	Truncated bool     `json:"truncated,omitempty"` // the game was truncated after maxTurns turns
	Legal     []string `json:"legal,omitzero"`      // vertices, the pass last
	Stones    []int8   `json:"stones,omitempty"`    // by point: 1 Black, -1 White, 0 empty
	Mask      []int8   `json:"mask,omitempty"`      // by point, the pass last: 1 if the turn is legal, else 0
	LastMoves []string `json:"lastMoves,omitzero"`  // the latest moves, newest first
	Komi      *float64 `json:"komi,omitempty"`
	// Difference and Halves are Black's reward in both forms, see baduk.RewardForm.
	Difference *float64 `json:"difference,omitempty"`
	Halves     *float64 `json:"halves,omitempty"`
	Result     string   `json:"result,omitempty"`
}

// lastMoves is the number of moves that an observation shows.
const lastMoves = 5

// ServeJSON answers the requests from in until the end of in. Every request and every answer
// is a JSON object on one line. If a request is invalid, the answer contains an error, and
// ServeJSON continues. It returns an error if reading or writing fails, or if a line has
// more than 1 MiB.
func (e *Env) ServeJSON(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	w := bufio.NewWriter(out)
	enc := json.NewEncoder(w)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		if err := enc.Encode(e.answer(lines.Bytes())); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a request is longer than %d bytes", maxLine)
	}
	return lines.Err()
}

func (e *Env) answer(line []byte) answer {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return answer{Error: "not a request: " + err.Error()}
	}
	if r.Op == "info" {
		i := e.info()
		return answer{Op: r.Op, Info: &i}
	}
	do, known := e.operations()[r.Op]
	if !known {
		return answer{Error: fmt.Sprintf("unknown operation %.40q: write info, reset, step, random, legal, observe, reward or undo", r.Op)}
	}
	games, err := e.applies(r.Games)
	if err != nil {
		return answer{Error: "not a request: " + err.Error()}
	}
	if r.Op == "step" && len(r.Moves) != len(games) {
		return answer{Error: fmt.Sprintf("step needs a move for each of the %d games, not %d", len(games), len(r.Moves))}
	}
	a := answer{Op: r.Op, Games: make([]outcome, 0, len(games))}
	for k, n := range games {
		o := outcome{Game: n}
		g, err := e.game(n)
		if err == nil {
			err = do(&r, k, n, g, &o)
		}
		if err != nil {
			o = outcome{Game: n, Error: err.Error()}
		}
		a.Games = append(a.Games, o)
	}
	return a
}

// applies returns the numbers of the games to which a request applies. It returns an error if a number is null, which
// encoding/json would read as game 0.
func (e *Env) applies(list []*int) ([]int, error) {
	var games []int
	if list == nil {
		for n := range e.games {
			games = append(games, n)
		}
	}
	for _, n := range list {
		if n == nil {
			return nil, errors.New("null is not the number of a game")
		}
		games = append(games, *n)
	}
	return games, nil
}

// operations returns the operations by name. An operation is applied to game n. k is the index of
// this game in the request.
func (e *Env) operations() map[string]func(r *request, k, n int, g *game, o *outcome) error {
	told := func(err error, g *game, o *outcome) error {
		if err == nil {
			e.tell(g, o)
		}
		return err
	}
	return map[string]func(r *request, k, n int, g *game, o *outcome) error{
		"reset": func(r *request, _, n int, g *game, o *outcome) error { return told(e.reset(n, r.Random), g, o) },
		"step": func(r *request, k, _ int, g *game, o *outcome) error {
			p, err := e.point(r.Moves[k])
			if err != nil {
				return err
			}
			return told(e.step(g, p), g, o)
		},
		"random": func(_ *request, _, _ int, g *game, o *outcome) error { return told(e.randomMove(g), g, o) },
		"undo": func(r *request, _, _ int, g *game, o *outcome) error {
			turns := 1
			if r.Turns != nil {
				turns = *r.Turns
			}
			return told(g.undo(turns), g, o)
		},
		"legal": func(_ *request, _, _ int, g *game, o *outcome) error {
			e.tell(g, o)
			g.markLegal()
			o.Legal = []string{}
			for p, legal := range g.legal {
				if legal {
					o.Legal = append(o.Legal, e.opt.Board.Vertex(baduk.Point(p)))
				}
			}
			if !g.at.Over() {
				o.Legal = append(o.Legal, "pass")
			}
			return nil
		},
		"observe": func(_ *request, _, _ int, g *game, o *outcome) error {
			e.tell(g, o)
			e.observe(g, o)
			return nil
		},
		"reward": func(_ *request, _, _ int, g *game, o *outcome) error {
			e.tell(g, o)
			difference, halves := g.at.Reward(baduk.RewardDifference), g.at.Reward(baduk.RewardHalves)
			o.Difference, o.Halves, o.Result = &difference, &halves, g.at.Result(nil)
			return nil
		},
	}
}

// The method point reads a move. It is a vertex such as "D4" or "pass", or the number of a
// point, where -1 is a pass.
func (e *Env) point(raw json.RawMessage) (int, error) {
	null := string(raw) == "null" // json.Unmarshal reads null as any type
	var n int
	if !null && json.Unmarshal(raw, &n) == nil {
		return n, nil
	}
	var name string
	if null || json.Unmarshal(raw, &name) != nil {
		return 0, fmt.Errorf("%.40s is not a move: write a vertex such as \"D4\" or \"pass\", or the number of a point", raw)
	}
	p, err := e.opt.Board.ParseVertex(name)
	if p == baduk.Pass {
		return -1, err
	}
	return int(p), err
}

func (e *Env) tell(g *game, o *outcome) {
	turns, over := g.at.Len(), g.at.Over()
	o.ToPlay, o.Turns, o.Over, o.Truncated = g.at.ToPlay().String(), &turns, &over, e.truncated(g)
}

func (e *Env) observe(g *game, o *outcome) {
	komi := e.opt.Rules.Komi.Points()
	o.Stones, o.Komi = g.at.Position().Numbers(nil), &komi
	g.markLegal()
	for _, legal := range append(g.legal, !g.at.Over()) {
		bit := int8(0)
		if legal {
			bit = 1
		}
		o.Mask = append(o.Mask, bit)
	}
	o.LastMoves = []string{}
	for i := g.at.Len() - 1; i >= max(0, g.at.Len()-lastMoves); i-- {
		o.LastMoves = append(o.LastMoves, e.opt.Board.Vertex(g.at.Turn(i).Point))
	}
}

func (e *Env) info() info {
	g := e.opt.Board
	i := info{Version: version, Board: g.String(), Points: g.Len(), Rules: e.opt.Rules.Name(), Komi: e.opt.Rules.Komi.Points(),
		Games: len(e.games), Seed: e.opt.Seed, MaxTurns: e.opt.MaxTurns}
	if grid, ok := g.Rectangle(); ok {
		i.Width, i.Height = grid.Width, grid.Height
	}
	for p := range g.Len() {
		i.Vertices = append(i.Vertices, g.Vertex(baduk.Point(p)))
	}
	return i
}
