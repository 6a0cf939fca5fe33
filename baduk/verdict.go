package baduk

import (
	"errors"
	"fmt"
)

// Verdict is the judgement of the rules on a move. The zero value is [Legal].
type Verdict uint8

// The verdicts, in the order in which the rules are checked.
const (
	Legal     Verdict = iota
	GameOver          // the game has ended
	OffBoard          // not a point of the board, or the colour is not Black or White
	Occupied          // the point has a stone
	Suicide           // the move would leave its own stones without liberties
	KoBanned          // basic ko: the move would retake at once, or one of the reasons in [Cause]
	Superko           // the move would repeat an earlier position
	WrongTurn         // the other player is to move; an error only if turns must alternate
)

// The errors for errors.Is, one for each verdict except Legal.
var (
	ErrGameOver  = errors.New("the game has ended")
	ErrOffBoard  = errors.New("not a point of the board")
	ErrOccupied  = errors.New("occupied")
	ErrSuicide   = errors.New("suicide")
	ErrKo        = errors.New("ko")
	ErrSuperko   = errors.New("superko")
	ErrWrongTurn = errors.New("not this player's turn")
)

// Err is the sentinel of the verdict, nil for Legal.
func (v Verdict) Err() error {
	return [...]error{nil, ErrGameOver, ErrOffBoard, ErrOccupied, ErrSuicide, ErrKo, ErrSuperko, ErrWrongTurn}[v]
}

// String is "legal" or the text of the sentinel.
func (v Verdict) String() string {
	if v == Legal {
		return "legal"
	}
	return v.Err().Error()
}

// IllegalMoveError says which move the rules refused and why. It wraps the
// sentinel of its verdict.
type IllegalMoveError struct {
	Move    Move
	Vertex  string // name of the point
	Number  int    // the number that the move would have had in the game, from 1
	Verdict Verdict
	// Repeats is the number of turns before the position that the move would
	// repeat: 0 is the initial position. It is set only for Superko.
	Repeats int
	Cause   Cause
}

// Cause tells apart moves that have the same verdict for different reasons.
type Cause uint8

const (
	CauseUsual    Cause = iota // the reason that the comment of the verdict gives
	CauseNoChange              // KoBanned: the stone would remove only itself
	CauseRestores              // KoBanned: the stone would be lost, and restore the board from before the opponent's last turn
	CauseKoTaken               // KoBanned: the same move has taken this ko in the same position of this clean-up phase
	CauseRegion                // Suicide: the weight of the empty points in reach would not keep the stone alive
)

// causeOf returns the cause of a verdict on m.
func (g *Game) causeOf(m Move, v Verdict) Cause {
	switch {
	case v == Suicide && g.Graph().Regional():
		return CauseRegion
	case v != KoBanned || g.rules.Suicide == SuicideLone:
		return CauseUsual
	case g.removesOnlyItself(m):
		return CauseNoChange
	case g.phase > 0:
		return CauseKoTaken
	case g.diesRetaking(m):
		return CauseRestores
	}
	return CauseUsual
}

// Error describes the refusal in a sentence for the player.
func (e *IllegalMoveError) Error() string {
	return fmt.Sprintf("move %d, %v %s, is illegal: %s", e.Number, e.Move.Color, e.Vertex, e.Reason())
}

// Reason says why the move is refused, without naming the move.
func (e *IllegalMoveError) Reason() string {
	switch e.Verdict {
	case GameOver:
		return "the game has ended"
	case OffBoard:
		if e.Move.Color != Black && e.Move.Color != White {
			return "its colour is neither black nor white"
		}
		return "it is not a point of the board"
	case Occupied:
		return "there is a stone already"
	case Suicide:
		if e.Cause == CauseRegion {
			return "suicide, the empty points that the stone would reach do not keep it alive"
		}
		return "suicide, the stone would have no liberty"
	case KoBanned:
		switch e.Cause {
		case CauseNoChange:
			return "the stone would remove only itself, so nothing would change"
		case CauseRestores:
			return "ko, it would restore the board from before the last move; play elsewhere first"
		case CauseKoTaken:
			return "ko, the same move has already taken it in this position; play elsewhere first"
		}
		return "ko, the stone there was captured only now; play elsewhere first"
	case Superko:
		if e.Repeats == 0 {
			return "superko, it would repeat the initial position"
		}
		return fmt.Sprintf("superko, it would repeat the position after move %d", e.Repeats)
	case WrongTurn:
		return fmt.Sprintf("it is the turn of %v", e.Move.Color.Opponent())
	}
	return e.Verdict.String()
}

// Unwrap is the sentinel of the verdict.
func (e *IllegalMoveError) Unwrap() error { return e.Verdict.Err() }
