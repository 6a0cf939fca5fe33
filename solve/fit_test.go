package solve

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"tengen/topology"
)

// TestFit fits the patterns to the results of a search for all points of a board, and writes patterns.bin. The search
// uses the patterns that were there before, so one fit after the other can get better. SOLVE_FIT has the board, the
// first turn, and the number of states to expand, such as "5x5 C3 60000000".
func TestFit(t *testing.T) {
	var name, first string
	var most uint64
	if _, err := fmt.Sscan(os.Getenv("SOLVE_FIT"), &name, &first, &most); err != nil {
		t.Skip("changes patterns.bin: set SOLVE_FIT, for example to \"5x5 C3 60000000\", to run it")
	}
	b, err := topology.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSearch(b, 2, 1, 1<<32, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Graph.ParseVertex(first)
	if err != nil {
		t.Fatal(err)
	}
	start, err := s.start(false, p)
	if err != nil {
		t.Fatal(err)
	}
	claim := Claim{Lead: s.n, Finite: true}
	if _, _, err := s.try(t.Context(), claim, start, most); err != nil {
		t.Fatal(err)
	}
	samples := s.samples(claim.want())
	t.Log(len(samples), "states")
	m := newPatterns[float32]()
	old := knownPatterns().weights()
	for i, w := range m.weights() {
		*w = float32(*old[i]) / 100
	}
	for round := range 4 {
		t.Log("round", round, "mean loss", fit(s.field, m, samples, 0.02/float64(1+round)))
	}
	var data []byte
	for _, w := range m.weights() {
		data = binary.LittleEndian.AppendUint16(data, uint16(int16(math.Round(100*float64(*w)))))
	}
	if err := os.WriteFile("patterns.bin", data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// sample is a state and the probability that the claim is true.
type sample struct {
	state
	truth float64
}

// mostSamples is the largest number of states for a fit.
const mostSamples = 6_000_000

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
			list = append(list, sample{st, truth})
		} else if i := chance.IntN(seen); i < mostSamples {
			list[i] = sample{st, truth}
		}
	}
	chance.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
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
	special := key / 2 % (n + 2)
	switch special {
	case 0:
	case 1:
		st.passed = true
	default:
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
func fit(f *field, m *patterns[float32], samples []sample, rate float64) (loss float64) {
	var chains [2][]group
	var used []*float32
	for i := range samples {
		x := &samples[i]
		chains[0], chains[1] = f.groups(x.own, chains[0][:0]), f.groups(x.opp, chains[1][:0])
		sum := float64(0)
		used = m.find(f, &x.state, &chains, used[:0])
		for _, w := range used {
			sum += float64(*w)
		}
		truth := 1 / (1 + math.Exp(-sum))
		loss -= x.truth*math.Log(truth+1e-9) + (1-x.truth)*math.Log(1-truth+1e-9)
		step := float32(rate * (x.truth - truth))
		for _, w := range used {
			*w += step
		}
	}
	return loss / float64(len(samples))
}
