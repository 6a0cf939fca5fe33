package kifu

import (
	"fmt"

	"tengen/baduk"
	"tengen/internal/wording"
)

// Record is a single game: its moves and its game information. It has all moves of the
// file, even illegal ones. [Record.Game] plays the moves.
type Record struct {
	Info  Info
	Graph *baduk.Graph
	// Rules are the rules of the game, komi included, as far as this program can play
	// them. RulesKnown and KomiKnown report whether the rules and the komi come from
	// the record. Otherwise they are [DefaultRules] and a komi of 0, and a caller that
	// knows the rules or the komi should use its own.
	Rules                 baduk.Rules
	RulesKnown, KomiKnown bool
	Setup                 baduk.Setup
	Moves                 []baduk.Move
	// Territory has the points that the last node marks as territory of each colour
	// (TB, TW). [Record.Dead] finds the dead stones from these marks.
	Territory [3][]baduk.Point
	// Notes list what was not understood, guessed or corrected. Each note is a sentence.
	Notes []string

	// end says why Moves lacks the last moves of the record; nil if it has all moves.
	end error
}

// Incomplete returns an error that says where Moves ends before the record does, and why. Moves ends before stones that
// are set up after a move, and before a value that is not a point of the board. Incomplete returns nil if Moves has all
// moves of the record.
func (r *Record) Incomplete() error { return r.end }

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

// field is a field of an [Info] with the name of its SGF property.
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

// Set sets the field of an SGF property such as PB. It returns false if no field has this property.
func (i *Info) Set(property, value string) bool {
	for _, f := range i.fields() {
		if f.name == property {
			*f.value = value
			return true
		}
	}
	return false
}

// FromGame makes a record of a game. It sets Info.Rules, Komi and Handicap from the
// game. If Info.Result is empty and the game is over, it also sets the result. If the
// result depends on an agreement about dead stones, the caller has to set info.Result.
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

// Game plays the moves of the record. If a move is illegal, it returns the game before
// that move and an error. The error wraps a [*baduk.IllegalMoveError], which has the
// number and the vertex of the move and the broken rule. The game is nil only if the
// start position is impossible.
//
// Game does not play a resignation in the result, so that the caller can continue the
// game from its last position. Two passes end the game. A move after the end resumes
// the game, as in records of disputes. The rules may require a clean-up phase after the
// passes. If the record does not have it and the result is a score, Game assumes that
// the players agreed on the dead stones.
func (r *Record) Game() (*baduk.Game, error) { return r.GameAt(len(r.Moves)) }

// GameAt plays at most the first n moves, in the same way as [Record.Game].
func (r *Record) GameAt(n int) (*baduk.Game, error) {
	return r.GameBy(n, func(g *baduk.Game, m baduk.Move) error {
		if g.Over() {
			g.Resume(baduk.Empty)
		}
		return g.Play(m)
	})
}

// GameBy is like [Record.GameAt], but plays each move with the given function, even
// moves after the end of the game. It handles an error of this function like an illegal
// move.
func (r *Record) GameBy(n int, play func(*baduk.Game, baduk.Move) error) (*baduk.Game, error) {
	g, err := baduk.NewGameFrom(r.Graph, r.Rules, r.Setup)
	if err != nil {
		return nil, fmt.Errorf("the record cannot start: %w", err)
	}
	for _, m := range r.Moves[:min(n, len(r.Moves))] {
		if err := play(g, m); err != nil {
			return g, fmt.Errorf("the record of %s breaks off: %w", wording.Counted(len(r.Moves), "move"), err)
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

// Dead returns the stones of g that the record marks as dead. These are the stones on
// points that the record marks as territory of the other player. Dead returns false if
// the record does not mark territory.
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
