package lab

import (
	"cmp"
	"net/http"
	"strings"

	"tengen/baduk"
	"tengen/lab"
	"tengen/server/boards"
	"tengen/server/games"
	"tengen/server/wire"
)

const (
	maxLabPoints = 52 * 52 // the most points of a board
	maxRulings   = 30      // the most rulesets in one comparison
)

// compareRequest is a request to count one position under several rulesets. The position comes from a game, from a
// trouble after some steps, or from stones on a board.
type compareRequest struct {
	Game    string   `json:"game"`    // the id of a game
	After   *int     `json:"after"`   // the number of moves of the game; all moves if missing
	Trouble string   `json:"trouble"` // the name of a trouble
	Step    int      `json:"step"`    // the number of steps of the trouble
	Board   string   `json:"board"`   // in words, or the content of a board file
	Black   []string `json:"black"`   // vertices
	White   []string `json:"white"`
	ToPlay  string   `json:"toPlay"`
	// Prisoners are the stones that the players captured before they reached the position in Black and White.
	Prisoners *boards.Prisoners `json:"prisoners"`

	Rules []string  `json:"rules"` // the rulesets, in any form that a new game accepts
	Dead  *[]string `json:"dead"`  // the dead stones that the players agree on; if missing, the rules decide
	// Explain has the indexes of two rulesets whose difference is to be explained.
	Explain []int `json:"explain"`
}

// Comparison has the scores of one position under several rulesets.
type Comparison struct {
	Graph    *boards.Graph `json:"graph"`
	Board    string        `json:"board"` // the board, in a form that a request accepts
	Stones   []int8        `json:"stones"`
	ToPlay   string        `json:"toPlay"`
	LastMove string        `json:"lastMove"`
	// Prisoners are the stones that the players have captured so far.
	Prisoners boards.Prisoners `json:"prisoners"`
	Dead      []string         `json:"dead"`
	Rulings   []ruling         `json:"rulings"`
	Explain   *contrast        `json:"explain,omitempty"`
}

// ruling is the score of a position under one ruleset.
type ruling struct {
	Name   string        `json:"name"` // the ruleset, as it is written in the request
	Title  string        `json:"title"`
	Text   []string      `json:"text"` // the rules in sentences
	Score  *boards.Score `json:"score,omitempty"`
	Result string        `json:"result"`
	Error  string        `json:"error,omitempty"`
}

// contrast explains why two rulings differ.
type contrast struct {
	Summary string           `json:"summary"`
	Parts   []contrastPart   `json:"parts"`
	Rules   []lab.Difference `json:"rules"`
}

// contrastPart is one reason for the difference.
type contrastPart struct {
	Points float64  `json:"points"` // Black's gain under the first ruleset for this reason
	Text   string   `json:"text"`
	At     []string `json:"at"` // vertices
}

// Lab answers the requests of the laboratory: rules, solved boards, their proofs, and counts of positions.
type Lab struct {
	service      *wire.Service
	boards       *boards.Boards
	games        *games.Games
	solutions    solutions
	certificates certificates
	counting     chan struct{} // holds a token while a count runs
}

// New creates a Lab. Requests can name positions of the given games.
func New(service *wire.Service, b *boards.Boards, g *games.Games) *Lab {
	return &Lab{service: service, boards: b, games: g, counting: make(chan struct{}, 1)}
}

// Routes returns the routes of the laboratory.
func (l *Lab) Routes() []wire.Route {
	return []wire.Route{
		{Pattern: "GET /api/lab/troubles", Handler: wire.Answer(l.service, getTroubles)},
		{Pattern: "POST /api/lab/compare", Limit: boards.MaxRequest, Handler: wire.Take(l.service, l.postCompare)},
		{Pattern: "POST /api/lab/solved", Limit: boards.MaxRequest, Handler: wire.Take(l.service, l.postSolved)},
		{Pattern: "POST /api/lab/certificate", Limit: maxCertificate, Handler: wire.Take(l.service, l.postCertificate)},
		{Pattern: "GET /api/lab/certificates/{id}", Handler: wire.Handle(l.service, l.getCertificate)},
		{Pattern: "POST /api/lab/proof", Handler: wire.Take(l.service, l.postProof)},
		{Pattern: "GET /api/lab/count", Handler: wire.Handle(l.service, l.getCount)},
	}
}

// postCompare counts a position under the rulesets of the request.
func (l *Lab) postCompare(_ *http.Request, req compareRequest) (*Comparison, error) {
	if n := len(req.Rules); n > maxRulings {
		return nil, wire.Fail(http.StatusBadRequest, "rules", "the request has %d rulesets, at most %d can be compared", n, maxRulings)
	}
	for _, name := range req.Rules {
		if len(name) > boards.MaxRules {
			return nil, wire.Fail(http.StatusBadRequest, "rules", "the rules have %d bytes, at most %d are read", len(name), boards.MaxRules)
		}
	}
	game, err := l.game(req)
	if err != nil {
		return nil, err
	}
	g := game.Graph()
	if g.Len() > maxLabPoints {
		return nil, wire.Fail(http.StatusBadRequest, "board", "the laboratory takes boards of up to %d points, not %d", maxLabPoints, g.Len())
	}
	var dead baduk.PointSet
	if req.Dead != nil {
		points, err := boards.ParseVertices(g, *req.Dead)
		if err != nil {
			return nil, wire.FailWith(http.StatusBadRequest, "dead", err)
		}
		dead = baduk.PointSet{}
		for _, p := range points {
			if game.At(p) != baduk.Empty {
				dead.Add(p)
			}
		}
	}
	answer := &Comparison{Graph: boards.NewGraph(g), Board: cmp.Or(g.Source(), g.String()), Stones: game.Position().Numbers(nil), ToPlay: game.ToPlay().String(), Prisoners: boards.PrisonersOf(game.Position().Prisoners),
		Dead: boards.VerticesOfSet(g, dead), Rulings: []ruling{}}
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
			return nil, wire.Misuse(http.StatusBadRequest, "explain", "explain must have the indexes of two of the %d rulesets, counted from 0", len(rulings))
		}
		answer.Explain = newContrast(g, rulings[e[0]], rulings[e[1]])
	}
	return answer, nil
}

// titleOf returns a title for a text that names a preset and changes of it, such as "AGA, ko=SPIGHT" for
// "aga+ko=SPIGHT". The komi is not in the title. For a text in another form, the title is the second argument.
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
				title += "+" + change // this is not a change but the rest of a value that contains a plus sign
			}
		}
		return title
	}
	return otherwise
}

func newRuling(g *baduk.Graph, from *lab.Ruling) ruling {
	r := ruling{Name: from.Name, Title: from.Title, Result: from.Result, Text: []string{}}
	if from.Err != nil {
		r.Error = wire.Shorten(from.Err.Error())
		return r
	}
	r.Text, r.Score = lab.Describe(from.Rules), boards.NewScore(g, &from.Score)
	return r
}

func newContrast(g *baduk.Graph, a, b lab.Ruling) *contrast {
	c := &contrast{Summary: wire.Shorten(lab.Summary(a, b)), Parts: []contrastPart{}, Rules: []lab.Difference{}}
	for _, part := range lab.Differences(g, a, b) {
		c.Parts = append(c.Parts, contrastPart{part.Points, part.Text, append([]string{}, boards.Vertices(g, part.At)...)})
	}
	if a.Err == nil && b.Err == nil {
		c.Rules = append(c.Rules, lab.CompareRules(a.Rules, b.Rules)...)
	}
	return c
}

// game returns a new game with the position that a request names.
func (l *Lab) game(req compareRequest) (*baduk.Game, error) {
	switch {
	case req.Game != "":
		return l.games.Past(req.Game, req.After)
	case req.Trouble != "":
		for _, t := range lab.Troubles() {
			if t.Name == req.Trouble {
				if req.Step < 0 || req.Step > len(t.Steps) {
					return nil, wire.Misuse(http.StatusBadRequest, "step", "%s has %d steps, not %d", t.Title, len(t.Steps), req.Step)
				}
				return troubleGame(t, req.Step)
			}
		}
		return nil, wire.Misuse(http.StatusBadRequest, "trouble", "%.40q is not the name of a trouble", req.Trouble)
	}
	board, err := l.boards.Requested(req.Board)
	if err != nil {
		return nil, err
	}
	start := board.Setup
	if req.Black != nil || req.White != nil {
		if start.Black, err = boards.ParseVertices(board.Graph, req.Black); err != nil {
			return nil, wire.FailWith(http.StatusBadRequest, "black", err)
		}
		if start.White, err = boards.ParseVertices(board.Graph, req.White); err != nil {
			return nil, wire.FailWith(http.StatusBadRequest, "white", err)
		}
	}
	if c := boards.ColorOf(req.ToPlay); c != baduk.Empty {
		start.ToPlay = c
	}
	if req.Prisoners != nil {
		start.Prisoners = req.Prisoners.Taken()
	}
	game, err := baduk.NewGameFrom(board.Graph, lenient(), start)
	if err != nil {
		return nil, wire.FailWith(http.StatusUnprocessableEntity, "board", err)
	}
	return game, nil
}

// lenient returns the rules that forbid the fewest moves. They are used for setting up a position and for playing the
// steps of a trouble.
func lenient() baduk.Rules { return baduk.Rules{Suicide: baduk.SuicideLiteral} }
