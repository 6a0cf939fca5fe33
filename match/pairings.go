package match

import "fmt"

// Pairings says which players play each other. The zero value is a round robin.
type Pairings uint8

const (
	RoundRobin Pairings = iota // each player plays all others
	Gauntlet                   // the first player plays all others
	Neighbours                 // each player plays the next one in the list
)

// names returns the name that plans use and the word that a user types.
func (p Pairings) names() [2]string {
	return [...][2]string{RoundRobin: {"round robin", "all"}, Gauntlet: {"gauntlet", "first"}, Neighbours: {"neighbours", "neighbours"}}[p]
}

// String returns the name: round robin, gauntlet or neighbours.
func (p Pairings) String() string { return p.names()[0] }

// MarshalText writes the name.
func (p Pairings) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the name, or the word that a user types: all, first or neighbours.
func (p *Pairings) UnmarshalText(text []byte) error {
	for q := RoundRobin; q <= Neighbours; q++ {
		if words := q.names(); string(text) == words[0] || string(text) == words[1] {
			*p = q
			return nil
		}
	}
	return fmt.Errorf("%.40q does not say who plays whom: write all (each player plays all others), first (the first plays all others) or neighbours (each plays the next)", text)
}

// of lists the pairings of the given number of players. In each pairing the earlier player is the first one.
func (p Pairings) of(players int) [][2]int {
	var all [][2]int
	for i := range players {
		for j := i + 1; j < players; j++ {
			if p == RoundRobin || p == Gauntlet && i == 0 || p == Neighbours && j == i+1 {
				all = append(all, [2]int{i, j})
			}
		}
	}
	return all
}
