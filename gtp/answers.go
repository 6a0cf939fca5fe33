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
// empty line, whatever stands before that; lines between answers are skipped. It
// returns what it read of an answer that was not ended.
func readAnswers(r io.Reader, limit int, deliver func(answer), skipped func(line string)) (partial string) {
	b := bufio.NewReader(r)
	var a answer
	var text strings.Builder
	inside := false
	for {
		line, cut, err := readLine(b, limit)
		if err != nil {
			if inside && a.err == nil {
				return text.String() + "\n" + line
			}
			return line
		}
		head, isHead := parseHead(line)
		switch {
		case isHead && !inside:
			a, inside = head, true
			text.Reset()
			text.WriteString(a.text)
		case !inside:
			if line = strings.TrimSpace(line); line != "" {
				skipped(line)
			}
			continue
		case line == "" && a.err == nil:
			a.text = strings.TrimRight(text.String(), "\n")
			fallthrough
		case line == "":
			deliver(a)
			inside = false
			continue
		case a.err == nil:
			text.WriteString("\n" + strings.TrimRight(line, " "))
		}
		if cut || text.Len() > limit {
			// Told at once: the end of this answer may never come.
			a = answer{err: fmt.Errorf("more than %d bytes", limit)}
			deliver(a)
			text.Reset()
		}
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

// readLine reads a line of any length but keeps at most limit bytes of it, and
// reports whether it was cut. Carriage returns and other control characters are
// dropped, tabs are spaces. An unfinished line comes with the error.
func readLine(b *bufio.Reader, limit int) (line string, cut bool, err error) {
	var kept []byte
	for {
		part, err := b.ReadSlice('\n')
		if len(kept)+len(part) > limit+1 {
			part, cut = part[:max(limit+1-len(kept), 0)], true
		}
		kept = append(kept, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		line = strings.TrimSuffix(string(kept), "\n")
		return dropControls(strings.ReplaceAll(line, "\t", " ")), cut, err
	}
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
