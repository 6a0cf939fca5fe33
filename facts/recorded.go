package facts

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tengen/kifustats"
)

// printedLength, printedChoices and printedChess are the article's average length of a game, its branching factor, and
// that of chess.
const (
	printedLength  = 150
	printedChoices = 250
	printedChess   = 35
)

// over says over how many games a number was counted.
func over(games int) string { return fmt.Sprintf("counted over %d games", games) }

// measure returns the measures of a board, if the records have games on it.
func (o Options) measure(board string) (kifustats.Measure, bool) {
	if o.Records == nil {
		return kifustats.Measure{}, false
	}
	return o.Records.Measure(board)
}

// boards compares the usual boards.
func boards(o Options) Fact {
	f := Fact{About: "sizes of boards", Article: "19x19, for students and quick games 13x13 and 9x9"}
	games := 0 // with moves: Records.Games counts all records
	if o.Records != nil {
		for _, m := range o.Records.Measures {
			games += m.Games
		}
	}
	if games == 0 {
		return f.needsRecords()
	}
	var shares []string
	usual := 0
	for _, m := range o.Records.Measures {
		if m.Board == "19x19" || m.Board == "13x13" || m.Board == "9x9" {
			usual += m.Games
		}
		if len(shares) < 4 {
			shares = append(shares, fmt.Sprintf("%s %.1f %%", m.Board, 100*float64(m.Games)/float64(games)))
		}
	}
	f.Ours, f.How, f.Command = strings.Join(shares, ", "), over(games), o.Command
	f.Verdict = within(1, float64(usual)/float64(games))
	return f
}

// komi compares the most frequent komi of a board.
func komi(o Options, board string, article float64) Fact {
	f := Fact{About: "usual komi on " + board, Article: fmt.Sprint(article)}
	m, ok := o.measure(board)
	if !ok || len(m.Komi) == 0 {
		return f.needsRecords()
	}
	var shares []string
	games := 0
	for _, k := range m.Komi {
		games += k.Games
	}
	f.Verdict = Wrong
	for i, k := range m.Komi[:min(3, len(m.Komi))] {
		shares = append(shares, fmt.Sprintf("%s %.0f %%", k.Value, 100*float64(k.Games)/float64(games)))
		if value, err := strconv.ParseFloat(k.Value, 64); err == nil && value == article {
			f.Verdict = []Verdict{Right, Nearly, Nearly}[i]
		}
	}
	f.Ours, f.How, f.Command = strings.Join(shares, ", "), over(games)+" with a known komi", o.Command
	return f
}

// longestRecorded compares the longest game with a professional player.
func longestRecorded(o Options) Fact {
	f := Fact{About: "moves of the longest recorded professional game", Article: "411 (Hoshino against Yamabe, 1950)"}
	m, ok := o.measure("19x19")
	if !ok {
		return f.needsRecords()
	}
	f.How, f.Command = over(m.Games), o.Command
	if m.Longest.Moves > 0 {
		f.How += "; the longest of all: " + m.Longest.String()
	}
	if m.LongestPro == nil {
		f.How += ". No player of these records has a professional rank"
		return f
	}
	f.Ours = m.LongestPro.String()
	switch moves := m.LongestPro.Moves; {
	case moves == 411:
		f.Verdict = Right
	case moves > 411:
		f.Verdict = Wrong
	}
	return f
}

// played has the figures about games as they are played: length, choices, game tree and first moves.
func played(o Options) []Fact {
	length := Fact{About: "moves of an average game of strong players", Article: fmt.Sprint(printedLength)}
	choices := Fact{About: "branching factor", Article: fmt.Sprint(printedChoices)}
	chess := Fact{"branching factor of chess", fmt.Sprint(printedChess), "", "tengen does not know chess", Unchecked, ""}
	// Shannon, 1950: a typical game of chess has 40 moves of each player.
	printedTree, chessTree := printedLength*math.Log10(printedChoices), 80*math.Log10(printedChess)
	tree := Fact{"game tree", "larger than that of chess", fmt.Sprintf("10^%.0f by the article's length and branching factor; chess: 10^%.0f", printedTree, chessTree),
		"computed; the length of a game of chess is from the literature (80 plies, Shannon 1950)", Right, ""}
	first := Fact{About: "first move on 19x19", Article: "on solved boards in the middle"}
	m, ok := o.measure("19x19")
	if !ok || m.Choices.Mean == 0 {
		return []Fact{length.needsRecords(), choices.needsRecords(), chess, tree, first.needsRecords()}
	}
	length.Ours, length.How, length.Command = m.Length.String(), over(m.Games), o.Command
	length.Verdict = within(printedLength, m.Length.Mean)
	if m.Counted.Mean > 0 {
		length.Ours += fmt.Sprintf("; %v if the game was decided by points", m.Counted)
	}
	choices.Ours, choices.How, choices.Command = m.Choices.String()+"; "+byMove(m.ByMove), over(m.Games)+", basic ko, no suicide", o.Command
	choices.Verdict = within(printedChoices, m.Choices.Mean)
	tree.Ours = fmt.Sprintf("10^(%v); %s", m.Tree, tree.Ours)
	tree.How = over(m.Games) + ": the product of the choices of all moves of a game; " + tree.How
	tree.Command = o.Command
	if m.Tree.Mean-m.Tree.Error <= chessTree {
		tree.Verdict = Wrong
	}
	first.How, first.Command = over(m.Games)+", with the symmetries of the board. 19x19 is not solved", o.Command
	first.Ours = firstMoves(m)
	return []Fact{length, choices, chess, tree, first}
}

// byMove lists the choices of some moves.
func byMove(choices []float64) string {
	var list []string
	for _, n := range []int{1, 50, 100, 150, 200, 250, 300} {
		if n <= len(choices) {
			list = append(list, fmt.Sprintf("%.0f at move %d", choices[n-1], n))
		}
	}
	return strings.Join(list, ", ")
}

// firstMoves lists the most frequent first moves, and the middle of the board.
func firstMoves(m kifustats.Measure) string {
	var list []string
	for i, f := range m.First {
		if i < 4 || f.Value == "K10" {
			list = append(list, fmt.Sprintf("%s %.1f %%", f.Value, 100*float64(f.Games)/float64(m.Games)))
		}
	}
	return strings.Join(list, ", ")
}
