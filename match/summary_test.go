package match

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tengen/stat"
)

// TestSummaryCounts compares the summary of random results with a plain count. The order of the
// results does not matter.
func TestSummaryCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	o := Options{Games: 30, Players: []Side{{Name: "A"}, {Name: "B"}, {Name: "C"}}}
	s := &schedule{games: o.Games, pairings: o.Pairings.of(len(o.Players))}
	games := randomResults(&o, s, rng)
	var first Summary
	for round := range 5 {
		st := newResults(&o, s)
		for _, i := range rng.Perm(len(games)) {
			st.add(games[i])
		}
		sum := st.summary()
		if round == 0 {
			first = sum
		} else if a, b := fmt.Sprint(sum), fmt.Sprint(first); a != b || !reflect.DeepEqual(sum.Pairings, first.Pairings) || sum.Repeated != first.Repeated {
			t.Fatalf("in another order got\n%s\nwant\n%s", a, b)
		}
	}
	distinct := map[string]bool{}
	for _, g := range games {
		distinct[g.Black+g.White+g.Fingerprint] = true
	}
	if first.Repeated != len(games)-len(distinct) || first.Done != 90 || first.Unfinished {
		t.Errorf("%d games are repeated, %d done; want %d and 90", first.Repeated, first.Done, len(games)-len(distinct))
	}
	for _, p := range first.Players {
		checkPlayer(t, p, games)
	}
	data, err := json.Marshal(first)
	var again Summary
	if err == nil {
		err = json.Unmarshal(data, &again)
	}
	if err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("%s, %v; want %+v", data, err, first)
	}
}

// randomResults makes up the results of all games of a schedule.
func randomResults(o *Options, s *schedule, rng *rand.Rand) []GameResult {
	var games []GameResult
	for n := 1; n <= s.total(); n++ {
		_, pairing, swapped := s.locate(n)
		pair := s.pairings[pairing]
		if swapped {
			pair[0], pair[1] = pair[1], pair[0]
		}
		g := GameResult{Game: n, Black: o.Players[pair[0]].Name, White: o.Players[pair[1]].Name, Fingerprint: fmt.Sprint(rng.IntN(40)),
			BlackMoves: rng.IntN(50), BlackSeconds: 2, WhiteMoves: 3, WhiteSeconds: 1.5, BlackLongest: rng.Float64()}
		switch rng.IntN(8) {
		case 0:
			g.Result, g.Cause = resultVoid, causeTooLong
		case 1:
			g.Result, g.Cause, g.Counted, g.Dead, g.BlackClaim = "0", causeScore, true, deadAgreed, "B+1"
		case 2, 3:
			g.Result, g.Winner, g.Cause, g.BlackFailure = "W+F", g.White, causeCrashed, causeCrashed
		case 4:
			g.Result, g.Winner, g.Cause, g.Counted, g.Lead, g.Dead, g.WhiteClaim = "W+2", g.White, causeScore, true, -2, deadEstimated, "W+2.0"
		default:
			g.Result, g.Winner, g.Cause = "B+R", g.Black, causeResignation
		}
		games = append(games, g)
	}
	return games
}

// checkPlayer counts the games of a player and compares the counts with the summary.
func checkPlayer(t *testing.T, p playerSummary, games []GameResult) {
	t.Helper()
	var black, white tally
	lost, failed, compared, differ, moves := 0, 0, 0, 0, 0
	for _, g := range games {
		for _, side := range []struct {
			name  string
			tally *tally
		}{{g.Black, &black}, {g.White, &white}} {
			if side.name != p.Name {
				continue
			}
			switch {
			case g.Result == "Void":
				side.tally.Voids++
			case g.Result == "0":
				side.tally.Draws++
			case g.Winner == p.Name:
				side.tally.Wins++
			default:
				side.tally.Losses++
				if g.Cause == causeCrashed {
					lost++
				}
			}
		}
		if g.Black == p.Name {
			moves += g.BlackMoves
			if g.BlackFailure != "" {
				failed++
			}
			if g.BlackClaim != "" {
				compared, differ = compared+1, differ+1
			}
		}
		if g.White == p.Name {
			moves += g.WhiteMoves
			if g.WhiteClaim != "" {
				compared++
			}
		}
	}
	if p.AsBlack != black || p.AsWhite != white || p.LostBy[causeCrashed] != lost || p.Failures[causeCrashed] != failed ||
		p.ScoresCompared != compared || p.ScoresDiffer != differ || p.Moves != moves || p.Wins != black.Wins+white.Wins {
		t.Errorf("got %+v, want the counts %+v with Black and %+v with White", p, black, white)
	}
}

// TestNeighbours has ten players, each of which wins all games against the next. The rating adds one
// drawn game to each pairing, so a player has 6.5 of 7 against the next. It adds no drawn game for
// players that never met.
func TestNeighbours(t *testing.T) {
	o := Options{Games: 6, Pairings: Neighbours}
	for i := range 10 {
		o.Players = append(o.Players, Side{Name: fmt.Sprintf("player %d", i)})
	}
	s := &schedule{games: o.Games, pairings: o.Pairings.of(10)}
	st := newResults(&o, s)
	for n := 1; n <= s.total(); n++ {
		_, pairing, swapped := s.locate(n)
		g := GameResult{Game: n, Black: st.names[pairing], White: st.names[pairing+1], Winner: st.names[pairing], Result: "B+R", Fingerprint: fmt.Sprint(n)}
		if swapped {
			g.Black, g.White, g.Result = g.White, g.Black, "W+R"
		}
		st.add(g)
	}
	sum := st.summary()
	apart := 400 * math.Log10(6.5/0.5)
	for i, p := range sum.Players {
		if want := apart * (4.5 - float64(i)); math.Abs(*p.Rating.Elo-want) > 0.02 || !sum.Supposed {
			t.Errorf("%s has %v, want %v", p.Name, *p.Rating.Elo, want)
		}
	}
	if r := sum.Players; r[0].Rating.High != nil || r[9].Rating.Low != nil || len(sum.Pairings) != 9 {
		t.Errorf("%+v; want 9 pairings, open ends", sum)
	}
	if text := sum.String(); !strings.Contains(text, "player 8 against player 9  6 of 6  100.0 % (61.0 to 100.0)  not finite") {
		t.Errorf("got %s, want the last pairing without a finite Elo", text)
	}
	var page strings.Builder
	if err := writePage(&page, Plan{Players: make([]PlanPlayer, 10), Pairings: Neighbours}, sum, st.games, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"10 players, each against the next", "player 8 against player 9</th><td>6 of 6</td>", "<td>100.0</td><td>61.0 to 100.0</td>"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// TestPairIsRatedOnce has two players. One wins 9 of 10 games with Black, and 5 to 10 of 10 games with
// White. The difference of their ratings equals the difference that their pairing shows, in the
// summary and on the page. The value of the first move does not change it.
func TestPairIsRatedOnce(t *testing.T) {
	for _, c := range []struct {
		wins         int // wins with White
		a, b         *float64
		elo          string // Elo of A and B on the page
		page, absent string
	}{
		{5, nil, nil, "+74 -7 to +154 -74 -154 to +7", "<li>Elo difference of A over B: +147 (95 %: -13 to +308)", "not finite"},
		{5, new(1000.), nil, "1000 (given) 1000 to 1000 853 692 to 1013", "over B: +147 ", "not finite"},
		{5, nil, new(1000.), "1147 987 to 1308 1000 (given) 1000 to 1000", "over B: +147 ", "not finite"},
		{9, nil, nil, "+191 +73 to +309 -191 -309 to -73", "over B: +382 ", "not finite"},
		{10, nil, nil, "not finite +143 to ∞ not finite −∞ to -143", "over B: not finite (95 %: at least +287)", "one more drawn game"},
	} {
		o := Options{Games: 20, Players: []Side{{Name: "A", Elo: c.a}, {Name: "B", Elo: c.b}}}
		st := newResults(&o, &schedule{games: 20, pairings: o.Pairings.of(2)})
		for n := range 20 {
			g := GameResult{Game: n + 1, Black: "A", White: "B", Result: "B+R", Winner: "A", Fingerprint: fmt.Sprint(n)}
			lost := n == 0 && c.wins < 10
			if n%2 == 1 {
				g.Black, g.White, g.Result = "B", "A", "W+R"
				lost = n/2 >= c.wins
			}
			if lost {
				g.Winner = "B"
			}
			st.add(g)
		}
		sum := st.summary()
		var b strings.Builder
		if err := writePage(&b, Plan{Players: make([]PlanPlayer, 2)}, sum, st.games, false); err != nil {
			t.Fatal(err)
		}
		page := strings.ReplaceAll(html.UnescapeString(b.String()), "\n", " ")
		cells := regexp.MustCompile(`</th> <td>(.*?)</td> <td>(.*?)</td>`).FindAllStringSubmatch(page, -1)
		if len(cells) != 2 {
			t.Fatalf("%d rows; want 2", len(cells))
		}
		if elo := strings.Join(append(cells[0][1:], cells[1][1:]...), " "); elo != c.elo || sum.Supposed {
			t.Errorf("%d wins: the page says %s, want %s", c.wins, elo, c.elo)
		}
		if !strings.Contains(page, c.page) || strings.Contains(page, c.absent) {
			t.Errorf("%d wins: got %s, want %q and not %q", c.wins, page, c.page, c.absent)
		}
		if text := sum.String(); strings.Contains(text, ", after ") {
			t.Errorf("got %s, want a finished match", text)
		}
	}
}

// TestSentences checks what summaries conclude.
func TestSentences(t *testing.T) {
	sum := func(wins, losses int, change func(*Options)) string {
		o := Options{Games: wins + losses, Players: []Side{{Name: "A"}, {Name: "B"}}}
		if change != nil {
			change(&o)
		}
		st := newResults(&o, &schedule{games: o.Games, pairings: o.Pairings.of(len(o.Players))})
		for n := range wins + losses {
			g := GameResult{Game: n + 1, Black: "A", White: "B", Result: "B+R", Winner: "A", Fingerprint: fmt.Sprint(n)}
			if n%2 == 1 {
				g.Black, g.White = "B", "A"
			}
			if n >= wins {
				g.Winner = "B"
			}
			st.add(g)
		}
		s := st.summary()
		return s.Line() + "\n" + s.String()
	}
	for _, c := range []struct{ text, want string }{
		{sum(0, 0, nil), "A against B: no game has ended"},
		{sum(5, 5, nil), "about 1162 games in all would measure the difference within 20 Elo"},
		{sum(60, 40, nil), "A is stronger under these conditions"},
		{sum(40, 60, nil), "B is stronger under these conditions"},
		// GamesToShow of 0.6 by its formula: ((1.96/2 + 0.8416·0.4899)/0.1)² = 193.9.
		{sum(6, 4, nil), "it is open which player is stronger; if the true rate is 60.0 %, about 194 games in all would show which"},
		{sum(10, 0, nil), "10/10  A 10-0 (100.0 %)  Elo not finite (95 %: at least +166)"},
		{sum(0, 10, nil), "Elo not finite (95 %: at most -166)"},
		{sum(3, 1, func(o *Options) { o.Games = 9 }), "A against B, after 4 of 9 games: 3 wins"},
		{sum(3, 1, func(o *Options) { o.Games = 9; o.SPRT = stat.SPRT{Elo1: 9, Alpha: .1, Beta: .1} }), "A against B, after 4 of at most 9 games: 3 wins"},
		{sum(3, 1, func(o *Options) { o.Players = append(o.Players, Side{Name: "C", Elo: new(1500.)}) }), "1500 (given)"},
	} {
		if !strings.Contains(c.text, c.want) {
			t.Errorf("%q is not in\n%s", c.want, c.text)
		}
	}
}
