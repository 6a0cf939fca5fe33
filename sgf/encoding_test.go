package sgf

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Text as in real records: names, and comments.
var (
	chineseNames  = []string{"古力", "李世石", "柯洁", "常昊 九段", "聂卫平", "第3届春兰杯世界围棋赛"}
	taiwanNames   = []string{"周俊勳", "張栩 九段", "陳詩淵", "林海峰", "第十屆中環盃決賽"}
	japaneseNames = []string{"井山裕太", "第43期棋聖戦", "趙治勲 名人", "本因坊秀策", "コミ6目半"}
	koreanNames   = []string{"이창호", "박정환 9단", "최철한", "제12회 농심신라면배", "바둑"}

	chineseText  = "围棋是一种策略性两人棋类游戏，黑棋先走。这里白棋应该跳出，如果黑棋断，白可以长，这样黑棋的三个子就很危险了。"
	taiwanText   = "圍棋是一種策略性兩人棋類遊戲，黑棋先走。這裡白棋應該跳出，如果黑棋斷，白可以長，這樣黑棋的三個子就很危險了。"
	japaneseText = "囲碁は二人で行うボードゲームの一種である。ここで白は飛ぶべきだった。黒が切れば、白は伸びて戦うことができる。"
	koreanText   = "바둑은 두 사람이 흑과 백의 돌을 번갈아 놓는 놀이이다. 여기서 백은 뛰어야 했다. 흑이 끊으면 백은 늘어서 싸울 수 있다."
	russianText  = "Го - древняя игра, которая со времен ее забытого происхождения в Китае распространилась на остальную часть Азии."
	germanText   = "Hier hätte Weiß springen müssen: Schwarz könnte sonst schneiden, und die Gruppe wäre gefährdet. Größere Züge übrig."
	frenchText   = "Très joué à l’époque, ce coup a été abandonné : Noir peut répondre ici, où Blanc n’est pas protégé. Ça dépend."
	finnishText  = "Valkea pelasi tässä väärin: žanrin mestari Šakki olisi hypännyt, ja öinen taistelu jäi pelaamatta. Hinta 5 €."
)

// file returns a game with these comments in an encoding.
func file(t *testing.T, encoding, ca string, texts ...string) []byte {
	t.Helper()
	var b strings.Builder
	b.WriteString("(;GM[1]")
	if ca != "" {
		b.WriteString("CA[" + ca + "]")
	}
	for _, text := range texts {
		b.WriteString(";C[" + Escape(text) + "]B[aa]")
	}
	b.WriteString(")\n")
	c, err := charsetByName(encoding)
	if err != nil {
		t.Fatal(err)
	}
	if c.isUTF8() {
		return []byte(b.String())
	}
	data, err := c.coding.NewEncoder().Bytes([]byte(b.String()))
	if err != nil {
		t.Fatalf("%s: %v", encoding, err)
	}
	return data
}

func texts(f *File) (all []string) {
	for n := range f.Trees[0].All() {
		if n.Has("C") {
			all = append(all, n.Text("C"))
		}
	}
	return all
}

// TestDetection reads text in every encoding: with the right CA, without CA, and
// with a wrong CA.
func TestDetection(t *testing.T) {
	for _, test := range []struct {
		encoding string
		texts    []string
		onlyCA   bool // cannot be distinguished from other encodings without CA
	}{
		{"UTF-8", append(slices.Clone(chineseNames), russianText, koreanText), false},
		{"UTF-16LE", []string{germanText, japaneseText}, false},
		{"UTF-16BE", []string{germanText, japaneseText}, false},
		{"GB18030", chineseNames, false},
		{"GB18030", []string{chineseText}, false},
		{"Big5", taiwanNames, false},
		{"Big5", []string{taiwanText}, false},
		{"Shift_JIS", japaneseNames, false},
		{"Shift_JIS", []string{japaneseText}, false},
		{"EUC-JP", japaneseNames, false},
		{"EUC-JP", []string{japaneseText}, false},
		{"ISO-2022-JP", []string{japaneseText}, false},
		{"EUC-KR", koreanNames, false},
		{"EUC-KR", []string{koreanText}, false},
		{"windows-1251", []string{russianText}, false},
		{"windows-1251", []string{"Иванов Пётр", "Шикшин Илья"}, false},
		{"windows-1252", []string{germanText}, false},
		{"windows-1252", []string{frenchText}, false},
		{"windows-1252", []string{"Björn Wendén", "Antti Törmänen"}, false},
		{"ISO-8859-1", []string{germanText}, true},
		{"ISO-8859-15", []string{finnishText}, false},
		{"macintosh", []string{germanText}, false},
		{"macintosh", []string{frenchText}, false},
		{"KOI8-R", []string{russianText}, true},
		{"ISO-8859-2", []string{"Miloš Čáp, Radek Nechanický"}, true},
	} {
		for _, ca := range []string{test.encoding, "", "UTF-8", "ISO-8859-1", "nonsense"} {
			if test.onlyCA && ca != test.encoding || test.encoding == "ISO-2022-JP" && ca == "UTF-8" || test.encoding == "ISO-8859-15" && ca == "ISO-8859-1" {
				continue // the text is also valid in the encoding that CA names
			}
			data := file(t, test.encoding, ca, test.texts...)
			f, err := LoadBytes(data, Options{})
			if err != nil {
				t.Errorf("%s, CA[%s]: %v", test.encoding, ca, err)
				continue
			}
			if got := texts(f); f.Encoding != test.encoding && f.Encoding != ca || !slices.Equal(got, test.texts) {
				t.Errorf("%s, CA[%s]: read as %s: %.90q, want %.90q", test.encoding, ca, f.Encoding, got, test.texts)
			}
			if worst, any := worstOf(f); ca == test.encoding && any || worst > Warning {
				t.Errorf("%s, CA[%s]: got the diagnostics %v, want none with the right CA, and no errors", test.encoding, ca, f.Diagnostics)
			}
		}
		// The encoding of the options overrides CA.
		f, err := LoadBytes(file(t, test.encoding, "wrong", test.texts...), Options{Encoding: test.encoding})
		if err != nil || !slices.Equal(texts(f), test.texts) {
			t.Errorf("%s, forced: got %v, %.90q, want %.90q", test.encoding, err, texts(f), test.texts)
		}
	}
}

// TestWrongMultiByteCA reads text with a CA that names another encoding with several bytes per character. Chinese
// programs write such a CA on computers with another language.
func TestWrongMultiByteCA(t *testing.T) {
	for _, test := range []struct{ encoding, ca, text string }{
		{"Big5", "GB2312", strings.Join(taiwanNames, ", ")}, {"Big5", "GB2312", taiwanText}, {"Big5", "GB2312", "張栩 九段"},
		{"EUC-KR", "GB2312", koreanText}, {"EUC-JP", "GB2312", japaneseText}, {"Shift_JIS", "GB2312", japaneseText},
		{"windows-1252", "GB2312", "Björn Wendén"}, {"windows-1252", "GB2312", "André"}, {"windows-1252", "Big5", "Müller"}, {"windows-1251", "GB2312", russianText},
		{"GB18030", "Big5", chineseText}, {"GB18030", "EUC-KR", strings.Join(chineseNames, ", ")},
	} {
		f, err := LoadBytes(file(t, test.encoding, test.ca, test.text), Options{})
		if err != nil || texts(f)[0] != test.text || f.Encoding != test.encoding {
			t.Errorf("%s, CA[%s]: got %v, %s, %.90q, want %.90q", test.encoding, test.ca, err, f.Encoding, texts(f), test.text)
		}
	}
}

// TestOneName reads files whose only text is one name. Without CA, one guess in ten
// may be wrong; with CA, every name has to be right.
func TestOneName(t *testing.T) {
	right, total := 0, 0
	for encoding, names := range map[string][]string{
		"GB18030": chineseNames, "Big5": taiwanNames, "Shift_JIS": japaneseNames, "EUC-JP": japaneseNames, "EUC-KR": koreanNames,
	} {
		for _, name := range names {
			f, err := LoadBytes(file(t, encoding, "", name), Options{})
			total++
			if err == nil && texts(f)[0] == name {
				right++
			} else {
				t.Logf("%s in %s without CA is read as %s in %s", name, encoding, texts(f)[0], f.Encoding)
			}
			f, err = LoadBytes(file(t, encoding, encoding, name), Options{})
			if err != nil || texts(f)[0] != name {
				t.Errorf("%s in %s with CA is read as %q in %s", name, encoding, texts(f), f.Encoding)
			}
		}
	}
	t.Logf("%d of %d right", right, total)
	if right*10 < total*9 {
		t.Errorf("%d of %d right, want at least nine of ten", right, total)
	}
}

// TestSecondBytes reads characters whose second byte is "\", "]", "[" or ":" in
// ASCII. They must not be read as these characters.
func TestSecondBytes(t *testing.T) {
	for encoding, text := range map[string]string{
		"Shift_JIS": "表ソ能十予暴貼申構噂", // second byte 5C
		"Big5":      "功許蓋育娉廄琵跚",
		"GB18030":   "俓乗乚乛",
	} {
		c, err := charsetByName(encoding)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := c.coding.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.ContainsAny(string(raw), `\]`) {
			t.Errorf("%s: %q has no such byte", encoding, raw)
		}
		want := text + " [and] \\ too: " + text
		f, err := LoadBytes(file(t, encoding, encoding, want), Options{})
		if err != nil || texts(f)[0] != want || len(f.Diagnostics) > 0 {
			t.Errorf("%s: got %v, %q, %v, want %q without diagnostics", encoding, err, texts(f), f.Diagnostics, want)
		}
	}
}

func TestByteOrderMarks(t *testing.T) {
	for mark, encoding := range map[string]string{"\ufeff": "UTF-8", "\xff\xfe": "UTF-16LE", "\xfe\xff": "UTF-16BE"} {
		data := append([]byte(mark), file(t, encoding, "GB2312", "黒")...)
		f, err := LoadBytes(data, Options{})
		if err != nil || f.Encoding != encoding || texts(f)[0] != "黒" {
			t.Errorf("%s: got %v, %q in %s, want 黒", encoding, err, texts(f), f.Encoding)
		}
		if len(f.Diagnostics) != 1 || f.Diagnostics[0].Code != CodeEncodingWrong {
			t.Errorf("%s: got the diagnostics %v, want %s alone", encoding, f.Diagnostics, CodeEncodingWrong)
		}
		f, err = LoadBytes(data, Options{Encoding: encoding})
		if err != nil || texts(f)[0] != "黒" {
			t.Errorf("%s, forced: got %v, %q, want 黒", encoding, err, texts(f))
		}
	}
}

// TestDamage checks that UTF-8 with a few bad bytes is still read as UTF-8.
func TestDamage(t *testing.T) {
	data := []byte("(;C[" + japaneseText + "]N[" + japaneseText[:10] + "])")
	f, err := LoadBytes(data, Options{})
	if err != nil || f.Encoding != "UTF-8" || f.Trees[0].Text("C") != japaneseText || f.Trees[0].Text("N") != japaneseText[:9]+replaced {
		t.Fatalf("got %v, %s, N[%s], want UTF-8 and N[%s]", err, f.Encoding, f.Trees[0].Text("N"), japaneseText[:9]+replaced)
	}
	d, offset := f.Diagnostics[0], strings.Index(string(data), "N[")+2+9
	if d.Code != CodeUndecodable || d.Severity != Warning || d.Offset != offset {
		t.Errorf("got %v, want the warning %s at offset %d", f.Diagnostics, CodeUndecodable, offset)
	}
}

// TestOffsets checks that the offset of a diagnostic is a byte of the original file
// in every encoding.
func TestOffsets(t *testing.T) {
	for encoding, text := range map[string]string{
		"UTF-8": chineseText, "UTF-16LE": chineseText + "😀", "UTF-16BE": chineseText, "GB18030": chineseText + "😀", "Big5": taiwanText,
		"Shift_JIS": japaneseText, "EUC-JP": japaneseText, "ISO-2022-JP": japaneseText, "EUC-KR": koreanText,
		"windows-1251": russianText, "macintosh": frenchText, "windows-1252": germanText,
	} {
		for _, repeat := range []int{0, 1, 300} {
			before := "(;C[" + strings.Repeat(text+"\n", repeat)
			c, err := charsetByName(encoding)
			if err != nil {
				t.Fatal(err)
			}
			encode := func(s string) []byte {
				if c.isUTF8() {
					return []byte(s)
				}
				b, err := c.coding.NewEncoder().Bytes([]byte(s))
				if err != nil {
					t.Fatal(err)
				}
				return b
			}
			data := encode(before + "]\n]X[])")
			f, err := LoadBytes(data, Options{Encoding: encoding})
			if err != nil || len(f.Diagnostics) != 2 {
				t.Fatalf("%s: got the diagnostics %v (error: %v), want 2", encoding, f.Diagnostics, err)
			}
			d := f.Diagnostics[0]
			if want := len(encode(before + "]\n")); d.Offset != want || d.Line != repeat+2 || d.Column != 1 {
				t.Errorf("%s, %d times: offset %d, line %d, column %d, want offset %d, line %d", encoding, repeat, d.Offset, d.Line, d.Column, want, repeat+2)
			}
		}
	}
}

func TestEncodingNames(t *testing.T) {
	for _, name := range Encodings() {
		if _, err := charsetByName(name); err != nil {
			t.Error(err)
		}
	}
	for name, want := range map[string]string{
		"utf8": "UTF-8", "GBK": "GB18030", "gb2312": "GB18030", "EUC-CN": "GB18030", "big5-hkscs": "Big5", "SJIS": "Shift_JIS", "MS_KANJI": "Shift_JIS",
		"Shift-JIS": "Shift_JIS", "cp949": "EUC-KR", "ks_c_5601-1987": "EUC-KR", "Windows-1251": "windows-1251", "cp1252": "windows-1252",
		"latin1": "ISO-8859-1", "ISO8859-1": "ISO-8859-1", "Latin-9": "ISO-8859-15", "Macintosh": "macintosh", "iso-2022-jp": "ISO-2022-JP", "UTF16LE": "UTF-16LE",
	} {
		if c, err := charsetByName(name); err != nil || c.name != want {
			t.Errorf("%s is %s, %v, want %s", name, c.name, err, want)
		}
	}
	if _, err := LoadBytes([]byte("(;)"), Options{Encoding: "klingon"}); err == nil || !strings.HasPrefix(err.Error(), `text encoding: "klingon" is not known: write UTF-8, UTF-16, `) || !strings.HasSuffix(err.Error(), " or ISO-8859-16") {
		t.Errorf("got %v, want an error that lists the encodings", err)
	}
}

// FuzzEncodings writes text in every encoding and reads it back. Characters that the
// encoding lacks come back spelled out.
func FuzzEncodings(f *testing.F) {
	for i, s := range []string{"", chineseText, taiwanText, japaneseText, koreanText, russianText, germanText, "¥‾\\]:~{", "\x1b$B", "\ufeff😀\ufffd"} {
		f.Add(uint8(i), s)
	}
	names := Encodings()
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		name := names[int(which)%len(names)]
		root := &Node{}
		root.Set("C", Escape(text))
		data, missing, err := Collection{root}.Encode(WriteOptions{Encoding: name, Replace: true})
		if err != nil {
			t.Fatal(err)
		}
		want := validUTF8(text)
		for _, r := range missing {
			want = strings.ReplaceAll(want, string(r), fmt.Sprintf(`\u%04x`, r))
		}
		want = Text(strings.ReplaceAll(want, `\`, `\\`))
		f, err := LoadBytes(data, Options{Encoding: name})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := f.Trees[0].Text("C"); got != want {
			t.Errorf("%s: %q came back as %q, want %q", name, text, got, want)
		}
		// With any detected encoding, the values are valid UTF-8.
		if f, err = LoadBytes(data, Options{}); err == nil {
			for _, n := range f.Trees {
				if !utf8.ValidString(n.Text("C")) {
					t.Errorf("%s: %q is not text", name, n.Text("C"))
				}
			}
		}
	})
}
