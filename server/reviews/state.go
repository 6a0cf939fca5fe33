package reviews

import (
	"slices"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
	"tengen/review"
	"tengen/server/boards"
)

// State is what is known of a game so far. Numbers are Black's, but what a move lost, which
// is its player's.
type State struct {
	Game  int    `json:"game"`
	Of    string `json:"of"`              // another one where the main line is another
	Doing string `json:"doing"`           // searching, waiting (an engine thinks), stopped, done, failed
	Error string `json:"error,omitempty"` // why it failed
	By    string `json:"by"`              // who judges, in words

	Positions int      `json:"positions"` // that can be judged
	Judged    int      `json:"judged"`
	Seconds   *float64 `json:"seconds,omitempty"` // that it will take yet, while it searches

	Level  string            `json:"level"`  // that was asked for, "" for what the record says
	Levels map[string]string `json:"levels"` // by colour, that the moments are chosen for

	// Of every position, the one before the first move included: how many nodes it is behind the
	// first of the main line, how likely Black wins, 0 to 1, and by how many points Black leads;
	// null where that is not known.
	Nodes []int      `json:"nodes"`
	Win   []*float64 `json:"win"`
	Lead  []*float64 `json:"lead"`

	Moves   []move        `json:"moves"`   // Moves[i] leads from position i to the next
	Moments []int         `json:"moments"` // which of them mattered
	Players []player      `json:"players"` // Black and White
	Phases  []reviewPhase `json:"phases"`
	Notes   []string      `json:"notes"`
}

// move is a move of the main line. What follows Known is there when the positions around it
// are judged, and the lines and reasons when it was not good.
type move struct {
	Number   int      `json:"number"`
	Color    string   `json:"color"`
	Vertex   string   `json:"vertex"`
	Fault    string   `json:"fault,omitempty"`    // why it is illegal
	Handicap bool     `json:"handicap,omitempty"` // it places a stone of a handicap, and is not judged
	Known    bool     `json:"known"`
	Category string   `json:"category,omitempty"`
	Loss     float64  `json:"loss"`              // points
	WinLoss  float64  `json:"winLoss"`           // of the chance to win, 0 to 1
	Rank     int      `json:"rank"`              // among those that the search tried, from 1; 0 for none
	Decided  bool     `json:"decided,omitempty"` // the game was, by then
	Reasons  []string `json:"reasons,omitempty"`
	Better   []string `json:"better,omitempty"` // the line that would have been better
	Reply    []string `json:"reply,omitempty"`  // the best answer to the move, and what follows
}

// player is how a player did. Where Moves is 0 the rest says nothing.
type player struct {
	Name     string     `json:"name"`
	Rank     string     `json:"rank"`
	Moves    int        `json:"moves"`
	Accuracy float64    `json:"accuracy"` // 0 to 1
	Loss     float64    `json:"loss"`     // points a move
	Strong   float64    `json:"strong"`   // share of the moves that are good or better, 0 to 1
	Best     float64    `json:"best"`     // share of those that are the search's own, 0 to 1
	Counts   []counted  `json:"counts"`   // by category, the best first
	Phases   []*float64 `json:"phases"`   // accuracy by phase; null where nothing was played
}

type counted struct {
	Category string `json:"category"`
	Moves    int    `json:"moves"`
}

// reviewPhase says from which position on a phase lasts.
type reviewPhase struct {
	Name string `json:"name"`
	From int    `json:"from"`
}

const (
	toldBetter = 10 // moves of a better line that are told
	toldReply  = 4  // and of an answer
)

// state is the review for players of a level, as it is told.
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

// tellReview is a review as it is told.
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
		s.Players = append(s.Players, tellPlayer(&r.Players[c]))
	}
	return s
}

func tellMove(r *review.Review, i int) move {
	g, m := r.Line.Graph, &r.Moves[i]
	t := move{Number: m.Number, Color: m.Move.Color.String(), Vertex: g.Vertex(m.Move.Point), Fault: m.Fault, Handicap: m.Handicap, Known: m.Known, Rank: m.Rank}
	if !m.Known {
		return t
	}
	t.Category, t.Loss, t.WinLoss, t.Decided = m.Category.String(), m.Loss, m.WinLoss, m.Decided
	if m.Category < review.Inaccuracy && !slices.Contains(r.Moments, i) {
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

func tellPlayer(p *review.Player) player {
	t := player{Name: p.Name, Rank: p.Rank, Moves: p.Moves, Accuracy: p.Accuracy, Loss: p.Loss, Strong: p.Strong, Best: p.Best}
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
