package review

import "math"

// Category is how good a move is, by the points that it lost against the best one.
type Category uint8

// The categories, with the limits that Online-Go uses.
const (
	unjudged   Category = iota // nothing is known of it
	excellent                  // less than 0.2 points
	great                      // less than 0.6
	good                       // less than 1.2
	inaccuracy                 // less than 4
	mistake                    // less than 10
	blunder
)

// categoryLimits are the losses below which a move is in a category, in points on 19x19.
var categoryLimits = [...]float64{0.2, 0.6, 1.2, 4, 10}

// categoryOf is the category of a loss in points, which on smaller boards are worth more.
func categoryOf(loss, size float64) Category {
	for i, limit := range categoryLimits {
		if loss < limit*size {
			return excellent + Category(i)
		}
	}
	return blunder
}

// String is the category in a word.
func (c Category) String() string {
	return [...]string{"unjudged", "excellent", "great", "good", "inaccuracy", "mistake", "blunder"}[c]
}

// MarshalText is the word.
func (c Category) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Strong reports whether the move was good, great or excellent.
func (c Category) Strong() bool { return c >= excellent && c <= good }

// Weak reports whether the move was an inaccuracy, a mistake or a blunder: then a review explains it.
func (c Category) Weak() bool { return c >= inaccuracy }

// Categories are all but the first, from the best on.
func Categories() []Category {
	return []Category{excellent, great, good, inaccuracy, mistake, blunder}
}

// accuracyKept is what a lost point leaves of the accuracy of a move.
const accuracyKept = 0.8

// accuracyOf is the accuracy of a move, 0 to 1: every lost point of 19x19 takes a fifth of it.
func accuracyOf(loss, size float64) float64 { return math.Pow(accuracyKept, loss/size) }
