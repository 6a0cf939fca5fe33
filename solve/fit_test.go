package solve

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tengen/topology"
)

// TestFit fits the weights of the patterns to the results of searches, and writes patterns.bin if the claims are about
// all points, or leads.bin if none of them is. The searches use the weights that were there before, so one fit after
// the other can get better. SOLVE_FIT has claims, each with the board, the first turn, the claim, and the number of
// states to expand, such as "5x5 C2 b 3 9000000, 5x5 C1 w -5 9000000": Black leads by at least 3, or White makes
// Black's lead at most -5.
func TestFit(t *testing.T) {
	list := os.Getenv("SOLVE_FIT")
	if list == "" {
		t.Skip("changes files with weights: set SOLVE_FIT, for example to \"5x5 C3 b 25 60000000\", to run it")
	}
	name, old, whole := "leads.bin", leadPatterns(), 0 // whole: the claims about all points
	items := strings.Split(list, ",")
	var samples []sample
	for _, item := range items {
		var board, first, player string
		claim, most := Claim{Finite: true}, uint64(0)
		if _, err := fmt.Sscan(item, &board, &first, &player, &claim.Lead, &most); err != nil {
			t.Fatal(err)
		}
		if claim.White = player == "w"; !claim.White && player != "b" {
			t.Fatalf("%q: the player is b or w", player)
		}
		b, err := topology.Parse(board)
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSearch(b, 4, 2, 1<<32, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Graph.ParseVertex(first)
		if err != nil {
			t.Fatal(err)
		}
		proved, refuted, err := s.try(t.Context(), claim, p, most)
		if err != nil {
			t.Fatal(err)
		}
		more := s.samples(claim.want())
		t.Log(item, proved, refuted, len(more), "states")
		samples = append(samples, more...)
		if claim.want() == s.n {
			whole++
		}
	}
	switch whole {
	case 0:
	case len(items):
		name, old = "patterns.bin", knownPatterns()
	default:
		t.Fatal("all claims have to be about all points, or none of them")
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(samples), func(i, j int) { samples[i], samples[j] = samples[j], samples[i] })
	m := make([]float32, len(old))
	for i, w := range old {
		m[i] = float32(w) / 100
	}
	for round := range 4 {
		t.Log("round", round, "mean loss", fit(m, samples, 0.02/float64(1+round)))
	}
	var data []byte
	for _, w := range m {
		data = binary.LittleEndian.AppendUint16(data, uint16(int16(math.Round(100*float64(w)))))
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// sample is a state and the probability that the claim is true.
type sample struct {
	state
	*Search
	want  int
	truth float64
}

// mostSamples is the largest number of states of a search for a fit.
const mostSamples = 3_000_000

// samples lists states that are decided, and states that were searched for long. Of too many it takes some by chance.
func (s *Search) samples(want int) (list []sample) {
	chance, seen := rand.New(rand.NewPCG(1, 2)), 0
	for _, e := range s.table.entries {
		x := unpack(e.data)
		st, ok := s.decode(e.check^mix(e.data), want)
		if e.data == 0 || !ok || x.effort == 0 || !x.decided(s.losses) && x.effort < 5 {
			continue
		}
		truth := float64(x.refusal) / float64(x.proof+x.refusal)
		if x.decided(s.losses) {
			truth = 0
			if x.proved <= s.losses {
				truth = 1
			}
		}
		seen++
		if len(list) < mostSamples {
			list = append(list, sample{st, s, want, truth})
		} else if i := chance.IntN(seen); i < mostSamples {
			list[i] = sample{st, s, want, truth}
		}
	}
	return list
}

// decode finds the state of a claimKey. It returns false if the key is about another claim.
func (s *Search) decode(key uint64, want int) (st state, ok bool) {
	n := uint64(s.n)
	if key == 0 || key%(2*n+1) != uint64(want+s.n) {
		return st, false
	}
	key = key/(2*n+1) - 1
	st.opponent = key&1 != 0
	if special := key / 2 % (n + 2); special > 1 {
		st.ban = 1 << (special - 2)
	}
	code := key / 2 / (n + 2)
	for p := range s.n {
		switch code % 3 {
		case 1:
			st.own |= 1 << p
		case 2:
			st.opp |= 1 << p
		}
		code /= 3
	}
	return st, true
}

// fit is a round of a logistic regression by stochastic gradient descent. It returns the mean loss.
func fit(m []float32, samples []sample, rate float64) (loss float64) {
	var chains [2][]group
	var used []uint32
	scratch := map[*Search]*codes{}
	point := &m[len(m)-1]
	for i := range samples {
		x := &samples[i]
		c := scratch[x.Search]
		if c == nil {
			c = newCodes(x.parts)
			scratch[x.Search] = c
		}
		c.move(x.colouring)
		chains[0], chains[1] = x.groups(x.own, chains[0][:0]), x.groups(x.opp, chains[1][:0])
		sum := float64(0)
		used = c.patterns(x.field, &x.state, &chains, used[:0])
		for _, i := range used {
			sum += float64(m[i])
		}
		sum += float64(*point) * float64(x.want)
		truth := 1 / (1 + math.Exp(-sum))
		loss -= x.truth*math.Log(truth+1e-9) + (1-x.truth)*math.Log(1-truth+1e-9)
		step := float32(rate * (x.truth - truth))
		for _, i := range used {
			m[i] += step
		}
		*point += step * float32(x.want) / 25 // a smaller step, because a lead is a large number
	}
	return loss / float64(len(samples))
}
