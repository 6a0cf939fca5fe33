package kifu

import (
	"fmt"

	"tengen/baduk"
)

// Record is a single game: its moves and its game information. It holds everything
// that was written, even illegal moves; [Record.Game] plays it.
type Record struct {
	Info  Info
	Graph *baduk.Graph
	// Rules are the rules of the game, komi included, as far as this program can play
	// them. RulesKnown and KomiKnown report whether they come from the record. If
	// not, they are [DefaultRules] and a komi of 0, and a caller with rules of its own
	// should use those.
	Rules                 baduk.Rules
	RulesKnown, KomiKnown bool
	Setup                 baduk.Setup
	Moves                 []baduk.Move
	// Territory are the points that the last node marks as each player's, by
	// colour (TB, TW); [Record.Dead] reads the dead stones off them.
	Territory [3][]baduk.Point
	// Notes list what was not understood, guessed or corrected, a sentence each.
	Notes []string

	// end says why Moves end before the record does; nil if they do not.
	end error
}

// Info is the game information of a record, as written. Empty fields are unknown.
// The comment of each field is its SGF property.
type Info struct {
	Black       string `json:"black,omitempty"`       // PB
	White       string `json:"white,omitempty"`       // PW
	BlackRank   string `json:"blackRank,omitempty"`   // BR
	WhiteRank   string `json:"whiteRank,omitempty"`   // WR
	BlackTeam   string `json:"blackTeam,omitempty"`   // BT
	WhiteTeam   string `json:"whiteTeam,omitempty"`   // WT
	Name        string `json:"name,omitempty"`        // GN
	Event       string `json:"event,omitempty"`       // EV
	Round       string `json:"round,omitempty"`       // RO
	Date        string `json:"date,omitempty"`        // DT
	Place       string `json:"place,omitempty"`       // PC
	Result      string `json:"result,omitempty"`      // RE: "B+3.5", "W+R", "0", "Void" or as found
	Rules       string `json:"rules,omitempty"`       // RU
	Komi        string `json:"komi,omitempty"`        // KM
	Handicap    string `json:"handicap,omitempty"`    // HA
	Time        string `json:"time,omitempty"`        // TM: main time in seconds, if it is a number
	Overtime    string `json:"overtime,omitempty"`    // OT
	Opening     string `json:"opening,omitempty"`     // ON
	Annotator   string `json:"annotator,omitempty"`   // AN
	Recorder    string `json:"recorder,omitempty"`    // US
	Source      string `json:"source,omitempty"`      // SO
	Copyright   string `json:"copyright,omitempty"`   // CP
	Comment     string `json:"comment,omitempty"`     // GC
	Application string `json:"application,omitempty"` // AP: the program that wrote the record
}

// field is a field of an Info with the name of its property.
type field struct {
	name  string
	value *string
}

// fields lists the fields in the order in which they are written.
func (i *Info) fields() []field {
	return []field{
		{"AP", &i.Application}, {"RU", &i.Rules}, {"KM", &i.Komi}, {"HA", &i.Handicap},
		{"TM", &i.Time}, {"OT", &i.Overtime},
		{"PB", &i.Black}, {"BR", &i.BlackRank}, {"BT", &i.BlackTeam},
		{"PW", &i.White}, {"WR", &i.WhiteRank}, {"WT", &i.WhiteTeam},
		{"GN", &i.Name}, {"EV", &i.Event}, {"RO", &i.Round}, {"DT", &i.Date}, {"PC", &i.Place},
		{"RE", &i.Result}, {"ON", &i.Opening}, {"AN", &i.Annotator}, {"US", &i.Recorder},
		{"SO", &i.Source}, {"CP", &i.Copyright}, {"GC", &i.Comment},
	}
}

// DefaultRules are assumed if a record does not state its rules, or states rules that
// this program cannot play: simple ko and no suicide. They fit nearly every recorded
// game, under area and territory scoring.
func DefaultRules() baduk.Rules {
	r := baduk.Chinese()
	r.Komi = 0
	return r
}

// FromGame records a game. It fills in Info.Rules, Komi and Handicap from the game,
// and Result if it is empty and the game is over. A result that depends on an
// agreement about dead stones has to be in info.
func FromGame(g *baduk.Game, info Info) *Record {
	r := &Record{Info: info, Graph: g.Graph(), Rules: g.Rules(), RulesKnown: true, KomiKnown: true,
		Setup: g.Setup(), Moves: g.Moves()}
	r.Info.Rules, r.Info.Komi = g.Rules().Name(), formatKomi(g.Rules().Komi)
	r.Info.Handicap = ""
	if h := g.Setup().Handicap; h > 0 {
		r.Info.Handicap = fmt.Sprint(h)
	}
	if r.Info.Result == "" && g.Over() {
		r.Info.Result = g.Result(nil)
	}
	return r
}

// Game plays the record. If a move is illegal, it returns the game up to there and an
// error that wraps a [*baduk.IllegalMoveError] with the number, the vertex and the
// broken rule. The game is nil only if the start position is impossible.
//
// Game does not play a resignation in the result, so that the caller can continue the
// game from its last position. Two passes end the game. A move after the end resumes
// it, as in records of disputes. If the passes lead to a clean-up phase that was not
// played and the result is a score, the players are taken to have agreed.
func (r *Record) Game() (*baduk.Game, error) { return r.GameAt(len(r.Moves)) }

// GameAt is [Record.Game] after at most n moves.
func (r *Record) GameAt(n int) (*baduk.Game, error) {
	return r.GameBy(n, func(g *baduk.Game, m baduk.Move) error {
		if g.Over() {
			g.Resume(baduk.Empty)
		}
		return g.Play(m)
	})
}

// GameBy is [Record.GameAt] with a function that plays the moves, including those
// after the end. GameBy handles an error of play like an illegal move.
func (r *Record) GameBy(n int, play func(*baduk.Game, baduk.Move) error) (*baduk.Game, error) {
	g, err := baduk.NewGameFrom(r.Graph, r.Rules, r.Setup)
	if err != nil {
		return nil, fmt.Errorf("the record cannot start: %w", err)
	}
	for _, m := range r.Moves[:min(n, len(r.Moves))] {
		if err := play(g, m); err != nil {
			return g, fmt.Errorf("the record of %s breaks off: %w", counted(len(r.Moves), "move"), err)
		}
	}
	if n < len(r.Moves) {
		return g, nil
	}
	if r.end != nil {
		return g, r.end
	}
	if !g.Over() && r.counted() {
		g.Agree()
	}
	return g, nil
}

// counted reports whether the result is a score or a draw.
func (r *Record) counted() bool {
	ending := baduk.ParseResult(r.Info.Result).Ending
	return ending == baduk.EndingScore || ending == baduk.EndingDraw
}

// Dead returns the stones of g that the record marks as dead: the stones on points that
// it marks as the opponent's territory. It returns false if the record marks no
// territory.
func (r *Record) Dead(g *baduk.Game) (baduk.PointSet, bool) {
	if len(r.Territory[baduk.Black])+len(r.Territory[baduk.White]) == 0 {
		return nil, false
	}
	dead := baduk.PointSet{}
	for _, c := range [2]baduk.Color{baduk.Black, baduk.White} {
		for _, p := range r.Territory[c] {
			if g.At(p) == c.Opponent() {
				dead.Add(p)
			}
		}
	}
	return dead, true
}
