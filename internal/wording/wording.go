package wording

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Nearest returns the candidate that is most similar to a mistyped word. It returns "" if every
// candidate differs from the word by more than the given number of mistakes.
func Nearest(word string, candidates []string, mistakes int) string {
	best, least := "", mistakes+1
	for _, c := range candidates {
		if d := distance([]rune(word), []rune(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance returns the optimal string alignment distance (Damerau 1964) of a and b. It is the
// smallest number of changes that turn a into b. A change inserts, deletes or replaces a letter,
// or exchanges two neighbouring letters.
func distance(a, b []rune) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range b {
			cost := row[j]
			if a[i] != b[j] {
				cost++
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cost = min(cost, before[j-1]+1)
			}
			next[j+1] = min(cost, row[j+1]+1, next[j]+1)
		}
		before, row = row, next
	}
	return row[len(b)]
}

// Clip returns the text, or its first bytes and "..." if it is longer than the given number of
// bytes. It never splits a character.
func Clip(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	return strings.ToValidUTF8(text[:bytes], "") + "..."
}

// Shorten joins the words of a text with single spaces, on one line. If the result has more than the given number of
// letters, Shorten cuts it and ends it with "…".
func Shorten(text string, letters int) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > letters {
		return string(r[:letters-1]) + "…"
	}
	return text
}

// OneLine replaces line breaks and control characters with spaces, so that a message stays on
// one line and cannot control the terminal.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// Counted returns a count with its noun, such as "1 file" or "3 files".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// FileName returns the name of a file. Bytes that are not valid UTF-8 are escaped.
func FileName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if _, size := utf8.DecodeRuneInString(name[i:]); r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, name[i])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// WithoutPath removes the file's name from an error, for messages that begin with the name.
func WithoutPath(err error) error {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err
	}
	return err
}
