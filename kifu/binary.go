package kifu

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// ErrNotText is wrapped by the error for a file that is clearly no text, and so no
// record in any format.
var ErrNotText = errors.New("not a record")

// packings and others are what files begin with that people take for records, or
// that have records in them.
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

// tarMagic stands at tarOffset of a tar archive.
const (
	tarMagic  = "ustar"
	tarOffset = 257
)

// checkText errs, and says what it is, where a file is clearly no text in any
// encoding: it begins as archives, pictures and documents do, or is full of control
// characters. Wide says that it is UTF-16 or its like whatever it looks like.
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

// gameBegins is how a game begins in SGF: at the beginning of a file, or further on
// with a property, which hardly comes about by chance.
var gameBegins = regexp.MustCompile(`^\s*\(\s*;|\(\s*;\s*[A-Z]{1,2}\[`)

// looksLikeText reports whether there are few control characters at the beginning:
// of every twenty bytes less than one. Half of the bytes of UTF-16 are zero where it
// has brackets and letters.
func looksLikeText(data []byte) bool {
	data = data[:min(len(data), sniffed)]
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) || bytes.HasPrefix(data, []byte("\x00\x00\xfe\xff")) {
		return true
	}
	if gameBegins.Match(data) || bytes.Contains(data, []byte("(\x00;\x00")) || bytes.Contains(data, []byte("\x00(\x00;")) {
		return true // damaged, perhaps, but there is a game
	}
	control := 0
	for _, c := range data {
		if c < ' ' && strings.IndexByte("\t\n\v\f\r\x1b", c) < 0 {
			control++
		}
	}
	return control*20 < len(data) || control == 0
}
