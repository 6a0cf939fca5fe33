package refgo

import "slices"

// Suicide says when a move may leave its own block without a liberty after the
// opponent has been cleared.
type Suicide int

const (
	// Forbidden refuses every such move (000, Chinese rules, article 5; 003,
	// "Not allow suicide"; 004).
	Forbidden Suicide = iota
	// Multi refuses only the move that removes exactly the stone just played.
	Multi
	// Literal never refuses: 000, rule 7 clears one's own colour like the
	// other, and only repetition may stand against the result.
	Literal
)

// Rules are the two axes on which the documents differ about legal moves.
type Rules struct {
	Ko      Ko
	Suicide Suicide
}

// Pass is the Point of a turn that is a pass (000, rule 6).
const Pass = -1

// Turn is an element of the action set (000, "Action Set"): a play of Color,
// which is Black or White, at Point, or a pass by Color.
type Turn struct {
	Color Color
	Point int
}

// Game is a start and the turns made since; everything else is recomputed from
// them. Turns are legal when they came through [Game.Play].
type Game struct {
	Graph   Graph
	Rules   Rules
	Initial Board // the board before the first turn
	First   Color // the player to make the first turn
	Turns   []Turn
}

// NewGame starts from the empty board with Black to play (000, rule 5).
func NewGame(g Graph, r Rules) *Game {
	return NewGameFrom(g, r, make(Board, len(g)), Black)
}

// NewGameFrom starts from any board, of which it keeps a copy, with either
// player first.
func NewGameFrom(g Graph, r Rules, initial Board, first Color) *Game {
	return &Game{Graph: g, Rules: r, Initial: slices.Clone(initial), First: first}
}

// Boards is the sequence B_0 .. B_k of 000 ("State"): the initial board and the
// board after every turn. A pass repeats the board before it.
func (g *Game) Boards() []Board {
	board := slices.Clone(g.Initial)
	boards := []Board{board}
	for _, t := range g.Turns {
		if t.Point != Pass {
			board, _, _ = g.Graph.Place(board, t.Point, t.Color)
		}
		boards = append(boards, slices.Clone(board))
	}
	return boards
}

// ToPlay is the player whose turn it is when the players alternate (000, rule
// 5): the opponent of whoever made the last turn. [Game.Check] does not insist
// on it, because GTP and SGF let a colour move twice running.
func (g *Game) ToPlay() Color {
	if len(g.Turns) == 0 {
		return g.First
	}
	return -g.Turns[len(g.Turns)-1].Color
}

// Over reports whether the last two turns are passes (000, rule 8), whichever
// colours made them.
func (g *Game) Over() bool {
	k := len(g.Turns)
	return k >= 2 && g.Turns[k-1].Point == Pass && g.Turns[k-2].Point == Pass
}

// Reason says why a turn is refused; the zero value is that it is not.
type Reason int

const (
	OK               Reason = iota // the turn is legal
	Occupied                       // the point is not empty (000, rule 7; "Action Set")
	OffBoard                       // the point is neither Pass nor one of the graph
	SuicideForbidden               // Rules.Suicide refuses it
	KoBan                          // the basic ko refuses it; only under Ko == Simple
	Superko                        // a superko refuses it; under every other Ko
	GameOver                       // two consecutive passes have been made (000, rule 8)
)

// String is the name of the constant.
func (r Reason) String() string {
	return [...]string{"OK", "Occupied", "OffBoard", "SuicideForbidden", "KoBan", "Superko", "GameOver"}[r]
}

// Check gives the first reason to refuse t, or [OK]. The reasons are asked in
// this order: GameOver, OffBoard, Occupied, SuicideForbidden, repetition. Before
// the end a pass is always legal: the formula in 000 that forbids all repetition
// would forbid it, rule 6 does not.
func (g *Game) Check(t Turn) Reason {
	if g.Over() {
		return GameOver
	}
	if t.Point == Pass {
		return OK
	}
	if t.Point < 0 || t.Point >= len(g.Graph) {
		return OffBoard
	}
	boards := g.Boards()
	now := boards[len(boards)-1]
	if now[t.Point] != Empty {
		return Occupied
	}
	after, _, suicided := g.Graph.Place(now, t.Point, t.Color)
	if g.Rules.Suicide.refuses(t.Point, suicided) {
		return SuicideForbidden
	}
	if g.Rules.Ko == Simple {
		if g.basicKo(t, boards, after) {
			return KoBan
		}
		return OK
	}
	if g.superko(t, boards, after) >= 0 {
		return Superko
	}
	return OK
}

// Repeats explains [Superko]: it is the number of turns that had been made when
// what t would repeat first stood, 0 meaning the initial position. It is -1
// whenever Check(t) is not Superko.
func (g *Game) Repeats(t Turn) int {
	if g.Check(t) != Superko {
		return -1
	}
	boards := g.Boards()
	after, _, _ := g.Graph.Place(boards[len(boards)-1], t.Point, t.Color)
	return g.superko(t, boards, after)
}

// Play makes the turn if [Game.Check] allows it and returns Check's answer.
func (g *Game) Play(t Turn) Reason {
	reason := g.Check(t)
	if reason == OK {
		g.Turns = append(g.Turns, t)
	}
	return reason
}

// refuses judges a move at p by the mover's own stones that it would clear. An
// initial board may hold other dead stones of that colour; clearing them is no
// suicide unless p goes too.
func (s Suicide) refuses(p int, suicided []int) bool {
	switch s {
	case Forbidden:
		return slices.Contains(suicided, p)
	case Multi:
		return slices.Equal(suicided, []int{p})
	default:
		return false
	}
}
