package player

import "testing"

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 175395328: "175,395,328"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is written as %s, want %s", n, got, want)
		}
	}
}
