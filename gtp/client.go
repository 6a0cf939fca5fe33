package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Program says how to run a GTP program. Command is required. The zero value of every
// other field is a sensible default.
type Program struct {
	// Command is the program, a path or a name in PATH, and its arguments.
	Command []string
	Dir     string    // working directory; empty for that of the caller
	Env     []string  // environment, "key=value"; nil for that of the caller
	Stderr  io.Writer // gets a copy of the program's stderr; nil discards it
	// Unasked is called with the number of bytes that the program has just written to
	// its stdout outside of answers to commands. It may be nil.
	Unasked func(bytes int)
	// Log gets, at level Debug, every command, every answer, and the lines that the
	// program writes to its stdout outside of answers. Nil logs nothing.
	Log *slog.Logger
	// Grace is the time that Close waits for the program to end. It waits once after the
	// command quit, and once more after SIGTERM. Default 5 s.
	Grace time.Duration
	// MaxAnswer is the largest length in bytes of an answer, and of a line outside of
	// answers. Default 4 MiB.
	MaxAnswer int
}

// Client is a running GTP program. Its methods may be called from any goroutine.
// Commands run one after the other. The caller must call Close.
type Client struct {
	name   string // name of the program in messages
	log    *slog.Logger
	grace  time.Duration
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr *tail

	turn    chan struct{} // held by the command in progress
	lastID  int           // guarded by turn
	writers sync.WaitGroup

	mu      sync.Mutex
	waiting chan<- answer // channel of the command in progress, or nil
	broken  error         // set once, if no more commands can be sent

	ended   chan struct{} // closed when the program has ended and its output is read
	exit    error         // result of the program; valid after ended
	partial string        // beginning of an unfinished answer; valid after ended

	closing   chan struct{}
	closeOnce sync.Once
	closeErr  error
}

// Start runs a program. It does not wait until the program is ready; the first command
// waits.
func Start(p Program) (*Client, error) {
	if len(p.Command) == 0 || p.Command[0] == "" {
		return nil, errors.New("cannot start a program: the command is empty")
	}
	if p.Log == nil {
		p.Log = slog.New(slog.DiscardHandler)
	}
	if p.Unasked == nil {
		p.Unasked = func(int) {}
	}
	if p.Grace <= 0 {
		p.Grace = 5 * time.Second
	}
	if p.MaxAnswer <= 0 {
		p.MaxAnswer = 4 << 20
	}
	c := &Client{
		name: filepath.Base(p.Command[0]), log: p.Log, grace: p.Grace,
		cmd: exec.Command(p.Command[0], p.Command[1:]...), stderr: &tail{next: p.Stderr},
		turn: make(chan struct{}, 1), ended: make(chan struct{}), closing: make(chan struct{}),
	}
	c.cmd.Dir, c.cmd.Env = p.Dir, p.Env
	ownGroup(c.cmd)
	// A child of the program may continue to run and keep the program's stdout open.
	// After the program's end, the client waits at most a second for the child.
	c.cmd.WaitDelay = time.Second
	r, w := io.Pipe()
	c.cmd.Stdout, c.cmd.Stderr = w, c.stderr
	var err error
	if c.stdin, err = c.cmd.StdinPipe(); err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%s does not start: %w", p.Command[0], err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		c.partial = readAnswers(r, p.MaxAnswer, c.deliver, c.skipped, p.Unasked)
	}()
	go func() {
		if c.exit = c.cmd.Wait(); errors.Is(c.exit, exec.ErrWaitDelay) {
			c.exit = nil // the program itself ended without an error
		}
		killRest(c.cmd.Process)
		w.Close()
		<-read
		close(c.ended)
	}()
	return c, nil
}

// Do sends a command and returns the text of its answer. If the line with "=" has no
// other text, the text begins with a newline. If the command has an id, Do replaces it
// with another id.
//
// If the answer begins with "?", the error is a [Failure]. Every other error after a
// command was sent breaks the client: the program died, did not answer before ctx ended,
// or sent an invalid answer. See [ErrNoAnswer] and the errors declared with it. With a
// broken client, every call of Do fails with an error that wraps the first error, and
// the caller can only call Close. If ctx ended, the error wraps the error of ctx.
func (c *Client) Do(ctx context.Context, line string) (string, error) {
	cmd, ok := ParseCommand(line)
	if !ok || cmd.Name == "" || strings.ContainsAny(strings.TrimRight(line, "\r\n"), "\r\n") || len(line) > MaxLine-20 {
		return "", fmt.Errorf("%.100q cannot be sent to %s: it is not one GTP command", line, c.name)
	}
	start := time.Now()
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-c.closing:
	case <-ctx.Done():
		return "", fmt.Errorf("%s was not asked %q, because it was busy for %v: %w", c.name, cmd, since(start), givenUp{ctx.Err()})
	}
	select {
	case <-c.closing:
		return "", fmt.Errorf("%s was not asked %q: %w", c.name, cmd, ErrClosed)
	default:
	}
	if err := c.whyBroken(); err != nil {
		return "", fmt.Errorf("%s was not asked %q, because earlier: %w", c.name, cmd, err)
	}
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("%s was not asked %q: %w", c.name, cmd, givenUp{err})
	}
	c.lastID++
	cmd.ID = fmt.Sprint(c.lastID)
	a, err := c.ask(ctx, cmd)
	asked := cmd
	asked.ID = ""
	switch {
	case err == nil && a.err != nil:
		err = fmt.Errorf("%s %w to %q: %w", c.name, ErrTooLong, asked, a.err)
	case err == nil && a.id != "" && a.id != cmd.ID:
		err = fmt.Errorf("%s %w to %q: %s, not %s", c.name, ErrWrongID, asked, a.id, cmd.ID)
	}
	c.log.Debug("gtp", "program", c.name, "command", cmd.String(), "failed", a.failed, "answer", a.text, "error", err, "after", since(start))
	switch {
	case err != nil:
		c.breakWith(err)
		return "", err
	case a.failed:
		return "", &Failure{Text: a.text}
	}
	return a.text, nil
}

// ask sends the command and waits for an answer, the end of the program, ctx or Close.
// The caller holds the turn.
func (c *Client) ask(ctx context.Context, cmd Command) (answer, error) {
	start := time.Now()
	got := make(chan answer, 1)
	c.expect(got)
	defer c.expect(nil)
	wrote := make(chan error, 1)
	line := cmd.String() + "\n"
	c.writers.Go(func() { // in a goroutine, because writing blocks if the program does not read
		_, err := io.WriteString(c.stdin, line)
		wrote <- err
	})
	cmd.ID = ""
	var notReading <-chan time.Time
	var writeErr error
	for {
		select {
		case a := <-got:
			return a, nil
		case <-c.ended:
			select {
			case a := <-got: // the program answered before it died; the next command will fail
				return a, nil
			default:
			}
			return answer{}, c.death(cmd)
		case writeErr = <-wrote:
			if writeErr != nil { // usually because the program is ending
				notReading = time.After(2 * time.Second)
			}
		case <-notReading:
			return answer{}, fmt.Errorf("%s %w any more; %q: %w", c.name, ErrNotReading, cmd, writeErr)
		case <-c.closing:
			return answer{}, fmt.Errorf("%s had not answered %q: %w", c.name, cmd, ErrClosed)
		case <-ctx.Done():
			return answer{}, fmt.Errorf("%s %w %q after %v: %w", c.name, ErrNoAnswer, cmd, since(start), givenUp{ctx.Err()})
		}
	}
}

// death describes how the program ended. The channel ended must be closed.
func (c *Client) death(cmd Command) error {
	var after, said string
	if c.partial != "" {
		after = fmt.Sprintf(", after %.200q", c.partial)
	}
	if last := c.stderr.String(); last != "" {
		said = "; its last messages:\n" + last
	}
	return fmt.Errorf("%s %w to %q%s: %w%s", c.name, ErrEnded, cmd, after, c.exitError(), said)
}

// exitError returns the result of the program as an error. It never returns nil.
func (c *Client) exitError() error {
	if c.exit == nil {
		return errors.New("exit status 0")
	}
	return c.exit
}

// Close ends the program. It sends quit and waits, then sends SIGTERM and waits, then
// kills the program. If the client is broken, it does not send quit. Each wait takes at
// most [Program].Grace. Close returns when the program has ended, at most a second
// after the last wait. The program may have started other processes. On systems with
// process groups, Close kills those that still run a second after the program's end.
//
// Close returns an error if the program failed or had to be ended. A second Close
// returns the same error. A command in progress fails.
func (c *Client) Close() error {
	c.closeOnce.Do(func() {
		close(c.closing)
		c.turn <- struct{}{} // wait for the command in progress to fail
		c.closeErr = c.end()
		c.breakWith(ErrClosed)
		c.writers.Wait()
		<-c.turn
	})
	return c.closeErr
}

func (c *Client) end() error {
	wasBroken := c.whyBroken() != nil
	if !wasBroken {
		c.writers.Go(func() {
			io.WriteString(c.stdin, "quit\n") // errors do not matter: the wait below decides
			c.stdin.Close()
		})
		if c.endsWithin(c.grace) {
			if c.exit != nil {
				return fmt.Errorf("%s ended badly: %w", c.name, c.exit)
			}
			return nil
		}
	}
	defer c.stdin.Close()
	select {
	case <-c.ended:
		return fmt.Errorf("%s had ended before: %w", c.name, c.exitError())
	default:
	}
	err := fmt.Errorf("%s did not quit within %v and had to be ended", c.name, c.grace)
	if wasBroken {
		err = fmt.Errorf("%s had to be ended", c.name)
	}
	if terminate(c.cmd.Process) != nil || !c.endsWithin(c.grace) {
		kill(c.cmd.Process)
		<-c.ended
	}
	return err
}

func (c *Client) endsWithin(d time.Duration) bool {
	select {
	case <-c.ended:
		return true
	case <-time.After(d):
		return false
	}
}

func (c *Client) whyBroken() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.broken
}

func (c *Client) breakWith(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken == nil {
		c.broken = err
	}
}

func (c *Client) expect(ch chan<- answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = ch
}

// deliver passes an answer to the command in progress and reports whether there is one.
// It never blocks, so the program's output is always drained.
func (c *Client) deliver(a answer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.log.Debug("gtp: an answer without a command", "program", c.name, "answer", a.text)
		return false
	}
	c.waiting <- a // the channel has room for one answer
	c.waiting = nil
	return true
}

func (c *Client) skipped(line string) {
	c.log.Debug("gtp: not an answer", "program", c.name, "line", line)
}

func since(t time.Time) time.Duration {
	d := time.Since(t)
	if d > 10*time.Second {
		return d.Round(time.Second)
	}
	return d.Round(time.Millisecond)
}
