package match

import "tengen/baduk"

// GameResult is one game as it is kept, one JSON object a line.
type GameResult struct {
	Game    int     `json:"game"`  // from 1
	Black   string  `json:"black"` // names of the players
	White   string  `json:"white"`
	Result  string  `json:"result"` // as in a record: "B+3.5", "W+R", "W+T", "B+F", "0", "Void"
	Winner  string  `json:"winner"` // name of the player; empty for a draw or a void game
	Moves   int     `json:"moves"`
	Seconds float64 `json:"seconds"` // wall-clock time, s
	Reason  string  `json:"reason"`  // how the game ended, for people
	Seed    uint64  `json:"seed"`    // of our players in this game
	SGF     string  `json:"sgf,omitempty"`
}

// Void reports whether the game does not count.
func (r *GameResult) Void() bool { return r.Result == resultVoid }

const resultVoid = "Void"

// ending is how a game ended, by colour.
type ending struct {
	result string
	winner baduk.Color
	reason string
	// failed is the player who is to blame for a void game, or Empty.
	failed baduk.Color
}

// letter is the colour in results: B or W.
func letter(c baduk.Color) string {
	if c == baduk.White {
		return "W"
	}
	return "B"
}

// lost is the ending in which loser loses in the way that suffix says.
func lost(loser baduk.Color, suffix, reason string) ending {
	winner := loser.Opponent()
	return ending{result: letter(winner) + "+" + suffix, winner: winner, reason: reason}
}

// void is the ending of a game that does not count.
func void(failed baduk.Color, reason string) ending {
	return ending{result: resultVoid, reason: reason, failed: failed}
}
