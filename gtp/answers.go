package gtp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// answer is a program's answer, or an error about it.
type answer struct {
	failed bool
	id     string // as received; empty if missing
	text   string // lines of the answer, without the newlines that end it
	err    error
}

// readAnswers reads a program's output to its end. It passes every answer to the
// function deliver, which reports whether a caller waits for the answer. An answer ends
// at the first empty line. Lines between answers go to the function skipped. If an
// answer or a line is longer than limit, readAnswers delivers an error at once, because
// the end of the line may never come.
//
// The function unasked is called with the number of bytes of all other output: lines
// between answers, blank lines, and answers for which no caller waits. If the output ends
// inside an answer, readAnswers returns the beginning of that answer.
func readAnswers(r io.Reader, limit int, deliver func(answer) bool, skipped func(line string), unasked func(bytes int)) (partial string) {
	b := bufio.NewReader(r)
	var a answer
	var text strings.Builder
	inside := false // reading an answer
	rest := false   // reading the rest of a line whose beginning was too long
	bytes := 0      // bytes read that may later count as unasked
	for {
		line, n, ended, err := readLine(b, limit)
		bytes += n
		if err != nil {
			if inside && a.err == nil {
				return text.String() + "\n" + line
			}
			return line
		}
		long := n > limit+1
		head, isHead := parseHead(line)
		switch {
		case isHead && !inside && !rest:
			a, inside = head, true
			text.WriteString(a.text)
		case !inside:
			if line = strings.TrimSpace(line); line != "" {
				skipped(line)
			}
		case line == "" && !long && !rest:
			if a.err == nil {
				a.text = strings.TrimRight(text.String(), "\n")
			}
			if deliver(a) {
				bytes = 0
			}
			inside = false
			text.Reset()
		case a.err == nil:
			text.WriteString("\n" + strings.TrimRight(line, " "))
		}
		if long || text.Len() > limit {
			a = answer{err: fmt.Errorf("more than %d bytes", limit)}
			deliver(a)
			text.Reset()
		}
		if !inside || a.err != nil {
			unasked(bytes)
			bytes = 0
		}
		rest = !ended
	}
}

// parseHead reads the first line of an answer: "=" or "?", an id, and then the end of
// the line or a space. It returns false for other lines, such as a ruler of "=".
func parseHead(line string) (answer, bool) {
	if line == "" || line[0] != '=' && line[0] != '?' {
		return answer{}, false
	}
	rest := strings.TrimLeft(line[1:], "0123456789")
	if rest != "" && rest[0] != ' ' {
		return answer{}, false
	}
	id := line[1 : len(line)-len(rest)]
	return answer{failed: line[0] == '?', id: id, text: strings.TrimSpace(rest)}, true
}

// readLine reads a line and returns its length in bytes. If the line is longer than
// limit, readLine may return only its beginning. In that case ended is false, and the
// next call continues the line. Carriage returns and other control characters are
// dropped, and tabs become spaces. If there is an error, readLine also returns the
// unfinished line.
func readLine(b *bufio.Reader, limit int) (line string, bytes int, ended bool, err error) {
	var kept []byte
	for len(kept) <= limit+1 && !ended {
		var part []byte
		part, err = b.ReadSlice('\n')
		kept = append(kept, part...)
		if ended = !errors.Is(err, bufio.ErrBufferFull); !ended {
			err = nil
		}
	}
	line = strings.TrimSuffix(string(kept), "\n")
	return dropControls(strings.ReplaceAll(line, "\t", " ")), len(kept), ended, err
}

// tail passes its input to another writer and keeps the last part of the input. Its Write
// never fails, so a program continues to run even if its messages cannot be written.
type tail struct {
	next io.Writer

	mu   sync.Mutex
	kept []byte
}

const (
	tailBytes = 2048
	tailLines = 8
)

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	t.kept = append(t.kept, p[max(len(p)-tailBytes, 0):]...)
	t.kept = t.kept[max(len(t.kept)-tailBytes, 0):]
	t.mu.Unlock()
	if t.next != nil {
		if _, err := t.next.Write(p); err != nil {
			t.next = nil
		}
	}
	return len(p), nil
}

// String returns the last few lines.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(dropControls(string(t.kept))), "\n")
	return strings.Join(lines[max(len(lines)-tailLines, 0):], "\n")
}
