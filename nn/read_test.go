package nn

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// variants returns options for random nets of every version, block and option.
func variants() map[string]RandomOptions {
	out := map[string]RandomOptions{
		"attention":   {Blocks: "afaf", Rope: RopeFixed, TipRMS: true},
		"learnt":      {Blocks: "ra(af)g", Heads: 4, KVHeads: 2, ValueDim: 3, Rope: RopeLearnable, TipRMS: true, TipSpatial: true, Policies: 4, Metadata: true},
		"without":     {Blocks: "a", QueryDim: 5},
		"bottlenecks": {Version: 14, Blocks: "(r(g))(rr)", Activations: []ActivationKind{Identity, ReLU, Mish, SiLU}},
		"metadata":    {Version: 15, Metadata: true},
	}
	for v := OldestVersion; v <= NewestVersion; v++ {
		out[fmt.Sprintf("version %d", v)] = RandomOptions{Version: v, Blocks: "rg"}
	}
	return out
}

func written(t testing.TB, m *Model, o WriteOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, m, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWhatIsWrittenIsReadBitByBit(t *testing.T) {
	for name, o := range variants() {
		for seed := range uint64(3) {
			m := Random(seed, o)
			m.PassAliveUnderSuicide = o.Version == 0
			for _, w := range []WriteOptions{{}, {Text: true}, {Gzip: true}, {Text: true, Gzip: true}} {
				data := written(t, m, w)
				got, err := Read(bytes.NewReader(data), Limits{})
				if err != nil {
					t.Fatalf("%s %+v: %v", name, w, err)
				}
				if want := fmt.Sprintf("%x", sha256.Sum256(data)); got.SHA256 != want {
					t.Errorf("%s: hash %s, want %s", name, got.SHA256, want)
				}
				got.SHA256 = ""
				if !reflect.DeepEqual(got, m) {
					t.Errorf("%s %+v: the net read differs from the one written", name, w)
				}
				if !bytes.Equal(written(t, got, w), data) {
					t.Errorf("%s %+v: written again, the file differs", name, w)
				}
			}
		}
	}
}

// TestWeightsAreKeptExactly writes and reads extreme weights.
func TestWeightsAreKeptExactly(t *testing.T) {
	for _, text := range []bool{false, true} {
		m := Random(1, RandomOptions{})
		special := []float32{math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, float32(math.Copysign(0, -1)), 0.1, 1e-40, 16777217}
		copy(m.Trunk.InitialConv.Weights, special)
		got, err := Read(bytes.NewReader(written(t, m, WriteOptions{Text: text})), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range special {
			if g := got.Trunk.InitialConv.Weights[i]; math.Float32bits(g) != math.Float32bits(want) {
				t.Errorf("text %v: got %v, want %v", text, g, want)
			}
		}
	}
}

func payload(t testing.TB, path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func realNets(t testing.TB) []string {
	files, _ := filepath.Glob(filepath.Join(shared, "models", "*.bin.gz"))
	if len(files) == 0 {
		t.Skipf("no nets in %s", filepath.Join(shared, "models"))
	}
	return files
}

// TestRealNetsAreWrittenByteByByte reads nets that KataGo's exporters wrote.
func TestRealNetsAreWrittenByteByByte(t *testing.T) {
	for _, path := range realNets(t) {
		m, err := ReadFile(path, Limits{})
		if err != nil {
			t.Error(err)
			continue
		}
		if !bytes.Equal(written(t, m, WriteOptions{}), payload(t, path)) {
			t.Errorf("%s: written again, the file differs", path)
		}
		if err := m.Check(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestSeveralGzipMembers(t *testing.T) {
	data := written(t, Random(1, RandomOptions{}), WriteOptions{})
	var b bytes.Buffer
	for _, part := range [][]byte{data[:1000], data[1000:]} {
		z := gzip.NewWriter(&b)
		_, _ = z.Write(part)
		_ = z.Close()
	}
	if _, err := Read(&b, Limits{}); err != nil {
		t.Error(err)
	}
}

// TestSpaceIsFree reads a text file with different white space between its words.
func TestSpaceIsFree(t *testing.T) {
	m := Random(1, RandomOptions{})
	data := written(t, m, WriteOptions{Text: true})
	spread := strings.Join(strings.Fields(string(data)), "\r\n\t ")
	got, err := Read(strings.NewReader(" "+spread), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	got.SHA256 = ""
	if !reflect.DeepEqual(got, m) {
		t.Error("the net read differs from the one written")
	}
}
