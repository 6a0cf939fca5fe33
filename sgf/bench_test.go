package sgf

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
)

// record is a game of 250 moves as servers write it, without comments.
func record(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("(;FF[4]GM[1]SZ[19]CA[UTF-8]EV[43rd Kisei]PB[Yamashita Keigo]BR[9p]PW[Iyama Yuta]WR[9p]KM[6.5]RE[B+6.5]DT[2019-02-27,28]\n")
	for i := range 250 {
		fmt.Fprintf(&b, ";%c[%c%c]", "BW"[i&1], 'a'+r.IntN(19), 'a'+r.IntN(19))
		if i%10 == 9 {
			b.WriteByte('\n')
		}
	}
	b.WriteString(")\n")
	return b.String()
}

// records are about as many bytes as asked for.
func records(size int) []byte {
	r := rand.New(rand.NewPCG(1, 1))
	var b bytes.Buffer
	for b.Len() < size {
		b.WriteString(record(r))
	}
	return b.Bytes()
}

func BenchmarkParse(b *testing.B) {
	comments := []byte("(;FF[4]CA[UTF-8]" + strings.Repeat(";B[aa]C["+strings.Repeat("So hat er 黒 gespielt, \\[wirklich\\].\n", 20)+"]", 1000) + ")")
	for name, data := range map[string][]byte{
		"one":      []byte(record(rand.New(rand.NewPCG(1, 1)))),
		"moves":    records(4 << 20),
		"comments": comments,
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if f, err := LoadBytes(data, Options{}); err != nil || len(f.Trees) == 0 {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkParseFile reads the file that TENGEN_SGF names, to compare with other
// programs on the same file.
func BenchmarkParseFile(b *testing.B) {
	name := os.Getenv("TENGEN_SGF")
	if name == "" {
		b.Skip("TENGEN_SGF names no file")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := LoadBytes(data, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	data := records(4 << 20)
	c, err := Parse(data)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, _, err := c.Encode(WriteOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestMemory keeps the promise of MaxSize for files that are made to need memory.
func TestMemory(t *testing.T) {
	const size = 1 << 20
	for name, data := range map[string][]byte{
		"records":    records(size),
		"nodes":      []byte("(" + strings.Repeat(";", size) + ")"),
		"variations": []byte("(;" + strings.Repeat("(;)", size/3) + ")"),
		"nested":     []byte(strings.Repeat("(;", size/3) + strings.Repeat(")", size/3)),
		"trees":      []byte(strings.Repeat("(;)", size/3)),
		"values":     []byte("(;AB" + strings.Repeat("[]", size/2) + ")"),
		"properties": []byte("(;" + strings.Repeat("A[]", size/3) + ")"),
		"open":       []byte("(;" + strings.Repeat("(", size)),
		"errors":     []byte("(;" + strings.Repeat("];", size/2)),
		"names":      []byte("(;" + manyNames(size) + ")"),
		"high":       []byte("(;C[" + strings.Repeat("\x80", size) + "])"),
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		f, err := LoadBytes(data, Options{})
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		kept := after.TotalAlloc - before.TotalAlloc
		times := float64(kept) / float64(len(data))
		t.Logf("%-10s allocates %5.1f times its size, %d trees", name, times, len(f.Trees))
		if times > 100 {
			t.Errorf("%s: %.1f times the size of the file", name, times)
		}
		runtime.KeepAlive(f)
	}
}

func manyNames(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "X%d[]", i)
	}
	return b.String()
}
