package nn

import (
	"bytes"
	"compress/gzip"
	"errors"
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

// replaced changes one line of a text file. Lines are counted from 0.
func replaced(data []byte, line int, with string) []byte {
	lines := strings.Split(string(data), "\n")
	lines[line] = with
	return []byte(strings.Join(lines, "\n"))
}

// faultyFile is a file that cannot be read, and the error that it causes.
type faultyFile struct {
	name string
	data []byte
	want string // part of the message
	at   int64  // offset; -1: not compared
}

// faultyFiles returns a file for every kind of error.
func faultyFiles(t *testing.T) []faultyFile {
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
	return []faultyFile{
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
	}
}

// TestErrors: every error is a single line that names the problem and its place.
func TestErrors(t *testing.T) {
	for _, test := range faultyFiles(t) {
		m, err := Read(bytes.NewReader(test.data), Limits{})
		var format *formatError
		switch {
		case err == nil:
			t.Errorf("%s: read as %s, want an error", test.name, m.Name)
		case !errors.As(err, &format):
			t.Errorf("%s: got %v, want a formatError", test.name, err)
		case !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: got %q, want an error with %q", test.name, err, test.want)
		case test.at >= 0 && format.Offset != test.at:
			t.Errorf("%s: got offset %d, want %d: %v", test.name, format.Offset, test.at, err)
		case strings.Count(err.Error(), "\n") > 0:
			t.Errorf("%s: got several lines, want one: %q", test.name, err)
		}
	}
}

// TestUnusableNorms: Write and Read refuse norms whose factors are not finite.
func TestUnusableNorms(t *testing.T) {
	for want, change := range map[string]func(b *BatchNorm){
		"no positive number":        func(b *BatchNorm) { b.Variance[1] = -1 },
		"is not finite":             func(b *BatchNorm) { b.Variance[1], b.Epsilon, b.Mean[1] = 0, 1e-30, 1e38 },
		"too large or not positive": func(b *BatchNorm) { b.Epsilon = 0 },
		"not a finite number":       func(b *BatchNorm) { b.Epsilon = math.Inf(1) },
		"weight 2 is not a fin":     func(b *BatchNorm) { b.Bias = make([]float32, b.Channels); b.Bias[2] = float32(math.NaN()) },
		"2 weights, and [8] are":    func(b *BatchNorm) { b.Mean = b.Mean[:2] },
	} {
		m := Random(1, RandomOptions{})
		change(m.Trunk.TipNorm)
		err := Write(io.Discard, m, WriteOptions{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), m.Trunk.TipNorm.Name) {
			t.Errorf("got %q, want an error with %q and %s", err, want, m.Trunk.TipNorm.Name)
		}
		if len(m.Trunk.TipNorm.Mean) != m.Trunk.Channels {
			continue
		}
		// Read must refuse the same model, written without a check.
		var b bytes.Buffer
		w := &writer{}
		w.w, w.text = newTestWriter(&b), false
		m.code(w)
		_ = w.w.Flush()
		if _, err := Read(&b, Limits{}); err == nil {
			t.Errorf("%s: the model was read, want an error", want)
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
			t.Errorf("a file of exactly the limits: got %v, want no error", err)
		}
		_, err := Read(bytes.NewReader(file), Limits{MaxBytes: int64(len(data)) - 1})
		if err == nil || !strings.Contains(err.Error(), "larger than the limit") {
			t.Errorf("a byte too many: got %v, want an error", err)
		}
		_, err = Read(bytes.NewReader(file), Limits{MaxParameters: floats - 1})
		if err == nil || !strings.Contains(err.Error(), "more than the limit") {
			t.Errorf("a weight too many: got %v, want an error", err)
		}
	}
}

// allocated returns the number of bytes that f allocates, including freed ones.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestAnnouncedSizes reads files that announce a gigabyte and end.
func TestAnnouncedSizes(t *testing.T) {
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
			t.Errorf("%s: %d bytes were allocated, want at most %d", name, n, 8<<20)
		}
		if err == nil {
			t.Errorf("%s: the file was read, want an error", name)
		}
	}
}

// modelFile is the content of a file, for tests that damage it.
type modelFile struct {
	name string
	data []byte
}

// damaged changes a file in up to three places. In each place it changes, removes or inserts some bytes.
func damaged(rng *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(data))
		if rng.IntN(2) == 0 {
			at = rng.IntN(min(len(data), 400)) // the words are at the beginning
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
	return data
}

// TestDamage reads damaged files of nets, compressed and not. Each gives one error or a consistent net, and
// does not allocate much memory.
func TestDamage(t *testing.T) {
	var files, large []modelFile
	for name, o := range variants() {
		m := Random(1, o)
		files = append(files, modelFile{name, written(t, m, WriteOptions{})}, modelFile{name + " text", written(t, m, WriteOptions{Text: true})},
			modelFile{name + " packed", written(t, m, WriteOptions{Gzip: true})})
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
			large = append(large, modelFile{path, data}, modelFile{path + " unpacked", payload(t, path)})
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	refused, valid := 0, 0
	for range rounds {
		f := files[rng.IntN(len(files))]
		if len(large) > 0 && rng.IntN(5) == 0 {
			f = large[rng.IntN(len(large))]
		}
		data := damaged(rng, f.data)
		var m *Model
		var err error
		took := allocated(func() { m, err = Read(bytes.NewReader(data), Limits{}) })
		if limit := uint64(4<<20 + 8*len(f.data)); took > limit {
			t.Errorf("%s: %d bytes allocated for a file of %d, want at most %d: %v", f.name, took, len(data), limit, err)
		}
		var format *formatError
		switch {
		case err == nil:
			valid++
			if err := m.Check(); err != nil {
				t.Errorf("%s: Check of the net that was read: got %v, want no error", f.name, err)
			}
			if m.Info().Parameters < 20000 { // a small net is evaluated too, which must not fail
				if _, err := Evaluate(m, boardInput(m, 2, 1, 1, everywhere)); err != nil && !strings.Contains(err.Error(), "no gate") {
					t.Errorf("%s: Evaluate: got %v, want no error", f.name, err)
				}
			}
		case !errors.As(err, &format) || strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: got %q, want a formatError of one line", f.name, err)
		default:
			refused++
		}
	}
	t.Logf("%d files refused, %d read", refused, valid)
	if refused == 0 || valid == 0 {
		t.Error("the damage is too small or too large to test anything")
	}
}

func FuzzRead(f *testing.F) {
	// The seed inputs are small, because minimising a large failing input byte by byte takes long.
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
				t.Fatalf("got %q, want a formatError of one line", err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatalf("Check of the net that was read: got %v, want no error", err)
		}
		again, err := Read(bytes.NewReader(written(t, m, WriteOptions{})), Limits{})
		if err != nil {
			t.Fatalf("reading the net after writing it: got %v, want no error", err)
		}
		again.SHA256 = m.SHA256
		if !reflect.DeepEqual(m, again) {
			t.Fatal("the net read differs from the one written")
		}
	})
}
