package server

import (
	"cmp"
	"net/http"
	"strings"

	"tengen/baduk"
	"tengen/lab"
)

const (
	maxLabPoints = 52 * 52 // of a board in the laboratory
	maxRulings   = 30      // rulesets side by side
)

// labWish is the request to count one position under several rulesets. The
// position is that of a game, of a trouble after some steps, or stones on a board.
type labWish struct {
	Game    string   `json:"game"`  // id
	After   *int     `json:"after"` // moves of the game; all of them if left out
	Trouble string   `json:"trouble"`
	Step    int      `json:"step"`
	Board   string   `json:"board"`
	Black   []string `json:"black"` // vertices
	White   []string `json:"white"`
	ToPlay  string   `json:"toPlay"`
	// Prisoners are the stones that the players had taken before.
	Prisoners *prisoners `json:"prisoners"`

	Rules []string  `json:"rules"`
	Dead  *[]string `json:"dead"` // what the players agree on; null lets the rules judge
	// Explain are two of the rulesets whose difference is to be explained.
	Explain []int `json:"explain"`
}

// LabAnswer is one position under several rulesets.
type LabAnswer struct {
	Graph    *Graph `json:"graph"`
	Board    string `json:"board"` // as a request can name it
	Stones   []int8 `json:"stones"`
	ToPlay   string `json:"toPlay"`
	LastMove string `json:"lastMove"`
	// Prisoners are the stones that the players have taken so far.
	Prisoners prisoners `json:"prisoners"`
	Dead      []string  `json:"dead"`
	Rulings   []Ruling  `json:"rulings"`
	Explain   *Contrast `json:"explain,omitempty"`
}

// Ruling is what one ruleset makes of a position.
type Ruling struct {
	Name   string   `json:"name"` // as asked for
	Title  string   `json:"title"`
	Text   []string `json:"text"` // the rules in sentences
	Score  *Score   `json:"score,omitempty"`
	Result string   `json:"result"`
	Error  string   `json:"error,omitempty"`
}

// Contrast is why two rulings differ.
type Contrast struct {
	Summary string           `json:"summary"`
	Parts   []ContrastPart   `json:"parts"`
	Rules   []lab.Difference `json:"rules"`
}

// ContrastPart is one reason.
type ContrastPart struct {
	Points float64  `json:"points"` // better for Black under the first ruleset
	Text   string   `json:"text"`
	At     []string `json:"at"` // vertices
}

// postCompare answers what rulesets make of a position.
func (s *Server) postCompare(_ http.ResponseWriter, r *http.Request) (any, error) {
	var req labWish
	if err := readJSON(r, &req); err != nil {
		return nil, err
	}
	if n := len(req.Rules); n > maxRulings {
		return nil, fail(http.StatusBadRequest, "rules", "%d rulesets are more than the %d that stand side by side", n, maxRulings)
	}
	for _, name := range req.Rules {
		if len(name) > maxRules {
			return nil, fail(http.StatusBadRequest, "rules", "rules of %d bytes are longer than anybody writes", len(name))
		}
	}
	game, err := s.labGame(req)
	if err != nil {
		return nil, err
	}
	g := game.Graph()
	if g.Len() > maxLabPoints {
		return nil, fail(http.StatusBadRequest, "board", "the laboratory takes boards of up to %d points, not %d", maxLabPoints, g.Len())
	}
	var dead baduk.PointSet
	if req.Dead != nil {
		points, err := parseVertices(g, *req.Dead)
		if err != nil {
			return nil, fail(http.StatusBadRequest, "dead", "%s", oneLine(err.Error()))
		}
		dead = baduk.PointSet{}
		for _, p := range points {
			if game.At(p) != baduk.Empty {
				dead.Add(p)
			}
		}
	}
	answer := LabAnswer{Graph: newGraph(g), Board: cmp.Or(g.Source(), g.String()), Stones: game.Position().Numbers(nil), ToPlay: game.ToPlay().String(), Prisoners: prisonersOf(game.Position().Prisoners),
		Dead: vertices(g, dead), Rulings: []Ruling{}}
	if n := game.Len(); n > 0 {
		answer.LastMove = g.Vertex(game.Turn(n - 1).Point)
	}
	rulings := lab.Compare(game, req.Rules, dead)
	for i := range rulings {
		rulings[i].Title = titleOf(rulings[i].Name, rulings[i].Title)
		answer.Rulings = append(answer.Rulings, newRuling(g, &rulings[i]))
	}
	if e := req.Explain; len(e) > 0 {
		if len(e) != 2 || min(e[0], e[1]) < 0 || max(e[0], e[1]) >= len(rulings) {
			return nil, fail(http.StatusBadRequest, "explain", "explain takes the numbers of two of the %d rulesets, from 0", len(rulings))
		}
		answer.Explain = contrast(g, rulings[e[0]], rulings[e[1]])
	}
	return answer, nil
}

// titleOf is what rules are called that were asked for by the name of a preset
// and changes to it, "AGA, ko=SPIGHT": without it, only rules that are a preset
// have a title that people know. The komi goes without saying.
func titleOf(name, otherwise string) string {
	base, changes, _ := strings.Cut(name, "+")
	for _, p := range baduk.Presets() {
		if p.Name != base {
			continue
		}
		title := p.Title
		for change := range strings.SplitSeq(changes, "+") {
			switch {
			case change == "" || strings.HasPrefix(change, "komi="):
			case strings.Contains(change, "="):
				title += ", " + change
			default:
				title += "+" + change // a value with a plus sign in it
			}
		}
		return title
	}
	return otherwise
}

func newRuling(g *baduk.Graph, from *lab.Ruling) Ruling {
	r := Ruling{Name: from.Name, Title: from.Title, Result: from.Result, Text: []string{}}
	if from.Err != nil {
		r.Error = oneLine(from.Err.Error())
		return r
	}
	r.Text, r.Score = lab.Describe(from.Rules), newScore(g, &from.Score)
	return r
}

func contrast(g *baduk.Graph, a, b lab.Ruling) *Contrast {
	c := &Contrast{Summary: oneLine(lab.Summary(a, b)), Parts: []ContrastPart{}, Rules: []lab.Difference{}}
	for _, part := range lab.Differences(g, a, b) {
		c.Parts = append(c.Parts, ContrastPart{part.Points, part.Text, append([]string{}, verticesOf(g, part.At)...)})
	}
	if a.Err == nil && b.Err == nil {
		c.Rules = append(c.Rules, lab.CompareRules(a.Rules, b.Rules)...)
	}
	return c
}

// labGame is the position that a request is about, as a game of its own.
func (s *Server) labGame(req labWish) (*baduk.Game, error) {
	switch {
	case req.Game != "":
		return s.playedGame(req)
	case req.Trouble != "":
		for _, t := range lab.Troubles() {
			if t.Name == req.Trouble {
				if req.Step < 0 || req.Step > len(t.Steps) {
					return nil, fail(http.StatusBadRequest, "step", "%s has %d steps, not %d", t.Title, len(t.Steps), req.Step)
				}
				return troubleGame(t, req.Step)
			}
		}
		return nil, fail(http.StatusBadRequest, "trouble", "there is no trouble called %.40q", req.Trouble)
	}
	board, err := s.boards.wish(req.Board)
	if err != nil {
		return nil, err
	}
	start := board.Setup
	if req.Black != nil || req.White != nil {
		if start.Black, err = parseVertices(board.Graph, req.Black); err != nil {
			return nil, fail(http.StatusBadRequest, "black", "%s", oneLine(err.Error()))
		}
		if start.White, err = parseVertices(board.Graph, req.White); err != nil {
			return nil, fail(http.StatusBadRequest, "white", "%s", oneLine(err.Error()))
		}
	}
	if c := colorOf(req.ToPlay); c != baduk.Empty {
		start.ToPlay = c
	}
	if req.Prisoners != nil {
		start.Prisoners = req.Prisoners.taken()
	}
	game, err := baduk.NewGameFrom(board.Graph, lenient(), start)
	if err != nil {
		return nil, fail(http.StatusUnprocessableEntity, "board", "%s", oneLine(err.Error()))
	}
	return game, nil
}

// lenient are rules that let a position be set up and played with: they refuse
// least.
func lenient() baduk.Rules { return baduk.Rules{Suicide: baduk.SuicideLiteral} }

// playedGame is a game on the shelf, after a number of moves.
func (s *Server) playedGame(req labWish) (*baduk.Game, error) {
	t, err := s.shelf.acquire(req.Game)
	if err != nil {
		return nil, err
	}
	defer s.shelf.release(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed != nil {
		return nil, t.closed
	}
	game := t.rec.game.Clone()
	if req.After == nil {
		return game, nil
	}
	// After all moves the game is as it ended: a resignation stays.
	if n := *req.After; n != game.Len() && !game.UndoTo(n) {
		return nil, fail(http.StatusBadRequest, "after", "after is a number of moves from 0 to %d", game.Len())
	}
	return game, nil
}
