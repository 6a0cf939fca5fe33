package sgf

import (
	"errors"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

func TestDecode(t *testing.T) {
	encode := func(e interface{ Bytes([]byte) ([]byte, error) }, text string) []byte {
		b, err := e.Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		name        string
		data        []byte
		o           DecodeOptions
		text        string
		encoding    string
		diagnostics int
	}{
		{"ASCII", []byte("[Header]"), DecodeOptions{}, "[Header]", "UTF-8", 0},
		{"UTF-8 with a mark", []byte("\ufeff흑"), DecodeOptions{}, "흑", "UTF-8", 0},
		{"UTF-8 despite another expectation", []byte("흑 불계승, 바둑"), DecodeOptions{Expected: "EUC-KR"}, "흑 불계승, 바둑", "UTF-8", 0},
		{"Korean", encode(korean.EUCKR.NewEncoder(), "호선 : 흑 공제 6집반, 제한시간 20분"), DecodeOptions{}, "호선 : 흑 공제 6집반, 제한시간 20분", "EUC-KR", 1},
		{"Korean as expected", encode(korean.EUCKR.NewEncoder(), "호선 : 흑 공제 6집반"), DecodeOptions{Expected: "euc-kr"}, "호선 : 흑 공제 6집반", "EUC-KR", 0},
		{"Chinese", encode(simplifiedchinese.GB18030.NewEncoder(), "韩国十段战 黑中盘胜"), DecodeOptions{}, "韩国十段战 黑中盘胜", "GB18030", 1},
		{"short, as expected", encode(japanese.ShiftJIS.NewEncoder(), "趙治勲"), DecodeOptions{Expected: "SJIS"}, "趙治勲", "Shift_JIS", 0},
		{"an unknown expectation", []byte("abc"), DecodeOptions{Expected: "klingon"}, "abc", "UTF-8", 0},
		{"UTF-16 with a mark", encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(), "\\HS 흑"), DecodeOptions{}, "\\HS 흑", "UTF-16LE", 0},
		{"UTF-16 without a mark", encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder(), "[Header]\n흑"), DecodeOptions{}, "[Header]\n흑", "UTF-16BE", 0},
		{"forced", []byte{0xa4, 0xa4}, DecodeOptions{Encoding: "windows-1252", Expected: "EUC-KR"}, "¤¤", "windows-1252", 0},
		{"damaged", []byte("바둑바둑바둑바둑바둑\xff"), DecodeOptions{}, "바둑바둑바둑바둑바둑\ufffd", "UTF-8", 1},
	} {
		text, encoding, diagnostics, err := Decode(c.data, c.o)
		if err != nil || text != c.text || encoding != c.encoding || len(diagnostics) != c.diagnostics {
			t.Errorf("%s: got %q in %s, %v, %v, want %q in %s and %d diagnostics", c.name, text, encoding, diagnostics, err, c.text, c.encoding, c.diagnostics)
		}
	}
	if _, _, _, err := Decode([]byte("x"), DecodeOptions{Encoding: "klingon"}); !errors.Is(err, ErrEncoding) {
		t.Errorf("an unknown encoding: got %v, want %v", err, ErrEncoding)
	}
}
