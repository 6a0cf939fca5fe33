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

// TestGrow checks that a table keeps its facts when it grows.
func TestGrow(t *testing.T) {
	table := newTable(19)
	for key := range uint64(1 << 17) {
		if key%(firstSize/64) == 0 {
			table.fit()
		}
		table.put(key+1, fact{proved: unproved, refuted: -1, proof: int(key) + 1, refusal: 1})
	}
	if size := table.size.Load(); size != 1<<19 {
		t.Errorf("the table has %d entries", size)
	}
	lost := 0
	for key := range uint64(1 << 17) {
		if x, ok := table.find(key + 1); !ok || x.proof != int(key)+1 {
			lost++
		}
	}
	if lost > 1<<17/50 { // in full buckets
		t.Errorf("%d facts were lost", lost)
	}
}
