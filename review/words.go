package review

import (
	"fmt"
	"math"
	"strings"

	"tengen/baduk"
)

// Sentence returns the fact as a sentence. Points have their names in the graph.
func (f *Fact) Sentence(g *baduk.Graph) string {
	move := playerName(f.Move.Color) + " " + g.Vertex(f.Move.Point)
	stones := stonesAt(g, f.Stones)
	it, its := "it", "is"
	if len(f.Stones) > 1 {
		it, its = "them", "are"
	}
	does := func(played, better, reply string) string { // the parameters are the forms of the verb for the roles
		return move + " " + [...]string{played, "would have " + better, "can now " + reply, played}[f.Role]
	}
	switch f.Kind {
	case factPassed:
		return fmt.Sprintf("%s passed, although %s was still to be played.", playerName(f.Move.Color), g.Vertex(f.Move.Point))
	case factRunsInLadder:
		return fmt.Sprintf("%s runs in a ladder that works: %s %s caught anyway.", move, stones, its)
	case factLeavesInAtari:
		return fmt.Sprintf("%s leaves %s in atari; %s would have saved %s.", move, stones, g.Vertex(f.At), it)
	case factSelfAtari:
		if len(f.Stones) == 1 {
			return fmt.Sprintf("%s puts itself in atari: %s can take it at %s.", move, playerName(f.Color.Opponent()), g.Vertex(f.At))
		}
		return fmt.Sprintf("%s puts its own %s in atari: %s can take them at %s.", move, stones, playerName(f.Color.Opponent()), g.Vertex(f.At))
	case factTakes:
		return does("takes", "taken", "take") + " " + stones + "."
	case factCatches:
		text := does("catches", "caught", "catch") + " " + stones
		if f.Ladder {
			text += " in a ladder"
		}
		return text + "."
	case factLadderFails:
		escape := "escape"
		if len(f.Stones) == 1 {
			escape = "escapes"
		}
		return fmt.Sprintf("The ladder after %s does not work: %s %s.", move, stones, escape)
	case factAtaris:
		return does("puts", "put", "put") + " " + stones + " in atari."
	case factCuts:
		return does("cuts", "cut", "cut") + " " + stones + " off from " + stonesAt(g, f.Others) + "."
	case factConnects:
		return does("connects", "connected", "connect") + " " + stones + " with " + stonesAt(g, f.Others) + "."
	case factDies, factEndangered, factRevives, factStirs, factWeakened:
		return f.fateSentence(g)
	case factFillsLiberty:
		return fmt.Sprintf("%s fills a liberty of its own: %s %s left with %s instead of %s.", move, stones, its, liberties(f.After), number(int(f.Before)))
	case factUnanswered:
		return fmt.Sprintf("%s %s asked for an answer at %s.", playerName(f.Move.Color.Opponent()), g.Vertex(f.At), g.Vertex(f.Move.Point))
	case factElsewhere:
		return fmt.Sprintf("The larger move was elsewhere: %s, %v.", g.Vertex(f.Move.Point), f.Where)
	case factCosts:
		return fmt.Sprintf("It cost about %s %v.", points(f.Before), f.Where)
	}
	return ""
}

// fateSentence returns a sentence that says how the fate of stones changed, with probabilities.
func (f *Fact) fateSentence(g *baduk.Graph) string {
	verb := map[factKind]string{factDies: "are probably dead after it", factEndangered: "are in danger after it", factRevives: "come to life with it",
		factStirs: "have a chance again after it", factWeakened: "are weaker after it"}[f.Kind]
	whose := playerName(f.Color) + "'s"
	return fmt.Sprintf("The %s %v stones at %s %s (%s %s, %s before).", number(len(f.Stones)), f.Color, g.Vertex(f.Stones[0]), verb,
		percent((1+f.After)/2), whose, percent((1+f.Before)/2))
}

func playerName(c baduk.Color) string {
	if c == baduk.White {
		return "White"
	}
	return "Black"
}

// stonesAt describes stones by their number and the point of the first stone.
func stonesAt(g *baduk.Graph, stones []baduk.Point) string {
	if len(stones) == 0 {
		return "nothing"
	}
	if len(stones) == 1 {
		return "the stone at " + g.Vertex(stones[0])
	}
	return number(len(stones)) + " stones at " + g.Vertex(stones[0])
}

func liberties(n float64) string {
	if n == 1 {
		return "one liberty"
	}
	return number(int(n)) + " liberties"
}

// number writes small numbers as words.
func number(n int) string {
	words := [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// points writes a number of points, with one decimal below 10.
func points(v float64) string {
	text := decimals(v, 1)
	if math.Abs(v) >= 9.95 {
		text = decimals(v, 0)
	}
	if text == "1" || text == "1.0" {
		return "1 point"
	}
	return text + " points"
}

// decimals writes a number with the given number of decimals. It never writes -0.
func decimals(v float64, places int) string {
	text := fmt.Sprintf("%.*f", places, v)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

func percent(v float64) string { return decimals(100*v, 0) + " %" }

// leadText writes a lead like a result, such as "B+3.5".
func leadText(lead float64) string {
	if math.Abs(lead) < 0.05 {
		return "even"
	}
	if lead < 0 {
		return "W+" + decimals(-lead, 1)
	}
	return "B+" + decimals(lead, 1)
}
