package lab

import (
	"embed"
	"errors"
	"fmt"
	"strings"

	"tengen/baduk"
)

// Trouble is a position that rulesets treat differently.
type Trouble struct {
	Name  string   `json:"name"`  // "triple-ko"
	Title string   `json:"title"` // "Triple ko"
	Text  string   `json:"text"`  // why the rulesets disagree
	Rows  []string `json:"rows"`  // the board from the top: X black, O white, a dot empty
	// ToPlay is the player to move.
	ToPlay baduk.Color `json:"toPlay"`
	// Steps are moves that show the problem. Some rules do not allow all of them.
	Steps []Step `json:"steps"`
	// Outcomes are the answers of rulesets, the most instructive first.
	Outcomes []Outcome `json:"outcomes"`
}

// Step is a move with a comment.
type Step struct {
	Color  baduk.Color `json:"color"`
	Vertex string      `json:"vertex"` // "C1", "pass"
	Text   string      `json:"text,omitempty"`
}

// Outcome is the answer of one ruleset to a [Trouble], without komi.
type Outcome struct {
	Rules string `json:"rules"` // a name for [baduk.ParseRules]
	// Still says that the outcome is the count of the position before the first
	// step.
	Still bool `json:"still,omitempty"`
	// Then has the moves after the steps. If the rules forbid a step, these moves replace that step and all later
	// steps.
	Then []Step `json:"then,omitempty"`
	// Dead are the stones that the players agree are dead.
	Dead []string `json:"dead,omitempty"`
	// Result is a count such as "B+3", or "Void". If the rules forbid a step, such as the sixth, and Then is
	// empty, it is "refused 6".
	Result string `json:"result"`
	Text   string `json:"text"`
}

//go:embed troubles/*.txt
var files embed.FS

// names are the names of the files, the best known position first.
var names = strings.Fields("triple-ko sending-two eternal-life bent-four seki-points false-eye-seki three-points ten-thousand-year-ko double-ko-seki double-ko-death moonshine molasses one-eye-flaw")

// Troubles returns the classic positions, the best known first. It panics if an embedded file cannot be
// read; the tests rule this out.
func Troubles() []Trouble {
	var list []Trouble
	for _, name := range names {
		text, err := files.ReadFile("troubles/" + name + ".txt")
		if err != nil {
			panic(err)
		}
		t, err := readTrouble(name, string(text))
		if err != nil {
			panic(err)
		}
		list = append(list, t)
	}
	return list
}

// Game returns a game under the rules, before the first step.
func (t *Trouble) Game(rules baduk.Rules) (*baduk.Game, error) {
	g, colors, err := readRows(t.Rows)
	if err != nil {
		return nil, err
	}
	return baduk.NewGameFrom(g, rules, baduk.SetupOf(colors, t.ToPlay))
}

// readTrouble reads a file. Each line begins with a word:
//
//	title TITLE
//	text TEXT              several lines are joined
//	play COLOUR
//	row ROW
//	step COLOUR POINT SENTENCE
//	under RULES [still] [dead POINT...] [then COLOUR POINT ...]: RESULT | SENTENCE
func readTrouble(name, text string) (Trouble, error) {
	t := Trouble{Name: name}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		var err error
		switch word {
		case "":
		case "title":
			t.Title = rest
		case "text":
			t.Text = strings.TrimSpace(t.Text + " " + rest)
		case "play":
			t.ToPlay, err = readColor(rest)
		case "row":
			t.Rows = append(t.Rows, strings.ReplaceAll(rest, " ", ""))
		case "step":
			var steps []Step
			fields := strings.SplitN(rest, " ", 3)
			if len(fields) < 3 {
				err = errors.New("a step is a colour, a point and a sentence")
			} else if steps, err = readSteps(fields[:2]); err == nil {
				steps[0].Text = fields[2]
				t.Steps = append(t.Steps, steps[0])
			}
		case "under":
			var o Outcome
			o, err = readOutcome(rest)
			t.Outcomes = append(t.Outcomes, o)
		default:
			err = fmt.Errorf("%q cannot begin a line", word)
		}
		if err != nil {
			return t, fmt.Errorf("%s.txt:%d: %w", name, i+1, err)
		}
	}
	return t, nil
}

func readOutcome(text string) (Outcome, error) {
	head, tail, ok := strings.Cut(text, ": ")
	result, sentence, bar := strings.Cut(tail, " | ")
	words := strings.Fields(head)
	if !ok || !bar || len(words) == 0 {
		return Outcome{}, errors.New("an outcome is rules: result | sentence")
	}
	o := Outcome{Rules: words[0], Result: result, Text: sentence}
	if words = words[1:]; len(words) > 0 && words[0] == "still" {
		o.Still, words = true, words[1:]
	}
	if len(words) > 0 && words[0] == "dead" {
		for words = words[1:]; len(words) > 0 && words[0] != "then"; words = words[1:] {
			o.Dead = append(o.Dead, words[0])
		}
	}
	if len(words) > 0 {
		if words[0] != "then" {
			return o, fmt.Errorf("%q is not \"dead\" or \"then\"", words[0])
		}
		var err error
		o.Then, err = readSteps(words[1:])
		return o, err
	}
	return o, nil
}

func readSteps(words []string) ([]Step, error) {
	if len(words)%2 != 0 {
		return nil, errors.New("moves are pairs of a colour and a point")
	}
	var steps []Step
	for i := 0; i < len(words); i += 2 {
		c, err := readColor(words[i])
		if err != nil {
			return nil, err
		}
		steps = append(steps, Step{Color: c, Vertex: words[i+1]})
	}
	return steps, nil
}

func readColor(word string) (baduk.Color, error) {
	switch word {
	case "X":
		return baduk.Black, nil
	case "O":
		return baduk.White, nil
	}
	return baduk.Empty, fmt.Errorf("%q is not a colour: write X or O", word)
}

// readRows reads the drawing of a board.
func readRows(rows []string) (*baduk.Graph, []baduk.Color, error) {
	if len(rows) == 0 {
		return nil, nil, errors.New("the drawing of the board is missing")
	}
	var colors []baduk.Color
	for _, row := range rows {
		if len(row) != len(rows[0]) || strings.Trim(row, ".XO") != "" {
			return nil, nil, fmt.Errorf("%q is not a row of %d points", row, len(rows[0]))
		}
		for i := range len(row) {
			colors = append(colors, baduk.Color(strings.IndexByte(".XO", row[i])))
		}
	}
	g, err := baduk.Rectangle(len(rows[0]), len(rows))
	return g, colors, err
}
