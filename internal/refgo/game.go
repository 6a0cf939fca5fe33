package refgo

import "slices"

// Suicide says which suicides are allowed. A move is suicide if its own block
// has no liberty after the opponent has been cleared.
type Suicide int

const (
	// Forbidden refuses every suicide (Tromp-Taylor document, Chinese rules,
	// article 5; AlphaGo document, "Not allow suicide"; the article).
	Forbidden Suicide = iota
	// Multi refuses only a suicide that removes no stone but the one just
	// played.
	Multi
	// Literal never refuses a suicide: Tromp-Taylor rule 7 clears first the opponent's colour and then the player's
	// own. The rule about repetition may still refuse the move.
	Literal
)

// Rules are the axes on which the documents and KataGo's rulesets differ. The zero value is area scoring with the basic
// ko, without suicide, tax and button. It counts every stone on the board as alive.
type Rules struct {
	Ko        Ko
	Suicide   Suicide
	Scoring   Scoring
	Tax       Tax
	Button    bool // the first pass earns half a point and does not count towards the end (KataGo, "Button")
	PassAlive PassAlive
}

// Pass is the value of Turn.Point for a pass (Tromp-Taylor rule 6).
const Pass = -1

// Turn is an element of the action set (formal description, "Action Set"): a
// play of Color, which is Black or White, at Point, or a pass by Color. In a
// clean-up phase it may also lift the block of a stone; see [Game.Unblocks].
type Turn struct {
	Color Color
	Point int
}

// Game is a start and the turns made since then. Everything else is recomputed from them. [Game.Play] adds only legal
// turns.
type Game struct {
	Graph   Graph
	Rules   Rules
	Initial Board // the board before the first turn
	First   Color // the player who makes the first turn
	Turns   []Turn
}

// NewGame starts from the empty board with Black to play (Tromp-Taylor rule 5).
func NewGame(g Graph, r Rules) *Game {
	return NewGameFrom(g, r, make(Board, len(g)), Black)
}

// NewGameFrom starts from a copy of any board, with either player first.
func NewGameFrom(g Graph, r Rules, initial Board, first Color) *Game {
	return &Game{Graph: g, Rules: r, Initial: slices.Clone(initial), First: first}
}

// Boards is the sequence B_0 .. B_k of the Tromp-Taylor document ("State"): the initial board and the board after every
// turn. After a pass the board is the same as before it.
func (g *Game) Boards() []Board {
	var boards []Board
	for _, m := range g.replay() {
		boards = append(boards, slices.Clone(m.board))
	}
	return boards
}

// ToPlay is the opponent of the player who made the last turn (Tromp-Taylor
// rule 5). [Game.Check] also allows a turn of the other player, because in GTP
// and SGF a colour may move twice in a row.
func (g *Game) ToPlay() Color {
	if len(g.Turns) == 0 {
		return g.First
	}
	return -g.Turns[len(g.Turns)-1].Color
}

// Over reports whether the game has ended: by two consecutive passes of any colours (Tromp-Taylor rule 8), or in
// another way under some Rules; see [Game.Phase] and [Game.NoResult].
func (g *Game) Over() bool { return last(g.replay()).over }

// Reason says why a turn is refused. The zero value means that the turn is
// legal.
type Reason int

const (
	OK               Reason = iota // the turn is legal
	Occupied                       // the point is not empty (Tromp-Taylor rule 7; "Action Set")
	OffBoard                       // the point is neither Pass nor a point of the graph
	SuicideForbidden               // Rules.Suicide refuses it
	KoBan                          // the basic ko refuses it; in a clean-up phase, the same ko capture was made before
	Superko                        // a superko refuses it
	GameOver                       // the game has ended (Tromp-Taylor rule 8)
)

// String is the name of the constant.
func (r Reason) String() string {
	return [...]string{"OK", "Occupied", "OffBoard", "SuicideForbidden", "KoBan", "Superko", "GameOver"}[r]
}

// Check gives the first reason to refuse t, or [OK]. The reasons are checked in this order: GameOver, OffBoard,
// Occupied, SuicideForbidden, repetition. Before the end a pass is always legal. The formula in the Tromp-Taylor
// document forbids every repetition and so would also forbid passes, but rule 6 allows them.
func (g *Game) Check(t Turn) Reason { return g.check(g.replay(), t) }

// Reasons returns the result of [Game.Check] for a play of colour c at every point. It replays the game once instead of
// once for each point.
func (g *Game) Reasons(c Color) []Reason {
	past := g.replay()
	reasons := make([]Reason, len(g.Graph))
	for p := range reasons {
		reasons[p] = g.check(past, Turn{c, p})
	}
	return reasons
}

// check returns the result of Check. The parameter named past has the moments of the game so far.
func (g *Game) check(past []moment, t Turn) Reason {
	now := last(past)
	switch {
	case now.over:
		return GameOver
	case t.Point == Pass:
		return OK
	case t.Point < 0 || t.Point >= len(g.Graph):
		return OffBoard
	case g.unblocks(now, t) >= 0:
		return OK
	case now.board[t.Point] != Empty:
		return Occupied
	}
	after, _, suicided := g.Graph.Place(now.board, t.Point, t.Color)
	switch {
	case g.Rules.Suicide.refuses(t.Point, suicided):
		return SuicideForbidden
	case now.phase > 0:
		return g.checkCleanup(past, t, after)
	default:
		reason, _ := g.checkRepetition(past, t, after)
		return reason
	}
}

// Repeats explains [Superko]: it is the number of turns before the position that t would repeat, where 0 is the
// initial position. If the position occurred several times, it is the smallest number. If passes lift bans, only
// positions since the last pass that did so count. Repeats is -1 if Check(t) is not Superko.
func (g *Game) Repeats(t Turn) int {
	past := g.replay()
	if g.check(past, t) != Superko {
		return -1
	}
	after, _, _ := g.Graph.Place(last(past).board, t.Point, t.Color)
	_, repeats := g.checkRepetition(past, t, after)
	return repeats
}

// Play makes the turn if [Game.Check] allows it and returns Check's answer.
func (g *Game) Play(t Turn) Reason {
	reason := g.Check(t)
	if reason == OK {
		g.Turns = append(g.Turns, t)
	}
	return reason
}

// refuses reports whether the rule refuses a move at p. The parameter named suicided lists the player's own stones that
// the move would clear. An initial board may have other dead stones of the player, which the move also clears. The move
// is suicide only if p is in the list.
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
