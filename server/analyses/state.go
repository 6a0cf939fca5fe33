package analyses

import (
	"math"

	"tengen/baduk"
	"tengen/mcts"
)

// State is what a search knows about a position. All values are from Black's point of view.
type State struct {
	Judge  string `json:"judge"`  // names the net, or says that rollouts judge
	Player string `json:"player"` // the colour for which moves are searched
	// Doing is "searching", "done" after the requested visits, or "full" when the memory of the search is used up.
	Doing     string  `json:"doing"`
	Visits    int     `json:"visits"`
	PerSecond float64 `json:"perSecond"`       // new visits a second since the search began
	Win       float64 `json:"win"`             // probability that Black wins, 0..1
	Lead      float64 `json:"lead"`            // expected lead, points
	Spread    float64 `json:"spread"`          // standard deviation of the final score, points
	Exact     bool    `json:"exact,omitempty"` // the position is solved: win and lead are proved
	// Moves are the moves that were searched, best first.
	Moves []Move `json:"moves"`
	// Owners has a number for each point, from -100 (White's) to 100 (Black's).
	Owners []int `json:"owners,omitempty"`
	// Policy has the net's probability of each point and of a pass, which is last, in thousandths. Only the first state
	// has it.
	Policy []int `json:"policy,omitempty"`
}

// Move is what a search knows about a move.
type Move struct {
	Vertex string   `json:"vertex"`
	Visits int      `json:"visits"`
	Prior  float64  `json:"prior"` // the net's probability of the move, 0..1
	Win    float64  `json:"win"`   // after the move, as in State
	Lead   float64  `json:"lead"`
	Exact  bool     `json:"exact,omitempty"`
	Line   []string `json:"line"` // the best moves from here on, beginning with this one
}

const (
	maxMoves = 24 // moves in a state
	maxLine  = 16 // moves in a line
)

// newState describes a result of a search.
func newState(g *baduk.Graph, judge string, player baduk.Color, r *mcts.Result, doing string) *State {
	s := &State{Judge: judge, Player: player.String(), Doing: doing, Visits: r.Visits, Win: short(r.Win, 1e4), Lead: short(r.Lead, 100), Spread: short(r.Root.ScoreStdev, 100), Exact: r.Root.Exact, Moves: []Move{}}
	if t := r.Elapsed.Seconds(); t > 0 {
		s.PerSecond = short(float64(r.Playouts)/t, 1)
	}
	for _, m := range r.Moves {
		if m.Visits == 0 || len(s.Moves) == maxMoves {
			break
		}
		one := Move{Vertex: g.Vertex(m.Move.Point), Visits: m.Visits, Prior: short(m.Prior, 1e4), Win: short(m.Win, 1e4), Lead: short(m.Lead, 100), Exact: m.Exact, Line: []string{}}
		for _, next := range m.PV[:min(len(m.PV), maxLine)] {
			one.Line = append(one.Line, g.Vertex(next.Point))
		}
		s.Moves = append(s.Moves, one)
	}
	for _, o := range r.Ownership {
		s.Owners = append(s.Owners, int(math.Round(100*float64(o))))
	}
	return s
}

// thousandths writes a policy in thousandths.
func thousandths(policy []float32) []int {
	list := make([]int, len(policy))
	for i, p := range policy {
		list[i] = int(math.Round(1000 * float64(max(0, p))))
	}
	return list
}

// short rounds a number to a multiple of 1/unit.
func short(x, unit float64) float64 { return math.Round(x*unit) / unit }
