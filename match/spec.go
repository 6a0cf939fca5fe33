package match

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Spec is a player as a person writes it: a program to run, or a setting of
// ours. The wiring turns a setting into an [Engine]; what it does not mention is
// zero and up to the wiring.
type Spec struct {
	Text string // as written
	// Command is the program and its arguments; nil for a setting of ours.
	Command []string
	// Kind is what of ours plays: "tengen", the searching player, or "random".
	// Empty for a program.
	Kind     string
	Visits   int           // visits a move; 0 for no bound
	Playouts int           // playouts a move; 0 for no bound
	Time     time.Duration // thinking time a move; 0 for no bound
	Threads  int           // search threads; 0 for the wiring's choice
	Seed     uint64        // random seed, if Seeded
	Seeded   bool
	Model    string // file of the net to play with; "" for the wiring's choice
	Kernel   string // how the net is computed; "" for the wiring's choice
}

// MaxThreads is the most search threads of a player.
const MaxThreads = 1024

// The kinds of players of our own.
const (
	KindTengen = "tengen"
	KindRandom = "random"
)

// ParsePlayer reads a player: "cmd:PROGRAM ARGS", split into words as a shell
// would (quotes and backslashes, nothing else), or settings of ours separated by
// commas, such as "visits=200", "tengen,time=2s,threads=2,seed=1", "random" or
// "model=net.bin.gz,visits=50"; so the name of a file has none here. A time without
// a unit is in seconds.
func ParsePlayer(text string) (Spec, error) {
	s := Spec{Text: strings.TrimSpace(text)}
	if command, ok := strings.CutPrefix(s.Text, "cmd:"); ok {
		words, err := splitWords(command)
		if err != nil {
			return Spec{}, fmt.Errorf("player %q: %w", s.Text, err)
		}
		if len(words) == 0 {
			return Spec{}, errors.New("\"cmd:\" needs a program after it, such as \"cmd:gnugo --mode gtp\"")
		}
		s.Command = words
		return s, nil
	}
	if s.Text == "" {
		return Spec{}, errors.New("a player is \"cmd:PROGRAM ARGS\" or a setting such as \"visits=200\", not nothing")
	}
	s.Kind = KindTengen
	for i, part := range strings.Split(s.Text, ",") {
		part = strings.TrimSpace(part)
		key, value, isSetting := strings.Cut(part, "=")
		var err error
		switch {
		case isSetting:
			err = s.set(strings.TrimSpace(key), strings.TrimSpace(value))
		case i == 0 && (part == KindTengen || part == KindRandom):
			s.Kind = part
		default:
			err = fmt.Errorf("%q is not a player: write %s, %s, a setting such as visits=200, or \"cmd:PROGRAM ARGS\"", part, KindTengen, KindRandom)
		}
		if err != nil {
			return Spec{}, fmt.Errorf("player %q: %w", s.Text, err)
		}
	}
	if s.Kind == KindRandom && (s.Visits != 0 || s.Playouts != 0 || s.Time != 0 || s.Threads != 0 || s.Model != "" || s.Kernel != "") {
		return Spec{}, fmt.Errorf("player %q: the random player does not search; only seed=N applies", s.Text)
	}
	return s, nil
}

func (s *Spec) set(key, value string) error {
	positive := func(into *int) error {
		n, err := strconv.Atoi(value)
		if key == "threads" && n > MaxThreads {
			return fmt.Errorf("threads=%s: write 1 to %d", value, MaxThreads)
		}
		if err != nil || n < 1 {
			return fmt.Errorf("%s=%s: write a whole number of at least 1", key, value)
		}
		*into = n
		return nil
	}
	switch key {
	case "visits":
		return positive(&s.Visits)
	case "playouts":
		return positive(&s.Playouts)
	case "threads":
		return positive(&s.Threads)
	case "time":
		d, err := time.ParseDuration(value)
		if err != nil {
			d, err = time.ParseDuration(value + "s")
		}
		if err != nil || d <= 0 {
			return fmt.Errorf("time=%s: write a time such as 2s or 0.5", value)
		}
		s.Time = d
	case "seed":
		n, err := strconv.ParseUint(value, 0, 64)
		if err != nil {
			return fmt.Errorf("seed=%s: write a whole number from 0", value)
		}
		s.Seed, s.Seeded = n, true
	case "model":
		if value == "" {
			return errors.New("model=: write the file of a net")
		}
		s.Model = value
	case "kernel":
		if value == "" {
			return errors.New("kernel=: write how the net is computed, such as avx2")
		}
		s.Kernel = value
	default:
		return fmt.Errorf("%q is not a setting of a player: they are visits, playouts, time, threads, seed, model and kernel", key)
	}
	return nil
}

// Name is what to call the player: a program's file name, or the setting.
func (s Spec) Name() string {
	if s.Command != nil {
		return strings.TrimSuffix(filepath.Base(s.Command[0]), ".exe")
	}
	return s.Text
}

// IsProgram reports whether the player is a program to run.
func (s Spec) IsProgram() bool { return s.Command != nil }

// splitWords splits a command line as a POSIX shell splits it: at spaces, with
// '...', "..." and \x quoting. There are no variables, globs or operators.
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
				word.WriteByte('\\') // inside "..." a backslash quotes only these two
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
		return nil, errors.New("it ends in a backslash that quotes nothing")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
