package sgf

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// charset is an encoding of text, with the name that CA uses for it.
type charset struct {
	name   string
	coding encoding.Encoding // nil for UTF-8
	judge  judge             // rates how well a text reads in the encoding; nil if only CA can select the encoding
}

// isUTF8 reports whether the charset is UTF-8. Text in UTF-8 is not translated.
func (c charset) isUTF8() bool { return c.coding == nil }

// charsetUTF8 is UTF-8, the default.
func charsetUTF8() charset { return charset{name: "UTF-8"} }

// charsetUTF16 is UTF-16 in the given byte order. It does not look for a byte order
// mark, because the caller has already removed it.
func charsetUTF16(order unicode.Endianness) charset {
	name := "UTF-16BE"
	if order == unicode.LittleEndian {
		name = "UTF-16LE"
	}
	return charset{name: name, coding: unicode.UTF16(order, unicode.IgnoreBOM)}
}

// Encodings returns the names of the supported encodings, as the property CA
// writes them. Functions that take a name also understand other spellings and
// aliases, such as "sjis", "GB2312", "cp1252" and "latin1".
func Encodings() []string {
	names := []string{"UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE"}
	for _, c := range charsets() {
		names = append(names, c.name)
	}
	return names
}

// charsets returns all charsets except the Unicode ones. Those that can be detected
// come first. If a text reads equally well in two charsets, the earlier one is chosen.
func charsets() []charset {
	return []charset{
		{"GB18030", simplifiedchinese.GB18030, judgeGB},
		{"Big5", traditionalchinese.Big5, judgeBig5},
		{"Shift_JIS", japanese.ShiftJIS, judgeShiftJIS},
		{"EUC-JP", japanese.EUCJP, judgeEUCJP},
		{"EUC-KR", korean.EUCKR, judgeEUCKR},
		{"windows-1251", charmap.Windows1251, judgeCyrillic},
		{"windows-1252", charmap.Windows1252, judgeLatin},
		{"ISO-8859-15", charmap.ISO8859_15, judgeLatin9},
		{"macintosh", charmap.Macintosh, judgeMacintosh},
		{"ISO-8859-1", charmap.ISO8859_1, judgeLatin1},
		{"ISO-2022-JP", japanese.ISO2022JP, nil},
		{"HZ-GB-2312", simplifiedchinese.HZGB2312, nil},
		{"KOI8-R", charmap.KOI8R, nil},
		{"KOI8-U", charmap.KOI8U, nil},
		{"x-mac-cyrillic", charmap.MacintoshCyrillic, nil},
		{"IBM437", charmap.CodePage437, nil},
		{"IBM850", charmap.CodePage850, nil},
		{"IBM852", charmap.CodePage852, nil},
		{"IBM866", charmap.CodePage866, nil},
		{"windows-1250", charmap.Windows1250, nil},
		{"windows-1253", charmap.Windows1253, nil},
		{"windows-1254", charmap.Windows1254, nil},
		{"windows-1255", charmap.Windows1255, nil},
		{"windows-1256", charmap.Windows1256, nil},
		{"windows-1257", charmap.Windows1257, nil},
		{"windows-1258", charmap.Windows1258, nil},
		{"windows-874", charmap.Windows874, nil},
		{"ISO-8859-2", charmap.ISO8859_2, nil},
		{"ISO-8859-3", charmap.ISO8859_3, nil},
		{"ISO-8859-4", charmap.ISO8859_4, nil},
		{"ISO-8859-5", charmap.ISO8859_5, nil},
		{"ISO-8859-6", charmap.ISO8859_6, nil},
		{"ISO-8859-7", charmap.ISO8859_7, nil},
		{"ISO-8859-8", charmap.ISO8859_8, nil},
		{"ISO-8859-9", charmap.ISO8859_9, nil},
		{"ISO-8859-10", charmap.ISO8859_10, nil},
		{"ISO-8859-13", charmap.ISO8859_13, nil},
		{"ISO-8859-14", charmap.ISO8859_14, nil},
		{"ISO-8859-16", charmap.ISO8859_16, nil},
	}
}

// encodingName returns the name of an encoding as [Encodings] spells it. It reduces an unknown name with [plainName].
func encodingName(name string) string {
	if c, err := charsetByName(name); err == nil {
		return c.name
	}
	return plainName(name)
}

// plainName reduces a name to lower-case letters and digits, because programs
// write "Shift_JIS", "shift-jis" and "ShiftJIS".
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		}
		return -1
	}, name)
}

// charsetByName finds a charset by any of its names. As in other programs, the names
// GB2312 and GBK mean GB18030, which contains both. The name EUC-KR means CP949, which
// contains EUC-KR.
func charsetByName(name string) (charset, error) {
	plain := plainName(name)
	switch plain {
	case "utf8", "unicode11utf8", "usascii", "ascii", "ansix341968", "iso646us":
		return charsetUTF8(), nil
	case "utf16", "utf16be", "unicode", "ucs2", "iso10646ucs2", "unicodefffe":
		return charsetUTF16(unicode.BigEndian), nil
	case "utf16le", "unicodefeff":
		return charsetUTF16(unicode.LittleEndian), nil
	case "gb2312", "gbk", "gb", "gb231280", "euccn", "cp936", "936", "ms936", "windows936", "xgbk", "chinese", "csgb2312", "gb180302000":
		plain = "gb18030"
	case "big5hkscs", "cp950", "950", "ms950", "big5eten", "xxbig5", "csbig5", "cnbig5":
		plain = "big5"
	case "sjis", "xsjis", "mskanji", "cp932", "932", "ms932", "windows31j", "shiftjisx0213", "csshiftjis", "shiftjs":
		plain = "shiftjis"
	case "xeucjp", "ujis", "eucjpms", "cp51932", "eucjapan":
		plain = "eucjp"
	case "jis", "iso2022", "iso2022jp1", "iso2022jp2", "csiso2022jp":
		plain = "iso2022jp"
	case "cp949", "949", "ms949", "uhc", "ksc56011987", "ksc5601", "korean", "windows949", "cseuckr", "euckorea", "ksx1001":
		plain = "euckr"
	case "cp1251", "1251", "win1251", "cswindows1251":
		plain = "windows1251"
	case "cp1252", "1252", "win1252", "ansi", "xansi":
		plain = "windows1252"
	case "latin1", "l1", "88591", "iso88591latin1", "isolatin1", "iso885911987", "cp819", "ibm819":
		plain = "iso88591"
	case "latin9", "latin0", "l9", "isolatin9":
		plain = "iso885915"
	case "mac", "macroman", "xmacroman", "xmacintosh", "applemacintosh":
		plain = "macintosh"
	case "latin2", "l2":
		plain = "iso88592"
	case "koi8":
		plain = "koi8r"
	case "cp1250", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258":
		plain = "windows" + plain[len("cp"):]
	case "cp437", "cp850", "cp852", "cp866":
		plain = "ibm" + plain[len("cp"):]
	}
	for _, c := range charsets() {
		if plainName(c.name) == plain {
			return c, nil
		}
	}
	names := Encodings()
	last := len(names) - 1
	return charset{}, fmt.Errorf("%w: %q is not known: write %s or %s", ErrEncoding, clip(name), strings.Join(names[:last], ", "), names[last])
}
