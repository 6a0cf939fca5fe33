package nn

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
)

// TestWithMetadata checks that a metadata encoder changes no output before training, and that a file keeps the model.
func TestWithMetadata(t *testing.T) {
	plain := student(1)
	m, err := WithMetadata(plain, 2)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := Write(&file, m, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if m, err = Read(&file, Limits{}); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 3))
	in := randomPosition(rng, m, 7, 5)
	got, err := Evaluate(m, in)
	if err != nil {
		t.Fatal(err)
	}
	in.Meta = nil
	want, err := Evaluate(plain, in)
	if err != nil {
		t.Fatal(err)
	}
	same := func(what string, got, want []float64) {
		t.Helper()
		for i, w := range want {
			if math.Abs(got[i]-w) > 1e-6*(1+math.Abs(w)) {
				t.Fatalf("%s %d: got %g, want %g", what, i, got[i], w)
			}
		}
	}
	for i := range 2 {
		same("policy", got.Policy[i], want.Policy[0])
		same("pass", got.Pass[i:], want.Pass)
	}
	same("value", got.Value[:], want.Value[:])
	same("score", got.Score, want.Score)
	same("short-term errors", got.Score[len(want.Score):], []float64{0, 0})
	same("ownership", got.Ownership, want.Ownership)
}

// TestWithMetadataRefuses checks that only new models and nets that were trained from them get an encoder.
func TestWithMetadataRefuses(t *testing.T) {
	for _, m := range []*Model{imitator(1), New("graphs", Architecture{Blocks: 2, Channels: 16, Graph: true}, 1), Random(1, RandomOptions{Version: 15})} {
		if _, err := WithMetadata(m, 1); err == nil {
			t.Errorf("%s, version %d: got no error", m.Name, m.Version)
		}
	}
}
