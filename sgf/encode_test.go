package sgf

import (
	"errors"
	"strings"
	"testing"
)

func TestEncode(t *testing.T) {
	const in = "(;C[é]AB[aa]XX[1]SZ[9]AB[bb]GM[1]B[cc]AA[2]XX[3]KM[7]CA[Latin1]FF[4];W[dd]C[x]MN[3])"
	for _, test := range []struct {
		name, in string
		options  WriteOptions
		want     string
	}{
		{"order kept", in, WriteOptions{}, "(;C[é]AB[aa]XX[1]SZ[9]AB[bb]GM[1]B[cc]AA[2]XX[3]KM[7]CA[UTF-8]FF[4]\n;W[dd]C[x]MN[3])\n"},
		{"canonical", in, WriteOptions{Canonical: true}, "(;FF[4]CA[UTF-8]GM[1]SZ[9]KM[7]AB[aa][bb]B[cc]C[é]AA[2]XX[1]XX[3]\n;W[dd]MN[3]C[x])\n"},
		{"two moves in their order", "(;C[x]W[aa]B[bb]W[cc];B[dd]W[ee])", WriteOptions{Canonical: true}, "(;W[aa]B[bb]W[cc]C[x]\n;B[dd]W[ee])\n"},
		{"Latin-1", in, WriteOptions{Encoding: "iso-8859-1"}, "(;C[\xe9]AB[aa]XX[1]SZ[9]AB[bb]GM[1]B[cc]AA[2]XX[3]KM[7]CA[ISO-8859-1]FF[4]\n;W[dd]C[x]MN[3])\n"},
		{"ASCII needs no CA", "(;FF[4]C[x])", WriteOptions{}, "(;FF[4]C[x])\n"},
		{"CA after FF", "(;GM[1]FF[4]SZ[9];C[é])", WriteOptions{}, "(;GM[1]FF[4]CA[UTF-8]SZ[9]\n;C[é])\n"},
		{"CA first", "(;C[é])(;C[e])", WriteOptions{}, "(;CA[UTF-8]C[é])\n(;C[e])\n"},
		{"CA as it was", "(;CA[utf8]C[é])", WriteOptions{}, "(;CA[utf8]C[é])\n"},
		{"escape character", "(;C[\x1b$B])", WriteOptions{}, "(;CA[UTF-8]C[\x1b$B])\n"},
		{"spelled out", "(;CA[UTF-8]C[é 棋 \U0001F600 \\棋])", WriteOptions{Encoding: "windows-1252", Replace: true},
			"(;CA[windows-1252]C[\xe9 \\\\u68cb \\\\u1f600 \\\\\\u68cb])\n"},
		{"UTF-16", "(;C[é])", WriteOptions{Encoding: "UTF-16"}, "\xfe\xff\x00(\x00;\x00C\x00A\x00[\x00U\x00T\x00F\x00-\x001\x006\x00]\x00C\x00[\x00\xe9\x00]\x00)\x00\n"},
	} {
		f, err := LoadBytes([]byte(test.in), Options{Encoding: "UTF-8"})
		if err != nil {
			t.Fatal(err)
		}
		before := draw(t, f.Trees)
		got, _, err := f.Trees.Encode(test.options)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: %v\n got %q\nwant %q", test.name, err, got, test.want)
		}
		if after := draw(t, f.Trees); after != before {
			t.Errorf("%s: writing changed the tree to %s", test.name, after)
		}
	}
}

func TestEncodeErrors(t *testing.T) {
	c := Collection{{Properties: []Property{{"C", []string{"黒¥と白"}}}}}
	_, _, err := c.Encode(WriteOptions{Encoding: "latin1"})
	want := `text encoding: ISO-8859-1 does not have the character 'と' (U+3068); it lacks 3 of the characters of this file`
	if !errors.Is(err, ErrEncoding) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	// A yen sign does not become a backslash.
	if _, missing, err := c.Encode(WriteOptions{Encoding: "Shift_JIS", Replace: true}); err != nil || string(missing) != "¥" {
		t.Errorf("missing: got %q, %v, want \"¥\"", string(missing), err)
	}
	if _, _, err = c.Encode(WriteOptions{Encoding: "klingon"}); !errors.Is(err, ErrEncoding) {
		t.Errorf("an unknown encoding: got %v, want %v", err, ErrEncoding)
	}
	c[0].Properties[0].Values[0] = "]"
	if data, _, err := c.Encode(WriteOptions{Canonical: true}); err == nil || len(data) > 0 {
		t.Errorf("an unescaped bracket: got %q, %v, want an error and no data", data, err)
	}
}

// TestEncodeReads checks that a written file is read in the encoding in which it was
// written.
func TestEncodeReads(t *testing.T) {
	for encoding, text := range map[string]string{
		"UTF-8": chineseText, "UTF-16": chineseText, "UTF-16LE": koreanText, "UTF-16BE": koreanText, "GB18030": chineseText, "Big5": taiwanText, "Shift_JIS": japaneseText,
		"EUC-JP": japaneseText, "ISO-2022-JP": japaneseText, "EUC-KR": koreanText, "windows-1251": russianText, "KOI8-R": russianText,
		"windows-1252": frenchText, "ISO-8859-1": germanText, "ISO-8859-15": finnishText, "macintosh": frenchText, "HZ-GB-2312": chineseText,
	} {
		root := new(Node)
		root.Set("C", Escape(text+" \\]"))
		data, missing, err := Collection{root}.Encode(WriteOptions{Encoding: encoding})
		if err != nil || len(missing) > 0 {
			t.Errorf("%s: got missing %q, %v, want nothing missing", encoding, missing, err)
			continue
		}
		f, err := LoadBytes(data, Options{})
		if err != nil || f.Trees[0].Text("C") != text+" \\]" || len(f.Diagnostics) > 0 || !strings.HasPrefix(f.Encoding, encoding) {
			t.Errorf("%s: got %v, %s, %v, want the text in that encoding without diagnostics", encoding, err, f.Encoding, f.Diagnostics)
		}
	}
}

// TestEncodeReadsShortTexts checks files whose only text outside ASCII is a short name. A few characters of one
// encoding are often valid in others, so CA has to decide.
func TestEncodeReadsShortTexts(t *testing.T) {
	for encoding, texts := range map[string][]string{
		"GB18030": {"André", "Müller", "Шикшин Илья", "コミ6目半", "コウというルール", "Σωκράτης", "古力"},
		"EUC-JP":  {"André", "Шикшин Илья", "周俊勳", "星"},
		"EUC-KR":  {"Søren", "Шикшин Илья", "シチョウアタリ", "古力", "빅"},
		"Big5":    {"Иванов Пётр", "シチョウ", "周俊勳"},
	} {
		for _, text := range texts {
			root := new(Node)
			root.Set("CA", encoding)
			root.Set("PB", text)
			data, _, err := Collection{root}.Encode(WriteOptions{Encoding: encoding})
			if err != nil {
				t.Fatal(err)
			}
			f, err := LoadBytes(data, Options{})
			if err != nil || f.Trees[0].Text("PB") != text || len(f.Diagnostics) > 0 {
				t.Errorf("%s in %s: got %v, %v, %s, want the text without diagnostics", text, encoding, err, f.Trees, f.Diagnostics)
			}
		}
	}
}
