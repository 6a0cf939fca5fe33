package eval

import "tengen/baduk"

// Prisoners is the expected number of white stones on the board that will be captured, minus that of black
// stones. It is computed from the owners of points at the end (Black's, -1 to +1): a stone is captured if it
// lies in the opponent's area. Rules that count prisoners besides the area count these stones twice, and an
// evaluator by area does not know of the second time.
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
