package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
)

// Handler answers a command. It returns the text of the answer, which may have several
// lines, or an error. The answer to the client is then a failure with the text of the
// error. If the error is not a [Failure], the server also logs it.
//
// The context ends with the context of [Server.Serve], or when the client no longer
// waits for the answer. When the context has ended, the handler should return soon, with
// the best answer that it has.
type Handler func(ctx context.Context, args []string) (string, error)

// Stream answers a command line by line while it works. Each call of emit sends one
// more line. If the first line is empty, emit sends only the head of the answer, for
// clients that wait for it. Only the goroutine of the Stream may call emit.
//
// The context ends when the next line of input arrives, even a blank one, or when the
// input ends. In both cases context.Cause is [ErrInterrupted], and the Stream returns,
// usually without an error. If a Stream returns an error before it has sent a line, the
// answer is a failure. An error after the first line only ends the answer.
type Stream func(ctx context.Context, args []string, emit func(line string)) error

// ErrInterrupted is the cause of the end of a [Stream]'s context: the next line of
// input arrived, or the input ended. The context of a [Handler] ends with this cause
// only at the end of the input.
var ErrInterrupted = errors.New("interrupted by the next line of input")

// Server answers commands. Name and Version are shown to the client. The zero value of
// every other field is a sensible default. The fields must not change while the server
// serves. A server may serve several connections if its handlers allow it.
//
// The server itself implements protocol_version, name, version, known_command,
// list_commands and quit. A handler may replace each of them except quit.
type Server struct {
	Name, Version string
	Handlers      map[string]Handler
	Streams       map[string]Stream
	// Patient has the names of the Streams that the next line of input does not
	// interrupt. Their contexts end like those of Handlers. Hasty has the names of the
	// Handlers that the next line of input interrupts.
	Patient, Hasty map[string]bool
	// Log gets the panics of handlers, and their errors except Failures. At level Debug
	// it also gets every command with its answer. Nil logs nothing.
	Log *slog.Logger
}

// Commands returns the names of all commands, sorted.
func (s *Server) Commands() []string {
	names := map[string]bool{"quit": true}
	for name := range s.builtins() {
		names[name] = true
	}
	for name := range s.Handlers {
		names[name] = true
	}
	for name := range s.Streams {
		names[name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

func (s *Server) builtins() map[string]Handler {
	text := func(text string) Handler {
		return func(context.Context, []string) (string, error) { return text, nil }
	}
	return map[string]Handler{
		"protocol_version": text("2"),
		"name":             text(s.Name),
		"version":          text(s.Version),
		"known_command": func(_ context.Context, args []string) (string, error) {
			if len(args) != 1 {
				return "", Failf("syntax error")
			}
			return fmt.Sprint(slices.Contains(s.Commands(), args[0])), nil
		},
		"list_commands": func(context.Context, []string) (string, error) {
			return strings.Join(s.Commands(), "\n"), nil
		},
	}
}

// Do runs one command line and returns the whole answer, newlines included. It returns
// "" for a line without a command. A [Stream] runs until it returns or ctx ends.
func (s *Server) Do(ctx context.Context, line string) string {
	cmd, ok := ParseCommand(line)
	if !ok {
		return ""
	}
	var b strings.Builder
	s.answer(withText(ctx, line), cmd, &b) // writing to a Builder never fails
	return b.String()
}

// Serve reads commands from r and writes the answers to w, one after the other, until r
// ends, quit is answered, or ctx ends. It returns nil at the end of r and after quit,
// and otherwise the error of ctx, r or w. Each answer is one Write. The answer to a line
// that is too long is a failure with the line's id.
//
// Serve answers every line that it has read, even after the end of r. If r ends, or quit
// arrives, within a second of the last line, the input is a script, and each command may
// take the time that it needs. If r ends or quit arrives later, the controller has died
// or wants to quit. In this case the contexts of the handlers end, so even a search of
// ten minutes answers at once with its best move so far. (KataGo finishes its search
// first.)
//
// When ctx ends, Serve waits for a running handler. It cannot interrupt a Read of r: if
// Serve returns before the end of r, one goroutine stays in Read until r ends or is
// closed. No other goroutine is left.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work, hurry := context.WithCancelCause(ctx)
	in := &inputs{ch: make(chan input, readAhead)}
	go func() {
		defer close(in.ch)
		readLines(ctx, r, in.ch, func() { hurry(ErrInterrupted) })
	}()
	for {
		line, ok := in.next(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !ok:
			return nil
		case line.err != nil:
			return fmt.Errorf("reading commands: %w", line.err)
		}
		if err := s.serveLine(work, line, in, w); err != nil {
			return fmt.Errorf("answering: %w", err)
		}
		if line.quit {
			return nil
		}
	}
}

// serveLine answers one line. It returns an error only if writing to w fails.
func (s *Server) serveLine(ctx context.Context, line input, in *inputs, w io.Writer) error {
	if line.tooLong {
		text := fmt.Sprintf("line too long (more than %d bytes)", MaxLine)
		_, err := io.WriteString(w, FormatAnswer(true, line.text, text))
		return err
	}
	cmd, ok := ParseCommand(line.text)
	if !ok {
		return nil
	}
	if _, ok := s.Streams[cmd.Name]; ok && !s.Patient[cmd.Name] || s.Hasty[cmd.Name] {
		streamCtx, stop := in.interrupting(ctx)
		defer stop()
		ctx = streamCtx
	}
	return s.answer(withText(ctx, line.text), cmd, w)
}

// textKey is the key of a command's text in its context.
type textKey struct{}

// Text returns the text after the name of the command, with its spaces. ctx is the
// context of the command; for other contexts the text is empty.
func Text(ctx context.Context) string {
	text, _ := ctx.Value(textKey{}).(string)
	return text
}

// withText returns a context with the text of a command line.
func withText(ctx context.Context, line string) context.Context {
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimSpace(strings.ReplaceAll(dropControls(strings.TrimPrefix(line, "\ufeff")), "\t", " "))
	if id, rest, ok := strings.Cut(line, " "); ok && isNumber(id) {
		line = strings.TrimLeft(rest, " ")
	}
	_, text, _ := strings.Cut(line, " ")
	return context.WithValue(ctx, textKey{}, text)
}

// answer runs a command and writes its answer to w. It returns an error only if writing
// to w fails.
func (s *Server) answer(ctx context.Context, cmd Command, w io.Writer) error {
	log := s.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if stream, ok := s.Streams[cmd.Name]; ok {
		return s.stream(ctx, cmd, stream, w, log)
	}
	text, err := guard(cmd, log, func() (string, error) { return s.handle(ctx, cmd) })
	if err != nil {
		text = failureText(cmd, err, log)
	}
	log.Debug("gtp", "command", cmd.String(), "failed", err != nil, "answer", text)
	_, werr := io.WriteString(w, FormatAnswer(err != nil, cmd.ID, text))
	return werr
}

func (s *Server) handle(ctx context.Context, cmd Command) (string, error) {
	if cmd.Name == "quit" {
		return "", nil
	}
	if h, ok := s.Handlers[cmd.Name]; ok {
		return h(ctx, cmd.Args)
	}
	if h, ok := s.builtins()[cmd.Name]; ok {
		return h(ctx, cmd.Args)
	}
	return "", Failf("unknown command")
}

func (s *Server) stream(ctx context.Context, cmd Command, stream Stream, w io.Writer, log *slog.Logger) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	begun := false
	var werr error
	write := func(text string) {
		if werr == nil {
			if _, werr = io.WriteString(w, text); werr != nil {
				cancel(werr)
			}
		}
	}
	emit := func(line string) {
		begins := line == "" && !begun
		line = strings.TrimPrefix(cleanText(line), "\n")
		switch {
		case begins:
			line = answerHead(false, cmd.ID)
		case line == "":
			return
		case !begun:
			line = answerHead(false, cmd.ID) + "\n" + line
		}
		begun = true
		write(line + "\n")
	}
	_, err := guard(cmd, log, func() (string, error) { return "", stream(ctx, cmd.Args, emit) })
	text := ""
	if err != nil {
		text = failureText(cmd, err, log)
	}
	log.Debug("gtp", "command", cmd.String(), "failed", err != nil, "stream", begun)
	if begun {
		write("\n")
	} else {
		write(FormatAnswer(err != nil, cmd.ID, text))
	}
	return werr
}

// errPanic marks an error that guard has already logged.
var errPanic = errors.New("internal error")

// guard turns a panic of the handler into an error.
func guard(cmd Command, log *slog.Logger, run func() (string, error)) (text string, err error) {
	defer func() {
		if v := recover(); v != nil {
			log.Error("a handler panicked", "command", cmd.String(), "panic", v, "stack", string(debug.Stack()))
			err = fmt.Errorf("%w: %v", errPanic, v)
		}
	}()
	return run()
}

func failureText(cmd Command, err error, log *slog.Logger) string {
	var f *Failure
	if errors.As(err, &f) {
		if f == nil { // the handler wrongly returned a nil *Failure as an error
			return errPanic.Error()
		}
		return f.Text
	}
	if !errors.Is(err, errPanic) {
		log.Warn("a command failed", "command", cmd.String(), "error", err)
	}
	return err.Error()
}
