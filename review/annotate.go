package review

import (
	"fmt"
	"slices"
	"strings"

	"tengen/baduk"
	"tengen/kifu"
)

// recordedMoves is the number of candidates of a position that are written into a record.
const recordedMoves = 8

// Annotate writes the review into its record. The analysis of every position goes into the properties
// of tengen, KaTrain, Lizzie and Sabaki. Reasons become comments, judgements become marks of moves, and
// better lines become variations. They come after the comments and variations of users; see
// [kifu.Node.SetRemarks]. Annotate replaces the remarks of an earlier review. It changes only nodes of
// the main line. It returns an error if an analysis cannot be written.
func (r *Review) Annotate() error {
	for i, a := range r.Positions {
		if n := r.Line.Node(i); n != nil && a != nil {
			if err := writeAnalysis(n, a); err != nil {
				return fmt.Errorf("position %d: %w", i, err)
			}
		}
	}
	remarks := map[*kifu.Node]*kifu.Remarks{}
	at := func(n *kifu.Node) *kifu.Remarks {
		if remarks[n] == nil {
			remarks[n] = &kifu.Remarks{}
		}
		return remarks[n]
	}
	for i := range r.Moves {
		m := &r.Moves[i]
		to := at(m.Node)
		if text := r.comment(i); text != "" {
			to.Comment = strings.TrimPrefix(to.Comment+"\n\n"+text, "\n\n")
		}
		if j := m.judgement(); j.Name != "" {
			to.Judgement = j
		}
		before := r.Line.Node(i)
		if line := m.betterLine(); before != nil && before == m.Node.Parent() && len(line) > 0 && r.shows(i) {
			at(before).Lines = append(at(before).Lines, kifu.RemarkLine{Moves: line, Comment: "Better than " + r.name(m.Move) + ": " + r.lineText(m) + "."})
		}
	}
	root := r.Line.Tree.Root()
	at(root).Comment = strings.TrimSuffix(r.summary()+"\n\n"+at(root).Comment, "\n\n")
	for _, n := range slices.Collect(root.MainLine()) {
		if x := remarks[n]; x != nil {
			n.SetRemarks(*x)
		} else {
			n.SetRemarks(kifu.Remarks{})
		}
	}
	return nil
}

// writeAnalysis writes an analysis in the formats of tengen and other programs. Lizzie's property is
// written without the ownership, which would be longer than everything else.
func writeAnalysis(n *kifu.Node, a *kifu.Analysis) error {
	short := *a
	short.Candidates = slices.Clone(a.Candidates[:min(len(a.Candidates), recordedMoves)])
	if err := n.SetAnalysis(&short, kifu.AnalysisTengen, kifu.AnalysisKaTrain, kifu.AnalysisSabaki); err != nil {
		return err
	}
	short.Ownership = nil
	return n.SetAnalysis(&short, kifu.AnalysisLizzie)
}

// shows reports whether the better line of a move is worth a variation or a diagram.
func (r *Review) shows(i int) bool {
	m := &r.Moves[i]
	return m.Known && m.Rank != 1 && (m.Category >= Mistake || m.Category == Inaccuracy && len(m.Facts) > 0 || slices.Contains(r.Moments, i))
}

// betterLine returns the better line of a move as moves with colours. If the move has no better line, it
// returns nil.
func (m *Move) betterLine() []baduk.Move {
	if !m.Known || m.Rank == 1 || m.Best == baduk.NoPoint {
		return nil
	}
	c := m.Move.Color
	points := m.Better
	if len(points) == 0 {
		points = []baduk.Point{m.Best}
	}
	var line []baduk.Move
	for _, p := range points {
		line = append(line, baduk.Move{Color: c, Point: p})
		c = c.Opponent()
	}
	return line
}

// judgement returns the SGF judgement of a move: BM for mistakes and blunders, DO for inaccuracies, TE
// for a best move that was hard to find, IT for an excellent move that the search had not tried.
func (m *Move) judgement() kifu.Judgement {
	switch {
	case !m.Known:
	case m.Category == Blunder:
		return kifu.Judgement{Name: "BM", Level: 2}
	case m.Category == Mistake:
		return kifu.Judgement{Name: "BM", Level: 1}
	case m.Category == Inaccuracy:
		return kifu.Judgement{Name: "DO", Level: 1}
	case m.Rank == 1 && m.BestPrior < hardToFind && m.BestPrior > 0:
		return kifu.Judgement{Name: "TE", Level: 1}
	case m.Category == Excellent && m.Rank == 0 && !m.Move.IsPass() && !m.Decided:
		return kifu.Judgement{Name: "IT", Level: 1}
	}
	return kifu.Judgement{}
}

// hardToFind is a policy, 0 to 1. A best move with a lower policy counts as hard to find.
const hardToFind = 0.1

// name describes a move in words.
func (r *Review) name(m baduk.Move) string {
	return playerName(m.Color) + " " + r.Line.Graph.Vertex(m.Point)
}

// lineText returns the better line of a move as vertices.
func (r *Review) lineText(m *Move) string {
	var words []string
	for _, step := range m.betterLine() {
		words = append(words, r.Line.Graph.Vertex(step.Point))
	}
	return strings.Join(words, " ")
}

// comment returns the comment on a move for the record. It is "" if the move gets no comment.
func (r *Review) comment(i int) string {
	m := &r.Moves[i]
	switch {
	case m.Fault != "":
		return "Illegal: " + m.Fault + "."
	case !m.Known || !m.Category.Weak():
		return ""
	}
	lines := []string{r.verdict(m)}
	if slices.Contains(r.Moments, i) {
		lines = append(lines, "One of the moves that mattered.")
	}
	return strings.Join(append(lines, r.sentences(m)...), "\n")
}

// verdict says on one line how much a weak move lost.
func (r *Review) verdict(m *Move) string {
	c := m.Move.Color
	text := fmt.Sprintf("%s: %s lost, ", capital(m.Category.String()), points(m.Loss))
	if m.Before.Exact && m.After.Exact {
		text += fmt.Sprintf("from %s to %s (exact).", leadText(m.Before.Lead), leadText(m.After.Lead))
	} else {
		text += fmt.Sprintf("%s's chance from %s to %s.", playerName(c), m.Before.chance(c), m.After.chance(c))
	}
	if m.Best != baduk.NoPoint && m.Rank != 1 {
		text += " Better: " + r.Line.Graph.Vertex(m.Best) + "."
	}
	return text
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// summary returns the comment of the root.
func (r *Review) summary() string {
	lines := []string{"Reviewed by " + r.By() + "."}
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		p := r.Players[c]
		if p.Moves == 0 {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: accuracy %s, %s lost per move, %s strong moves.", playerName(c), percent(p.Accuracy), points(p.Loss), percent(p.Strong)))
	}
	if len(r.Moments) > 0 {
		var numbers []string
		for _, i := range r.Moments {
			numbers = append(numbers, fmt.Sprint(r.Moves[i].Number))
		}
		lines = append(lines, "The moves that mattered: "+strings.Join(numbers, ", ")+".")
	}
	return strings.Join(append(lines, r.Notes()...), "\n")
}

// By returns a text with the program and the net that judged the game, and the visits.
func (r *Review) By() string {
	judge := r.Judge
	if r.Model != "" {
		judge += " with the net " + r.Model
	}
	if r.Visits == 1 {
		return judge + ", one visit per position"
	}
	return fmt.Sprintf("%s, %d visits per position", judge, r.Visits)
}
