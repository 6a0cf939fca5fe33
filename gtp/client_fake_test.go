package gtp

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// lifeEnv names an address. The fake program, or the child that it starts, holds a
// connection to this address as long as it runs.
const lifeEnv = "GTP_TEST_LIFE"

// hang is a timeout that is long enough on a busy machine. Fake programs that hang do so
// for a longer time.
const hang = 30 * time.Second

// If fakeEnv is set, the test binary acts as a GTP program. Its value names the fault of
// the program.
const fakeEnv = "GTP_TEST_FAKE"

func TestMain(m *testing.M) {
	if how := os.Getenv(fakeEnv); how != "" {
		fake(how)
		return
	}
	os.Exit(m.Run())
}

// fake behaves well until it gets genmove.
func fake(how string) {
	if address := os.Getenv(lifeEnv); address != "" && how != "die before a child" {
		if _, err := net.Dial("tcp", address); err != nil {
			os.Exit(9)
		}
	}
	switch how {
	case "deaf":
		time.Sleep(4 * hang)
	case "child":
		fmt.Fprintln(os.Stderr, "here")
		time.Sleep(4 * hang)
		return
	case "stubborn": // ignores quit, the end of its input, and SIGTERM
		signal.Ignore(syscall.SIGTERM)
	case "banner":
		fmt.Print("Welcome!\n=== loading ===\n?really\n50%\r\n")
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 2*MaxLine)
	for in.Scan() {
		cmd, ok := ParseCommand(in.Text())
		if !ok {
			continue
		}
		switch cmd.Name {
		case "genmove":
			fakeMove(how, cmd.ID)
		case "quit":
			if how == "stubborn" || how == "slow to quit" {
				continue
			}
			fmt.Print(FormatAnswer(false, cmd.ID, ""))
			if how == "bad end" {
				os.Exit(4)
			}
			return
		default:
			if how == "stops reading" {
				os.Stdin.Close()
			}
			fmt.Print(FormatAnswer(false, cmd.ID, cmd.String()))
			if how == "stops reading" {
				time.Sleep(4 * hang)
			}
		}
	}
	if how == "stubborn" || how == "slow to quit" {
		time.Sleep(4 * hang)
	}
}

func fakeMove(how, id string) {
	switch how {
	case "hang":
		time.Sleep(4 * hang)
	case "die":
		fmt.Fprintln(os.Stderr, "first the weights\nthen the crash")
		os.Exit(3)
	case "die before a child":
		child := exec.Command(os.Args[0])
		child.Env, child.Stdout = append(os.Environ(), fakeEnv+"=child"), os.Stdout
		said, err := child.StderrPipe()
		if err == nil {
			err = child.Start()
		}
		if err != nil {
			os.Exit(9)
		}
		said.Read(make([]byte, 1)) // wait until the child runs, before the client kills it
		os.Exit(5)
	case "die in the answer":
		fmt.Printf("=%s D4\nE5", id)
		os.Exit(0)
	case "half a line":
		fmt.Printf("=%s D", id)
		time.Sleep(4 * hang)
	case "garbage":
		fmt.Printf("thinking\n\n=-=-=\n\x00\x1b[1m\r\n?!\n\n=%s  D4 \r\n\r\n", id)
	case "no id":
		fmt.Print("= D4\n\n")
	case "wrong id":
		fmt.Print("=99 D4\n\n")
	case "twice":
		fmt.Printf("=%s D4\n\n= E5\n\n", id)
	case "slow":
		for _, part := range []string{"=", id, " D", "4\n", "E5", "\n\n"} {
			fmt.Print(part)
			time.Sleep(10 * time.Millisecond)
		}
	case "floods stderr":
		fmt.Fprint(os.Stderr, strings.Repeat("MALKOVICH: thinking hard\n", 20000))
		fmt.Printf("=%s D4\n\n", id)
	case "floods stdout":
		fmt.Printf("=%s", id)
		for {
			fmt.Print(strings.Repeat(" D4\n", 1000))
		}
	case "endless answer":
		fmt.Printf("=%s ", id)
		endless()
	case "endless line":
		endless()
	case "refuses":
		fmt.Printf("?%s cannot\nthink\n\n", id)
	default:
		fmt.Printf("=%s D4\n\n", id)
	}
}

// endless writes a few kilobytes of a line that does not end, and waits.
func endless() {
	fmt.Print(strings.Repeat("x", 20_000))
	time.Sleep(4 * hang)
}

func startFake(t *testing.T, how string, change func(*Program)) *Client {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// Without this setting the race detector delays the end of every program by a second.
	env := append(os.Environ(), fakeEnv+"="+how, "GORACE=atexit_sleep_ms=0")
	p := Program{Command: []string{self}, Env: env, Grace: hang}
	if change != nil {
		change(&p)
	}
	before := runtime.NumGoroutine()
	c, err := Start(p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		if c.cmd.ProcessState == nil {
			t.Error("the program still runs")
		}
		for begun := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) { // goroutines may need a moment to return
			if time.Since(begun) > hang {
				t.Errorf("%d goroutines after the test, want at most %d", runtime.NumGoroutine(), before)
				break
			}
		}
	})
	return c
}
