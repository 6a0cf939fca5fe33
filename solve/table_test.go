package solve

import "testing"

// TestPack checks that an entry keeps all parts of a fact.
func TestPack(t *testing.T) {
	for _, x := range []int{1, 2, 1<<19 - 1, 1 << 19, 1<<19 + 1, 123456789, mostProof - 1, mostProof, mostProof + 1, unlimited} {
		want := fact{proved: 3, refuted: -1, proof: rounded(x), refusal: rounded(x + 7), effort: 40}
		if want.proof > x || want.proof < min(x, mostProof)/(1<<(precision-1))*(1<<(precision-1)-1) {
			t.Errorf("%d is rounded to %d", x, want.proof)
		}
		if got := unpack(want.pack()); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}
