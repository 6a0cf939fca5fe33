package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"tengen/baduk"
	"tengen/gtpserver"
	"tengen/internal/usage"
	"tengen/match"
	"tengen/topology"
)

// This file has the types of the flags. Each type parses and checks its own text. So a bad value gets the same
// error in a flag, in the environment and in a file. The zero value means that the flag is not given.

// LogLevel is the least serious kind of message that is logged.
type LogLevel string

// UnmarshalText reads debug, info, warn or error.
func (l *LogLevel) UnmarshalText(text []byte) error {
	switch *l = LogLevel(text); *l {
	case "debug", "info", "warn", "error":
		return nil
	}
	return fmt.Errorf("expected debug, info, warn or error, not %q", text)
}

// Level returns l as a [slog.Level].
func (l LogLevel) Level() slog.Level {
	var level slog.Level
	_ = level.UnmarshalText([]byte(l)) // cannot fail: LogLevel.UnmarshalText has checked the text
	return level
}

// Size is the width and height of a square board.
type Size int

// UnmarshalText reads a size from 1 to 25.
func (s *Size) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 || n > 25 {
		return fmt.Errorf("expected a board size from 1 to 25, not %q", text)
	}
	*s = Size(n)
	return nil
}

// Count is a number of at least one.
type Count int

// UnmarshalText reads a whole number of at least 1.
func (c *Count) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 {
		return fmt.Errorf("expected a whole number of at least 1, not %q", text)
	}
	*c = Count(n)
	return nil
}

// Share is a number from 0 to 1.
type Share float64

// UnmarshalText reads a number from 0 to 1.
func (s *Share) UnmarshalText(text []byte) error {
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(x >= 0 && x <= 1) {
		return fmt.Errorf("expected a number from 0 to 1, not %q", text)
	}
	*s = Share(x)
	return nil
}

// Memory is the memory that searches may use, in MiB.
type Memory int

// UnmarshalText reads a whole number of MiB. The smallest value is the least that a search needs.
// The largest is a pebibyte.
func (m *Memory) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 8 || n > 1<<30 {
		return fmt.Errorf("expected a whole number of MiB, 8 or more, not %q", text)
	}
	*m = Memory(n)
	return nil
}

func (m Memory) bytes() int64 { return int64(m) << 20 }

// ByteSize is a number of bytes.
type ByteSize int64

// UnmarshalText reads a whole number. A suffix K, M or G multiplies it by a power of 1024.
func (b *ByteSize) UnmarshalText(text []byte) error {
	number, shift := strings.ToUpper(string(text)), 0
	for i, unit := range []string{"K", "M", "G"} {
		if rest, ok := strings.CutSuffix(number, unit); ok {
			number, shift = rest, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > 1<<(60-shift) {
		return fmt.Errorf("expected a number of bytes such as 64M, not %q", text)
	}
	*b = ByteSize(n << shift)
	return nil
}

// NodeCount is a number of nodes, or 0.
type NodeCount int

// UnmarshalText reads a non-negative whole number.
func (c *NodeCount) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 || n > 1<<40 {
		return fmt.Errorf("expected a whole number, or 0 for no limit, not %q", text)
	}
	*c = NodeCount(n)
	return nil
}

// Threads is a number of threads.
type Threads int

// UnmarshalText reads a number from 1 to [match.MaxThreads].
func (t *Threads) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 || n > match.MaxThreads {
		return fmt.Errorf("expected 1 to %d threads, not %q", match.MaxThreads, text)
	}
	*t = Threads(n)
	return nil
}

// Komi is White's compensation in points. A flag of type *Komi distinguishes a komi of 0 from a missing one.
type Komi float64

// UnmarshalText reads points such as "7.5" or "-3".
func (k *Komi) UnmarshalText(text []byte) error {
	komi, err := baduk.ParseKomi(string(text))
	*k = Komi(komi.Points())
	return err
}

// komi returns the komi as a [baduk.Komi], or nil if it was not given.
func (k *Komi) komi() *baduk.Komi {
	if k == nil {
		return nil
	}
	komi := baduk.Komi(*k * 2) // exact, since UnmarshalText accepts only multiples of a half
	return &komi
}

// Ruleset is a set of rules, given by name or in KataGo's forms.
type Ruleset struct{ baduk.Rules }

// UnmarshalText reads the forms that [baduk.ParseRules] reads.
func (r *Ruleset) UnmarshalText(text []byte) (err error) {
	r.Rules, err = baduk.ParseRules(string(text))
	return err
}

// rules returns the rules, or nil if they were not given.
func (r *Ruleset) rules() *baduk.Rules {
	if r == nil {
		return nil
	}
	return &r.Rules
}

// Board is a board of any shape, given by a board file or a name.
type Board struct {
	*topology.Board
	text string
}

// UnmarshalText opens a board with [gtpserver.OpenBoard].
func (b *Board) UnmarshalText(text []byte) (err error) {
	b.text = string(text)
	b.Board, err = gtpserver.OpenBoard(b.text)
	return err
}

// String is the text that UnmarshalText read.
func (b Board) String() string { return b.text }

// board returns the board, or nil if it was not given.
func (b *Board) board() *topology.Board {
	if b == nil {
		return nil
	}
	return b.Board
}

// Letters is the naming of columns.
type Letters struct{ gtpserver.Letters }

// UnmarshalText reads gtp or with-i.
func (l *Letters) UnmarshalText(text []byte) (err error) {
	l.Letters, err = gtpserver.ParseLetters(string(text))
	return err
}

// Seconds is a length of time.
type Seconds float64

// UnmarshalText reads seconds such as "2" or "0.1", or a Go duration such as "1m30s".
func (s *Seconds) UnmarshalText(text []byte) error {
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		var d time.Duration
		d, err = time.ParseDuration(string(text))
		n = d.Seconds()
	}
	// The comparison in parentheses is false for NaN. The bounds fit into a Duration.
	if err != nil || !(n >= 1e-9 && n < 1e9) {
		return fmt.Errorf("expected seconds such as 2 or 0.5, not %q", text)
	}
	*s = Seconds(n)
	return nil
}

// Duration returns s as a [time.Duration].
func (s Seconds) Duration() time.Duration { return time.Duration(float64(s) * float64(time.Second)) }

// Address is the address to listen on, HOST:PORT. A missing host means all interfaces.
type Address string

// UnmarshalText reads an address with a numeric port.
func (a *Address) UnmarshalText(text []byte) error {
	_, port, err := net.SplitHostPort(string(text))
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("expected HOST:PORT such as 127.0.0.1:8017, not %q", text)
	}
	*a = Address(text)
	return nil
}

// Site is the address of a web site: a scheme and a host.
type Site string

// UnmarshalText reads an address without a path.
func (s *Site) UnmarshalText(text []byte) error {
	u, err := url.Parse(string(text))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("expected an address such as https://go.example.org, not %q", text)
	}
	*s = Site(u.Scheme + "://" + u.Host)
	return nil
}

// url returns the address; nil means that no address was given.
func (s Site) url() *url.URL {
	u, err := url.Parse(string(s))
	if s == "" || err != nil {
		return nil
	}
	return u
}

// Folder is the path of a folder, which need not exist.
type Folder string

// UnmarshalText refuses the empty path.
func (f *Folder) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("expected a folder, not an empty path")
	}
	*f = Folder(text)
	return nil
}

// ExistingFile is the path of an existing regular file.
type ExistingFile string

// UnmarshalText refuses paths that are missing or not regular files.
func (f *ExistingFile) UnmarshalText(text []byte) error {
	if err := usage.CheckFile(string(text)); err != nil {
		return err
	}
	*f = ExistingFile(text)
	return nil
}
