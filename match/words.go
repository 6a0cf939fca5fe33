package match

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// splitWords splits a command line at spaces, as a POSIX shell does. It knows '...', "..." and \x as quotes, but no
// variables, globs or operators.
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	var quote rune
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			if quote == '"' && r != '"' && r != '\\' {
				word.WriteByte('\\') // inside "..." a backslash quotes only " and \
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inWord = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a %c is not closed", quote)
	}
	if escaped {
		return nil, errors.New("it ends with a backslash, which has to be followed by a character")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// joinErrors joins two errors on one line. Either may be nil.
func joinErrors(first, then error) error {
	if first == nil || then == nil {
		return cmp.Or(first, then)
	}
	return fmt.Errorf("%w; %w", first, then)
}
