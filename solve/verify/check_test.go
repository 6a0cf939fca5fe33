package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
)

func check(text string) ([]Claim, error) {
	return Check(context.Background(), strings.NewReader(text))
}

// seal replaces the last line with the right one, as an attacker would.
func seal(text string) string {
	lines := strings.SplitAfter(text, "\n")
	if len(lines) < 2 {
		return text
	}
	body := strings.Join(lines[:len(lines)-2], "")
	return body + fmt.Sprintf("sha256 %x\n", sha256.Sum256([]byte(body)))
}

// certificates reads the certificates of testdata, which tengen solve wrote.
func certificates(t testing.TB) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range []string{"3x3", "2x4", "ring7"} {
		data, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
	}
	return files
}

func TestCertificates(t *testing.T) {
	for name, text := range certificates(t) {
		claims, err := check(text)
		if err != nil || len(claims) == 0 {
			t.Errorf("%s: %v, %v", name, claims, err)
		}
	}
}

// TestEveryBitMatters damages each byte of a certificate. None of the damaged ones verifies.
func TestEveryBitMatters(t *testing.T) {
	for name, text := range certificates(t) {
		data := []byte(text)
		for i := range data {
			for _, bit := range []byte{1, 16} {
				data[i] ^= bit
				if claims, err := Check(context.Background(), bytes.NewReader(data)); err == nil {
					t.Errorf("%s with another byte %d verifies: %v", name, i, claims)
				}
				data[i] ^= bit
			}
			if _, err := check(text[:i]); err == nil {
				t.Errorf("%s without its end from byte %d verifies", name, i)
			}
		}
		if _, err := check(text + "\n"); err == nil {
			t.Errorf("%s with another line verifies", name)
		}
	}
}

// TestFalseClaims changes claims, turns and rules, and seals the certificates again. No false claim verifies.
func TestFalseClaims(t *testing.T) {
	text := certificates(t)["3x3"]
	for _, change := range [][2]string{
		{"claim black 9 finite", "claim white 8 finite"},
		{"claim black 9 finite", "claim black 10 finite"},
		{"claim black 9 finite", "claim black -9"},
		{"claim black 9 finite\nstart ......... black -", "claim black 9223372036854775807 finite\nstart O.O.O.O.O black passed"},
		{"claim black 9 finite\nstart ......... black -", "claim white -9223372036854775808 finite\nstart X.X.X.X.X white passed"},
		{"claim black 9 finite", "claim black -10 finite"},
		{"start ......... black -", "start ......... white -"},
		{"start ......... black -", "start ......... black passed"},
		{"edge 0 1\n", ""},
		{"edge 0 1\n", "edge 0 1\nedge 1 0\n"},
		{"edge 0 1\n", "edge 0 0\n"},
		{"points 9", "points 10"},
		{"points 9", "points 0"},
		{"points 9", "points 65"},
		{"symmetry 2 1 0 5 4 3 8 7 6", "symmetry 1 2 0 5 4 3 8 7 6"},
		{"symmetry 2 1 0 5 4 3 8 7 6", "symmetry 2 1 0 5 4 3 8 7 7"},
		{"......... - 4", "......... - 0"},
		{"......... - 4", "......... - pass"},
		{"......... - 4", "......... - settled"},
		{"......... - 4", "......... - held"},
		{"......... - 4\n", "......... - 4 settled\n"},
		{"......... - 4\n", "......... - 4 held\n"},
		{"......... - 4\n", "......... - 4\n......... - 4\n"},
		{"......... - 4\n", ""},
		{"end\n", ""},
		{"tengen certificate 1", "tengen certificate 2"},
	} {
		changed := seal(strings.Replace(text, change[0], change[1], 1))
		if changed == text {
			t.Errorf("%q is not in the certificate", change[0])
		}
		if claims, err := check(changed); err == nil {
			t.Errorf("with %q instead of %q, the certificate verifies: %v", change[1], change[0], claims)
		}
	}
}

// TestBorder checks claims about two living walls with three empty points between them: the player to move gets two.
func TestBorder(t *testing.T) {
	const living, open = ".X.O.XX.OO.X.O.", ".X.O..X.OO.X.O." // rows of 5x3; open: Black has to play for his eyes
	var head strings.Builder
	head.WriteString("tengen certificate 1\nboard 5x3\npoints 15\n")
	for p := range 15 {
		if p%5 < 4 {
			fmt.Fprintf(&head, "edge %d %d\n", p, p+1)
		}
		if p < 10 {
			fmt.Fprintf(&head, "edge %d %d\n", p, p+5)
		}
	}
	for _, x := range []struct {
		board, answer string
		lead          int // the largest that is held
	}{
		{living, "held", 1},
		{living, "pass held", -1},
		{living, "2 held", 1},
		{open, "held", -1},
	} {
		for _, lead := range []int{x.lead, x.lead + 1} {
			text := fmt.Sprintf("%sclaim black %d finite\nstart %s black -\n%s - %s\nend\nsha256\n", head.String(), lead, x.board, x.board, x.answer)
			if _, err := check(seal(text)); (err == nil) != (lead == x.lead) {
				t.Errorf("%s, a lead of %d with %q: %v", x.board, lead, x.answer, err)
			}
		}
	}
}

// TestLinesMatter removes each line of the strategies. A certificate without one of its lines does not verify, because
// tengen solve writes no line that is not needed.
func TestLinesMatter(t *testing.T) {
	for name, text := range certificates(t) {
		lines := strings.SplitAfter(text, "\n")
		for i, line := range lines {
			if !strings.HasPrefix(line, ".") && !strings.HasPrefix(line, "X") && !strings.HasPrefix(line, "O") {
				continue
			}
			without := seal(strings.Join(append(append([]string{}, lines[:i]...), lines[i+1:]...), ""))
			if _, err := check(without); err == nil {
				t.Errorf("%s verifies without the line %q", name, line)
			}
		}
	}
}

// TestCycle checks a strategy that does not end: White and Black capture one stone after the other on a row of points.
func TestCycle(t *testing.T) {
	text := certificates(t)["ring7"]
	changed := seal(strings.ReplaceAll(text, " endless", " finite"))
	if _, err := check(changed); err == nil || !strings.Contains(err.Error(), errCycle.Error()) {
		t.Errorf("got %v, want %v", err, errCycle)
	}
}

// FuzzCheck damages certificates and seals them again. If one verifies, its claim must be true. The values of the
// boards are known: 3x3 is 9, 2x4 is 8, and the ring of seven points is 1 to 7.
func FuzzCheck(f *testing.F) {
	for _, text := range certificates(f) {
		f.Add(text, 0, "")
		f.Add(text, len(text)/2, "X")
	}
	f.Fuzz(func(t *testing.T, text string, at int, insert string) {
		if at < 0 || at > len(text) || len(text) > 20000 {
			return
		}
		damaged := seal(text[:at] + insert + text[min(at+len(insert), len(text)):])
		claims, err := check(damaged)
		if err != nil {
			return
		}
		for _, c := range claims {
			low, high, known := -64, 64, false
			for _, board := range []struct {
				edges     string
				low, high int
			}{{edgesOf(certificates(t)["3x3"]), 9, 9}, {edgesOf(certificates(t)["2x4"]), 8, 8}, {edgesOf(certificates(t)["ring7"]), 1, 7}} {
				if edgesOf(damaged) == board.edges && strings.Trim(c.Start, ".") == "" && c.ToPlay == "black" && !c.Passed {
					low, high, known = board.low, board.high, true
				}
			}
			if !known {
				continue
			}
			if bound := map[bool]int{true: low, false: high}[c.Finite]; !c.White && c.Lead > bound {
				t.Errorf("%v verifies", c)
			}
			if bound := map[bool]int{true: high, false: low}[c.Finite]; c.White && c.Lead < bound {
				t.Errorf("%v verifies", c)
			}
		}
	})
}

// edgesOf returns the lines of a certificate that describe the graph.
func edgesOf(text string) string {
	start, end := strings.Index(text, "points "), strings.Index(text, "symmetry ")
	if start < 0 || end < start {
		return ""
	}
	return text[start:end]
}
