package eval

import "tengen/baduk"

// Prisoners is how many more white than black stones on the board are expected to be
// captured, given the owners of points at the end (Black's, -1 to +1): those that will lie
// in the opponent's area. Rules that count prisoners beside the area count them twice, once
// as area and once as prisoners, and no evaluator by area knows of the second.
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
