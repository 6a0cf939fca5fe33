package wording

import "testing"

// TestNearest checks, among others, that two exchanged letters, the most common mistake, count
// as one.
func TestNearest(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"", "ab", 2}, {"modle", "model", 1}, {"adr", "addr", 1}, {"kitten", "sitting", 3}, {"abcd", "badc", 2}, {"ca", "abc", 3}, {"mobius", "möbius", 1}} {
		if got := distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("the distance from %q to %q is %d, want %d", c.a, c.b, got, c.want)
		}
	}
	keys := []string{"web.addr", "web.data", "gtp.size"}
	for word, want := range map[string]string{"web.adr": "web.addr", "web.date": "web.data", "gpt.size": "gtp.size", "zzz": "", "": ""} {
		if got := Nearest(word, keys, len(word)/3); got != want {
			t.Errorf("the word nearest to %q is %q, want %q", word, got, want)
		}
	}
	candidates := []string{"config", "model", "human-model"}
	if got := Nearest("modle", candidates, 1); got != "model" {
		t.Errorf("the word nearest to modle is %q, want model", got)
	}
	if got := Nearest("mdl", candidates, 1); got != "" {
		t.Errorf("the word nearest to mdl with one mistake is %q, want none", got)
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text  string
		bytes int
		want  string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc..."}, {"aü", 2, "a..."}} {
		if got := Clip(c.text, c.bytes); got != c.want {
			t.Errorf("%q clipped to %d bytes is %q, want %q", c.text, c.bytes, got, c.want)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		text    string
		letters int
		want    string
	}{{" a\n b\tc ", 5, "a b c"}, {"äöü", 3, "äöü"}, {"äöüx", 3, "äö…"}} {
		if got := Shorten(c.text, c.letters); got != c.want {
			t.Errorf("%q shortened to %d letters is %q, want %q", c.text, c.letters, got, c.want)
		}
	}
}
