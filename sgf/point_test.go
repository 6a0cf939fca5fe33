package sgf

import (
	"slices"
	"testing"
)

func TestPoints(t *testing.T) {
	for y := range MaxSide {
		for x := range MaxSide {
			p := XY{x, y}
			if got, err := ParsePoint(p.String()); err != nil || got != p {
				t.Fatalf("%q: got %v, %v, want %v", p.String(), got, err, [2]int{x, y})
			}
		}
	}
	for text, want := range map[string]XY{"aa": {0, 0}, "ba": {1, 0}, "ss": {18, 18}, "Az": {26, 25}, " ZZ\n": {51, 51}} {
		if got, err := ParsePoint(text); err != nil || got != want {
			t.Errorf("%q: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "a", "aaa", "a1", "a a", "aa:bb", "é", "\\a"} {
		if _, err := ParsePoint(text); err == nil {
			t.Errorf("%q was read as a point, want an error", text)
		}
	}
}

func TestPointOffTheBoard(t *testing.T) {
	for _, p := range []XY{{-1, 0}, {0, -1}, {MaxSide, 0}, {0, MaxSide}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("String of %d, %d does not panic", p.X, p.Y)
				}
			}()
			_ = p.String()
		}()
	}
}

func TestParsePoints(t *testing.T) {
	got, err := ParsePoints([]string{"bb", "cc:aa", "ba", "dd"})
	want := []XY{{1, 1}, {0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}, {3, 3}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for _, bad := range []string{"", "aa:", ":aa", "aa:b1", "aa:bb:cc", "aa-bb"} {
		got, err := ParsePoints([]string{"bb", bad, "cc"})
		if err == nil || !slices.Equal(got, []XY{{1, 1}}) {
			t.Errorf("%q: got %v, %v, want bb and an error", bad, got, err)
		}
	}
	if got, err := ParsePoints(nil); len(got) > 0 || err != nil {
		t.Errorf("no values: got %v, %v, want no points and no error", got, err)
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string][2]int{"19": {19, 19}, " 9 : 13 ": {9, 13}, "9x13": {9, 13}, "1:52": {1, 52}} {
		w, h, err := ParseSize(text)
		if err != nil || w != want[0] || h != want[1] {
			t.Errorf("%q: got %dx%d, %v, want %v", text, w, h, err, want)
		}
		if w, h, err = ParseSize(FormatSize(w, h)); err != nil || w != want[0] || h != want[1] {
			t.Errorf("%q, formatted and parsed again: got %dx%d, %v, want %v", text, w, h, err, want)
		}
	}
	for _, text := range []string{"", "x", "9:", ":9", "0", "-9", "53", "9:53", "9:9:9", "99999999999999999999", "9.5"} {
		if w, h, err := ParseSize(text); err == nil || w != 0 || h != 0 {
			t.Errorf("%q: got %dx%d, %v, want an error", text, w, h, err)
		}
	}
}
