package review

import "math"

// Category says how good a move is. It depends on the points that the move lost compared with the best
// move.
type Category uint8

// The categories, with the limits that Online-Go uses. The limits are for 19x19. On smaller boards they
// are smaller.
const (
	Unjudged   Category = iota // the move is not judged
	Excellent                  // it lost less than 0.2 points
	Great                      // it lost at least 0.2 points and less than 0.6
	Good                       // it lost at least 0.6 points and less than 1.2
	Inaccuracy                 // it lost at least 1.2 points and less than 4
	Mistake                    // it lost at least 4 points and less than 10
	Blunder                    // it lost at least 10 points
)

// categoryLimits are the upper limits of the categories, in points lost on 19x19.
var categoryLimits = [...]float64{0.2, 0.6, 1.2, 4, 10}

// categoryOf returns the category of a loss in points. On smaller boards the limits are smaller. size is
// the relative size of the board, as measure returns it.
func categoryOf(loss, size float64) Category {
	for i, limit := range categoryLimits {
		if loss < limit*size {
			return Excellent + Category(i)
		}
	}
	return Blunder
}

// String returns the category in one word.
func (c Category) String() string {
	return [...]string{"unjudged", "excellent", "great", "good", "inaccuracy", "mistake", "blunder"}[c]
}

// MarshalText returns the same word as String.
func (c Category) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Strong reports whether the move was good, great or excellent.
func (c Category) Strong() bool { return c >= Excellent && c <= Good }

// Weak reports whether the move was an inaccuracy, a mistake or a blunder. A review explains such moves.
func (c Category) Weak() bool { return c >= Inaccuracy }

// Categories returns the categories of judged moves, from the best to the worst.
func Categories() []Category {
	return []Category{Excellent, Great, Good, Inaccuracy, Mistake, Blunder}
}

// accuracyKept is the factor by which a lost point reduces the accuracy of a move.
const accuracyKept = 0.8

// accuracyOf returns the accuracy of a move, 0 to 1. On 19x19 every lost point reduces the accuracy by a
// fifth.
func accuracyOf(loss, size float64) float64 { return math.Pow(accuracyKept, loss/size) }
