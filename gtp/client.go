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

// Program says how to run a GTP program. Command is needed; the zero value of
// every other field is a sensible default.
type Program struct {
	// Command is the program, as a path or to be found in PATH, and its arguments.
	Command []string
	Dir     string    // to run in; empty for ours
	Env     []string  // "key=value"; nil for ours
	Stderr  io.Writer // gets what the program writes to its stderr, beside the errors here; nil for nothing
	// Unasked gets how many bytes the program writes to its stdout beside the answers to
	// commands, as they come. Nil for nobody.
	Unasked func(bytes int)
	// Log gets, at level Debug, every command and answer and what the program
	// writes to its stdout beside answers. Nil logs nothing.
	Log *slog.Logger
	// Grace is how long Close waits for the program to end after quit, and again
	// after SIGTERM. Default 5 s.
	Grace time.Duration
	// MaxAnswer is the longest answer, and the longest line beside answers, in bytes.
	// Default 4 MiB.
	MaxAnswer int
}

// Client is a running GTP program. Its methods may be called from any goroutine;
// commands wait for each other. Close must be called.
type Client struct {
	name   string // for messages
	log    *slog.Logger
	grace  time.Duration
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr *tail

	turn    chan struct{} // held by the command in progress
	lastID  int           // turn held
	writers sync.WaitGroup

	mu      sync.Mutex
	waiting chan<- answer // of the command in progress, else nil
	broken  error         // why nothing more can be asked; set once

	ended   chan struct{} // closed when the program is gone and all is read
	exit    error         // how it ended; after ended
	partial string        // what it wrote of an answer that it did not end; after ended

	closing   chan struct{}
	closeOnce sync.Once
	closeErr  error
}

// Start runs a program. It does not wait for the program to be ready: the first
// command does.
func Start(p Program) (*Client, error) {
	if len(p.Command) == 0 || p.Command[0] == "" {
		return nil, errors.New("there is no program to start: the command is empty")
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
	// What outlives the program may keep its stdout open; a second after the
	// program's end that no longer counts.
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
			c.exit = nil // it ended well, merely its child did not
		}
		killRest(c.cmd.Process)
		w.Close()
		<-read
		close(c.ended)
	}()
	return c, nil
}

// Do sends a command and returns the text of its answer, which begins with a
// newline if nothing stands beside the "=". An id in the line is replaced by one
// of the client's own.
//
// A "?" answer is a [Failure]. Every other error of a command that was sent
// breaks the client: the program died, did not answer before ctx ended, or
// answered what cannot be an answer, see [ErrNoAnswer] and what stands with it. From
// then on every Do fails, wrapping the same error; only Close is left. An error of ctx
// is wrapped.
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
		return "", fmt.Errorf("%s was not asked %q, being busy for %v: %w", c.name, cmd, since(start), givenUp{ctx.Err()})
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

// ask sends the command and waits for whatever comes first. The turn is held.
func (c *Client) ask(ctx context.Context, cmd Command) (answer, error) {
	start := time.Now()
	got := make(chan answer, 1)
	c.expect(got)
	defer c.expect(nil)
	wrote := make(chan error, 1)
	line := cmd.String() + "\n"
	c.writers.Go(func() { // the program may not read
		_, err := io.WriteString(c.stdin, line)
		wrote <- err
	})
	cmd.ID = ""
	var deaf <-chan time.Time
	var writeErr error
	for {
		select {
		case a := <-got:
			return a, nil
		case <-c.ended:
			select {
			case a := <-got: // it answered and died; the next command will tell
				return a, nil
			default:
			}
			return answer{}, c.death(cmd)
		case writeErr = <-wrote:
			if writeErr != nil { // usually it is dying
				deaf = time.After(2 * time.Second)
			}
		case <-deaf:
			return answer{}, fmt.Errorf("%s %w any more; %q: %w", c.name, ErrDeaf, cmd, writeErr)
		case <-c.closing:
			return answer{}, fmt.Errorf("%s had not answered %q: %w", c.name, cmd, ErrClosed)
		case <-ctx.Done():
			return answer{}, fmt.Errorf("%s %w %q after %v: %w", c.name, ErrNoAnswer, cmd, since(start), givenUp{ctx.Err()})
		}
	}
}

// death tells how the program ended. It has.
func (c *Client) death(cmd Command) error {
	var after, said string
	if c.partial != "" {
		after = fmt.Sprintf(", after %.200q", c.partial)
	}
	if last := c.stderr.String(); last != "" {
		said = "; the last it said:\n" + last
	}
	return fmt.Errorf("%s %w to %q%s: %w%s", c.name, ErrEnded, cmd, after, c.exitError(), said)
}

// exitError is never nil.
func (c *Client) exitError() error {
	if c.exit == nil {
		return errors.New("exit status 0")
	}
	return c.exit
}

// Close ends the program: it sends quit and waits, then asks the system to end
// it and waits, then kills it. A broken client gets no quit. Close waits until
// the program is gone, which takes twice the grace and a second at worst. What the
// program started and left behind is ended a second after it, where the system has
// process groups. The error says that the program did not end by itself or not well; a second Close
// returns it again. A command in progress fails.
func (c *Client) Close() error {
	c.closeOnce.Do(func() {
		close(c.closing)
		c.turn <- struct{}{} // the command in progress has given up
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
			io.WriteString(c.stdin, "quit\n") // it may be dead or deaf; the wait tells
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

// deliver reports whether the answer is waited for. It never blocks, so that the program's
// output is always drained.
func (c *Client) deliver(a answer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		c.log.Debug("gtp: an answer that nobody waits for", "program", c.name, "answer", a.text)
		return false
	}
	c.waiting <- a // has room for one
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
