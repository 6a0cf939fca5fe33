package games

import "tengen/engine"

// Character is a named opponent. It plays at a rank.
type Character struct {
	Name string      `json:"name"`
	Rank engine.Rank `json:"rank"`
	Text string      `json:"text"` // a sentence about how it plays
}

// Characters returns the named opponents, the weakest first. The last one plays with full strength.
func Characters() []Character {
	kyu := func(n engine.Rank) engine.Rank { return engine.Dan1 - n }
	dan := func(n engine.Rank) engine.Rank { return engine.Dan1 + n - 1 }
	return []Character{
		{"Wren", kyu(30), "Plays like a beginner in the first games: many moves have no plan, and stones stay in atari."},
		{"Sparrow", kyu(25), "Follows the last move around the board and often overlooks what it threatens."},
		{"Robin", kyu(20), "Captures what it can see, and forgets the large points meanwhile."},
		{"Finch", kyu(17), "Knows atari and simple eyes, but answers many moves that need no answer."},
		{"Starling", kyu(15), "Fights when it is touched, and cuts before it has read what follows."},
		{"Swallow", kyu(12), "Plays usual shapes and opening moves, and loses groups that seemed safe."},
		{"Magpie", kyu(10), "Makes territory early and takes profit where it can, sometimes too slowly."},
		{"Jay", kyu(8), "Knows common sequences, and goes wrong when the opponent leaves them."},
		{"Kestrel", kyu(5), "Reads simple captures well, and makes its mistakes in long fights."},
		{"Owl", kyu(3), "Keeps its groups connected and punishes plain mistakes."},
		{"Heron", kyu(1), "Waits for your overplay: its own mistakes are small, but not rare."},
		{"Falcon", engine.Dan1, "Chooses among the moves of dan players, and checks each by a short search."},
		{"Crane", dan(3), "Searches before each move and rarely loses many points at once."},
		{"Eagle", dan(5), "Searches longer and plays a human move only if it costs almost nothing."},
		{"Tengen", 0, "Full strength: always the best move that the search has found."},
	}
}
