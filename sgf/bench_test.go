package sgf

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// record writes a game of 250 moves without comments, in the style of game servers.
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

// records returns games of at least size bytes together.
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

// BenchmarkPeer reads the same bytes with @sabaki/sgf on Node and with this package
// in turn, and reports how many times faster this package is. TENGEN_SABAKI names a
// folder in which npm has installed @sabaki/sgf.
func BenchmarkPeer(b *testing.B) {
	folder := os.Getenv("TENGEN_SABAKI")
	if folder == "" {
		b.Skip("TENGEN_SABAKI names no folder with @sabaki/sgf")
	}
	var games []string // games are parsed one at a time, because the peer is much slower on many games in one text
	size := 0
	for r := rand.New(rand.NewPCG(1, 1)); size < 1<<20; size += len(games[len(games)-1]) {
		games = append(games, record(r))
	}
	data, err := json.Marshal(games)
	file := filepath.Join(b.TempDir(), "games.json")
	if err = errors.Join(err, os.WriteFile(file, data, 0o644)); err != nil {
		b.Fatal(err)
	}
	// Ten rounds after five rounds of warming up. The result is the fastest round, in
	// milliseconds.
	const script = `
		const sgf = require("@sabaki/sgf"), fs = require("fs");
		const games = JSON.parse(fs.readFileSync(process.argv[1], "utf8"));
		let best = Infinity;
		for (let i = 0; i < 15; i++) {
			const began = process.hrtime.bigint();
			for (const text of games) if (sgf.parse(text).length === 0) process.exit(1);
			const took = Number(process.hrtime.bigint() - began) / 1e6;
			if (i >= 5 && took < best) best = took;
		}
		console.log(best);`
	ours, theirs := math.Inf(1), math.Inf(1)
	for range 3 {
		node := exec.Command("node", "-e", script, file)
		node.Dir = folder
		out, err := node.CombinedOutput()
		if err != nil {
			b.Fatalf("node: %v\n%s", err, out)
		}
		ms, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			b.Fatal(err)
		}
		theirs = min(theirs, ms)
		for range 15 {
			began := time.Now()
			for _, text := range games {
				if f, err := LoadBytes([]byte(text), Options{}); err != nil || len(f.Trees) == 0 {
					b.Fatal(err)
				}
			}
			ours = min(ours, float64(time.Since(began).Microseconds())/1000)
		}
	}
	for b.Loop() { // the measurements are complete
	}
	mb := float64(size) / 1e6
	b.ReportMetric(mb/ours*1000, "MB/s")
	b.ReportMetric(mb/theirs*1000, "peer-MB/s")
	b.ReportMetric(theirs/ours, "ratio")
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

// TestMemory checks the bound that MaxSize promises, on files designed to take much
// memory.
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
			t.Errorf("%s: allocated %.1f times the size of the file, want at most 100", name, times)
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
