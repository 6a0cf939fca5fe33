package eval

import "tengen/baduk"

// Prisoners returns the expected number of white stones on the board that will be captured, minus the expected
// number of black ones. It is computed from the ownership of points at the end of the game (-1 is White's, +1
// is Black's). A stone that lies in the opponent's area counts as captured. Rules that count both area and
// prisoners count such a stone twice: as a prisoner and as a point. An evaluator that counts only the area
// includes the stone in its lead only once.
func Prisoners(b *baduk.Board, ownership []float32) float64 {
	sum := 0.0
	for i, own := range ownership {
		switch b.At(baduk.Point(i)) {
		case baduk.White:
			sum += float64(1+own) / 2
		case baduk.Black:
			sum -= float64(1-own) / 2
		}
	}
	return sum
}
