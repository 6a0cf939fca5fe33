package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func testServer() *Server {
	return &Server{
		Name: "test", Version: "1.0",
		Handlers: map[string]Handler{
			"echo":  func(_ context.Context, args []string) (string, error) { return strings.Join(args, " "), nil },
			"lines": func(context.Context, []string) (string, error) { return "a\n\n\nb\n", nil },
			"fail":  func(context.Context, []string) (string, error) { return "", Failf("illegal move") },
			"wrap": func(context.Context, []string) (string, error) {
				return "", fmt.Errorf("for the log: %w", Failf("cannot undo"))
			},
			"error": func(context.Context, []string) (string, error) { return "", errors.New("disk full") },
			"panic": func(context.Context, []string) (string, error) { panic("oops") },
		},
		Streams: map[string]Stream{
			"count": func(_ context.Context, args []string, emit func(string)) error {
				for _, a := range args {
					emit(a)
				}
				emit(" \n")
				return nil
			},
			"analyze": func(ctx context.Context, args []string, emit func(string)) error {
				emit("info move D4")
				<-ctx.Done()
				emit("because " + context.Cause(ctx).Error())
				return nil
			},
			"refuse": func(context.Context, []string, func(string)) error { return Failf("syntax error") },
			"late": func(_ context.Context, _ []string, emit func(string)) error {
				emit("begun")
				panic("too late")
			},
		},
	}
}

func TestDo(t *testing.T) {
	s := testServer()
	for _, c := range []struct{ line, want string }{
		{"protocol_version", "= 2\n\n"},
		{"1 name", "=1 test\n\n"},
		{"version", "= 1.0\n\n"},
		{"2 known_command echo", "=2 true\n\n"},
		{"known_command analyze", "= true\n\n"},
		{"known_command quit", "= true\n\n"},
		{"known_command nothing", "= false\n\n"},
		{"known_command", "? syntax error\n\n"},
		{"list_commands", "= analyze\ncount\necho\nerror\nfail\nknown_command\nlate\nlines\nlist_commands\nname\n" +
			"panic\nprotocol_version\nquit\nrefuse\nversion\nwrap\n\n"},
		{"3 quit", "=3\n\n"},
		{"3 Quit", "?3 unknown command\n\n"},
		{"4", "?4 unknown command\n\n"},
		{"echo a  b # c", "= a b\n\n"},
		{"lines", "= a\nb\n\n"},
		{"5 fail", "?5 illegal move\n\n"},
		{"wrap", "? cannot undo\n\n"},
		{"error", "? disk full\n\n"},
		{"6 panic", "?6 internal error: oops\n\n"},
		{"# nothing", ""},
		{"", ""},
		{"7 count a b", "=7\na\nb\n\n"},
		{"8 count", "=8\n\n"},
		{"9 refuse", "?9 syntax error\n\n"},
		{"10 late", "=10\nbegun\n\n"},
	} {
		if got := s.Do(t.Context(), c.line); got != c.want {
			t.Errorf("%q: got %q, want %q", c.line, got, c.want)
		}
	}
}

// TestText checks that the text of a command keeps its spaces.
func TestText(t *testing.T) {
	s := &Server{Handlers: map[string]Handler{"text": func(ctx context.Context, _ []string) (string, error) {
		return "[" + strings.ReplaceAll(Text(ctx), " ", "_") + "]", nil
	}}}
	for line, want := range map[string]string{"text": "[]", "5 text a  b # c\n": "[a__b]", "\ufefftext\ta\x01 b": "[a_b]", " 7  text   a": "[__a]"} {
		if got := s.Do(t.Context(), line); !strings.Contains(got, " "+want+"\n") {
			t.Errorf("%q: got %q, want %s", line, got, want)
		}
	}
	if Text(t.Context()) != "" {
		t.Error("Text of a context without a command is not empty")
	}
}

// TestPatientAndHasty checks that the next line of input interrupts a hasty handler but
// not a patient stream. It also checks that an empty first line sends the head of an
// answer.
func TestPatientAndHasty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := func(ctx context.Context) string {
			select {
			case <-ctx.Done():
				return "interrupted"
			case <-time.After(time.Minute):
				return "done"
			}
		}
		stream := func(ctx context.Context, _ []string, emit func(string)) error {
			emit("")
			emit("")
			emit(wait(ctx))
			return nil
		}
		handler := func(ctx context.Context, _ []string) (string, error) { return wait(ctx), nil }
		s := &Server{
			Handlers: map[string]Handler{"work": handler, "look": handler},
			Streams:  map[string]Stream{"tell": stream, "watch": stream},
			Patient:  map[string]bool{"tell": true}, Hasty: map[string]bool{"look": true},
		}
		var out strings.Builder
		r, w := io.Pipe()
		go func() {
			io.WriteString(w, "1 work\n2 tell\n3 look\n4 watch\n\n5 look\n6 quit\n")
			w.Close()
		}()
		const want = "=1 done\n\n=2\ndone\n\n=3 interrupted\n\n=4\ninterrupted\n\n=5 interrupted\n\n=6\n\n"
		if err := s.Serve(t.Context(), r, &out); err != nil || out.String() != want {
			t.Errorf("got %v, %q, want %q", err, out.String(), want)
		}
	})
}

func TestHandlersReplaceBuiltins(t *testing.T) {
	say := func(context.Context, []string) (string, error) { return "mine", nil }
	s := &Server{Name: "test", Handlers: map[string]Handler{"name": say, "quit": say}}
	if got := s.Do(t.Context(), "name") + s.Do(t.Context(), "quit"); got != "= mine\n\n=\n\n" {
		t.Errorf("got %q, want the replaced name and the built-in quit", got)
	}
}

func TestLog(t *testing.T) {
	var b strings.Builder
	s := testServer()
	s.Log = slog.New(slog.NewTextHandler(&b, nil))
	for _, line := range []string{"fail", "error", "panic", "late"} {
		s.Do(t.Context(), line)
	}
	log := b.String()
	for _, want := range []string{`level=WARN msg="a command failed" command=error error="disk full"`,
		`level=ERROR msg="a handler panicked" command=panic panic=oops stack=`, `panic="too late"`} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %s:\n%s", want, log)
		}
	}
	if strings.Contains(log, "illegal move") || strings.Contains(log, "internal error") {
		t.Errorf("the log has failures that are not logged:\n%s", log)
	}
}

func TestServe(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	const tooLong = "? line too long (more than 65536 bytes)\n\n"
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"a session", "1 name\n\n# hi\r\n2 echo a\tb\r\n3 quit\n4 name\n", "=1 test\n\n=2 a b\n\n=3\n\n"},
		{"no newline at the end", "name", "= test\n\n"},
		{"junk", "\x00\xff\xfe\x1b\n\x00\n1 name\n", "? unknown command\n\n=1 test\n\n"},
		{"the longest line", "echo " + long[5:] + "\nname\n", "= " + long[5:] + "\n\n= test\n\n"},
		{"a line too long", long + "x\nname\n", tooLong + "= test\n\n"},
		{"a far longer line", strings.Repeat(long, 5) + "quit\nname\n", tooLong + "= test\n\n"},
		{"too long and the end", long + "x", tooLong},
		{"too long with an id", " 17 play b A" + long + long + "\n18 name\n", "?17" + tooLong[1:] + "=18 test\n\n"},
		{"too long an id", strings.Repeat("1", 2*MaxLine) + " name\nname\n", tooLong + "= test\n\n"},
		{"streams end with the input", "1 analyze\n", "=1\ninfo move D4\nbecause interrupted by the next line of input\n\n"},
		{"a stream, then quit", "1 analyze\n2 quit\n", "=1\ninfo move D4\nbecause interrupted by the next line of input\n\n=2\n\n"},
	} {
		var out strings.Builder
		if err := testServer().Serve(t.Context(), strings.NewReader(c.in), &out); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if out.String() != c.want {
			t.Errorf("%s: got %.300q, want %.300q", c.name, out.String(), c.want)
		}
	}
}

// TestServeStream checks that every line of a stream is sent at once, and that a blank
// line of input interrupts it.
func TestServeStream(t *testing.T) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	done := make(chan error)
	go func() { done <- testServer().Serve(t.Context(), in, out) }()
	r := bufio.NewReader(fromServer)
	expect := func(want ...string) {
		t.Helper()
		for _, w := range want {
			if got, err := r.ReadString('\n'); err != nil || got != w+"\n" {
				t.Fatalf("got %q, %v, want %q", got, err, w)
			}
		}
	}
	fmt.Fprintln(toServer, "1 analyze")
	expect("=1", "info move D4")
	fmt.Fprintln(toServer)
	expect("because interrupted by the next line of input", "")
	fmt.Fprintln(toServer, "2 name")
	expect("=2 test", "")
	fmt.Fprintln(toServer, "3 quit")
	expect("=3", "")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestServeCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, before := range []string{"", "1 analyze\n"} {
			r, w := io.Pipe()
			ctx, cancel := context.WithCancelCause(t.Context())
			done := make(chan error)
			var out strings.Builder
			go func() { done <- testServer().Serve(ctx, r, &out) }()
			io.WriteString(w, before)
			synctest.Wait()
			time.Sleep(time.Hour)
			why := errors.New("the lights went out")
			cancel(why)
			if err := <-done; !errors.Is(err, why) {
				t.Errorf("got %v, want %v", err, why)
			}
			r.Close() // ends the reader; synctest checks that no other goroutine is left
		}
	})
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestServeErrors(t *testing.T) {
	s := testServer()
	in := io.MultiReader(strings.NewReader("1 name\n2 na"), brokenReader{})
	var out strings.Builder
	err := s.Serve(t.Context(), in, &out)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(out.String(), "=1 test\n\n") {
		t.Errorf("a broken reader: got %v after %q, want %v after the first answer", err, out.String(), io.ErrUnexpectedEOF)
	}
	for _, line := range []string{"name", "analyze", "count a b"} {
		if err := s.Serve(t.Context(), strings.NewReader(line+"\n"), brokenWriter{}); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: a broken writer: got %v, want %v", line, err, io.ErrClosedPipe)
		}
	}
}

func FuzzServe(f *testing.F) {
	f.Add([]byte("1 name\nanalyze\n\nquit\n"))
	f.Add([]byte("\x00\xff\n2 lines\npanic\nlist_commands"))
	s := testServer()
	f.Fuzz(func(t *testing.T, in []byte) {
		var out strings.Builder
		if err := s.Serve(t.Context(), strings.NewReader(string(in)), &out); err != nil {
			t.Fatal(err)
		}
		for a := range strings.SplitAfterSeq(out.String(), "\n\n") {
			if a != "" && (a[0] != '=' && a[0] != '?' || !strings.HasSuffix(a, "\n\n")) {
				t.Fatalf("%q has the answer %q, want = or ? and two newlines at the end", in, a)
			}
		}
	})
}
