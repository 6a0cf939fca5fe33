package sgf

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// scanned reads a file in parts and joins them.
func scanned(t testing.TB, r io.Reader, o Options, head int) (*File, error) {
	t.Helper()
	all := &File{}
	var failed error
	last := false
	for part, err := range scan(r, o, head) {
		if last {
			t.Fatal("a part follows the last one")
		}
		last = part.Last
		all.Encoding = part.Encoding
		all.Trees = append(all.Trees, part.Trees...)
		all.Diagnostics = append(all.Diagnostics, part.Diagnostics...)
		all.Omitted += part.Omitted
		failed = errors.Join(failed, err)
	}
	if !last {
		t.Fatal("no part was marked as the last one")
	}
	return all, failed
}

// sameScanned compares reading in parts with reading the whole file.
func sameScanned(t testing.TB, data []byte, o Options, head int) {
	t.Helper()
	want, wantErr := LoadBytes(data, o)
	got, err := scanned(t, iotest.HalfReader(strings.NewReader(string(data))), o, head)
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Fatalf("%.300q: got the error %v, want %v", data, err, wantErr)
	}
	if !got.Trees.Equal(want.Trees) {
		t.Fatalf("%.300q: got %s, want %s", data, draw(t, got.Trees), draw(t, want.Trees))
	}
	if got.Encoding != want.Encoding {
		t.Fatalf("%.300q: got the encoding %s, want %s", data, got.Encoding, want.Encoding)
	}
	// Each part counts its own damaged characters and has its own limit of diagnostics.
	damaged := func(d Diagnostic) bool { return d.Code == CodeUndecodable }
	g, w := slices.DeleteFunc(got.Diagnostics, damaged), slices.DeleteFunc(want.Diagnostics, damaged)
	if want.Omitted == 0 && !slices.Equal(g, w) {
		t.Fatalf("%.300q:\ngot\n%v\nwant\n%v", data, g, w)
	}
}

var scanSamples = []string{
	"(;A[1])(;B[2])", "(;A[1];B[2](;C[3])(;D[4]))\n\n(;E[5])", "mail (see [1]) (;-) (;GM[1];B[aa]) bye (c) 2020 (;B[bb])",
	"(;C[(;not a game\\]) \\\\](;B[aa]))(;W[bb])", "(;B[aa]) ;W[bb](;B[cc])(;B[dd]))) (;GM[1])", "(;GM[1];B[aa](;GM[1];B[bb])(;GM[1]B[cc])",
	"(;GM[1];B[aa];W[bb]\n(;GM[1]FF[4];B[cc];W[dd])\n(;GM[1];B[ee])", "(;B[aa;W[bb]](;B[cc];W[dd])(;B[ee]))(;B[ff])", "no game", "", "(;", "(;A[1]\r\n;B[2])\r\n(;C[x]]\r\n)",
	"(GM[1](B[aa])(White[bb]))(;KO[])", "(;A[1])x(y)(;)((;B[2]))", "(;FF[3]CA[utf8]ST[1])(;CA[GBK]C[日本])", "\ufeff(;A[1]) (;B[2] ]", "(;)(;)(;))(;)",
	"(;SZ[9];B[aa])\n;-) nice", "(;SZ[9];B[aa]) bye (;-)", "(;B[aa]) (; \n -) (; \n B[bb]) ; \n\n W[cc]) ; (", "(;B[aa]) (;    ", "(;B[aa]) ;    ",
}

func TestScan(t *testing.T) {
	for _, sample := range scanSamples {
		for _, times := range []int{1, 3, 40} {
			sameScanned(t, []byte(strings.Repeat(sample, times)), Options{}, scanHead)
		}
	}
	for _, encoding := range []string{"GB18030", "Shift_JIS", "UTF-16BE"} {
		trees, err := Parse([]byte("(;CA[" + encoding + "]C[日本の棋譜];B[aa])"))
		if err != nil {
			t.Fatal(err)
		}
		data, _, err := slices.Repeat(trees, 30).Encode(WriteOptions{Encoding: encoding})
		if err != nil {
			t.Fatal(err)
		}
		want, err := LoadBytes(data, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := scanned(t, strings.NewReader(string(data)), Options{}, scanHead)
		if err != nil || !got.Trees.Equal(want.Trees) || got.Encoding != encoding {
			t.Errorf("%s: %v, %d trees in %s, want %d", encoding, err, len(got.Trees), got.Encoding, len(want.Trees))
		}
	}
}

// TestScanLateText reads files whose first byte above 127 comes after the text in which the encoding is usually found.
func TestScanLateText(t *testing.T) {
	for _, test := range []struct{ encoding, ca, text string }{
		{"GB18030", "GB18030", "古力"}, {"GB18030", "", chineseText}, {"Shift_JIS", "Shift_JIS", "表ソ能十 [and] \\"}, {"EUC-KR", "GB2312", koreanText},
		{"windows-1252", "", germanText}, {"ISO-8859-1", "ISO-8859-1", "André"}, {"windows-1252", "UTF-8", frenchText}, {"KOI8-R", "KOI8-R", russianText},
		{"UTF-8", "", japaneseText}, {"UTF-8", "GB18030", japaneseText}, {"UTF-8", "nonsense", "é"},
	} {
		c, err := charsetByName(test.encoding)
		if err != nil {
			t.Fatal(err)
		}
		for _, ascii := range []int{1, 30, 100, 1000} {
			name := Escape(test.text)
			if !c.isUTF8() {
				if name, err = c.coding.NewEncoder().String(name); err != nil {
					t.Fatal(err)
				}
			}
			game := "(;GM[1];B[aa])\n"
			if test.ca != "" {
				game = "(;CA[" + test.ca + "];B[aa])\n"
			}
			data := strings.Repeat(game, ascii) + "(;PB[" + name + "];B[bb])" + strings.Repeat(game, 10) + "(;PW[" + name + "])"
			want, err := LoadBytes([]byte(data), Options{})
			if err != nil || want.Encoding != test.encoding {
				t.Fatalf("%+v: the whole file was read as %s, %v", test, want.Encoding, err)
			}
			for _, head := range []int{64, 256} {
				got, err := scanned(t, iotest.HalfReader(strings.NewReader(data)), Options{}, head)
				if err != nil || !got.Trees.Equal(want.Trees) || got.Encoding != want.Encoding {
					t.Errorf("%+v, %d games in ASCII, a head of %d: got %s in %s, %v, want %s", test, ascii, head, draw(t, got.Trees), got.Encoding, err, draw(t, want.Trees))
				}
				for _, code := range []Code{CodeUndecodable, CodeEncodingDetected, CodeEncodingUnknown, CodeEncodingWrong} {
					of := func(f *File) (n int) {
						for _, d := range f.Diagnostics {
							if d.Code == code {
								n++
							}
						}
						return n
					}
					if of(got) != of(want) {
						t.Errorf("%+v, %d games in ASCII, a head of %d: got %v, want %d of %s", test, ascii, head, got.Diagnostics, of(want), code)
					}
				}
			}
		}
	}
	broken := fmt.Errorf("the disk")
	f, err := scanned(t, io.MultiReader(strings.NewReader("(;A[1])(;A[2])"), iotest.ErrReader(broken)), Options{}, 16)
	if !errors.Is(err, broken) || len(f.Trees) != 2 {
		t.Errorf("a reader that fails: got %d trees, %v, want 2 and %v", len(f.Trees), err, broken)
	}
}

// TestScanBoundaries checks parts that end at any place in the buffer.
func TestScanBoundaries(t *testing.T) {
	whole := strings.Repeat(scanSamples[1]+" ) text\\ \n(;C[a \\] \\\\](;B[aa]) ;W[bb])\n ;   -) (;    :) (;    \nB[cc]) ;     W[dd])", 5)
	for head := 16; head < 64; head++ {
		sameScanned(t, []byte(whole), Options{}, head)
	}
}

// TestScanLimits checks that a limit applies to a game, not to the file.
func TestScanLimits(t *testing.T) {
	game := "(;A[1];A[2];A[3])"
	for _, test := range []struct {
		options Options
		in      string
		trees   int
		message string
	}{
		{Options{MaxNodes: 3}, strings.Repeat(game, 100), 100, ""},
		{Options{MaxNodes: 3}, game + "\n" + game + "\n(;A[1];A[2];A[3];A[4])" + game, 2, "the file is too large: the game that begins in line 3 has more than 3 nodes"},
		{Options{MaxNodes: 3}, game + "(;A" + strings.Repeat("[]", 20) + ")", 1, "the file is too large: the game that begins in line 1 has more than 3 nodes"},
		{Options{MaxBytes: 50}, strings.Repeat(game, 100), 100, ""},
		{Options{MaxBytes: 50}, game + "(;C[" + strings.Repeat("x", 5000), 1, "the file is too large: the game that begins in line 1 has more than 50 bytes"},
		// A game without its ")" ends before the next one.
		{Options{MaxNodes: 6}, game + strings.Repeat("(;GM[1];A[2];A[3]", 50), 51, ""},
	} {
		f, err := scanned(t, strings.NewReader(test.in), test.options, 32)
		if len(f.Trees) != test.trees || (err == nil) != (test.message == "") || err != nil && (err.Error() != test.message || !errors.Is(err, ErrTooLarge)) {
			t.Errorf("%.60s: got %d trees, %v, want %d, %s", test.in, len(f.Trees), err, test.trees, test.message)
		}
	}
	broken := fmt.Errorf("the disk")
	f, err := scanned(t, io.MultiReader(strings.NewReader(game+game), iotest.ErrReader(broken)), Options{}, 64)
	if !errors.Is(err, broken) || len(f.Trees) != 2 {
		t.Errorf("a reader that fails: got %d trees, %v, want 2 and %v", len(f.Trees), err, broken)
	}
}

// TestScanMemory checks that a file of any size takes no more memory than a game.
func TestScanMemory(t *testing.T) {
	const size = 256 << 20
	for name, text := range map[string][2]string{"nodes": {"(", ";"}, "passes": {"(", ";B[];W[]"}, "comment": {"(;C[", "x"}, "games": {"", "(;)"}, "values": {"(;AB", "[]"}, "properties": {"(;", "A[]"}} {
		file := io.LimitReader(io.MultiReader(strings.NewReader(text[0]), &forever{text: []byte(strings.Repeat(text[1], 1<<16))}), size)
		if testing.Short() || name == "games" {
			file = io.LimitReader(file, 16<<20)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		read := &counted{Reader: file}
		for _, err := range Scan(read, Options{}) {
			if err != nil && !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrTruncated) && name != "games" {
				t.Errorf("%s: got %v, want %v or %v", name, err, ErrTooLarge, ErrTruncated)
			}
		}
		runtime.ReadMemStats(&after)
		allocated := (after.TotalAlloc - before.TotalAlloc) >> 20
		t.Logf("%-10s %4d MiB read, %4d MiB allocated", name, read.n>>20, allocated)
		if name != "games" && allocated > 400 {
			t.Errorf("%s: %d MiB were allocated, want at most 400", name, allocated)
		}
		if name == "nodes" && read.n > 4<<20 {
			t.Errorf("%s: %d MiB were read, want at most 4, since the first has %d nodes", name, read.n>>20, MaxNodes)
		}
	}
}

// TestScanForgets checks that an unreferenced game is freed while others are read.
func TestScanForgets(t *testing.T) {
	const games = 2000
	file := io.LimitReader(&forever{text: []byte("(;GM[1]" + strings.Repeat(";B[aa]C[a comment]", 200) + ")")}, games*3608)
	freed := make(chan struct{}, games)
	n, early := 0, 0
	for part := range Scan(file, Options{}) {
		for _, root := range part.Trees {
			n++
			runtime.AddCleanup(root, func(int) { freed <- struct{}{} }, 0)
		}
		if n == games-100 {
			// Cleanups run after a collection.
			for until := time.Now().Add(time.Minute); early < games/2 && time.Now().Before(until); time.Sleep(time.Millisecond) {
				runtime.GC()
				early = len(freed)
			}
		}
	}
	if early < games/2 || n < games-10 {
		t.Errorf("%d games, %d freed, want at least %d games and %d freed", n, early, games-10, games/2)
	}
}

type forever struct {
	text []byte
	at   int
}

func (f *forever) Read(p []byte) (int, error) {
	n := copy(p, f.text[f.at:])
	f.at = (f.at + n) % len(f.text)
	return n, nil
}

type counted struct {
	io.Reader
	n int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += n
	return n, err
}

// FuzzScan compares reading in parts with reading the whole file.
func FuzzScan(f *testing.F) {
	for _, s := range scanSamples {
		f.Add([]byte(s), uint8(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, head uint8) {
		size := 16 + int(head)
		at := func(data []byte) int {
			p := parser{text: string(data)}
			return p.firstTree()
		}
		if first := at(data); first < 0 || first != at(data[:min(len(data), size/2)]) {
			size = scanHead // the head does not contain the first tree
		}
		sameScanned(t, data, Options{Encoding: "UTF-8"}, size)
	})
}
