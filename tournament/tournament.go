package tournament

import (
	"errors"
	"fmt"
	"math/bits"
)

// System is the way in which opponents are chosen.
type System string

// The systems.
const (
	RoundRobin System = "round-robin" // everyone plays everyone once
	Swiss      System = "swiss"       // in each round, players with nearly equal scores play
	Knockout   System = "knockout"    // the loser of a game is out
)

// Systems lists the systems.
func Systems() []System { return []System{RoundRobin, Swiss, Knockout} }

// MaxPlayers is the most players of a tournament.
const MaxPlayers = 256

// Nobody is the opponent of a player who has no game in a round. Such a bye counts as a win.
const Nobody = -1

// Result is the result of a game.
type Result string

// The results. Draws are not possible in a knockout.
const (
	Open      Result = "" // not over yet
	BlackWins Result = "black"
	WhiteWins Result = "white"
	Draw      Result = "draw"
	BothLost  Result = "both lost" // neither player came
)

// Pairing is a game of a round. Players are numbers, counted from 0. In a knockout both may be Nobody: an empty place
// of the bracket, after two players have withdrawn or lost against each other.
type Pairing struct {
	Black  int    `json:"black"`
	White  int    `json:"white"` // Nobody for a bye
	Result Result `json:"result"`
}

// Over reports whether the game has a result. A bye is always over.
func (p Pairing) Over() bool { return p.White == Nobody || p.Result != Open }

// has reports whether a player plays in the game.
func (p Pairing) has(player int) bool { return p.Black == player || p.White == player }

// scoreOf returns the score of a player in the game: 1 for a win or a bye, 1/2 for a draw.
func (p Pairing) scoreOf(player int) float64 {
	switch {
	case !p.has(player):
		return 0
	case p.White == Nobody, p.Result == BlackWins && p.Black == player, p.Result == WhiteWins && p.White == player:
		return 1
	case p.Result == Draw:
		return 0.5
	}
	return 0
}

// Tournament is a tournament. The players are numbered in the order of their strength, as far as it is known, the
// strongest first: the order decides the first round.
type Tournament struct {
	System  System      `json:"system"`
	Players int         `json:"players"`
	Length  int         `json:"length"` // number of rounds
	Rounds  [][]Pairing `json:"rounds"`
	// Withdrawn are the players who play no further rounds.
	Withdrawn []int `json:"withdrawn,omitempty"`
}

// New returns a tournament without rounds. The number of rounds is only used by the Swiss system; 0 means just enough
// that only one player can win all games.
func New(system System, players, rounds int) (*Tournament, error) {
	if players < 2 || players > MaxPlayers {
		return nil, fmt.Errorf("a tournament has 2 to %d players, not %d", MaxPlayers, players)
	}
	t := &Tournament{System: system, Players: players}
	full := bits.Len(uint(players - 1)) // rounds until at most one player has won all games
	switch system {
	case RoundRobin:
		t.Length = players - 1 + players%2
	case Knockout:
		t.Length = full
	case Swiss:
		if t.Length = rounds; rounds == 0 {
			t.Length = full
		}
		if most := players - 1 + players%2; t.Length < 1 || t.Length > most {
			return nil, fmt.Errorf("%d players can play 1 to %d rounds without meeting twice, not %d", players, most, rounds)
		}
	default:
		return nil, fmt.Errorf("%q is not a system: choose round-robin, swiss or knockout", system)
	}
	return t, nil
}

// Errors of Ready and Next.
var (
	ErrOpen     = errors.New("a game of this round has no result yet")
	ErrFinished = errors.New("the tournament has no further round")
	ErrDrawn    = errors.New("a knockout needs a winner of each game: play a drawn game again, or decide it")
)

// Done reports whether the last round is over.
func (t *Tournament) Done() bool {
	if len(t.Rounds) == 0 || !t.roundOver() || t.drawn() {
		return false
	}
	return len(t.Rounds) == t.Length || len(t.playing()) < 2
}

// roundOver reports whether all games of the last round have a result.
func (t *Tournament) roundOver() bool {
	if len(t.Rounds) == 0 {
		return true
	}
	for _, p := range t.Rounds[len(t.Rounds)-1] {
		if !p.Over() {
			return false
		}
	}
	return true
}

// Ready returns nil if the next round can be paired, and otherwise the reason.
func (t *Tournament) Ready() error {
	switch {
	case !t.roundOver():
		return ErrOpen
	case t.drawn():
		return ErrDrawn
	case len(t.Rounds) == t.Length || len(t.playing()) < 2:
		return ErrFinished
	}
	return nil
}

// Next pairs the next round and adds it.
func (t *Tournament) Next() ([]Pairing, error) {
	if err := t.Ready(); err != nil {
		return nil, err
	}
	var round []Pairing
	switch t.System {
	case RoundRobin:
		round = t.circle(len(t.Rounds))
	case Swiss:
		round = t.swiss()
	case Knockout:
		round = t.bracket()
	}
	t.Rounds = append(t.Rounds, round)
	return round, nil
}

// playing returns the players of the next round: those who have not withdrawn, and in a knockout not lost.
func (t *Tournament) playing() []int {
	out := make([]bool, t.Players)
	for _, p := range t.Withdrawn {
		out[p] = true
	}
	if t.System == Knockout {
		for _, round := range t.Rounds {
			for _, p := range round {
				for _, player := range []int{p.Black, p.White} {
					if player != Nobody && p.Over() && p.scoreOf(player) == 0 {
						out[player] = true
					}
				}
			}
		}
	}
	var list []int
	for p, gone := range out {
		if !gone {
			list = append(list, p)
		}
	}
	return list
}

// drawn reports whether a game of the last round of a knockout was drawn.
func (t *Tournament) drawn() bool {
	if t.System != Knockout || len(t.Rounds) == 0 {
		return false
	}
	for _, p := range t.Rounds[len(t.Rounds)-1] {
		if p.Result == Draw {
			return true
		}
	}
	return false
}

// circle returns a round of a round robin by the circle method: player 0 stays, and the others go around. A withdrawn
// player's opponent has a bye.
func (t *Tournament) circle(round int) []Pairing {
	n := t.Players + t.Players%2 // with Nobody as the last, if the number is odd
	at := func(place int) int {
		p := 0
		if place > 0 {
			p = (place-1+round)%(n-1) + 1
		}
		if p == t.Players {
			return Nobody
		}
		return p
	}
	gone := map[int]bool{Nobody: true}
	for _, p := range t.Withdrawn {
		gone[p] = true
	}
	var list []Pairing
	for i := range n / 2 {
		a, b := at(i), at(n-1-i)
		// Alternating by round for player 0, and by place for the others, gives everyone nearly as many games with Black
		// as with White.
		if i == 0 && round%2 == 1 || i%2 == 1 {
			a, b = b, a
		}
		switch {
		case gone[a] && gone[b]:
		case gone[a]:
			list = append(list, Pairing{Black: b, White: Nobody})
		case gone[b]:
			list = append(list, Pairing{Black: a, White: Nobody})
		default:
			list = append(list, Pairing{Black: a, White: b})
		}
	}
	return list
}

// bracket returns a round of a knockout. In the first round the strongest players have byes if the number of players is
// not a power of two, and the strongest plays the weakest. Later, neighbours in the order of the round before play.
func (t *Tournament) bracket() []Pairing {
	alive := t.playing()
	var order []int
	if len(t.Rounds) == 0 {
		size := 1 << t.Length
		for _, seed := range seeds(size) {
			if seed < len(alive) {
				order = append(order, alive[seed])
			} else {
				order = append(order, Nobody)
			}
		}
	} else {
		still := map[int]bool{}
		for _, p := range alive {
			still[p] = true
		}
		for _, p := range t.Rounds[len(t.Rounds)-1] {
			winner := Nobody
			for _, player := range []int{p.Black, p.White} {
				if player != Nobody && still[player] {
					winner = player
				}
			}
			order = append(order, winner)
		}
	}
	var list []Pairing
	for i := 0; i+1 < len(order); i += 2 {
		a, b := order[i], order[i+1]
		if a == Nobody {
			a, b = b, a
		}
		// Alternating by table lets players meet in the next round who have had different colours.
		if b != Nobody && t.whiteFirst(a, b, len(t.Rounds)+i/2) {
			a, b = b, a
		}
		list = append(list, Pairing{Black: a, White: b})
	}
	return list
}

// seeds returns the order of the seeds in the first round of a knockout. The strongest meet as late as possible.
func seeds(size int) []int {
	order := []int{0}
	for n := 2; n <= size; n *= 2 {
		var next []int
		for _, s := range order {
			next = append(next, s, n-1-s)
		}
		order = next
	}
	return order
}

// whiteFirst reports whether the first of two opponents has White: the one who has had Black more often, compared with
// White. If that is equal, the first one has White if turn is odd.
func (t *Tournament) whiteFirst(a, b, turn int) bool {
	x, y := t.blacks(a), t.blacks(b)
	return x > y || x == y && turn%2 == 1
}

// blacks returns how many more games a player has had with Black than with White.
func (t *Tournament) blacks(player int) int {
	n := 0
	for _, round := range t.Rounds {
		for _, p := range round {
			switch {
			case p.White == Nobody:
			case p.Black == player:
				n++
			case p.White == player:
				n--
			}
		}
	}
	return n
}
