package tournament

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
)

// play plays a tournament to its end. The function result says how a game ends.
func play(t *testing.T, system System, players, rounds int, result func(p Pairing) Result) *Tournament {
	t.Helper()
	n, err := New(system, players, rounds)
	if err != nil {
		t.Fatal(err)
	}
	for !n.Done() {
		round, err := n.Next()
		if err != nil {
			t.Fatalf("%s of %d: round %d: %v", system, players, len(n.Rounds)+1, err)
		}
		check(t, n, round)
		if !n.roundOver() {
			if _, err := n.Next(); !errors.Is(err, ErrOpen) {
				t.Fatalf("a second round before the end of the first: %v", err)
			}
		}
		for i, p := range round {
			if !p.Over() {
				n.Rounds[len(n.Rounds)-1][i].Result = result(p)
			}
		}
	}
	if _, err := n.Next(); !errors.Is(err, ErrFinished) {
		t.Errorf("a round after the last: %v", err)
	}
	return n
}

// check checks that everyone who plays has one game in a round.
func check(t *testing.T, n *Tournament, round []Pairing) {
	t.Helper()
	seen := map[int]bool{}
	for _, p := range round {
		for _, player := range []int{p.Black, p.White} {
			if player != Nobody && seen[player] {
				t.Fatalf("%d plays twice in %v", player, round)
			}
			seen[player] = true
		}
	}
	for _, p := range n.playing() {
		if !seen[p] {
			t.Fatalf("%d does not play in %v", p, round)
		}
	}
}

// stronger lets the player with the lower number win.
func stronger(p Pairing) Result {
	if p.Black < p.White {
		return BlackWins
	}
	return WhiteWins
}

func random(rng *rand.Rand, draws bool) func(Pairing) Result {
	return func(Pairing) Result {
		results := []Result{BlackWins, WhiteWins, BothLost, Draw}
		if !draws {
			results = results[:3]
		}
		return results[rng.IntN(len(results))]
	}
}

// games returns how often each pair has met, the most byes of a player, and the largest surplus of a colour.
func games(n *Tournament) (met map[[2]int]int, byes, surplus int) {
	met = map[[2]int]int{}
	byesOf := map[int]int{}
	for _, round := range n.Rounds {
		for _, p := range round {
			if p.White == Nobody {
				byesOf[p.Black]++
				byes = max(byes, byesOf[p.Black])
				continue
			}
			met[[2]int{min(p.Black, p.White), max(p.Black, p.White)}]++
		}
	}
	for p := range n.Players {
		surplus = max(surplus, n.blacks(p), -n.blacks(p))
	}
	return met, byes, surplus
}

func TestRoundRobin(t *testing.T) {
	for players := 2; players <= 21; players++ {
		n := play(t, RoundRobin, players, 0, stronger)
		met, byes, surplus := games(n)
		if len(met) != players*(players-1)/2 || byes > 1 || surplus > 2 {
			t.Errorf("%d players: %d pairs have met, at most %d byes, surplus of a colour %d", players, len(met), byes, surplus)
		}
		for pair, times := range met {
			if times != 1 {
				t.Errorf("%d players: %v met %d times", players, pair, times)
			}
		}
		for i, s := range n.Standings() {
			if s.Player != i || s.Place != i+1 {
				t.Errorf("%d players: %+v is at place %d", players, s, i+1)
			}
		}
	}
}

func TestSwiss(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, players := range []int{2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 31, 64, 101, 256} {
		for _, result := range []func(Pairing) Result{stronger, random(rng, true), random(rng, false)} {
			n := play(t, Swiss, players, 0, result)
			met, byes, surplus := games(n)
			if byes > 1 || surplus > 3 {
				t.Errorf("%d players: at most %d byes, surplus of a colour %d", players, byes, surplus)
			}
			for pair, times := range met {
				if times != 1 {
					t.Errorf("%d players: %v met %d times", players, pair, times)
				}
			}
		}
		if first := play(t, Swiss, players, 0, stronger).Standings()[0]; first.Player != 0 || first.Place != 1 {
			t.Errorf("%d players: the strongest did not win: %+v", players, first)
		}
	}
	// As many rounds as possible: then some pairs may have to meet twice, but rarely.
	for players := 3; players <= 12; players++ {
		n := play(t, Swiss, players, players-1+players%2, random(rng, true))
		met, _, _ := games(n)
		again := 0
		for _, times := range met {
			again += times - 1
		}
		if again > players {
			t.Errorf("%d players, all rounds: %d games were repeated", players, again)
		}
	}
}

// TestFirstRound: the upper half plays the lower half, and the bye goes to the last.
func TestFirstRound(t *testing.T) {
	n, err := New(Swiss, 7, 3)
	if err != nil {
		t.Fatal(err)
	}
	round, err := n.Next()
	if got := fmt.Sprint(round); err != nil || got != "[{0 3 } {1 4 } {2 5 } {6 -1 }]" {
		t.Errorf("the first round is %s, %v", got, err)
	}
}

// TestOtherBye: another player than the last has the bye if otherwise two players would meet twice.
func TestOtherBye(t *testing.T) {
	n := &Tournament{System: Swiss, Players: 4, Length: 2, Withdrawn: []int{3}, Rounds: [][]Pairing{{{0, 1, BlackWins}, {3, 2, BlackWins}}}}
	round, err := n.Next()
	if got := fmt.Sprint(round); err != nil || got != "[{2 0 } {1 -1 }]" {
		t.Errorf("the second round is %s, %v", got, err)
	}
}

func TestKnockout(t *testing.T) {
	for players := 2; players <= 40; players++ {
		n := play(t, Knockout, players, 0, stronger)
		met, _, surplus := games(n)
		most := 2
		if players&(players-1) == 0 { // no player has a bye
			most = 1
		}
		if surplus > most {
			t.Errorf("%d players: surplus of a colour %d, want at most %d", players, surplus, most)
		}
		s := n.Standings()
		if len(met) != players-1 || s[0].Player != 0 || s[0].Place != 1 || s[1].Player != 1 || s[1].Place != 2 {
			t.Errorf("%d players: %d games, %+v", players, len(met), s[:2])
		}
	}
	n, err := New(Knockout, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.Next(); err != nil {
		t.Fatal(err)
	}
	n.Rounds[0][0].Result, n.Rounds[0][1].Result = Draw, BlackWins
	if _, err := n.Next(); !errors.Is(err, ErrDrawn) {
		t.Errorf("after a draw: %v", err)
	}
	n.Rounds[0][0].Result = WhiteWins
	if _, err := n.Next(); err != nil {
		t.Fatal(err)
	}
	n.Rounds[1][0].Result = Draw
	if err := n.Ready(); n.Done() || !errors.Is(err, ErrDrawn) {
		t.Errorf("after a drawn final: done %t, %v", n.Done(), err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for players := 2; players <= 20; players++ {
		play(t, Knockout, players, 0, random(rng, false))
	}
}

// TestWithdrawals lets players leave in the middle.
func TestWithdrawals(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, system := range Systems() {
		for range 100 {
			players := 2 + rng.IntN(12)
			n, err := New(system, players, 0)
			if err != nil {
				t.Fatal(err)
			}
			for !n.Done() {
				if rng.IntN(2) == 0 && len(n.Withdrawn) < players {
					n.Withdrawn = append(n.Withdrawn, rng.IntN(players))
				}
				round, err := n.Next()
				if errors.Is(err, ErrFinished) {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				check(t, n, round)
				for i, p := range round {
					if !p.Over() {
						n.Rounds[len(n.Rounds)-1][i].Result = random(rng, false)(p)
					}
				}
			}
			if len(n.Standings()) != players {
				t.Errorf("%s: %d places", system, len(n.Standings()))
			}
		}
	}
}

// TestStandings compares a small tournament with figures that were added up by hand.
func TestStandings(t *testing.T) {
	n := &Tournament{System: Swiss, Players: 4, Length: 2, Rounds: [][]Pairing{
		{{0, 2, BlackWins}, {1, 3, Draw}},
		{{0, 1, WhiteWins}, {3, 2, Open}},
	}}
	want := "[{1 1 1.5 1 0 1 1.5 3} {0 2 1 1 1 0 1.5 2.5} {3 3 0.5 0 0 1 1.5 1.5} {2 4 0 0 1 0 1 1.5}]"
	if got := fmt.Sprint(n.Standings()); got != want {
		t.Errorf("the standings are %s, want %s", got, want)
	}
	// A finalist who withdraws is second.
	n = &Tournament{System: Knockout, Players: 4, Length: 2, Withdrawn: []int{0}, Rounds: [][]Pairing{{{0, 3, BlackWins}, {1, 2, BlackWins}}}}
	if s := n.Standings(); !n.Done() || s[0].Player != 1 || s[0].Place != 1 || s[1].Player != 0 || s[1].Place != 2 || s[2].Place != 3 || s[3].Place != 3 {
		t.Errorf("after a finalist has withdrawn: %+v", s)
	}
}

// TestTwoGames: if two players with equal figures have each won a game against the other, they share a place.
func TestTwoGames(t *testing.T) {
	n := &Tournament{System: Swiss, Players: 4, Length: 3, Withdrawn: []int{2, 3}, Rounds: [][]Pairing{
		{{0, 2, BlackWins}, {1, 3, BlackWins}},
		{{0, 1, BlackWins}},
		{{1, 0, BlackWins}},
	}}
	for i, s := range n.Standings() {
		if want := []int{1, 1, 3, 3}[i]; s.Place != want {
			t.Errorf("%+v, want place %d", s, want)
		}
	}
	n.Rounds[2][0].Result = Draw
	n.Rounds[1][0].Result = Draw
	if s := n.Standings(); s[0].Place != 1 || s[1].Place != 1 {
		t.Errorf("after two draws: %+v", s)
	}
}

func TestRefused(t *testing.T) {
	for _, bad := range []struct {
		System
		players, rounds int
	}{{Swiss, 1, 0}, {Swiss, 257, 0}, {Swiss, 4, 4}, {Swiss, 4, -1}, {"ladder", 4, 0}} {
		if _, err := New(bad.System, bad.players, bad.rounds); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}
