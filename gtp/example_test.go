package gtp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"tengen/gtp"
)

func ExampleServer_Serve() {
	s := &gtp.Server{Name: "parrot", Version: "1", Handlers: map[string]gtp.Handler{
		"echo": func(ctx context.Context, args []string) (string, error) {
			if len(args) == 0 {
				return "", gtp.Failf("syntax error")
			}
			return strings.Join(args, " "), nil
		},
	}}
	in := strings.NewReader("1 echo hello\n2 echo\n3 quit\n")
	if err := s.Serve(context.Background(), in, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// =1 hello
	//
	// ?2 syntax error
	//
	// =3
}

func ExampleServer_Do() {
	s := &gtp.Server{Name: "parrot"}
	fmt.Printf("%q\n", s.Do(context.Background(), "7 name"))
	// Output: "=7 parrot\n\n"
}

func ExampleStream() {
	countdown := func(ctx context.Context, args []string, emit func(string)) error {
		for i := 3; i > 0 && ctx.Err() == nil; i-- {
			emit(fmt.Sprint(i))
		}
		return nil
	}
	s := &gtp.Server{Name: "parrot", Streams: map[string]gtp.Stream{"countdown": countdown}}
	fmt.Printf("%q\n", s.Do(context.Background(), "countdown"))
	// Output: "=\n3\n2\n1\n\n"
}

func ExampleParseCommand() {
	cmd, ok := gtp.ParseCommand("12\tplay B  Q16 # the first move\r\n")
	fmt.Println(ok, cmd.ID, cmd.Name, cmd.Args)
	// Output: true 12 play [B Q16]
}

func ExampleParseColor() {
	c, err := gtp.ParseColor("Black")
	fmt.Println(c, err)
	// Output: b <nil>
}

func ExampleFormatAnswer() {
	io.WriteString(os.Stdout, gtp.FormatAnswer(true, "5", "illegal move"))
	// Output: ?5 illegal move
}

// The program of this example is the test binary, which plays D4 if its environment says
// so. A real program is started with a command such as gnugo --mode gtp.
func ExampleStart() {
	p := gtp.Program{Command: []string{os.Args[0]}, Env: append(os.Environ(), "GTP_TEST_FAKE=good"), Stderr: os.Stderr}
	c, err := gtp.Start(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	move, err := c.Do(ctx, "genmove b")
	var refused *gtp.Failure
	switch {
	case errors.As(err, &refused):
		fmt.Println("the program refused:", refused.Text)
	case err != nil:
		fmt.Println("the program failed:", err)
	default:
		fmt.Println(move)
	}
	// Output: D4
}
