package lessons

import (
	"net/http"

	"tengen/kifu"
	"tengen/server/boards"
)

// Step is a step of a lesson, or a problem, before the first move.
type Step struct {
	Title  string        `json:"title"`  // of the lesson or the record
	Name   string        `json:"name"`   // of the step, or empty
	Step   int           `json:"step"`   // index, from 0
	Of     int           `json:"of"`     // number of steps
	Marks  string        `json:"marks"`  // a letter for each step: see the progress
	Graph  *boards.Graph `json:"graph"`  // the board
	Player string        `json:"player"` // the pupil's colour
	Pass   bool          `json:"pass"`   // the tree has a pass of the pupil
	Empty  bool          `json:"empty"`  // the tree has no move
	Unsure bool          `json:"unsure"` // the tree has no right end, so no answer can be right
	Hint   string        `json:"hint"`   // the vertex of a right move, or empty
	At     *Position     `json:"at"`
	Item   Item          `json:"item"`
}

// Reply is the answer to a move.
type Reply struct {
	Verdict string    `json:"verdict"`          // open, right, wrong, other or illegal
	Moves   []string  `json:"moves"`            // the moves of both players up to the position
	Before  *Position `json:"before,omitempty"` // the position before the opponent's reply, if there is one
	At      *Position `json:"at"`
	// Refutation has the positions after a wrong move and each move of the tree that follows, if the tree has more than
	// the opponent's reply.
	Refutation []*Position `json:"refutation,omitempty"`
	Over       bool        `json:"over"` // the line has no further moves
	Hint       string      `json:"hint"` // the vertex of a right move after the position, or empty
	Marks      string      `json:"marks"`
	Item       Item        `json:"item"`
	Streak     int         `json:"streak"` // problems solved in a row without a miss
}

// Shown is the right line of a problem.
type Shown struct {
	Positions []*Position `json:"positions"` // after each move, without the start
	Marks     string      `json:"marks"`
	Item      Item        `json:"item"`
}

type answerRequest struct {
	Moves   []string `json:"moves"`   // all moves so far, of both players
	Vertex  string   `json:"vertex"`  // the pupil's move
	Seconds float64  `json:"seconds"` // time since the position was shown
	Hint    bool     `json:"hint"`    // the pupil has seen a hint
}

func (l *Lessons) getStep(r *http.Request) (s *Step, err error) {
	err = l.with(r, func(at place, p problem) error {
		passes := false
		for n := range p.Start.All() {
			m, ok := n.Move()
			passes = passes || ok && m.Color == p.Pupil && m.IsPass()
		}
		s = &Step{
			Title: at.title, Name: p.Tree.Root().Name(), Step: at.index, Of: at.of(), Marks: l.progress.marks(at.keys, at.asksAgain()), Graph: boards.NewGraph(p.Tree.Graph),
			Player: p.Pupil.String(), Pass: passes, Empty: p.Over(p.Start), Unsure: !p.Right(p.Start), Hint: p.hint(p.Start),
			At: positionOf(p.Start), Item: l.progress.item(at.key()),
		}
		s.At.Text = comments(p.Tree.Root(), p.Start)
		return nil
	})
	return s, err
}

// hint returns the vertex of a right move after a node, or "".
func (p problem) hint(n *kifu.Node) string {
	if best := p.Best(n); best != nil {
		return p.vertexOf(best)
	}
	return ""
}

func (l *Lessons) postAnswer(r *http.Request, req answerRequest) (reply *Reply, err error) {
	err = l.with(r, func(at place, p problem) error {
		a, err := p.play(req.Moves, req.Vertex)
		if err == nil && a.verdict == isOther && at.kind == kindMine {
			err = l.search(r, p, a, req.Vertex)
		}
		if err != nil {
			return err
		}
		solved := a.verdict == isRight
		missed := a.verdict == isWrong || a.verdict == isOther || req.Hint
		if a.verdict != isIllegal && p.Right(p.Start) {
			if err := l.progress.answered(at, solved, missed, req.Seconds); err != nil {
				return err
			}
		}
		reply = &Reply{
			Verdict: a.verdict, Moves: append([]string{}, a.moves...), Before: a.before, At: a.at, Over: solved || p.Over(a.node),
			Marks: l.progress.marks(at.keys, at.asksAgain()), Item: l.progress.item(at.key()),
		}
		reply.Streak, _ = l.progress.streaks()
		if !reply.Over {
			reply.Hint = p.hint(a.node)
		}
		if rest := p.rest(a.node); a.verdict == isWrong && a.before != nil && len(rest) > 0 {
			reply.Refutation = append([]*Position{a.before, a.at}, rest...)
		}
		return nil
	})
	return reply, err
}

// postSolution answers with the right line. The problem counts as missed if it is not solved yet, or is asked again.
func (l *Lessons) postSolution(r *http.Request, _ struct{}) (s *Shown, err error) {
	err = l.with(r, func(at place, p problem) error {
		s = &Shown{Positions: []*Position{}}
		for _, n := range p.Solution() {
			position := positionOf(n)
			s.Positions = append(s.Positions, position)
		}
		item := l.progress.item(at.key())
		asked := item.Solved == 0 || at.asksAgain() && item.due(l.progress.today())
		if asked && len(s.Positions) > 0 {
			if err := l.progress.answered(at, false, true, 0); err != nil {
				return err
			}
		}
		s.Marks, s.Item = l.progress.marks(at.keys, at.asksAgain()), l.progress.item(at.key())
		return nil
	})
	return s, err
}
