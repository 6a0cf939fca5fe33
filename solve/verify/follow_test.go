package verify

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tengen/internal/refgo"
)

// TestFollow plays random turns against the strategies of certificates. The strategy has a turn whenever the proof has
// not ended, and a game that ends by two passes has the lead that was claimed.
func TestFollow(t *testing.T) {
	ends := map[string]int{}
	for name, text := range certificates(t) {
		proofs, err := Read(t.Context(), strings.NewReader(text))
		if err != nil || len(proofs) == 0 {
			t.Fatal(name, len(proofs), err)
		}
		for _, p := range proofs {
			for seed := range uint64(50) {
				r := rand.New(rand.NewPCG(seed, 0))
				var turns []int
				s, err := p.Follow(nil)
				for len(turns) < 60 && err == nil && s.End == "" {
					if claimant := s.Black != p.White; len(s.Turns) == 0 || claimant && len(s.Turns) != 1 {
						t.Fatalf("%v: after %v the turns are %v", p.Claim, turns, s.Turns)
					}
					turns = append(turns, s.Turns[r.IntN(len(s.Turns))])
					s, err = p.Follow(turns)
				}
				if err != nil {
					t.Fatalf("%v: %v: %v", p.Claim, turns, err)
				}
				if ends[s.End]++; s.End != "over" {
					continue
				}
				b := refgo.Board{}
				for _, stone := range s.Stones {
					b = append(b, refgo.Color(stone))
				}
				if lead := p.checker.lead(b); p.White && lead > p.Lead || !p.White && lead < p.Lead {
					t.Errorf("%v: %v ends with %d", p.Claim, turns, lead)
				}
			}
		}
	}
	if ends[settled] == 0 || ends["over"] == 0 {
		t.Errorf("the proofs ended so: %v", ends)
	}
	t.Log(ends)
}

// TestFollowRefuses plays turns that the strategy or the rules do not allow.
func TestFollowRefuses(t *testing.T) {
	proofs, err := Read(t.Context(), strings.NewReader(certificates(t)["3x3"]))
	if err != nil {
		t.Fatal(err)
	}
	for _, turns := range [][]int{{0}, {4, 4}, {4, 9}, {4, -2}, {Pass}} {
		if s, err := proofs[0].Follow(turns); err == nil {
			t.Errorf("%v: %+v", turns, s)
		}
	}
	if s, err := proofs[0].Follow([]int{4}); err != nil || s.Stones[4] != 1 || s.Black || !slices.Contains(s.Turns, 0) {
		t.Errorf("after the middle point: %+v, %v", s, err)
	}
}
