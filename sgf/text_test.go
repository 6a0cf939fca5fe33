package sgf

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for _, test := range []struct{ raw, text, simple string }{
		{"", "", ""},
		{"plain 日本語", "plain 日本語", "plain 日本語"},
		{`\]\\\:\n`, `]\:n`, `]\:n`},
		{"a\nb\r\nc\n\rd\re", "a\nb\nc\nd\ne", "a b c d e"},
		{"a\n\nb\r\r\nc", "a\n\nb\n\nc", "a  b  c"},
		{"a\\\nb\\\r\nc\\\n\rd\\\re", "abcde", "abcde"},
		{"a\\\n\nb", "a\nb", "a b"},
		{"a\tb\vc\fd\\\te", "a b c d e", "a b c d e"},
		{`a\\` + "\nb", "a\\\nb", `a\ b`},
		{`end\`, "end", "end"},
		{"\xff\\\xfe", "\xff\xfe", "\xff\xfe"},
		{`\日`, "日", "日"},
	} {
		if got := Text(test.raw); got != test.text {
			t.Errorf("Text(%q) = %q, want %q", test.raw, got, test.text)
		}
		if got := SimpleText(test.raw); got != test.simple {
			t.Errorf("SimpleText(%q) = %q, want %q", test.raw, got, test.simple)
		}
	}
}

// TestTextOfTheStandard decodes the example of FF[4], "Formatted text".
func TestTextOfTheStandard(t *testing.T) {
	const raw = "Meijin NR: yeah, k4 is won\\\nderful\nsweat NR: thank you! :\\)\n" +
		"dada NR: yup. I like this move too. It's a move only to be expected from a pro. I really like it :)\n" +
		"jansteen 4d: Can anyone\\\n explain [me\\] k4?"
	const want = "Meijin NR: yeah, k4 is wonderful\nsweat NR: thank you! :)\n" +
		"dada NR: yup. I like this move too. It's a move only to be expected from a pro. I really like it :)\n" +
		"jansteen 4d: Can anyone explain [me] k4?"
	if got := Text(raw); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSplitValue(t *testing.T) {
	for _, test := range []struct {
		raw, first, second string
		composed           bool
	}{
		{"", "", "", false},
		{"aa", "aa", "", false},
		{"aa:bb", "aa", "bb", true},
		{":", "", "", true},
		{`a\:b`, `a\:b`, "", false},
		{`a\\:b:c`, `a\\`, "b:c", true},
		{`a\`, `a\`, "", false},
	} {
		first, second, composed := SplitValue(test.raw)
		if first != test.first || second != test.second || composed != test.composed {
			t.Errorf("SplitValue(%q) = %q, %q, %v, want %q, %q, %v", test.raw, first, second, composed, test.first, test.second, test.composed)
		}
	}
}

// FuzzText checks that text comes back from a file unchanged, as a value and as part
// of a composed one.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "plain", `\`, "]", "a:b", "a\nb\r\n", `\\]]::`, "日本\xff", "\\\n"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = validUTF8(a), validUTF8(b)
		want := Text(strings.ReplaceAll(a, `\`, `\\`)) // the text a with normalised white space
		var root Node
		root.Set("C", Escape(a))
		root.Set("AP", Compose(a, b))
		data, err := Collection{&root}.AppendTo(nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if got := c[0].Text("C"); got != want {
			t.Errorf("%q came back as %q, want %q", a, got, want)
		}
		raw, _ := c[0].Value("AP")
		first, second, ok := SplitValue(raw)
		if wantB := Text(strings.ReplaceAll(b, `\`, `\\`)); !ok || Text(first) != want || Text(second) != wantB {
			t.Errorf("%q:%q came back as %q:%q, want %q:%q", a, b, Text(first), Text(second), want, wantB)
		}
	})
}
