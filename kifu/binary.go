package kifu

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// ErrNotText means that a file is clearly not text, so it is not a record in any
// format.
var ErrNotText = errors.New("not a record")

// The first bytes of files that users mistake for records. A file that begins like one
// of packings or otherPackings may contain records. A file that begins like one of
// others does not.
var (
	packings = [][2]string{
		{"PK\x03\x04", "a zip archive"}, {"PK\x05\x06", "an empty zip archive"}, {"PK\x07\x08", "a part of a zip archive"},
		{"\x1f\x8b\x08", "packed with gzip"}, {"\xfd7zXZ\x00", "packed with xz"},
	}
	otherPackings = [][2]string{
		{"BZh", "packed with bzip2"}, {"\x28\xb5\x2f\xfd", "packed with zstd"}, {"7z\xbc\xaf\x27\x1c", "a 7z archive"}, {"Rar!\x1a\x07", "a RAR archive"},
	}
	others = [][2]string{
		{"\xff\xd8\xff", "a picture (JPEG)"}, {"\x89PNG\r\n\x1a\n", "a picture (PNG)"}, {"GIF87a", "a picture (GIF)"}, {"GIF89a", "a picture (GIF)"},
		{"%PDF-", "a document (PDF)"}, {"SQLite format 3\x00", "a database (SQLite), such as a library of tengen"},
		{"\x7fELF", "a program"},
	}
)

// tarMagic is the text at byte tarOffset of a tar archive.
const (
	tarMagic  = "ustar"
	tarOffset = 257
)

// checkText returns an error if a file is clearly not text in any encoding: if it
// begins like an archive, a picture or a document, or has many control characters. The
// error names the kind of file. If wide is true, control characters are allowed,
// because the file may be in UTF-16 or a similar encoding.
func checkText(data []byte, wide bool) error {
	begins := func(kinds [][2]string) string {
		for _, kind := range kinds {
			if bytes.HasPrefix(data, []byte(kind[0])) {
				return kind[1]
			}
		}
		return ""
	}
	if what := begins(packings); what != "" {
		return fmt.Errorf("%w: this is %s: unpack it, or give it to tengen sgf by its name", ErrNotText, what)
	}
	if len(data) > tarOffset && bytes.HasPrefix(data[tarOffset:], []byte(tarMagic)) {
		return fmt.Errorf("%w: this is a tar archive: unpack it, or give it to tengen sgf by its name", ErrNotText)
	}
	if what := begins(otherPackings); what != "" && !looksLikeText(data) {
		return fmt.Errorf("%w: this is %s: unpack it", ErrNotText, what)
	}
	if what := begins(others); what != "" {
		return fmt.Errorf("%w: this is %s", ErrNotText, what)
	}
	if !wide && !looksLikeText(data) {
		return fmt.Errorf("%w: this is not text but a binary file", ErrNotText)
	}
	return nil
}

// gameBegins matches the beginning of a game in SGF. At the start of a file "(;" is
// enough. Elsewhere the name of a property has to follow, because "(;" alone may occur
// by chance.
var gameBegins = regexp.MustCompile(`^\s*\(\s*;|\(\s*;\s*[A-Z]{1,2}\[`)

// looksLikeText reports whether the beginning of a file has few control characters:
// less than one in twenty bytes. A file that contains a game counts as text. A file
// that may be in UTF-16 also counts as text. In such a file every second byte of ASCII
// text is zero, which would count as a control character.
func looksLikeText(data []byte) bool {
	data = data[:min(len(data), sniffed)]
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) || bytes.HasPrefix(data, []byte("\x00\x00\xfe\xff")) {
		return true
	}
	if gameBegins.Match(data) || bytes.Contains(data, []byte("(\x00;\x00")) || bytes.Contains(data, []byte("\x00(\x00;")) {
		return true // it may be damaged, but it has a game
	}
	control := 0
	for _, c := range data {
		if c < ' ' && strings.IndexByte("\t\n\v\f\r\x1b", c) < 0 {
			control++
		}
	}
	return control*20 < len(data) || control == 0
}
