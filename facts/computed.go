package facts

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"

	"tengen/baduk"
	"tengen/count"
	"tengen/lab"
	"tengen/solve"
	"tengen/topology"
)

// The numbers of legal positions that take long to count. The first was counted with tengen in 23 minutes of processor
// time. The second is from John Tromp's page, https://tromp.github.io/go/legal.html.
const (
	legal13 = "37249792307686396442294904767024517674249157948208717533254799550970595875237705"
	legal19 = "208168199381979984699478633344862770286522453884530548425639456820927419612738015378525648451698519643907259916015628128546089888314427129715319317557736620397247064840935"
)

// history has the figures about computers and learners.
func history(context.Context, Options) ([]Fact, error) {
	return []Fact{
		{"years that computers needed longer than in chess", "20", "19 to 20", "literature: Deep Blue beat Kasparov in 1997, AlphaGo beat Lee Sedol in 2016 and Ke Jie in 2017", Right, ""},
		{"time until one is a beginner", "weeks to months", "", "no record says when its players learned the game", Unchecked, ""},
	}, nil
}

// solved has the claims about solved boards. The smallest boards are solved at once.
func solved(ctx context.Context, _ Options) ([]Fact, error) {
	var values, turns []string
	for _, size := range []string{"1x1", "2x2", "3x3"} {
		board, err := topology.Parse(size)
		if err != nil {
			return nil, err
		}
		r, err := solve.NewFixPoint(ctx, board, nil)
		if err != nil {
			return nil, err
		}
		values = append(values, fmt.Sprintf("%s %v", size, r.Value()))
		turns = append(turns, size+" "+best(board.Graph, r.Openings()))
	}
	return []Fact{
		{"winner on solved boards", "Black, on boards up to 5x5", strings.Join(values, ", ") + ", 4x4 1..16, 5x5 25",
			"computed up to 3x3; 4x4 in 7 seconds and 5x5 in a minute with the commands, as in the literature (van der Werf 2003). 1x1 is a draw, and 2x2 depends on the rule about cycles", Nearly,
			"tengen solve 3x3; tengen solve 4x4; tengen solve 5x5"},
		{"best first move on solved boards", "the middle, in all cases", strings.Join(turns, ", ") + ", 4x4 B2 B3 C2 C3, 5x5 C3",
			"as above. 2x2 and 4x4 have no middle, and on 1x1 only a pass is possible", Nearly, "tengen solve 3x3"},
	}, nil
}

// best names the first turns with the best values.
func best(g *baduk.Graph, openings []solve.Opening) string {
	var values []solve.Bounds
	for _, o := range openings {
		values = append(values, o.Bounds)
	}
	solve.Sort(values)
	var names []string
	for _, o := range openings {
		if o.Bounds == values[0] {
			names = append(names, g.Vertex(o.Point))
		}
	}
	return strings.Join(names, " ")
}

// rules has the figures of the rules: scoring, board sizes, the first player, komi and neighbours.
func rules(_ context.Context, o Options) ([]Fact, error) {
	g, err := baduk.Rectangle(19, 19)
	if err != nil {
		return nil, err
	}
	var points [5]int
	for p := range baduk.Point(g.Len()) {
		points[len(g.Neighbours(p))]++
	}
	neighbours := Fact{"neighbours of a point that is not on an edge", "4", fmt.Sprintf("%d points of 19x19 have 4, %d on the edges have 3, %d in the corners have 2", points[4], points[3], points[2]),
		"computed", Wrong, "tengen board show 19x19"}
	if points[4] == 17*17 && points[3] == 4*17 && points[2] == 4 {
		neighbours.Verdict = Right
	}
	return []Fact{scoring(o), boards(o), advantage(o), komi(o, "19x19", 6.5), komi(o, "9x9", 5.5), neighbours}, nil
}

// example has the worked example of the article.
func example(context.Context, Options) ([]Fact, error) {
	all, err := lab.ExampleCountings()
	if err != nil {
		return nil, err
	}
	var territory lab.Counting
	winner := Right
	var leads []string
	for _, c := range all {
		if c.Name == "territory" {
			territory = c
		}
		if c.Black <= c.White {
			winner = Wrong
		}
		leads = append(leads, fmt.Sprintf("%s %s", c.Name, c.Result))
	}
	points := func(about string, article, ours float64, why string, otherwise Verdict) Fact {
		f := Fact{about, fmt.Sprint(article), fmt.Sprint(ours), "computed" + why, Right, "tengen rules example"}
		if article != ours {
			f.Verdict = otherwise
		}
		return f
	}
	return []Fact{
		points("the example: Black's points", 32, territory.Black, ": 23 points of territory and 9 captures", Wrong),
		points("the example: White's points", 28.5, territory.White, ": the article counts only vacant points; Japanese rules also count the point under the dead stone", Nearly),
		{"the example: winner", "Black", strings.Join(leads, ", "), "computed: four ways to count", winner, "tengen rules example"},
	}, nil
}

// memory has the size of a packed board.
func memory(context.Context, Options) ([]Fact, error) {
	least := math.Ceil(count.LegalLog10(19, 19) * math.Log2(10) / 8)
	f := Fact{"bytes of a packed board of 19x19, at 4 points a byte", "91", fmt.Sprint(baduk.PackedLen(19 * 19)),
		fmt.Sprintf("computed. %.0f bytes would be enough to number the legal positions", least), Wrong, "tengen facts"}
	if f.Ours == f.Article {
		f.Verdict = Right
	}
	return []Fact{f}, nil
}

// printedLongest is the number of moves that the article calls the longest possible game.
const printedLongest = "4110473354993164457447863592014545992782310277120"

// longest has the lengths of the longest games.
func longest(_ context.Context, o Options) ([]Fact, error) {
	f := Fact{"moves of the longest possible game without passes", printedLongest, "at least " + count.LongGame(19, 19).String(),
		"computed: a game of 361 * 2^153 moves exists (Tromp and Farnebäck 2007)", Wrong, "tengen count games 19x19"}
	if printed, _ := new(big.Int).SetString(printedLongest, 10); printed.Cmp(new(big.Int).Lsh(big.NewInt(360), 153)) == 0 {
		f.How += ". The article printed 360 * 2^153. Both are lower bounds: the longest game is not known"
	}
	return []Fact{f, longestRecorded(o)}, nil
}

// positions has the numbers of legal positions. 9x9 is counted at once.
func positions(ctx context.Context, o Options) ([]Fact, error) {
	board, err := count.Rectangle(9, 9)
	if err != nil {
		return nil, err
	}
	nine, err := count.Count(ctx, count.Options{Board: board, Threads: o.Threads, Memory: 1 << 30})
	if err != nil {
		return nil, err
	}
	return []Fact{
		legal(19, "2.08168199382 * 10^170", legal19, "literature (Tromp 2016)", "tengen count --plan 19x19"),
		legal(13, "3.72497923077 * 10^79", legal13, "counted by tengen in 23 minutes of processor time", "tengen count 13x13"),
		legal(9, "1.03919148791 * 10^38", nine.Number.String(), "computed", "tengen count 9x9"),
	}, nil
}

// legal compares a number of legal positions with the article's, and with the formula for large boards.
func legal(size int, article, ours, how, command string) Fact {
	exact, _ := new(big.Float).SetString(ours)
	mantissa, _ := new(big.Float).Quo(exact, new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(ours)-1)), nil))).Float64()
	log := math.Log10(mantissa) + float64(len(ours)-1)
	miss := math.Abs(math.Pow(10, count.LegalLog10(size, size)-log) - 1)
	digits := -math.Log10(max(miss, 1e-12)) // more digits are not computed
	f := Fact{fmt.Sprintf("legal positions on %dx%d", size, size), article, ours, fmt.Sprintf("%s. The formula for large boards gives the same first %.0f digits", how, math.Floor(digits)), Wrong, command}
	if fmt.Sprintf("%.11f * 10^%d", mantissa, len(ours)-1) == article {
		f.Verdict = Right
	}
	return f
}

// games has the number of games, their average length, and the sizes of the game trees.
func games(_ context.Context, o Options) ([]Fact, error) {
	most := count.GamesAtMost(19*19, count.LegalLog10(19, 19)) // logarithm of the logarithm
	f := Fact{"number of possible games", "10^10^100 to 10^10^171", fmt.Sprintf("more than 10^10^%.0f, at most 10^10^%.2f", count.ManyGames(19, 19), most),
		"literature (Walraet and Tromp 2016) and computed: no position has more than 723 choices", Wrong, "tengen count games 19x19"}
	if most < 171 && count.ManyGames(19, 19) == 100 {
		f.Verdict = Right
	}
	return append([]Fact{f}, played(o)...), nil
}
