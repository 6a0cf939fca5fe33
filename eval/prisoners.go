package eval

import "tengen/baduk"

// Prisoners returns the expected number of white stones on the board that will be captured, minus the
// expected number of black ones. It is computed from the ownership of points at the end (-1 is White's, +1 is
// Black's): a stone is captured if it lies in the opponent's area. Rules that count prisoners besides the
// area count these stones twice. The lead from an evaluator by area includes them only once.
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
