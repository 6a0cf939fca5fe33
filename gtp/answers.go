package gtp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

// answer is what a program answered, or why that is none.
type answer struct {
	failed bool
	id     string // as it came; empty if none
	text   string // lines without the newlines that end the answer
	err    error
}

// readAnswers reads a program's output to its end. An answer ends at the first
// empty line, whatever stands before that; lines between answers are skipped. An
// answer or a line that is longer than limit is told at once, since its end may never
// come. Bytes of no answer that deliver says somebody waits for are unasked, blank lines
// too. It returns what it read of an answer that was not ended.
func readAnswers(r io.Reader, limit int, deliver func(answer) bool, skipped func(line string), unasked func(bytes int)) (partial string) {
	b := bufio.NewReader(r)
	var a answer
	var text strings.Builder
	inside, rest := false, false // an answer; a line whose beginning was too long
	bytes := 0                   // read, and not yet known to be asked for or not
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

// parseHead reads the first line of an answer: "=" or "?", an id, and then the
// end or a space. Other lines that begin with "=", such as a ruler, are none.
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

// readLine reads a line of so many bytes, or, where it is longer than limit, perhaps
// only its beginning: then it is not ended, and the next call goes on with it. Carriage
// returns and other control characters are dropped, tabs are spaces. An unfinished line
// comes with the error.
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

// tail passes on what is written to it and keeps the end. Its Write never fails,
// so that a program whose messages go nowhere goes on.
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

// String is the last few lines.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(dropControls(string(t.kept))), "\n")
	return strings.Join(lines[max(len(lines)-tailLines, 0):], "\n")
}
