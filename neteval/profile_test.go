package neteval

import (
	"bufio"
	"compress/gzip"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"tengen/baduk"
	"tengen/nn"
)

// TestProfilesAreKataGos compares the inputs of profiles with KataGo's; see testdata/README.md.
func TestProfilesAreKataGos(t *testing.T) {
	f, err := os.Open("testdata/profiles.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines, n := bufio.NewScanner(z), 0
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		p, err := ParseProfile(words[0])
		if err != nil {
			t.Fatal(err)
		}
		points, err := strconv.Atoi(words[2])
		if err != nil {
			t.Fatal(err)
		}
		in := p.AppendInputs(nil, map[string]baduk.Color{"B": baduk.Black, "W": baduk.White}[words[1]], points)
		if len(in) != len(words)-3 {
			t.Fatalf("got %d inputs, want %d", len(in), len(words)-3)
		}
		for i, v := range in {
			want, err := strconv.ParseFloat(words[3+i], 64)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(float64(v)-want) > 1e-7 {
				t.Errorf("%v, %s to play, %d points: input %d: got %v, want %v", p, words[1], points, i, v, want)
			}
		}
		n++
	}
	if err := lines.Err(); err != nil || n < 90 {
		t.Fatalf("compared %d profiles, want at least one: %v", n, err)
	}
}

func TestProfileNames(t *testing.T) {
	list := Profiles()
	if len(list) != 29+29+224 {
		t.Errorf("got %d profiles, want %d", len(list), 29+29+224)
	}
	for _, p := range append(list, Profile{modern, 14, 8, 0}, Profile{early, 29, 1, 0}, Profile{modern, 39, 30, 0}) {
		if q, err := ParseProfile(p.String()); err != nil || q != p {
			t.Errorf("got %v, %v, want %v", q, err, p)
		}
	}
	for _, name := range []string{"", "_", "rank", "rank_", "rank_0k", "rank_31k", "rank_10d", "Rank_5k", "rank_5k_", "rank__5k", "rank_5k_2d_1d", "rank_05k",
		"preaz_5", "proyear_1799", "proyear_2024", "proyear_", "proyear_2000_5k", "proyear_+200", "5k", strings.Repeat("rank_5k", 100)} {
		if p, err := ParseProfile(name); err == nil || len(err.Error()) > 300 {
			t.Errorf("%q: got %v, %v, want a short error", name, p, err)
		}
	}
}

// TestProfileIsNeeded checks that human policy nets require a profile and that other nets refuse one.
func TestProfileIsNeeded(t *testing.T) {
	graph := baduk.MustRectangle(5, 5)
	profile, err := ParseProfile("rank_5k_2d")
	if err != nil {
		t.Fatal(err)
	}
	for _, imitates := range []bool{false, true} {
		net, err := nn.NewNet(nn.Random(1, nn.RandomOptions{Version: 15, Metadata: imitates}), nn.FastestLevel().Exact())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []Profile{{}, profile} {
			e, err := New(net, graph, Options{Profile: p})
			if err == nil && (e.Info().Name != net.Model().Name) != imitates {
				t.Errorf("imitates %v: got the name %s, want one with the profile only if it imitates", imitates, e.Info().Name)
			}
			if (err == nil) != (imitates == (p != Profile{})) {
				t.Errorf("imitates %v, profile %q: got %v, want an error", imitates, p, err)
			} else if err != nil {
				t.Log(err)
			}
		}
	}
}
