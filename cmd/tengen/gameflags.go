package main

import (
	"cmp"
	"os"
	"strings"

	"tengen/baduk"
	"tengen/gtpserver"
	"tengen/internal/wording"
	"tengen/learn"
	"tengen/player"
	"tengen/replay"
	"tengen/selfplay"
)

// GameFlags are the flags about games of a net against itself.
type GameFlags struct {
	Board []Board  `sep:"none" placeholder:"BOARD" help:"Board: a size such as 9x9, a board by name or a board file (see tengen board). May be repeated; each board gets the same share of the games. Default: 9x9 (recipe expert of tengen learn: 9x9, 13x13 and 19x19)." config:"-"`
	Rules *Ruleset `placeholder:"NAME" help:"Rules. Default: those that the board suggests, or else tromp-taylor."`
	Komi  *Komi    `placeholder:"K" help:"Komi before it is made fair. Default: that of the board, or else of the rules."`

	Visits          Count    `placeholder:"N" help:"Visits of a full search, from which a net learns. Default: 32 (recipe expert of tengen learn: 160)."`
	FastVisits      Count    `placeholder:"N" help:"Visits of a fast search, which only chooses a move. Default: 20 (recipe expert of tengen learn: 24)."`
	FullShare       *float64 `placeholder:"SHARE" help:"Share of the moves with a full search. Default: 1 (recipe expert of tengen learn: 0.25)."`
	Gumbel          *bool    `negatable:"" help:"Make full searches by sequential halving with Gumbel noise, instead of Dirichlet noise and forced playouts. This is the default, except for recipe expert of tengen learn."`
	Noise           float64  `default:"0.25" placeholder:"SHARE" help:"Share of Dirichlet noise in the priors of a full search (default ${default})."`
	RootTemperature float64  `default:"1.1" placeholder:"T" help:"Temperature of the priors of a full search; above 1 they are flatter (default ${default})."`
	Forced          float64  `default:"2" placeholder:"K" help:"Strength of forced playouts; 0 for none (default ${default})."`
	Temperature     *float64 `placeholder:"T" help:"Temperature of the choice of moves at the beginning of a game. Default: 0.75 (recipe expert of tengen learn: 0.6)."`
	TemperatureEnd  float64  `default:"0.15" placeholder:"T" help:"Temperature that the choice of moves approaches (default ${default})."`
	Opening         *float64 `placeholder:"SHARE" help:"Mean number of first moves that are drawn from the policy alone, as a share of the points. Default: 0.04 (recipe expert of tengen learn: 0.03)."`
	FairKomi        float64  `default:"0.9" placeholder:"SHARE" help:"Share of games whose komi is made fair. With 0, matches between the nets of tengen learn keep the given komi too (default ${default})."`
	KomiSpread      float64  `default:"1" placeholder:"POINTS" help:"Standard deviation of the komi (default ${default})."`
	VariedRules     float64  `default:"0.5" placeholder:"SHARE" help:"Share of games whose ko rule and rule about suicide are drawn at random, so that the net can play under all of them (default ${default})."`
	VariedCounting  *float64 `placeholder:"SHARE" help:"Share of games whose way of counting is drawn at random: area or territory, a tax or none, a button or none. Default: 0 (recipe expert of tengen learn: 0.2)."`
	HandicapShare   float64  `default:"0" placeholder:"SHARE" help:"Share of games with 2 to 4 handicap stones (default ${default})."`
	Decided         float64  `default:"0.97" placeholder:"P" help:"Search with few visits after a player's win probability was above P for three turns; 1 for never (default ${default})."`
	Settled         float64  `default:"0.98" placeholder:"SHARE" help:"Share of games that end when every point is pass-alive (default ${default})."`
	Surprise        float64  `default:"0.5" placeholder:"SHARE" help:"Share of the weight that goes to positions in proportion to the net's surprise (default ${default})."`
	OlderShare      float64  `default:"0.05" placeholder:"SHARE" help:"Share of games in which one player has an older net, if there is one. Only the moves of the newest net give rows (default ${default})."`

	usual []string // the boards if none is given; nil means 9x9
}

// boards returns the boards.
func (c *GameFlags) boards() []Board {
	if len(c.Board) > 0 {
		return c.Board
	}
	names := c.usual
	if names == nil {
		names = []string{"9x9"}
	}
	list, err := boardsNamed(names)
	if err != nil {
		panic(err) // a rectangle is always a board
	}
	return list
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

// stored returns the texts of boards for the state of a run. The text of a board file is its content, so that the run
// does not need the file.
func stored(boards []Board) (list []string, err error) {
	for _, b := range boards {
		text := b.text
		if isFile(text) {
			if text, err = replay.BoardText(b.Graph); err != nil {
				return nil, err
			}
		}
		list = append(list, text)
	}
	return list, nil
}

// boardsNamed opens the boards with these texts, such as those of a run. An old run has the path of a board file.
func boardsNamed(texts []string) ([]Board, error) {
	list := make([]Board, len(texts))
	for i, text := range texts {
		if err := list[i].UnmarshalText([]byte(text)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// isFile reports whether the text of a board is the name of a board file. A folder is not: that of a run may be called
// 9x9.
func isFile(text string) bool {
	info, err := os.Stat(text)
	return err == nil && info.Mode().IsRegular()
}

// rules returns the rules of the games, and the number of points of the largest board. It fails if the boards suggest
// different rules, because all games of a run have the same rules.
func (c *GameFlags) rules() (rules baduk.Rules, points int, err error) {
	boards := c.boards()
	for i, b := range boards {
		points = max(points, b.Graph.Len())
		r, err := player.RulesOn(b.board(), c.Rules.rules(), c.Komi.komi(), baduk.TrompTaylor())
		if err != nil {
			return r, 0, err
		}
		if i == 0 {
			rules = r
		}
		if r.Name() != rules.Name() {
			return r, 0, usagef("the rules of %v are %s, and those of %v are %s: choose rules for all boards with --rules", boards[0].Graph, rules.Name(), b.Graph, r.Name())
		}
		if r.Komi != rules.Komi {
			return r, 0, usagef("the komi of %v is %v, and that of %v is %v: choose a komi for all boards with --komi", boards[0].Graph, rules.Komi, b.Graph, r.Komi)
		}
		if err := selfplay.CheckBoard(b.Graph, r); err != nil {
			return r, 0, usagef("%s: %v", wording.OneLine(b.text), err)
		}
	}
	return rules, points, nil
}

// change changes the settings of the games as the flags say. A flag without a value changes nothing.
func (c *GameFlags) change(p *selfplay.Params) {
	p.Visits, p.FastVisits = cmp.Or(int(c.Visits), p.Visits), cmp.Or(int(c.FastVisits), p.FastVisits)
	p.Temperature, p.OpeningMoves = valueOr(c.Temperature, p.Temperature), valueOr(c.Opening, p.OpeningMoves)
	p.FullShare, p.Gumbel = valueOr(c.FullShare, p.FullShare), valueOr(c.Gumbel, p.Gumbel)
	p.RootNoise, p.RootTemperature, p.Forced = c.Noise, c.RootTemperature, c.Forced
	p.TemperatureEnd, p.FairKomi, p.KomiSpread = c.TemperatureEnd, c.FairKomi, c.KomiSpread
	p.VariedRules, p.HandicapShare, p.Decided, p.Settled, p.Surprise, p.OlderShare = c.VariedRules, c.HandicapShare, c.Decided, c.Settled, c.Surprise, c.OlderShare
	p.VariedCounting = valueOr(c.VariedCounting, p.VariedCounting)
	p.DecidedVisits = min(p.DecidedVisits, p.Visits)
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
