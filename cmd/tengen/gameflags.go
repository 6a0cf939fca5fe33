package main

import (
	"os"
	"path/filepath"
	"strings"

	"tengen/baduk"
	"tengen/gtpserver"
	"tengen/internal/wording"
	"tengen/learn"
	"tengen/player"
	"tengen/selfplay"
)

// GameFlags are the flags about games of a net against itself.
type GameFlags struct {
	Board []Board  `sep:"none" placeholder:"BOARD" help:"Board: a size such as 9x9, a board by name or a board file (see tengen board). May be repeated; each board gets the same share of the games. Default: 9x9." config:"-"`
	Rules *Ruleset `placeholder:"NAME" help:"Rules. Default: those that the board suggests, or else tromp-taylor."`
	Komi  *Komi    `placeholder:"K" help:"Komi before it is made fair. Default: that of the board, or else of the rules."`

	Visits          Count   `default:"96" placeholder:"N" help:"Visits of a full search, from which a net learns (default ${default})."`
	FastVisits      Count   `default:"20" placeholder:"N" help:"Visits of a fast search, which only chooses a move (default ${default})."`
	FullShare       float64 `default:"0.25" placeholder:"SHARE" help:"Share of the moves with a full search (default ${default})."`
	Gumbel          bool    `help:"Make full searches by sequential halving with Gumbel noise, instead of Dirichlet noise and forced playouts."`
	Noise           float64 `default:"0.25" placeholder:"SHARE" help:"Share of Dirichlet noise in the priors of a full search (default ${default})."`
	RootTemperature float64 `default:"1.1" placeholder:"T" help:"Temperature of the priors of a full search; above 1 they are flatter (default ${default})."`
	Forced          float64 `default:"2" placeholder:"K" help:"Strength of forced playouts; 0 for none (default ${default})."`
	Temperature     float64 `default:"0.75" placeholder:"T" help:"Temperature of the choice of moves at the beginning of a game (default ${default})."`
	TemperatureEnd  float64 `default:"0.15" placeholder:"T" help:"Temperature that the choice of moves approaches (default ${default})."`
	Opening         float64 `default:"0.04" placeholder:"SHARE" help:"Mean number of first moves that are drawn from the policy alone, as a share of the points (default ${default})."`
	FairKomi        float64 `default:"0.9" placeholder:"SHARE" help:"Share of games whose komi is made fair (default ${default})."`
	KomiSpread      float64 `default:"1" placeholder:"POINTS" help:"Standard deviation of the komi (default ${default})."`
	HandicapShare   float64 `default:"0" placeholder:"SHARE" help:"Share of games with 2 to 4 handicap stones (default ${default})."`
	Decided         float64 `default:"0.97" placeholder:"P" help:"Continue with few visits after a player was this sure to win for three turns; 1 for never (default ${default})."`
	Surprise        float64 `default:"0.5" placeholder:"SHARE" help:"Share of the weight that goes to positions in proportion to the net's surprise (default ${default})."`
}

// boards returns the boards, or 9x9.
func (c *GameFlags) boards() []Board {
	if len(c.Board) > 0 {
		return c.Board
	}
	var b Board
	if err := b.UnmarshalText([]byte("9x9")); err != nil {
		panic(err) // a rectangle is always a board
	}
	return []Board{b}
}

// names are the names of the boards, for the name of a folder.
func (c *GameFlags) names() string {
	var names []string
	for _, b := range c.boards() {
		names = append(names, strings.Map(func(r rune) rune {
			if strings.ContainsRune(` /\:"*?<>|`, r) {
				return '-'
			}
			return r
		}, b.text))
	}
	return strings.Join(names, "-")
}

// stored are the names of the boards for a run that may continue in another folder.
func (c *GameFlags) stored() (list []string, err error) {
	for _, b := range c.boards() {
		name := b.text
		if _, err := os.Stat(name); err == nil {
			if name, err = filepath.Abs(name); err != nil {
				return nil, err
			}
		}
		list = append(list, name)
	}
	return list, nil
}

// rules returns the rules of the games, and the number of points of the largest board.
func (c *GameFlags) rules() (rules baduk.Rules, points int, err error) {
	for i, b := range c.boards() {
		points = max(points, b.Graph.Len())
		r, err := player.RulesOn(b.board(), c.Rules.rules(), c.Komi.komi(), baduk.TrompTaylor())
		if err != nil {
			return r, 0, err
		}
		if err := selfplay.CheckBoard(b.Graph, r); err != nil {
			return r, 0, usagef("%s: %v", wording.OneLine(b.text), err)
		}
		if i == 0 {
			rules = r
		}
	}
	return rules, points, nil
}

// params returns the settings of the games.
func (c *GameFlags) params() selfplay.Params {
	p := selfplay.DefaultParams()
	p.Visits, p.FastVisits, p.FullShare, p.Gumbel = int(c.Visits), int(c.FastVisits), c.FullShare, c.Gumbel
	p.RootNoise, p.RootTemperature, p.Forced = c.Noise, c.RootTemperature, c.Forced
	p.Temperature, p.TemperatureEnd, p.OpeningMoves = c.Temperature, c.TemperatureEnd, c.Opening
	p.FairKomi, p.KomiSpread, p.HandicapShare, p.Decided, p.Surprise = c.FairKomi, c.KomiSpread, c.HandicapShare, c.Decided, c.Surprise
	p.DecidedVisits = min(p.DecidedVisits, p.Visits)
	return p
}

// openBoards opens the boards of a run and gives them its rules.
func openBoards(s learn.Settings) ([]selfplay.Board, error) {
	rules, err := baduk.ParseRules(s.Rules)
	if err != nil {
		return nil, err
	}
	if rules.Komi, err = baduk.KomiOf(s.Komi); err != nil {
		return nil, err
	}
	var list []selfplay.Board
	for _, name := range s.Boards {
		b, err := gtpserver.OpenBoard(name)
		if err != nil {
			return nil, err
		}
		list = append(list, selfplay.Board{Graph: b.Graph, Rules: rules, Share: 1})
	}
	return list, nil
}
