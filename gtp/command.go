package gtp

import (
	"fmt"
	"strings"
)

// MaxLine is the largest length of a command line in bytes, without the newline. It
// holds for lines that are read and for lines that are sent.
const MaxLine = 65536

// Command is a parsed command line.
type Command struct {
	ID   string   // digits before the command, as received; empty if missing
	Name string   // empty only if the line has only an id
	Args []string // without spaces
}

// ParseCommand reads a line, with or without its newline. It returns false for a line
// that is empty or has only spaces and a comment. Such a line gets no answer.
//
// Control characters are dropped, but a tab counts as a space. A comment begins with #.
// ParseCommand is lenient in two ways: it drops a byte order mark before the command,
// and an id may be longer than the protocol's 31 bits.
func ParseCommand(line string) (Command, bool) {
	line = strings.TrimPrefix(line, "\ufeff")
	line, _, _ = strings.Cut(line, "#")
	words := strings.FieldsFunc(dropControls(line), func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' })
	if len(words) == 0 {
		return Command{}, false
	}
	var c Command
	if isNumber(words[0]) {
		c.ID, words = words[0], words[1:]
	}
	if len(words) > 0 {
		c.Name, c.Args = words[0], words[1:]
	}
	return c, true
}

// String formats the command as a line, without a newline.
func (c Command) String() string {
	words := make([]string, 0, 2+len(c.Args))
	for _, w := range append([]string{c.ID, c.Name}, c.Args...) {
		if w != "" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// dropControls removes control characters except newlines and tabs. It works on bytes,
// so it does not damage text, whatever the encoding.
func dropControls(text string) string {
	b := make([]byte, 0, len(text))
	for i := range len(text) {
		if c := text[i]; c >= ' ' && c != 0x7f || c == '\n' || c == '\t' {
			b = append(b, c)
		}
	}
	return string(b)
}

func isNumber(word string) bool {
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// Failure is an answer that begins with a question mark: the program has read the
// command and refused it.
type Failure struct {
	Text string // text after the question mark and the id
}

func (f *Failure) Error() string { return f.Text }

// Failf makes a [Failure], for a [Handler] to return.
func Failf(format string, args ...any) *Failure {
	return &Failure{Text: fmt.Sprintf(format, args...)}
}

// FormatAnswer formats a whole answer: "=" or, if failed, "?", the id, the text, and
// two newlines. It drops empty lines and control characters from the text, so the text
// cannot end the answer early. If the text begins with a newline, it starts on the line
// after the "=", as is usual for boards.
func FormatAnswer(failed bool, id, text string) string {
	var b strings.Builder
	b.WriteString(answerHead(failed, id))
	first, rest, _ := strings.Cut(cleanText(text), "\n")
	if first != "" {
		b.WriteString(" " + first)
	}
	b.WriteString("\n")
	if rest != "" {
		b.WriteString(rest + "\n")
	}
	b.WriteString("\n")
	return b.String()
}

func answerHead(failed bool, id string) string {
	if failed {
		return "?" + id
	}
	return "=" + id
}

// cleanText drops control characters, blank lines and spaces at line ends. It keeps a
// newline at the very beginning.
func cleanText(text string) string {
	var lines []string
	for i, line := range strings.Split(dropControls(text), "\n") {
		line = strings.TrimRight(line, " \t")
		if line != "" || i == 0 {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// Color is the colour of a player. Its value is the letter that the protocol uses.
type Color byte

// The two colours.
const (
	Black Color = 'b'
	White Color = 'w'
)

// String is "b" or "w".
func (c Color) String() string { return string(rune(c)) }

// ParseColor reads b, w, black and white, in upper or lower case. The error is a
// [Failure] with the text that the protocol prescribes.
func ParseColor(word string) (Color, error) {
	switch strings.ToLower(word) {
	case "b", "black":
		return Black, nil
	case "w", "white":
		return White, nil
	}
	return 0, Failf("syntax error")
}
