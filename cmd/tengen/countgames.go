package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"

	"tengen/baduk"
	"tengen/count"
	"tengen/internal/columns"
	"tengen/player"
)

// CountGamesCmd is `tengen count games`.
type CountGamesCmd struct {
	CountBoard
	JSON bool `help:"Print one JSON object." config:"-"`
}

// Help explains which games are counted.
func (CountGamesCmd) Help() string {
	return "Games follow the Tromp-Taylor rules: no position is repeated, and suicide is legal. Passes are left out. The games of boards with up to 64 positions are counted. " +
		"For other boards, and for comparison, bounds are printed: upper bounds follow from the numbers of positions and plays, and lower bounds are from the literature."
}

// gamesResult is the result in JSON. Large numbers are given by their decimal logarithms.
type gamesResult struct {
	Board          string  `json:"board"`
	Games          uint64  `json:"games,omitempty"`
	Longest        int     `json:"longest,omitempty"` // plays
	Mean           float64 `json:"mean,omitempty"`    // plays
	LegalLog10     float64 `json:"legalLog10"`
	AtMostLogLog10 float64 `json:"gamesAtMostLogLog10"`           // logarithm of the logarithm of an upper bound
	AboveLogLog10  float64 `json:"gamesAboveLogLog10,omitempty"`  // the same of a lower bound
	LongGameLog10  float64 `json:"longestAtLeastLog10,omitempty"` // length of a game that is known to exist
}

// smallEnough is the largest number of positions that are visited for a bound.
const smallEnough = 1e6

// Run counts.
func (c *CountGamesCmd) Run(env *Env) error {
	board, g, err := c.board()
	if err != nil {
		return err
	}
	r := gamesResult{Board: board.Name()}
	t := columns.New(env.Stdout)
	width, height, isRectangle := rectangle(board.Name())
	if g != nil { // the name in a board file can be any text
		var grid baduk.Grid
		grid, isRectangle = g.Rectangle()
		width, height = grid.Width, grid.Height
	}
	r.LegalLog10 = float64(board.Points()) * math.Log10(3)
	positions := "at most " + tenTo(r.LegalLog10)
	if isRectangle {
		r.LegalLog10 = count.LegalLog10(width, height)
		positions = "about " + tenTo(r.LegalLog10)
	}
	r.AtMostLogLog10 = count.GamesAtMost(board.Points(), r.LegalLog10)
	if g != nil && r.LegalLog10 < math.Log10(smallEnough) {
		plays, err := count.Plays(env.Ctx, g, count.Options{Threads: player.AllThreads()})
		if err != nil {
			return stoppedCount(env, err, "")
		}
		r.LegalLog10, r.AtMostLogLog10 = math.Log10(float64(plays.Positions)), math.Log10(plays.AtMost())
		positions = fmt.Sprint(plays.Positions)
		if plays.Positions <= 64 {
			if err := c.games(env, g, &r); err != nil {
				return err
			}
			t.Row("games", fmt.Sprint(r.Games))
			t.Row("longest", fmt.Sprintf("%d plays", r.Longest))
			t.Row("mean", fmt.Sprintf("%.4f plays", r.Mean))
		}
	}
	t.Row("positions", positions)
	most := "1 (no play changes the position)"
	if !math.IsInf(r.AtMostLogLog10, -1) {
		most = power(r.AtMostLogLog10)
	} else {
		r.AtMostLogLog10 = 0
	}
	t.Row("games at most", most+", the product of the choices at all positions")
	t.Row("longest at most", "the number of positions less one: no position is repeated")
	if isRectangle {
		if r.AboveLogLog10 = count.ManyGames(width, height); r.AboveLogLog10 > 0 {
			t.Row("games more than", power(r.AboveLogLog10)+" (Walraet and Tromp 2016)")
		}
		if n := count.LongGame(width, height); n != nil {
			mantissa := new(big.Float)
			exponent := new(big.Float).SetInt(n).MantExp(mantissa)
			f, _ := mantissa.Float64()
			r.LongGameLog10 = math.Log10(f) + float64(exponent)*math.Log10(2) // the number itself may be too large for a float64
			t.Row("longest at least", fmt.Sprintf("%d plays (Tromp and Farnebäck 2007)", n))
		}
	}
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(r)
	}
	return t.Flush()
}

// games counts the games and shows the progress.
func (c *CountGamesCmd) games(env *Env, g *baduk.Graph, r *gamesResult) error {
	bar := newCounter(env, 1000, "per mille")
	n, err := count.Games(env.Ctx, g, func(share float64) { bar.at(int64(min(999, 1000*share))) })
	bar.clear()
	if left := env.interrupted("the games were not counted"); left != nil {
		return left
	}
	r.Games, r.Longest, r.Mean = n.Games, n.Longest, n.Mean
	return err
}

// tenTo writes a number by its decimal logarithm.
func tenTo(log10 float64) string {
	if log10 < 15 {
		return fmt.Sprintf("%.4g", math.Pow(10, log10))
	}
	return fmt.Sprintf("%.4ge%.0f", math.Pow(10, log10-math.Floor(log10)), math.Floor(log10))
}

// power writes a number by the decimal logarithm of its decimal logarithm.
func power(logLog10 float64) string {
	exponent := tenTo(logLog10)
	if logLog10 >= 15 {
		exponent = "(" + strings.Replace(exponent, "e", " * 10^", 1) + ")"
	}
	return "10^" + exponent
}

// CountGraphCmd is `tengen count graph`.
type CountGraphCmd struct {
	CountBoard
	Out     Folder  `placeholder:"DIR" help:"Folder of checkpoints. Default: count-graph- and the name of the board in the current folder, or no folder if the count probably takes less than 15 seconds." config:"-"`
	Threads Threads `placeholder:"N" help:"Threads. Default: one per processor."`
	JSON    bool    `help:"Print one JSON object." config:"-"`
}

// Help explains what is counted.
func (CountGraphCmd) Help() string {
	return "The legal positions are the nodes of a graph. An arc is a play of either colour that changes the position; suicide is legal. Each position is visited, so the board has to be small. " +
		"To continue a count with a folder, also after it was killed, run the same command again."
}

// graphResult is the result in JSON.
type graphResult struct {
	Board       string  `json:"board"`
	Positions   int64   `json:"positions"`
	Plays       int64   `json:"plays"`
	Mean        float64 `json:"mean"` // plays of a position
	LoneSuicide int64   `json:"loneSuicide"`
	Degrees     []int64 `json:"degrees"` // the number of positions with 0, 1, 2, ... plays
}

// secondsPerColouring is about the time of one thread for all positions of a board, divided by the number of its
// colourings.
const secondsPerColouring = 250e-9

// Run counts.
func (c *CountGraphCmd) Run(env *Env) error {
	board, g, err := c.board()
	if err != nil {
		return err
	}
	if g == nil {
		return usagef("%s has too many positions to visit each", board.Name())
	}
	o := count.Options{Dir: string(c.Out), Threads: cmp.Or(int(c.Threads), player.AllThreads())}
	if o.Dir == "" {
		o.Dir = countFolder("count-graph-", board, math.Pow(3, float64(board.Points()))*secondsPerColouring/float64(o.Threads))
	}
	var bar *meter
	var begun bool
	o.Progress = func(p count.Progress) {
		if !begun {
			bar, begun = newCounter(env, int(p.AllVisits), "positions"), true
			if c.Out == "" && o.Dir != "" {
				env.Log.Info(longCountLog, "checkpoints", o.Dir, "positions", p.AllVisits)
			}
		}
		bar.at(min(p.Visits, p.AllVisits-1))
	}
	p, err := count.Plays(env.Ctx, g, o)
	bar.clear()
	if err != nil {
		return stoppedCount(env, err, o.Dir)
	}
	if c.JSON {
		return json.NewEncoder(env.Stdout).Encode(graphResult{board.Name(), p.Positions, p.Plays, p.Mean(), p.LoneSuicide, p.Degrees})
	}
	t := columns.New(env.Stdout)
	t.Row("positions", fmt.Sprint(p.Positions))
	t.Row("plays", fmt.Sprintf("%d that change the position, %.3f for each position", p.Plays, p.Mean()))
	t.Row("lone suicides", fmt.Sprintf("%d plays of a stone that is taken off at once", p.LoneSuicide))
	for d, n := range p.Degrees {
		if n > 0 {
			t.Row(fmt.Sprintf("%d plays", d), fmt.Sprintf("%d positions", n))
		}
	}
	return t.Flush()
}
