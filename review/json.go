package review

import (
	"encoding/json"
	"io"

	"tengen/baduk"
	"tengen/engine"
	"tengen/kifu"
)

// jsonVersion is the version of the format of WriteJSON. New keys do not change it.
const jsonVersion = 1

type jsonReview struct {
	Version   int          `json:"version"`
	Info      kifu.Info    `json:"info"`
	Board     string       `json:"board"`
	Rules     string       `json:"rules"`
	Judge     string       `json:"judge"`
	Model     string       `json:"model,omitempty"`
	Visits    int          `json:"visits"`
	Positions int          `json:"positions"`
	Judged    int          `json:"judged"`
	Start     *jsonValue   `json:"start,omitempty"`
	Black     jsonPlayer   `json:"black"`
	White     jsonPlayer   `json:"white"`
	Moments   []int        `json:"moments"`
	Moves     []jsonMove   `json:"moves"`
	Notes     []string     `json:"notes"`
	Limits    []jsonWindow `json:"categories"`
}

// jsonWindow is a category with its upper limit.
type jsonWindow struct {
	Category Category `json:"category"`
	Below    float64  `json:"below,omitempty"`
}

type jsonValue struct {
	Win   float64 `json:"win"`
	Lead  float64 `json:"lead"`
	Exact bool    `json:"exact,omitempty"`
}

type jsonPlayer struct {
	Name  string      `json:"name,omitempty"`
	Rank  string      `json:"rank,omitempty"`
	Level engine.Rank `json:"level"`
	jsonTally
	Phases map[string]jsonTally `json:"phases"`
}

type jsonTally struct {
	Moves       int            `json:"moves"`
	Accuracy    float64        `json:"accuracy"`
	PointsLost  float64        `json:"pointsLost"`
	StrongMoves float64        `json:"strongMoves"`
	BestMoves   float64        `json:"bestMoves"`
	Categories  map[string]int `json:"categories"`
}

type jsonMove struct {
	Number     int        `json:"number"`
	Color      string     `json:"color"`
	Move       string     `json:"move"`
	Fault      string     `json:"fault,omitempty"`
	Handicap   bool       `json:"handicap,omitempty"`
	Broken     bool       `json:"broken,omitempty"`
	Phase      Phase      `json:"phase"`
	After      *jsonValue `json:"after,omitempty"`
	Category   string     `json:"category,omitempty"`
	PointsLost *float64   `json:"pointsLost,omitempty"`
	WinLost    *float64   `json:"winLost,omitempty"`
	Accuracy   *float64   `json:"accuracy,omitempty"`
	Rank       int        `json:"rank,omitempty"`
	Best       string     `json:"best,omitempty"`
	Better     []string   `json:"better,omitempty"`
	Reply      string     `json:"reply,omitempty"`
	Decided    bool       `json:"decided,omitempty"`
	Reasons    []jsonFact `json:"reasons,omitempty"`
}

type jsonFact struct {
	Kind   factKind `json:"kind"`
	Role   role     `json:"role"`
	Move   string   `json:"move"`
	Color  string   `json:"color,omitempty"`
	Stones []string `json:"stones,omitempty"`
	Others []string `json:"others,omitempty"`
	At     string   `json:"at,omitempty"`
	Ladder bool     `json:"ladder,omitempty"`
	Before float64  `json:"before,omitempty"`
	After  float64  `json:"after,omitempty"`
	Where  region   `json:"where,omitempty"`
	Text   string   `json:"text"`
}

// WriteJSON writes the whole review for programs. docs/review.md describes the keys.
func (r *Review) WriteJSON(w io.Writer) error {
	out := jsonReview{Version: jsonVersion, Info: r.Info, Board: r.Line.Graph.String(), Rules: r.Line.Rules.String(), Judge: r.Judge, Model: r.Model,
		Visits: r.Visits, Positions: r.Line.Judgeable(), Judged: r.Judged, Start: jsonValueOf(valueOf(r.Positions[0])),
		Black: r.jsonPlayer(baduk.Black), White: r.jsonPlayer(baduk.White), Moments: []int{}, Moves: []jsonMove{}, Notes: append([]string{}, r.Notes()...)}
	for _, i := range r.Moments {
		out.Moments = append(out.Moments, r.Moves[i].Number)
	}
	for i := range r.Moves {
		out.Moves = append(out.Moves, r.jsonMove(&r.Moves[i]))
	}
	_, size := measure(r.Line.Graph)
	for i, c := range Categories() {
		window := jsonWindow{Category: c}
		if i < len(categoryLimits) {
			window.Below = categoryLimits[i] * size
		}
		out.Limits = append(out.Limits, window)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(out)
}

func jsonValueOf(v *value) *jsonValue {
	if v == nil {
		return nil
	}
	return &jsonValue{v.Win, v.Lead, v.Exact}
}

func (r *Review) jsonPlayer(c baduk.Color) jsonPlayer {
	p := r.Players[c]
	out := jsonPlayer{Name: p.Name, Rank: p.Rank, Level: r.Levels[c], jsonTally: jsonTallyOf(p.tally), Phases: map[string]jsonTally{}}
	for _, phase := range Phases() {
		name, _ := phase.MarshalText()
		out.Phases[string(name)] = jsonTallyOf(p.Phases[phase])
	}
	return out
}

func jsonTallyOf(t tally) jsonTally {
	out := jsonTally{t.Moves, *rounded(t.Accuracy, 1e4), *rounded(t.Loss, 1e3), *rounded(t.Strong, 1e4), *rounded(t.Best, 1e4), map[string]int{}}
	for _, c := range Categories() {
		out.Categories[c.String()] = t.Categories[c]
	}
	return out
}

func (r *Review) jsonMove(m *Move) jsonMove {
	g := r.Line.Graph
	out := jsonMove{Number: m.Number, Color: m.Move.Color.String(), Move: g.Vertex(m.Move.Point), Fault: m.Fault, Handicap: m.Handicap, Broken: m.Broken, Phase: m.Phase, After: jsonValueOf(m.After),
		Rank: m.Rank, Decided: m.Decided}
	if m.Best != baduk.NoPoint {
		out.Best, out.Better = g.Vertex(m.Best), vertices(g, m.Better)
	}
	if m.Reply != baduk.NoPoint {
		out.Reply = g.Vertex(m.Reply)
	}
	if m.Known {
		out.Category, out.PointsLost, out.WinLost, out.Accuracy = m.Category.String(), rounded(m.Loss, 1e3), rounded(m.WinLoss, 1e4), rounded(m.Accuracy, 1e4)
	}
	for _, f := range m.Facts {
		fact := jsonFact{Kind: f.Kind, Role: f.Role, Move: g.Vertex(f.Move.Point), Stones: vertices(g, f.Stones), Others: vertices(g, f.Others), Ladder: f.Ladder,
			Before: *rounded(f.Before, 1e3), After: *rounded(f.After, 1e3), Where: f.Where, Text: f.Sentence(g)}
		if len(f.Stones) > 0 {
			fact.Color = f.Color.String()
		}
		if f.At >= 0 {
			fact.At = g.Vertex(f.At)
		}
		out.Reasons = append(out.Reasons, fact)
	}
	return out
}

func vertices(g *baduk.Graph, points []baduk.Point) []string {
	var names []string
	for _, p := range points {
		names = append(names, g.Vertex(p))
	}
	return names
}
