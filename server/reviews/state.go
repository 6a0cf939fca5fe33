package reviews

import (
	"math"
	"slices"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/review"
	"tengen/server/boards"
)

// State is the finished part of the review of a game. Win and Lead are from Black's perspective. The losses of a move
// are from the perspective of the player who moved.
type State struct {
	Game  int    `json:"game"`
	Of    string `json:"of"`              // a hash of the main line
	Doing string `json:"doing"`           // searching, waiting (for an engine that is thinking), stopped, done or failed
	Error string `json:"error,omitempty"` // why the review failed
	By    string `json:"by"`              // the judge, in words

	Positions int      `json:"positions"`         // number of positions that can be judged
	Judged    int      `json:"judged"`            // number of positions that are judged
	Seconds   *float64 `json:"seconds,omitempty"` // estimate of the remaining seconds of the search

	Level  string            `json:"level"`  // the level that the request gives; "" stands for the level in the record
	Levels map[string]string `json:"levels"` // by colour, the level for which the player's moments are chosen

	// Nodes, Win and Lead have an element for every position, including the one before the first move.
	Nodes []int      `json:"nodes"` // by position, the index of its node in the main line; the first node has index 0
	Win   []*float64 `json:"win"`   // by position, the probability that Black wins, 0 to 1; null if unknown
	Lead  []*float64 `json:"lead"`  // by position, Black's lead in points; null if unknown

	Exact []int `json:"exact,omitempty"` // the positions whose value is proved

	Moves   []move        `json:"moves"`   // Moves[i] leads from position i to the next
	Moments []int         `json:"moments"` // the indexes of the moves that were chosen as moments
	Players []player      `json:"players"` // Black and White
	Phases  []reviewPhase `json:"phases"`
	Notes   []string      `json:"notes"`
}

// move is a move of the main line. The fields after Known have a meaning only if the positions before and after the
// move are judged. Reasons, Better and Reply are missing for good moves that are not moments.
type move struct {
	Number   int      `json:"number"`
	Color    string   `json:"color"`
	Vertex   string   `json:"vertex"`
	Fault    string   `json:"fault,omitempty"`    // why the move is illegal
	Handicap bool     `json:"handicap,omitempty"` // the move places a handicap stone and is not judged
	Broken   bool     `json:"broken,omitempty"`   // the record changes the position or the player to move here
	Known    bool     `json:"known"`
	Category string   `json:"category,omitempty"`
	Loss     float64  `json:"loss"`              // points that the move lost
	WinLoss  float64  `json:"winLoss"`           // probability of winning that the move lost, 0 to 1
	Rank     int      `json:"rank"`              // rank among the moves that the search tried, from 1; 0 if it did not try the move
	Decided  bool     `json:"decided,omitempty"` // the game was already decided before the move
	Reasons  []string `json:"reasons,omitempty"`
	Better   []string `json:"better,omitempty"` // the line that would have been better
	Reply    []string `json:"reply,omitempty"`  // the best answer to the move, and what follows
}

// player summarises the moves of a player. If Moves is 0, the other numbers have no meaning.
type player struct {
	Name     string  `json:"name"`
	Rank     string  `json:"rank"`
	Moves    int     `json:"moves"`
	Accuracy float64 `json:"accuracy"` // 0 to 1
	// Margin is the half width of the 95 % interval of the accuracy while moves are not judged yet; 0 at the end.
	Margin float64    `json:"margin"`
	Loss   float64    `json:"loss"`   // average loss of a move in points
	Strong float64    `json:"strong"` // share of the moves that are good or better, 0 to 1
	Best   float64    `json:"best"`   // share of the moves that the search would have chosen, 0 to 1
	Counts []counted  `json:"counts"` // by category, the best category first
	Phases []*float64 `json:"phases"` // accuracy by phase; null for a phase without moves
}

type counted struct {
	Category string `json:"category"`
	Moves    int    `json:"moves"`
}

// reviewPhase is a phase of the game. It begins at a position.
type reviewPhase struct {
	Name string `json:"name"`
	From int    `json:"from"`
}

const (
	toldBetter = 10 // the most moves of a better line in a State
	toldReply  = 4  // the most moves of a reply in a State
)

// state returns the review for players of a level.
func (l *liveReview) state(level engine.Rank) *State {
	g := l.snapshot()
	s := tellReview(l.made(g, level), l.id.game)
	if level != 0 {
		s.Level = level.String()
	}
	s.Of, s.Doing, s.Error = g.of, g.doing, g.failed
	if left := s.Positions - s.Judged; s.Doing == "searching" && g.each > 0 {
		seconds := g.each.Seconds() * float64(left) / float64(min(g.options.Workers, max(left, 1)))
		s.Seconds = &seconds
	}
	return s
}

// tellReview makes a State from a review.
func tellReview(r *review.Review, game int) *State {
	s := &State{Game: game, By: r.By(), Positions: r.Line.Judgeable(), Judged: r.Judged, Levels: map[string]string{},
		Moves: []move{}, Moments: append([]int{}, r.Moments...), Phases: []reviewPhase{}, Notes: append([]string{}, r.Notes()...)}
	depth := map[*kifu.Node]int{}
	for n := range r.Line.Tree.Root().MainLine() {
		depth[n] = len(depth)
	}
	for i, a := range r.Positions {
		n := r.Line.Node(i)
		if n == nil && i > 0 {
			n = r.Moves[i-1].Node
		}
		s.Nodes = append(s.Nodes, depth[n])
		if a == nil {
			s.Win, s.Lead = append(s.Win, nil), append(s.Lead, nil)
		} else {
			s.Win, s.Lead = append(s.Win, a.Win), append(s.Lead, a.Lead)
			if a.Exact {
				s.Exact = append(s.Exact, i)
			}
		}
	}
	for i := range r.Moves {
		s.Moves = append(s.Moves, tellMove(r, i))
		if phase := r.Moves[i].Phase.String(); i == 0 || phase != s.Phases[len(s.Phases)-1].Name {
			s.Phases = append(s.Phases, reviewPhase{phase, i})
		}
	}
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		s.Levels[c.String()] = r.Levels[c].String()
		s.Players = append(s.Players, tellPlayer(r, c))
	}
	return s
}

func tellMove(r *review.Review, i int) move {
	g, m := r.Line.Graph, &r.Moves[i]
	t := move{Number: m.Number, Color: m.Move.Color.String(), Vertex: g.Vertex(m.Move.Point), Fault: m.Fault, Handicap: m.Handicap, Broken: m.Broken, Known: m.Known, Rank: m.Rank}
	if !m.Known {
		return t
	}
	t.Category, t.Loss, t.WinLoss, t.Decided = m.Category.String(), m.Loss, m.WinLoss, m.Decided
	if !m.Category.Weak() && !slices.Contains(r.Moments, i) {
		return t
	}
	for k := range m.Facts {
		t.Reasons = append(t.Reasons, m.Facts[k].Sentence(g))
	}
	if m.Rank != 1 && m.Best != baduk.NoPoint {
		t.Better = boards.Vertices(g, m.Better[:min(len(m.Better), toldBetter)])
		if len(t.Better) == 0 {
			t.Better = []string{g.Vertex(m.Best)}
		}
	}
	if after := r.Positions[i+1]; after != nil && len(after.Candidates) > 0 {
		pv := after.Candidates[0].PV
		t.Reply = boards.Vertices(g, pv[:min(len(pv), toldReply)])
	}
	return t
}

func tellPlayer(r *review.Review, c baduk.Color) player {
	p := &r.Players[c]
	t := player{Margin: marginOf(r, c), Name: p.Name, Rank: p.Rank, Moves: p.Moves, Accuracy: p.Accuracy, Loss: p.Loss, Strong: p.Strong, Best: p.Best}
	for _, c := range review.Categories() {
		t.Counts = append(t.Counts, counted{c.String(), p.Categories[c]})
	}
	for _, phase := range review.Phases() {
		var accuracy *float64
		if tally := &p.Phases[phase]; tally.Moves > 0 {
			accuracy = &tally.Accuracy
		}
		t.Phases = append(t.Phases, accuracy)
	}
	return t
}

// marginOf returns the half width of the 95 % interval of a player's accuracy, as far as it depends on the moves that
// are not judged yet.
func marginOf(r *review.Review, c baduk.Color) float64 {
	judged, all, sum, squares := 0.0, 0.0, 0.0, 0.0
	for i := range r.Moves {
		m := &r.Moves[i]
		if m.Move.Color != c || m.Fault != "" || m.Handicap || m.Broken {
			continue
		}
		all++
		if m.Known {
			judged++
			sum += m.Accuracy
			squares += m.Accuracy * m.Accuracy
		}
	}
	if judged < 2 || judged == all {
		return 0
	}
	variance := max(squares-sum*sum/judged, 0) / (judged - 1)
	return 1.96 * math.Sqrt(variance/judged*(1-judged/all))
}
