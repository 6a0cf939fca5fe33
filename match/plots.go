package match

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"

	"tengen/diagram"
	"tengen/stat"
)

// A figure is a plot with its caption.
type figure struct {
	Title  string
	Text   string
	Legend []legend
	SVG    template.HTML
}

type legend struct {
	Class string
	Name  string
}

// maxDots is the largest number of games that a plot shows as single dots.
const maxDots = 3000

// playerColors is the number of colours that the page has for players.
const playerColors = 8

// class returns the CSS class of a player's colour, by the player's number.
func class(i int) string { return fmt.Sprintf("p%d", i%playerColors+1) }

// figures returns all plots of a match. The games are sorted by number.
func figures(sum Summary, games []GameResult) []figure {
	var counted []GameResult
	for _, g := range games {
		if !g.Void() {
			counted = append(counted, g)
		}
	}
	if len(counted) == 0 {
		return nil
	}
	var all []figure
	if len(sum.Pairings) == 1 {
		all = append(all, runningElo(sum.Pairings[0], counted))
	} else if f, ok := forest(sum); ok {
		all = append(all, f)
	}
	if sum.Test != nil {
		all = append(all, runningTest(sum.Test, games))
	}
	if f, ok := scores(sum, counted); ok {
		all = append(all, f)
	}
	all = append(all, lengths(games))
	if f, ok := times(sum, games); ok {
		all = append(all, f)
	}
	return all
}

// every returns the number of games that one point of a line represents, in a plot of n games.
func every(n int) int { return max(1, n/600) }

// runningElo plots the Elo difference after each game.
func runningElo(pair pairingSummary, games []GameResult) figure {
	const most = 800
	clamp := func(elo float64) float64 { return max(-most, min(most, elo)) }
	var mid, low, high []point
	score, bottom, top := 0., -50., 50.
	step := every(len(games))
	for i, g := range games {
		points := g.points()
		if g.Black != pair.First {
			points = 1 - points
		}
		score += points
		if (i+1)%step != 0 && i != len(games)-1 {
			continue
		}
		n := i + 1
		l, h := stat.Wilson(score, n)
		x := float64(n)
		mid = append(mid, point{x, clamp(stat.Elo(score / float64(n)))})
		low = append(low, point{x, clamp(stat.Elo(l))})
		high = append(high, point{x, clamp(stat.Elo(h))})
		// The scale of the axis ignores the intervals of the first quarter of the games, because they are wide.
		if n*4 >= len(games) {
			bottom, top = min(bottom, low[len(low)-1].y), max(top, high[len(high)-1].y)
		}
	}
	p := plot{x0: 0, x1: float64(max(len(games), 2)), y0: bottom, y1: top, xName: "games that count", yName: "Elo difference",
		label: fmt.Sprintf("Elo difference of %s over %s after each game, with its 95 %% interval", pair.First, pair.Second)}
	for _, line := range [][]point{mid, low, high} {
		for i := range line {
			line[i].y = max(p.y0, min(p.y1, line[i].y))
		}
	}
	p.band(low, high)
	p.hline(0, "zero")
	p.line(mid, class(0))
	return figure{Title: "Elo difference as the match went on", SVG: p.svg(),
		Text: fmt.Sprintf("%s over %s, with the 95 %% interval of the score so far.", pair.First, pair.Second)}
}

// runningTest plots the logarithm of the likelihood ratio after each pair of games.
func runningTest(test *testSummary, games []GameResult) figure {
	p := plot{x0: 0, x1: 1, y0: min(test.Lower, test.LLR) - 0.3, y1: max(test.Upper, test.LLR) + 0.3, xName: "pairs of games", yName: "LLR",
		label: "Logarithm of the likelihood ratio of the test after each pair of games, with its bounds"}
	st := results{test: test.SPRT, place: map[int]int{}, games: games, schedule: &schedule{games: 1 << 30}}
	line := []point{{0, 0}}
	for i, g := range games {
		st.place[g.Game] = i
		before := st.outcomes
		if st.judge(); st.outcomes != before {
			p.x1++
			line = append(line, point{p.x1 - 1, max(p.y0, min(p.y1, st.llr))})
		}
	}
	for len(line) > 1500 {
		for i := range len(line) / 2 {
			line[i] = line[2*i+1]
		}
		line = line[:len(line)/2]
	}
	p.hline(0, "zero")
	p.hline(test.Lower, "zero")
	p.hline(test.Upper, "zero")
	p.line(line, class(0))
	return figure{Title: "Sequential test", SVG: p.svg(),
		Text: fmt.Sprintf("Above %.2f the test accepts %s Elo, below %.2f it accepts %s Elo.", test.Upper, plain(test.Elo1), test.Lower, plain(test.Elo0))}
}

// forest plots the Elo of all players with intervals.
func forest(sum Summary) (figure, bool) {
	players := sum.ranked()
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range players {
		for _, v := range []*float64{p.Rating.Elo, p.Rating.Low, p.Rating.High} {
			if v != nil {
				low, high = min(low, *v), max(high, *v)
			}
		}
	}
	if !(low <= high) {
		return figure{}, false
	}
	margin := max(50, (high-low)/10)
	low, high = low-margin, high+margin
	const row, left = 26, 170
	height := row*len(players) + 40
	x := func(v float64) float64 { return left + (v-low)/(high-low)*(plotWidth-left-plotRight) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img" aria-label="Elo of all players with 95 %% intervals">`, plotWidth, height)
	for _, v := range diagram.Ticks(low, high, 6) {
		fmt.Fprintf(&b, `<path class="grid" d="M%.1f 6V%d"/><text x="%.1f" y="%d" class="xt">%s</text>`, x(v), height-28, x(v), height-14, tickText(v))
	}
	for i, p := range players {
		y := float64(row*i + 20)
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" class="yt">%s</text>`, left-8, y+4, html.EscapeString(clip(p.Name, 24)))
		if p.Rating.Elo == nil {
			continue
		}
		from, to := low, high // an interval without a bound reaches the edge
		if p.Rating.Low != nil {
			from = *p.Rating.Low
		}
		if p.Rating.High != nil {
			to = *p.Rating.High
		}
		c := class(slices.IndexFunc(sum.Players, func(s playerSummary) bool { return s.Name == p.Name }))
		fmt.Fprintf(&b, `<path class="line %s" d="M%.1f %.1fH%.1f"/><circle class="dot %s" cx="%.1f" cy="%.1f" r="5"><title>%s</title></circle>`,
			c, x(from), y, x(to), c, x(*p.Rating.Elo), y, html.EscapeString(p.Name+": "+p.Rating.text(sum.rating())))
	}
	b.WriteString("</svg>")
	return figure{Title: "Elo with 95 % intervals", SVG: template.HTML(b.String())}, true
}

// scores plots the margins of the scored games.
func scores(sum Summary, games []GameResult) (figure, bool) {
	first := sum.Pairings[0].First
	two := len(sum.Pairings) == 1
	p := plot{x0: 0, y0: -5, y1: 5, xName: "game", yName: "points"}
	var shown []GameResult
	for _, g := range games {
		if g.Counted {
			shown = append(shown, g)
		}
	}
	if len(shown) == 0 {
		return figure{}, false
	}
	left := max(0, len(shown)-maxDots)
	shown = shown[left:]
	lead := func(g GameResult) float64 {
		if two && g.Black != first {
			return -g.Lead
		}
		return g.Lead
	}
	p.x0 = float64(shown[0].Game - 1)
	for _, g := range shown {
		p.x1 = max(p.x1, float64(g.Game+1))
		p.y0, p.y1 = min(p.y0, lead(g)-1), max(p.y1, lead(g)+1)
	}
	f := figure{Title: "Score of the counted games", Text: "Black's lead in points."}
	if two {
		f.Text = fmt.Sprintf("The lead of %s in points.", first)
		f.Legend = []legend{{class(0), first + " has Black"}, {class(1), first + " has White"}}
	}
	if left > 0 {
		f.Text += fmt.Sprintf(" The last %d games.", maxDots)
	}
	p.label = f.Title + ": " + f.Text
	p.hline(0, "zero")
	for _, g := range shown {
		c := class(0)
		if two && g.Black != first {
			c = class(1)
		}
		p.dot(point{float64(g.Game), lead(g)}, c, fmt.Sprintf("game %d: %s", g.Game, g.Result))
	}
	f.SVG = p.svg()
	return f, true
}

// lengths plots a histogram of the numbers of moves.
func lengths(games []GameResult) figure {
	most := 1
	for _, g := range games {
		most = max(most, g.Moves)
	}
	width := max(1, (most+29)/30)
	counts := make([]int, most/width+1)
	tallest := 1
	for _, g := range games {
		counts[g.Moves/width]++
		tallest = max(tallest, counts[g.Moves/width])
	}
	p := plot{x0: 0, x1: float64(width * len(counts)), y0: 0, y1: float64(tallest), xName: "moves", yName: "games", label: "Number of games by number of moves"}
	for i, n := range counts {
		if n > 0 {
			from, to := p.x(float64(i*width)), p.x(float64((i+1)*width))
			p.addf(`<rect class="bar p1" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%d to %d moves: %d games</title></rect>`,
				from, p.y(float64(n)), max(1, to-from-1), p.y(0)-p.y(float64(n)), i*width, (i+1)*width-1, n)
		}
	}
	return figure{Title: "Length of the games", SVG: p.svg()}
}

// times plots the thinking time per move of each player in each game, if there are enough colours for the players.
func times(sum Summary, games []GameResult) (figure, bool) {
	if len(sum.Players) > playerColors {
		return figure{}, false
	}
	f := figure{Title: "Time per move", Text: "The mean time per move in each game, in wall-clock seconds."}
	p := plot{x0: 0, y0: 0, xName: "game", yName: "s", label: "Seconds per move of each player, by game"}
	lines := make([][]point, len(sum.Players))
	for i, player := range sum.Players {
		step := every(player.Done())
		var moves, n int
		var seconds float64
		for _, g := range games {
			switch player.Name {
			case g.Black:
				moves, seconds = moves+g.BlackMoves, seconds+g.BlackSeconds
			case g.White:
				moves, seconds = moves+g.WhiteMoves, seconds+g.WhiteSeconds
			default:
				continue
			}
			if n++; n%step == 0 && moves > 0 {
				lines[i] = append(lines[i], point{float64(g.Game), seconds / float64(moves)})
				p.x1, p.y1 = max(p.x1, float64(g.Game+1)), max(p.y1, 1.1*seconds/float64(moves))
				moves, seconds = 0, 0
			}
		}
		f.Legend = append(f.Legend, legend{class(i), player.Name})
	}
	if p.y1 == 0 {
		return figure{}, false
	}
	for i, line := range lines {
		p.line(line, class(i))
	}
	f.SVG = p.svg()
	return f, true
}
