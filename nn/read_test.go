package nn

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// variants are random nets of every version, block and option.
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
					t.Errorf("%s %+v: another net came back", name, w)
				}
				if !bytes.Equal(written(t, got, w), data) {
					t.Errorf("%s %+v: written again it differs", name, w)
				}
			}
		}
	}
}

// TestWeightsAreKeptExactly writes the extreme numbers that weights can be.
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
				t.Errorf("text %v: %v came back as %v", text, want, g)
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
			t.Errorf("%s: written again it differs", path)
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

// TestSpaceIsFree reads a text file whose words are spread differently.
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
		t.Error("another net came back")
	}
}

// replaced changes one line of a text file; lines count from 0.
func replaced(data []byte, line int, with string) []byte {
	lines := strings.Split(string(data), "\n")
	lines[line] = with
	return []byte(strings.Join(lines, "\n"))
}

// TestErrors has a file for everything that can be wrong, and wants one message that
// says it, with the place.
func TestErrors(t *testing.T) {
	text := written(t, Random(1, RandomOptions{Version: 8}), WriteOptions{Text: true})
	packed := written(t, Random(1, RandomOptions{Version: 8}), WriteOptions{Gzip: true})
	binary := written(t, Random(1, RandomOptions{Version: 8}), WriteOptions{})
	newest := written(t, Random(1, RandomOptions{Blocks: "a"}), WriteOptions{Text: true})
	mark := bytes.Index(binary, []byte("@BIN@"))
	nan := bytes.Clone(binary)
	copy(nan[mark+5+4*10:], []byte{0, 0, 0xc0, 0x7f})
	noMark := bytes.Clone(binary)
	second := mark + 5 + bytes.Index(binary[mark+5:], []byte("@BIN@"))
	noMark[second+1] = 'X'
	checksum := bytes.Clone(packed)
	checksum[len(checksum)-5] ^= 1
	firstLines := func(n int) []byte { return []byte(strings.Join(strings.Split(string(text), "\n")[:n], "\n")) }
	deep := bytes.Clone(text[:bytes.Index(text, []byte("ordinary_block"))])
	for range 40 {
		deep = append(deep, "nested_bottleneck_block\nb\n1\nn\n8\n0.001\n0\n0\n"+strings.Repeat("1 ", 16)+"\na\nc\n1\n1\n8\n8\n1\n1\n"+strings.Repeat("1 ", 64)+"\n"...)
	}
	for _, test := range []struct {
		name string
		data []byte
		want string // in the message
		at   int64  // offset; -1: not looked at
	}{
		{"nothing", nil, "empty", 0},
		{"a page", []byte("<!DOCTYPE html><html>"), "is this a KataGo model file", 0},
		{"old", replaced(text, 1, "2"), "version 2 is not supported", -1},
		{"new", replaced(text, 1, "18"), "version 18 is not supported", -1},
		{"version", replaced(text, 1, "eight"), `the version is "eight", not a whole number`, -1},
		{"name", replaced(text, 0, "a.b"), "is not a model's name", 0},
		{"long name", replaced(text, 0, strings.Repeat("a", 97)), "more than 96", 0},
		{"endless word", bytes.Repeat([]byte("a"), 5000), "too long", 0},
		{"planes", replaced(text, 2, "21"), "21 input planes do not fit 22", -1},
		{"globals", replaced(text, 3, "12"), "12 global inputs do not fit 19", -1},
		{"channels", replaced(text, 6, "0"), "channels is 0", -1},
		{"more channels", replaced(text, 6, "9"), "8 output channels do not fit 9 channels of the trunk", -1},
		{"blocks", replaced(text, 5, "-1"), "number of blocks is -1", -1},
		{"more blocks", replaced(text, 5, "3"), "is not a kind of block", -1},
		{"even kernel", replaced(text, 12, "2"), "must be odd", -1},
		{"huge kernel", replaced(replaced(text, 12, "2147483647"), 13, "2147483647"), "more than any board", -1},
		{"weights as words", replaced(text, 18, "1 2 x"), `a weight is "x"`, -1},
		{"weight NaN", replaced(text, 18, "1 nan"), `a weight is "nan"`, -1},
		{"weight too large", replaced(text, 18, "1e39"), `a weight is "1e39"`, -1},
		{"hexadecimal", replaced(text, 18, "0x1p3"), `a weight is "0x1p3"`, -1},
		{"binary NaN", nan, "a weight is NaN", int64(mark + 5 + 40)},
		{"marker", noMark, `should precede the weights`, int64(second)},
		{"weights missing", binary[:mark], "cut off", -1},
		{"cut off in weights", binary[:mark+50], "the last of the weights", int64(mark + 50)},
		{"cut off in words", firstLines(4), "cut off", -1},
		{"cut off packed", packed[:len(packed)/2], "cut off", -1},
		{"cut off trailer", packed[:len(packed)-3], "cut off", -1},
		{"checksum", checksum, "damaged", -1},
		{"header", packed[:7], "cut off", 0},
		{"more after it", append(bytes.Clone(binary), " more"...), "the file goes on", int64(len(binary) + 1)},
		{"more packed after it", append(bytes.Clone(packed), "more than nothing"...), "damaged", -1},
		{"deep", deep, "nested more than 16 deep", -1},
		{"option", replaced(newest, 13, "1"), "an option of the model is 1", -1},
		{"metadata", replaced(newest, 11, "2"), "version 2 of the metadata encoder", -1},
		{"flag", replaced(newest, 12, "2"), "only 0 and 1", -1},
		{"factor", replaced(newest, 4, "0.0"), "not a positive number", -1},
		{"factor infinite", replaced(newest, 4, "inf"), "not a finite number", -1},
		{"policies", bytes.Replace(newest, []byte("policyhead\n2"), []byte("policyhead\n3"), 1), "3 policies", -1},
		{"activation", bytes.Replace(newest, []byte("ACTIVATION_MISH"), []byte("ACTIVATION_TANH"), 1), `"ACTIVATION_TANH" is not an activation`, -1},
		{"block", bytes.Replace(text, []byte("ordinary_block"), []byte("dilated_block"), 1), `"dilated_block" is not a kind of block`, -1},
	} {
		m, err := Read(bytes.NewReader(test.data), Limits{})
		var format *formatError
		switch {
		case err == nil:
			t.Errorf("%s: read as %s", test.name, m.Name)
		case !errors.As(err, &format):
			t.Errorf("%s: %v is not a formatError", test.name, err)
		case !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: %q does not say %q", test.name, err, test.want)
		case test.at >= 0 && format.Offset != test.at:
			t.Errorf("%s: offset %d, want %d: %v", test.name, format.Offset, test.at, err)
		case strings.Count(err.Error(), "\n") > 0:
			t.Errorf("%s: more than one line: %q", test.name, err)
		}
	}
}

func TestNormsThatDivideByNothing(t *testing.T) {
	for want, change := range map[string]func(b *BatchNorm){
		"no positive number":     func(b *BatchNorm) { b.Variance[1] = -1 },
		"are not finite":         func(b *BatchNorm) { b.Variance[1], b.Epsilon, b.Mean[1] = 0, 1e-30, 1e38 },
		"is not positive":        func(b *BatchNorm) { b.Epsilon = 0 },
		"not a finite number":    func(b *BatchNorm) { b.Epsilon = math.Inf(1) },
		"weight 2 is not a fin":  func(b *BatchNorm) { b.Bias = make([]float32, b.Channels); b.Bias[2] = float32(math.NaN()) },
		"2 weights, and [8] are": func(b *BatchNorm) { b.Mean = b.Mean[:2] },
	} {
		m := Random(1, RandomOptions{})
		change(m.Trunk.TipNorm)
		err := Write(io.Discard, m, WriteOptions{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), m.Trunk.TipNorm.Name) {
			t.Errorf("%q does not say %q of %s", err, want, m.Trunk.TipNorm.Name)
		}
		if len(m.Trunk.TipNorm.Mean) != m.Trunk.Channels {
			continue
		}
		// The same written without asking has to be refused by the reader.
		var b bytes.Buffer
		w := &writer{}
		w.w, w.text = newTestWriter(&b), false
		m.code(w)
		_ = w.w.Flush()
		if _, err := Read(&b, Limits{}); err == nil {
			t.Errorf("%s: read", want)
		}
	}
}

func TestLimits(t *testing.T) {
	m := Random(1, RandomOptions{})
	data := written(t, m, WriteOptions{})
	packed := written(t, m, WriteOptions{Gzip: true})
	floats := int64(0)
	for _, p := range floatsOf(m) {
		floats += int64(len(*p))
	}
	for _, file := range [][]byte{data, packed} {
		if _, err := Read(bytes.NewReader(file), Limits{MaxBytes: int64(len(data)), MaxParameters: floats}); err != nil {
			t.Errorf("a file of exactly the limits: %v", err)
		}
		_, err := Read(bytes.NewReader(file), Limits{MaxBytes: int64(len(data)) - 1})
		if err == nil || !strings.Contains(err.Error(), "larger than the limit") {
			t.Errorf("a byte too many: %v", err)
		}
		_, err = Read(bytes.NewReader(file), Limits{MaxParameters: floats - 1})
		if err == nil || !strings.Contains(err.Error(), "more than the limit") {
			t.Errorf("a weight too many: %v", err)
		}
	}
}

// allocated is how many bytes f takes, freed ones included.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestSizesThatAreNotThere has files that announce a gigabyte and end.
func TestSizesThatAreNotThere(t *testing.T) {
	header := "net\n8\n22\n19\ntrunk\n1\n1000000\n1\n1\n1\n1\nconv\n5\n5\n22\n1000000\n1\n1\n@BIN@"
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = io.WriteString(z, "net\n8\n22\n19\ntrunk\n")
	for range 100 {
		_, _ = z.Write(make([]byte, 1<<20)) // 100 MB of zeros, 100 kB packed
	}
	_ = z.Close()
	for name, data := range map[string][]byte{
		"nothing follows":  []byte(header),
		"little follows":   append([]byte(header), make([]byte, 100_000)...),
		"a word of 100 MB": bomb.Bytes(),
	} {
		var err error
		if n := allocated(func() { _, err = Read(bytes.NewReader(data), Limits{}) }); n > 8<<20 {
			t.Errorf("%s: %d bytes were taken", name, n)
		}
		if err == nil {
			t.Errorf("%s: read", name)
		}
	}
}

// TestDamage changes, removes and inserts bytes of nets, packed and not: each is one
// error or a net that hangs together, and none takes much memory.
func TestDamage(t *testing.T) {
	type file struct {
		name string
		data []byte
	}
	var files, large []file
	for name, o := range variants() {
		m := Random(1, o)
		files = append(files, file{name, written(t, m, WriteOptions{})}, file{name + " text", written(t, m, WriteOptions{Text: true})},
			file{name + " packed", written(t, m, WriteOptions{Gzip: true})})
	}
	rounds := 300
	if os.Getenv("TENGEN_LONG") == "1" {
		rounds = 10000
		nets, _ := filepath.Glob(filepath.Join(shared, "models", "*.bin.gz"))
		for _, path := range nets {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			large = append(large, file{path, data}, file{path + " unpacked", payload(t, path)})
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	refused, valid := 0, 0
	for range rounds {
		f := files[rng.IntN(len(files))]
		if len(large) > 0 && rng.IntN(5) == 0 {
			f = large[rng.IntN(len(large))]
		}
		data := bytes.Clone(f.data)
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(data))
			if rng.IntN(2) == 0 {
				at = rng.IntN(min(len(data), 400)) // where the words are
			}
			switch rng.IntN(5) {
			case 0:
				data[at] ^= 1 << rng.IntN(8)
			case 1:
				data[at] = byte(rng.IntN(256))
			case 2:
				data = data[:at+1]
			case 3:
				data = append(data[:at:at], data[min(len(data), at+1+rng.IntN(20)):]...)
				if len(data) == 0 {
					data = []byte{0}
				}
			case 4:
				data = append(data[:at:at], append([]byte("1234567890"[:1+rng.IntN(10)]), data[at:]...)...)
			}
		}
		var m *Model
		var err error
		took := allocated(func() { m, err = Read(bytes.NewReader(data), Limits{}) })
		if limit := uint64(4<<20 + 8*len(f.data)); took > limit {
			t.Errorf("%s: %d bytes taken for a file of %d: %v", f.name, took, len(data), err)
		}
		var format *formatError
		switch {
		case err == nil:
			valid++
			if err := m.Check(); err != nil {
				t.Errorf("%s: read, but %v", f.name, err)
			}
			if m.Info().Parameters < 20000 { // whatever it computes, it does
				if _, err := Evaluate(m, boardInput(m, 2, 1, 1, everywhere)); err != nil && !strings.Contains(err.Error(), "no gate") {
					t.Errorf("%s: %v", f.name, err)
				}
			}
		case !errors.As(err, &format) || strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: %q", f.name, err)
		default:
			refused++
		}
	}
	t.Logf("%d refused, %d still nets", refused, valid)
	if refused == 0 || valid == 0 {
		t.Error("the damage is too small or too large to test anything")
	}
}

func FuzzRead(f *testing.F) {
	// Small seeds: what is found is made smaller byte by byte, which takes its time.
	for _, o := range []RandomOptions{{Version: 6, Blocks: "g"}, {Version: 12, Blocks: "(r)"}, {Blocks: "af", Rope: RopeLearnable, QueryDim: 2, Heads: 1, TipRMS: true}} {
		o.Channels, o.Kernel, o.Coarse = 1, 1, true
		m := Random(1, o)
		f.Add(written(f, m, WriteOptions{}))
		f.Add(written(f, m, WriteOptions{Text: true}))
	}
	f.Add(written(f, Random(1, RandomOptions{Version: 6, Channels: 1, Kernel: 1, Coarse: true}), WriteOptions{Gzip: true}))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Read(bytes.NewReader(data), Limits{MaxBytes: 1 << 20, MaxParameters: 1 << 18})
		if err != nil {
			var format *formatError
			if !errors.As(err, &format) || format.Offset < 0 || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatalf("read, but %v", err)
		}
		again, err := Read(bytes.NewReader(written(t, m, WriteOptions{})), Limits{})
		if err != nil {
			t.Fatalf("written and refused: %v", err)
		}
		again.SHA256 = m.SHA256
		if !reflect.DeepEqual(m, again) {
			t.Fatal("another net came back")
		}
	})
}
